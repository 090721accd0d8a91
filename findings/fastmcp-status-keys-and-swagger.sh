#!/usr/bin/env bash
# fastmcp 4.2.3 (PyPI), 2026-11-28: which documents `FastMCP.from_openapi` takes.
#
# Its documentation gives it what `json()` or `yaml.safe_load()` returns, and speaks of OpenAPI. Guess: an OpenAPI 3.0 document is loaded from
# JSON and from YAML alike, and Swagger 2.0 is refused. Seen:
# - `responses: {200: …}` in YAML, as most documents write it, is refused: the key is a number ("Input should be a valid string"). The same
#   document from JSON, or with '200' in quotes, is loaded.
# - Swagger 2.0 is loaded if no parameter is in a body, and without a word. `collectionFormat: csv` is then not known: `ids=a&ids=b` is sent,
#   not `ids=a,b`, and `basePath` is left out.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check fastmcp==4.2.3 PyYAML==6.0.4
cat > check.py <<'P'
import asyncio
import json

import httpx2
import yaml
from fastmcp import FastMCP

DOCUMENT = """
openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: pets
      parameters: [{name: ids, in: query, explode: false, schema: {type: array, items: {type: string}}}]
      responses: {200: {description: The pets.}}
"""
SWAGGER = """
swagger: "2.0"
info: {title: Pets, version: "1"}
basePath: /v1
paths:
  /pets:
    get:
      operationId: pets
      parameters: [{name: ids, in: query, type: array, items: {type: string}, collectionFormat: csv}]
      responses: {"200": {description: The pets.}}
"""
sent = []


def answer(request):
    sent.append(str(request.url))
    return httpx2.Response(200, json={})


def load(document):
    client = httpx2.AsyncClient(base_url="http://pets.test", transport=httpx2.MockTransport(answer))
    return FastMCP.from_openapi(openapi_spec=document, client=client)


def call(server):
    asyncio.run(server.call_tool("pets", {"ids": ["a", "b"]}))
    return sent.pop()


try:
    load(yaml.safe_load(DOCUMENT))
    raise SystemExit("the number of a status is loaded now")
except ValueError as error:
    assert "Input should be a valid string" in str(error), error
for document in (json.loads(json.dumps(yaml.safe_load(DOCUMENT))), yaml.safe_load(DOCUMENT.replace("200:", "'200':"))):
    assert call(load(document)) == "http://pets.test/pets?ids=a%2Cb", sent
url = call(load(yaml.safe_load(SWAGGER)))
print("Swagger 2.0:", url)
assert url == "http://pets.test/pets?ids=a&ids=b", url
P
v/bin/python check.py
echo "as seen: numbers of statuses are refused, Swagger 2.0 is taken for OpenAPI 3"
