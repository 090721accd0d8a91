#!/usr/bin/env bash
# flask-restx 1.3.2 with Flask 3.1.3 (PyPI), 2026-11-29: its Swagger document says other things than what it reads and writes.
#
# Guess: both are made from the same models and parsers, so they agree. Seen: an argument of the cookies is `in: query` in the document, and
# nothing if it is sent there. `action="append"` in the headers is an array with collectionFormat `multi`, which Swagger 2.0 has for query
# and formData only, and two such fields are 400 ("1,2" is no integer). A `list` or `dict` of the JSON body is a string there. A number in
# a path (`float`) is 404 as 1, 1e3, or -1.5. Fixed and Arbitrary are numbers there, but texts in the answers; 1.1 as Arbitrary has 51
# decimals. What is absent is null, without a type for it. So an answer sent back is refused with 400 by the model that wrote it.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check flask-restx==1.3.2 flask==3.1.3 werkzeug==3.1.9
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
cat > app.py <<'P'
from flask import Flask
from flask_restx import Api, Resource, fields, reqparse

app = Flask(__name__)
api = Api(app)


def add(path, **argument):
    parser = reqparse.RequestParser()
    parser.add_argument("p", **argument)

    class Argument(Resource):
        @api.expect(parser)
        def post(self):
            return parser.parse_args()

    api.add_resource(Argument, path, endpoint=path[1:])


add("/cookie", location="cookies")
add("/header", location="headers", type=int, action="append")
add("/list", location="json", type=list)
add("/dict", location="json", type=dict)
price = api.model("Price", {"fixed": fields.Fixed(decimals=2), "arbitrary": fields.Arbitrary, "name": fields.String})


@api.route("/price")
class Price(Resource):
    @api.expect(price, validate=True)
    @api.marshal_with(price)
    def post(self):
        return api.payload


@api.route("/number/<float:number>")
class Number(Resource):
    def get(self, number):
        return number
P
v/bin/flask --app app run --port "$port" >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import os
import subprocess


def ask(method, path, *options, body=None):
    """The status, and the body, parsed if it is JSON."""
    if body is not None:
        options += "-d", json.dumps(body), "-H", "Content-Type: application/json"
    command = "curl", "-s", "-X", method, "-w", "\n%{http_code}", f"http://127.0.0.1:{os.environ['port']}{path}", *options
    text, status = subprocess.run(command, capture_output=True, text=True, check=True).stdout.rsplit("\n", 1)
    return int(status), json.loads(text) if text[:1] in ("{", "[", '"') else text


def said(path):
    parameter, = document["paths"][path]["post"]["parameters"]
    return parameter


_, document = ask("GET", "/swagger.json")
place, there, cookie = said("/cookie")["in"], ask("POST", "/cookie?p=1"), ask("POST", "/cookie", "-b", "p=1")
print("cookie:", place, there, cookie)
assert (place, there, cookie) == ("query", (200, {"p": None}), (200, {"p": "1"}))

seen = said("/header"), ask("POST", "/header", "-H", "p: 1"), ask("POST", "/header", "-H", "p: 1", "-H", "p: 2")
print("header:", seen)
assert (seen[0]["in"], seen[0]["collectionFormat"], seen[1], seen[2][0]) == ("header", "multi", (200, {"p": [1]}), 400)

for name, value in (("list", [1]), ("dict", {"a": 1})):
    kind = said("/" + name)["schema"]["properties"]["p"]["type"]
    print(name, kind, seen := ask("POST", "/" + name, body={"p": value}))
    assert kind == "string" and seen == (200, {"p": value})

kind = document["paths"]["/number/{number}"]["parameters"][0]["type"]
seen = {text: ask("GET", "/number/" + text)[0] for text in ("1.5", "1", "1e3", "-1.5")}
print("path:", kind, seen)
assert kind == "number" and list(seen.values()) == [200, 404, 404, 404]

status, answer = ask("POST", "/price", body={"fixed": 2.5, "arbitrary": 1.1})
back, errors = ask("POST", "/price", body=answer)
print("model:", document["definitions"]["Price"]["properties"], answer, back, errors["errors"])
assert {name: one["type"] for name, one in document["definitions"]["Price"]["properties"].items()} == {
    "fixed": "number", "arbitrary": "number", "name": "string"}
assert status == 200 and (answer["fixed"], len(answer["arbitrary"]), answer["name"]) == ("2.50", 53, None)
assert back == 400 and sorted(errors["errors"]) == ["arbitrary", "fixed", "name"]
P
python3 check.py
echo "as seen: the document has other places, types and numbers than the server"
