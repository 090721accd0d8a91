#!/usr/bin/env bash
# openapi-core 0.23.1 with Werkzeug 3.1.9 (PyPI), 2026-11-29: which query parameters of OpenAPI 3.1 and 3.2 it reads.
#
# Guess: all styles of the query are decoded, and `type: [integer, "null"]` is an integer; `in: querystring` of 3.2, whose documents it takes, is
# ignored. Seen: form arrays and pipeDelimited are read. An object of style form (`?a=1&b=2`) is silently nothing:
# no value and no error. deepObject is read with `explode: true` only, and refused as not valid without, though the style has one form.
# spaceDelimited is split at `%20` after decoding: `?p=1%202` is refused, `?p=1%25202` read. A type that is a list is a TypeError of its own
# code ("Expected a string value, got <class 'list'>"), and `in: querystring` an AttributeError, for each request.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check openapi-core==0.23.1 werkzeug==3.1.9
cat > check.py <<'P'
from openapi_core import OpenAPI
from openapi_core.contrib.werkzeug import WerkzeugOpenAPIRequest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

NUMBERS = {"type": "array", "items": {"type": "integer"}}
OBJECT = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}
FORM = {"content": {"application/x-www-form-urlencoded": {"schema": OBJECT}}}


def read(query, version="3.1.0", **parameter):
    """What the parameter `p` is, or the names of the errors."""
    operation = {"parameters": [{"name": "p", "in": "query"} | parameter], "responses": {"200": {"description": "ok"}}}
    document = {"openapi": version, "info": {"title": "a", "version": "1"}, "paths": {"/a": {"get": operation}}}
    document["servers"] = [{"url": "http://pets.test"}]
    request = Request(EnvironBuilder("/a", "http://pets.test", query_string=query).get_environ())
    try:
        result = OpenAPI.from_dict(document).unmarshal_request(WerkzeugOpenAPIRequest(request))
    except (AttributeError, TypeError) as error:
        return type(error).__name__
    return [type(error).__name__ for error in result.errors] or dict(result.parameters.query)


seen = {
    "form, array": read("p=1&p=2", schema=NUMBERS),
    "form, array, explode false": read("p=1,2", explode=False, schema=NUMBERS),
    "pipeDelimited": read("p=1%7C2", style="pipeDelimited", explode=False, schema=NUMBERS),
    "spaceDelimited": read("p=1%202", style="spaceDelimited", explode=False, schema=NUMBERS),
    "spaceDelimited, twice": read("p=1%25202", style="spaceDelimited", explode=False, schema=NUMBERS),
    "form, object": read("a=1&b=2", schema=OBJECT),
    "deepObject": read("p%5Ba%5D=1&p%5Bb%5D=2", style="deepObject", schema=OBJECT),
    "deepObject, explode": read("p%5Ba%5D=1&p%5Bb%5D=2", style="deepObject", explode=True, schema=OBJECT),
    "integer or null": read("p=1", schema={"type": ["integer", "null"]}),
    "querystring": read("a=1", version="3.2.0", **{"in": "querystring"}, **FORM),
}
for name, value in seen.items():
    print(f"{name:28}", value)
refused = ["ParameterValidationError"]
assert seen == {
    "form, array": {"p": [1, 2]},
    "form, array, explode false": {"p": [1, 2]},
    "pipeDelimited": {"p": [1, 2]},
    "spaceDelimited": refused,
    "spaceDelimited, twice": {"p": [1, 2]},
    "form, object": {},
    "deepObject": refused,
    "deepObject, explode": {"p": {"a": 1, "b": 2}},
    "integer or null": "TypeError",
    "querystring": "AttributeError",
}
P
v/bin/python check.py
echo "as seen: arrays are read, a form's object and lists of types are not"
