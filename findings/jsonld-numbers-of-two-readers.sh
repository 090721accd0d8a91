#!/usr/bin/env bash
# PyLD 3.3.0 and rdflib 7.6.0 (PyPI), 2026-11-30: one JSON-LD document is two graphs, and what rdflib writes of INF is no JSON.
#
# Guess: both make the same triples of a document. JSON-LD 1.1 API, 8.2.2 (object to RDF): a number without a fraction below 1e21 is an
# xsd:integer, 5.0 as well; any other, and one whose @type is xsd:double, is an xsd:double in canonical form (1.5E0); a JSON literal is
# canonical. Seen: PyLD does that. rdflib goes by the types of Python: 5.0 is the double "5.0", a whole number of 22 digits an integer, and the
# form is Python's (1.5, 1e-07). The triples differ, so a query for 5 as a term finds one. A relative
# @id without a base is a file: URL of the current folder in rdflib. On the way from rdflib to PyLD: an integer of 23 digits is
# "1.234567890123457E22" and still xsd:integer, which has no such form; the doubles INF and NaN are Infinity and NaN, which no JSON has
# (RFC 8259, 6). In N-Triples rdflib has "inf" and "nan" for them, and PyLD, of what Python reads as JSON, "INF" and "NAN": of the four only
# "INF" is of xsd:double.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check PyLD==3.3.0 rdflib==7.6.0
cat > check.py <<'P'
import json
from pathlib import Path

import rdflib
from pyld import jsonld

XSD = "http://www.w3.org/2001/XMLSchema#"
JSON = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON"


def short(line):
    """The object of a line of N-Triples, with short names of types."""
    return line.strip().rstrip(".").strip().split("> ", 2)[2].replace(f"^^<{XSD}", "^^<xsd:").replace(f"^^<{JSON}", "^^<rdf:JSON")


def objects(value):
    """The object of the only triple, by PyLD and by rdflib."""
    document = {"@id": "https://shop.test/a", "https://shop.test/b": value}
    one = jsonld.to_rdf(document, {"format": "application/n-quads"})
    two = rdflib.Graph().parse(data=json.dumps(document), format="json-ld").serialize(format="nt")
    return short(one), short(two)


WANT = [
    (5, '"5"^^<xsd:integer>', '"5"^^<xsd:integer>'),
    (5.0, '"5"^^<xsd:integer>', '"5.0"^^<xsd:double>'),
    (1.5, '"1.5E0"^^<xsd:double>', '"1.5"^^<xsd:double>'),
    (1e-7, '"1.0E-7"^^<xsd:double>', '"1e-07"^^<xsd:double>'),
    (10**22, '"1.0E22"^^<xsd:double>', '"10000000000000000000000"^^<xsd:integer>'),
    ({"@value": 5, "@type": XSD + "double"}, '"5.0E0"^^<xsd:double>', '"5"^^<xsd:double>'),
    ({"@value": {"a": 1.0}, "@type": "@json"}, '"{\\"a\\":1}"^^<rdf:JSON>', '"{\\"a\\":1.0}"^^<rdf:JSON>'),
]
for value, one, two in WANT:
    got = objects(value)
    print(json.dumps(value), *got)
    assert got == (one, two), got

document = {"@id": "a", "https://shop.test/b": "x"}
(subject,) = rdflib.Graph().parse(data=json.dumps(document), format="json-ld").subjects()
print(subject)
assert str(subject) == (Path.cwd() / "a").as_uri()


def way(literal):
    """What rdflib writes of the literal as JSON-LD and as N-Triples, and what PyLD reads of the JSON-LD."""
    graph = rdflib.Graph().parse(data=f"<https://shop.test/a> <https://shop.test/b> {literal} .", format="nt")
    text = graph.serialize(format="json-ld", indent=None)
    other = jsonld.to_rdf(json.loads(text), {"format": "application/n-quads"})
    return text, short(graph.serialize(format="nt")), short(other)


def strict(text):
    """Whether it is JSON; what Python takes besides is not."""
    try:
        json.loads(text, parse_constant=lambda name: 1 / 0)
    except ZeroDivisionError:
        return False
    return True


for literal, valid, read, other in [
    ("12345678901234567890123", True, '"12345678901234567890123"^^<xsd:integer>', '"1.234567890123457E22"^^<xsd:integer>'),
    ("INF", False, '"inf"^^<xsd:double>', '"INF"^^<xsd:double>'),
    ("NaN", False, '"nan"^^<xsd:double>', '"NAN"^^<xsd:double>'),
]:
    text, *got = way(f'"{literal}"^^<{XSD}{"integer" if literal[0] == "1" else "double"}>')
    print(text.strip(), *got)
    assert (strict(text), got) == (valid, [read, other]), got
P
v/bin/python check.py
echo "as seen: 5.0 is an integer in one and a double in the other, and INF is no JSON"
