#!/usr/bin/env bash
# openapi-downgrade 1.0.1 (PyPI), 2026-11-29: from 3.1 to 3.0 it changes data and names, and gives the webhooks to an operation.
#
# Guess: schemas are rewritten where a schema is, and what 3.0 does not have (webhooks) is left out with a warning. Seen: keywords are
# rewritten wherever a key has their name. The property `const` of an object becomes a property `enum`, a list in place of a schema; in a
# default, `{"const": 1}` becomes `{"enum": [1]}`, and of an example `{"type": ["x"], "const": 1, "examples": [3]}` is left
# `{"type": ["x"], "enum": [1], "example": 3}`. The webhooks become callbacks of the first POST, whatever that is, under an invented
# `{$request.body#/callbackUrl}`. What does change in 3.0 stays: `contentEncoding: base64`, `license.identifier`, `components.pathItems`.
# (Its last step, which fetches the schema of 3.0 from the network to check the result, is left out here.)
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check openapi-downgrade==1.0.1 PyYAML==6.0.4
cat > check.py <<'P'
import json

import openapi_downgrade.converter.transformer as transformer
import yaml

DOCUMENT = """
openapi: 3.1.0
info: {title: Shop, version: "1", license: {name: MIT, identifier: MIT}}
webhooks:
  sold: {post: {responses: {"200": {description: ok}}}}
paths:
  /pets:
    post:
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
      responses: {"200": {description: ok}}
components:
  pathItems: {p: {get: {responses: {"200": {description: ok}}}}}
  schemas:
    Pet:
      type: object
      properties:
        const: {type: string}
        image: {type: string, contentEncoding: base64}
        kind: {type: [string, "null"]}
      default: {const: 1}
      example: {type: [x], const: 1, examples: [3]}
"""
transformer.validate_openapi_3 = lambda spec: (True, None)
converted = transformer.convert_spec(yaml.safe_load(DOCUMENT))
pet = converted["components"]["schemas"]["Pet"]
callbacks = converted["paths"]["/pets"]["post"]["callbacks"]
print(json.dumps(pet))
print(json.dumps(callbacks))
assert pet["properties"]["kind"] == {"type": "string", "nullable": True}
assert pet["properties"]["enum"] == [{"type": "string"}] and "const" not in pet["properties"]
assert pet["default"] == {"enum": [1]}
assert pet["example"] == {"type": ["x"], "enum": [1], "example": 3}
assert pet["properties"]["image"] == {"type": "string", "contentEncoding": "base64"}
assert list(callbacks["sold"]) == ["{$request.body#/callbackUrl}"]
assert converted["info"]["license"]["identifier"] == "MIT" and "pathItems" in converted["components"]
P
v/bin/python check.py
echo "as seen: data is taken for schemas, and a webhook for a callback"
