#!/usr/bin/env bash
# postman2openapi 1.0.1 and openman 1.2.0 (PyPI), 2026-11-29: what two converters make of one Postman collection (v2.1).
#
# Guess: a folder is a tag, `:id` is the path parameter `{id}`, requests of one method and path are put together, what is disabled is left
# out, a form is a form, and the saved answers are the responses. Seen: postman2openapi puts the name of the folder before the path (`/Stock
# of shop/items`), and has no tag. `/items/:id` stays as it is in both, `/items/{{id}}` in the first; the second makes `{id}` of it, and no
# parameter. In both, the last request of a method and path is all there is: the query and the answers of those before are gone (openman
# keeps a schema of them that nothing points to). postman2openapi lists a disabled parameter, drops saved answers (each is 200 with an
# object), and has `content: {}` for a form, openman `*/*`. A whole number is int32 to openman, also 12345678901, and a Boolean has the
# format "null". A URL that is one text, as the schema of v2.1 allows, is a path with its host to postman2openapi, and a TypeError to
# openman. Auth is in neither.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v  # connexion, which openman needs, has to have an old Flask
v/bin/pip install --quiet --disable-pip-version-check postman2openapi==1.0.1 openman==1.2.0 connexion==2.14.1 flask==2.2.5 werkzeug==2.2.3
cat > check.py <<'P'
import json
import subprocess

from postman2openapi import PostmanToOpenAPIConverter

SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"


def request(name, path, method="GET", answers=(), query=(), **more):
    """A request of a collection with its saved answers, each of which has its request with it, as Postman exports them."""
    url = {"raw": "{{base}}" + path, "host": ["{{base}}"], "path": path.strip("/").split("/")} | ({"query": list(query)} if query else {})
    made = {"method": method, "header": [], "url": url} | more
    fields = [{"key": "Content-Type", "value": "application/json"}]
    common = {"originalRequest": made, "status": "a", "header": fields, "cookie": [], "_postman_previewlanguage": "json"}
    return {"name": name, "request": made, "response": [common | {"name": str(code), "code": code, "body": body} for code, body in answers]}


def both(*items):
    """The documents of both converters; in place of the second, the last line of its error."""
    auth = {"type": "bearer", "bearer": [{"key": "token", "value": "{{token}}", "type": "string"}]}
    collection = {"info": {"name": "Shop", "schema": SCHEMA}, "auth": auth, "item": list(items)}
    with open("shop.json", "w") as file:
        json.dump(collection, file)
    run = subprocess.run(["v/bin/openman", "convert", "-f", "json", "shop.json"], capture_output=True, text=True)
    second = run.stderr.strip().splitlines()[-1] if run.returncode else json.loads(run.stdout)
    return PostmanToOpenAPIConverter().parse_postman_collection(collection), second


def names(operation):
    return [parameter["name"] for parameter in operation.get("parameters", ())]


first = request("first", "/items", answers=[(200, '{"id": 1}'), (404, "{}")], query=[{"key": "limit", "value": "5"}])
last = request("last", "/items", query=[{"key": "page", "value": "2"}, {"key": "off", "value": "1", "disabled": True}])
one, two = both({"name": "Stock of shop", "item": [first, last]})
print(json.dumps(one["paths"]), json.dumps(two["paths"]), list(two["components"]["schemas"]), sep="\n")
assert list(one["paths"]) == ["/Stock of shop/items"] and list(two["paths"]) == ["/items"]
a, b = one["paths"]["/Stock of shop/items"]["get"], two["paths"]["/items"]["get"]
assert (a["summary"], names(a), list(a["responses"])) == ("last", ["page", "off"], ["200"]) and "tags" not in a
assert (b["summary"], names(b), b["responses"]) == ("last", ["page"], {"200": {"description": ""}})
assert list(two["components"]["schemas"]) == ["schemaItemsGet200", "schemaItemsGet404"]
assert one["components"]["securitySchemes"] == {} and "securitySchemes" not in two["components"]

answered = request("answered", "/a", answers=[(201, '{"id": 1}'), (404, "{}")])
one, two = both(request("one", "/items/:id"), request("other", "/items/{{id}}", "DELETE"), answered)
print(list(one["paths"]), list(two["paths"]), list(one["paths"]["/a"]["get"]["responses"]), list(two["paths"]["/a"]["get"]["responses"]))
assert list(one["paths"]) == ["/items/:id", "/items/{{id}}", "/a"] and list(two["paths"]) == ["/items/:id", "/items/{id}", "/a"]
assert not names(two["paths"]["/items/{id}"]["delete"])
assert list(one["paths"]["/a"]["get"]["responses"]) == ["200"] and list(two["paths"]["/a"]["get"]["responses"]) == ["201", "404"]

form = {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "1"}]}
raw = {"mode": "raw", "raw": '{"big": 12345678901, "on": true}', "options": {"raw": {"language": "json"}}}
one, two = both(request("form", "/form", "POST", body=form), request("raw", "/raw", "POST", body=raw))
bodies = [[one["paths"][path]["post"]["requestBody"]["content"] for path in ("/form", "/raw")] for one in (one, two)]
print(*map(json.dumps, bodies), sep="\n")
assert bodies[0][0] == {} and list(bodies[1][0]) == ["*/*"]
(content,) = bodies[1][1].values()
assert content["schema"]["properties"] == {"big": {"type": "integer", "format": "int32"}, "on": {"type": "boolean", "format": "null"}}

one, two = both({"name": "text", "request": {"method": "GET", "header": [], "url": "https://shop.test/a"}, "response": []})
print(list(one["paths"]), two)
assert list(one["paths"]) == ["https://shop.test/a"] and two.startswith("TypeError: string indices must be integers")
P
v/bin/python check.py
echo "as seen: the folder is in the path, and the last request of a method and path is all that is left"
