#!/usr/bin/env bash
# fhir.resources 8.3.0 with fhir-core 1.1.12 (PyPI), 2026-11-30: on the way through its XML an extension goes to another name of the patient.
#
# Guess: a resource read from JSON, written and read again in one of its three formats (JSON, XML, YAML), is the same. FHIR R5, on
# primitive elements in JSON: in the lists `given` and `_given` a null keeps the place of a value, or of an extension, that is not there; on
# decimals: the precision has a meaning, 0.010 is not 0.01. Seen: the XML is written well (`<given>` with an extension and without a value, then the
# next `<given>`). Reading it, a value that is missing before the first one is not kept a place for: the extension that says why the first name
# is missing is one of the second name, and if that one has its own, the first is gone. Where all values are missing, it is a KeyError. Behind
# a value the null stays. The `id` of a primitive is not in the XML. All three formats drop the zeros of a decimal, and XML rounds a whole number
# of 18 digits that JSON keeps. YAML has a time of day as an object of Python
# (`!!python/object/apply:datetime.time`), which other readers of YAML do not know.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check 'fhir.resources[xml,yaml]==8.3.0' fhir-core==1.1.12 PyYAML==6.0.3 lxml==6.1.3
cat > check.py <<'P'
import json

import yaml
from fhir.resources.observation import Observation
from fhir.resources.patient import Patient

def extension(text):
    return {"extension": [{"url": "https://shop.test/why", "valueString": text}]}


A, B = extension("a"), extension("b")


def ways(kind, **members):
    """The resource, as JSON texts: as it was read, after JSON, after XML, after YAML."""
    one = kind.model_validate_json(json.dumps({"resourceType": kind.__name__} | members))
    after = [kind.model_validate_json(one.model_dump_json()), kind.model_validate_xml(one.model_dump_xml()),
             kind.model_validate_yaml(one.model_dump_yaml())]
    return one, [json.loads(other.model_dump_json()) for other in after]


def patient(given, extensions):
    """What the name is after each way."""
    one, after = ways(Patient, name=[{"given": given, "_given": extensions}])
    return one, [(name["given"], name["_given"]) for (name,) in (other["name"] for other in after)]


XML = {
    "first missing": (([None, "Ann"], [A, None]), (["Ann"], [A])),
    "first missing of three": (([None, "Ann", "Bea"], [A, None, B]), (["Ann", "Bea"], [A, B])),
    "both": (([None, "Ann"], [A, B]), (["Ann"], [B])),
    "later one missing": ((["Jo", None, "Ann"], [None, A, None]), (["Jo", None, "Ann"], [None, A, None])),
    "none missing": ((["Jo", "Ann"], [None, B]), (["Jo", "Ann"], [None, B])),
}
for name, (kept, read) in XML.items():
    one, after = patient(*kept)
    print(f"{name}: {one.model_dump_xml().decode().splitlines()[-1]}\n    {json.dumps(after[1])}")
    assert after == [kept, read, kept], (name, after)
    if name == "first missing":
        assert '</extension></given><given value="Ann"/>' in one.model_dump_xml().decode()
try:
    after = patient([None, None], [A, B])[1]
except KeyError as error:
    after = repr(error)
print("all missing:", after)
assert after == "KeyError('given')", after


def observation(**members):
    one, after = ways(Observation, status="final", code={"text": "x"}, **members)
    return one, [{name: other.get(name) for name in members} for other in after]


kept = {"valueInteger": 5, "_valueInteger": {"id": "a"}}
after = observation(**kept)[1]
print(after)
assert after == [kept, kept | {"_valueInteger": None}, kept]

source = '{"resourceType": "Observation", "status": "final", "code": {"text": "x"}, "valueQuantity": {"value": %s}}'
written = {}
for number in ("0.010", "98.60", "5", "123456789012345678"):
    one = Observation.model_validate_json(source % number)
    written[number] = [one.model_dump_json().split('"value":')[1].rstrip("}"),
                       one.model_dump_xml().decode().split('<valueQuantity><value value="')[1].split('"')[0],
                       one.model_dump_yaml().split("value: ")[1].strip()]
print(written)
assert written == {"0.010": ["0.01"] * 3, "98.60": ["98.6"] * 3, "5": ["5", "5.0", "5"],
                   "123456789012345678": ["123456789012345678", "1.2345678901234568e+17", "123456789012345678"]}

text = observation(valueTime="10:00:00")[0].model_dump_yaml()
print(text)
assert "valueTime: !!python/object/apply:datetime.time" in text
try:
    yaml.safe_load(text)
except yaml.constructor.ConstructorError as error:
    print(error.problem)
else:
    raise AssertionError(text)
P
v/bin/python check.py
echo "as seen: the extension of the name that is missing is one of the name that is there"
