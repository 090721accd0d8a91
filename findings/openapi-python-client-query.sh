#!/usr/bin/env bash
# openapi-python-client 0.29.1 (PyPI) with httpx 0.28.1, 2026-11-28: an object in the query loses its name, and a member its value.
#
# OpenAPI 3.1, style table: `deepObject` sends `deep[a]=x`, `explode: false` sends `csv=a,b`. Guess: both ignored, thus `csv=a&csv=b` and
# an object as `deep=…`. Seen: the first as guessed. Of the object, each member becomes an item of its own, `a=x`, without `deep`; a member
# called `limit` is then overwritten by the parameter `limit`, whose default is sent although nobody gave it. Generated without a word.
# An array in a header, in contrast, is reported, and costs the whole operation: no function for it, exit code 0.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check openapi-python-client==0.29.1 httpx==0.28.1
export PATH="$work/v/bin:$PATH"
cat >api.yaml <<'END'
openapi: 3.1.0
info: {title: shop, version: "1"}
paths:
  /find:
    get:
      operationId: find
      parameters:
        - {name: csv, in: query, style: form, explode: false, schema: {type: array, items: {type: string}}}
        - {name: deep, in: query, style: deepObject, schema: {type: object, properties: {a: {type: string}, limit: {type: integer}}}}
        - {name: limit, in: query, schema: {type: integer, default: 20}}
      responses: {"200": {description: ok}}
  /lines:
    get:
      operationId: lines
      parameters: [{name: X-Ids, in: header, schema: {type: array, items: {type: string}}}]
      responses: {"200": {description: ok}}
END
openapi-python-client generate --path api.yaml --meta none --output-path shop >log 2>&1
cat >call.py <<'END'
import httpx
from shop import Client
from shop.api.default import find
from shop.models import FindDeep
def answer(request):
    print(request.url.query.decode())
    return httpx.Response(200)
client = Client(base_url="http://127.0.0.1")
client.set_httpx_client(httpx.Client(base_url="http://127.0.0.1", transport=httpx.MockTransport(answer)))
find.sync_detailed(client=client, csv=["a", "b"], deep=FindDeep(a="x", limit=5))
END
query=$(python call.py)
echo "query: $query; files: $(cd shop/api/default && ls ./*.py | tr '\n' ' ')"
[ "$query" = "csv=a&csv=b&a=x&limit=20" ]
grep -q 'GET /lines.*will not be generated' log; [ ! -e shop/api/default/lines.py ]
echo "as seen: the object's name and one value are gone, and an array in a header costs the operation"
