#!/usr/bin/env bash
# connexion 3.3.0 with uvicorn 0.54.0 (PyPI), 2026-11-29: requests that fit the OpenAPI 3.0 document that it serves, and what becomes of them.
#
# Guess: what the document says is read, or the document is refused at the start. Seen: it starts with all of them. A number or an array in
# a header or a cookie is 400 for each value ("'1' is not of type 'integer'"), and 1e3 in a path 404. A query parameter whose schema has no
# `type` of its own (enum, allOf, oneOf, `{}`), or which has `content`, is 500 as soon as it is sent. An object of style form is `{}`,
# whatever is sent; so is each one of deepObject that is not sent. A text of an array is cut at its commas, encoded or not, with
# `explode: true` and in the parts of a form, too: `?p=a&p=b%2Cc` is three texts, with 200. An object in a part of a form, as JSON, which is
# its default there, is 400.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check connexion==3.3.0 uvicorn==0.54.0 starlette==1.10.0
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
cat > app.py <<'P'
import connexion

TEXTS, NUMBERS = ({"type": "array", "items": {"type": kind}} for kind in ("string", "integer"))
OBJECT = {"type": "object", "properties": {"a": {"type": "integer"}}}
DEEP = {"in": "query", "style": "deepObject", "explode": True}
PARAMETERS = {
    "path": {"in": "path", "required": True, "schema": NUMBERS},
    "number": {"in": "path", "required": True, "schema": {"type": "number"}},
    "header": {"in": "header", "schema": NUMBERS},
    "cookie": {"in": "cookie", "schema": {"type": "integer"}},
    "content": {"in": "query", "content": {"application/json": {"schema": OBJECT}}},
    "enum": {"in": "query", "schema": {"enum": ["a", "b"]}},
    "all": {"in": "query", "schema": {"allOf": [{"type": "integer"}]}},
    "any": {"in": "query", "schema": {}},
    "form": {"in": "query", "schema": OBJECT},
    "deep": DEEP | {"schema": OBJECT},
    "texts": {"in": "query", "schema": TEXTS},
}
FORM = {"multipart/form-data": {"schema": {"type": "object", "properties": {"texts": TEXTS, "object": OBJECT}}}}
RESPONSES = {"200": {"description": "ok"}}


def show(**values):
    return values


paths = {"/parts": {"post": {"operationId": "app.parts", "requestBody": {"content": FORM}, "responses": RESPONSES}}}
parts = show
for name, parameter in PARAMETERS.items():
    globals()[name] = show
    place = f"/{name}/{{p}}" if parameter["in"] == "path" else f"/{name}"
    paths[place] = {"get": {"operationId": f"app.{name}", "parameters": [{"name": "p"} | parameter], "responses": RESPONSES}}
app = connexion.AsyncApp(__name__)
app.add_api({"openapi": "3.0.3", "info": {"title": "a", "version": "1"}, "paths": paths})
P
v/bin/uvicorn --port "$port" app:app >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
# The request, and the status and the body that are expected.
ask() {
  local expected=$1; shift
  local seen; seen=$(curl -s -g -w ' %{http_code}' "http://127.0.0.1:$port$1" "${@:2}" | tr -d '\n' |
    sed -E 's/\{"type": .*"detail": "([^"]*)".*\}/\1/; s/\\n.*(....)$/\1/; s/The server encountered.*(....)$/internal\1/')
  printf '%-60s %s\n' "$*" "$seen"
  [ "$seen" = "$expected" ]
}
ask '{"p": [1, 2]} 200' /path/1,2
ask '{"p": 1.0} 200' /number/1
ask 'Not Found 404' /number/1e3
ask "'1' is not of type 'array' 400" /header -H 'p: 1'
ask "'1,2' is not of type 'array' 400" /header -H 'p: 1,2'
ask "'1' is not of type 'integer' 400" /cookie -b p=1
for name in content enum all any; do ask '{} 200' /$name; done
ask 'internal 500' '/content?p=%7B%22a%22:1%7D'
ask 'internal 500' '/enum?p=a'
ask 'internal 500' '/all?p=1'
ask 'internal 500' '/any?p=1'
ask '{"p": {}} 200' '/form?a=1'
ask '{"p": {"a": 1}} 200' '/deep?p[a]=1'
ask '{"p": {}} 200' /deep
ask '{"p": ["a", "b", "c"]} 200' '/texts?p=a&p=b%2Cc'
ask '{"body": {"texts": ["a", "b", "c"]}} 200' /parts -F texts=a -F texts=b,c
seen=$(curl -s -o body -w '%{http_code}' -F 'object={"a":1};type=application/json' "http://127.0.0.1:$port/parts")
echo "an object in a part: $seen $(grep detail body)"
[ "$seen" = 400 ] && grep -q "is not of type 'object'" body
echo "as seen: the document starts, and its requests do not fit"
