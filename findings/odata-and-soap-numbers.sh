#!/usr/bin/env bash
# zeep 4.3.3 and pyodata 1.12.1 (PyPI), 2026-11-29: values that two typed clients send are none of the type that the document gives.
#
# XML Schema 1.0, part 2: a double that is not finite is NaN, INF or -INF, an int has no point, hexBinary is hexadecimal digits. OData 2: an
# Edm.Int64 is a text in JSON, and an Edm.Double has 15 digits. Guess: the clients see to that, or refuse the value. Seen: zeep sends a double
# as `nan`, `inf` and `-inf`, a float as `NAN`; an int of 5.7 as `5.7`, of True as `True`; bytes for hexBinary as characters. pyodata rounds an
# Edm.Double to seven digits, in the URL and in the body (1234567.89 arrives as 1234568), and writes an Edm.Int64 as a bare number.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check zeep==4.3.3 pyodata==1.12.1
cat > shop.wsdl <<'X'
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t"
  xmlns:x="http://www.w3.org/2001/XMLSchema">
  <types><x:schema targetNamespace="urn:t" elementFormDefault="qualified"><x:element name="put"><x:complexType><x:sequence>
    <x:element name="d" type="x:double" maxOccurs="unbounded"/><x:element name="f" type="x:float"/>
    <x:element name="i" type="x:int" maxOccurs="unbounded"/><x:element name="h" type="x:hexBinary"/>
  </x:sequence></x:complexType></x:element></x:schema></types>
  <message name="in"><part name="p" element="t:put"/></message>
  <portType name="T"><operation name="put"><input message="t:in"/></operation></portType>
  <binding name="B" type="t:T"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="put"><s:operation soapAction=""/><input><s:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><s:address location="http://shop.test/"/></port></service>
</definitions>
X
cat > check.py <<'P'
import json

import zeep
from pyodata.v2.model import Types

client = zeep.Client("shop.wsdl")
infinite = float("inf")
message = client.create_message(
    client.service, "put", d=[float("nan"), infinite, -infinite], f=float("nan"), i=[5.7, True], h=b"hi"
)
sent = [element.text for element in message.iter("{urn:t}d", "{urn:t}f", "{urn:t}i", "{urn:t}h")]
print("zeep:", *sent)
assert sent == ["nan", "inf", "-inf", "NAN", "5.7", "True", "hi"], sent
double, long = Types.from_name("Edm.Double").traits, Types.from_name("Edm.Int64").traits
print("pyodata:", double.to_literal(1234567.89), double.to_json(1234567.89), json.dumps(long.to_json(2**53 + 1)))
assert double.to_literal(1234567.89) == double.to_json(1234567.89) == "1.234568E+06"
assert json.dumps(long.to_json(2**53 + 1)) == "9007199254740993"
P
v/bin/python check.py
echo "as seen: nan, 5.7 for an int, and seven digits"
