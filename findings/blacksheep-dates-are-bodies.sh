#!/usr/bin/env bash
# blacksheep 2.6.4 with uvicorn 0.54.0 (PyPI), 2026-11-29: its OpenAPI document, made of the handlers, against what the handlers get.
#
# Guess: an argument of a simple type is a query parameter, as an int, a bool, or a UUID is, and has the schema of its type. Seen: a date,
# a Decimal, or an enum is the JSON body in the document, for GET, too. `?p=2026-01-02` is ignored (None, with 200); and so is that body: if
# it is required, both are 400, "Expected request content", so that no request fits. In a path, a date is read. The schema of an enum of
# numbers is a string that is 1 or 2, which no value is; that of a Decimal allows all. In the JSON body of a POST, a dataclass has the text
# for a date and the number for an enum. `nullable`, which 3.1 does not have, is in a document of 3.1.0. A number in a
# path is 404 as -1 or 1e3.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check blacksheep==2.6.4 essentials-openapi==1.4.0 uvicorn==0.54.0
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
cat > app.py <<'P'
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Optional

from blacksheep import Application, FromJSON, json
from blacksheep.server.openapi.v3 import OpenAPIHandler
from openapidocs.v3 import Info

app = Application()
OpenAPIHandler(info=Info("a", "1")).bind_app(app)


class Kind(Enum):
    ONE = 1
    TWO = 2


@dataclass
class Order:
    day: Optional[date] = None
    kind: Optional[Kind] = None
    price: Optional[Decimal] = None


def add(method, path, kind, *default):
    """A route that gives the text of its argument `p`."""
    async def show(p: kind):
        return json(repr(getattr(p, "value", p)))

    show.__defaults__, show.__name__ = default, path.split("/")[1]
    app.router.add(method, path, show)


for name, kind in (("/integer", int), ("/date", date), ("/decimal", Decimal), ("/enum", Kind)):
    add("GET", name, Optional[kind], None)
add("GET", "/required", date)
add("GET", "/path/{p}", date)
add("GET", "/number/{float:p}", float)
add("POST", "/order", FromJSON[Order])
P
v/bin/uvicorn --port "$port" app:app >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import os
import subprocess


def ask(path, *options, body=None):
    """The status, and the body, parsed if it is JSON."""
    if body is not None:
        options += "-d", json.dumps(body), "-H", "Content-Type: application/json"
    command = "curl", "-s", "-w", "\n%{http_code}", f"http://127.0.0.1:{os.environ['port']}{path}", *options
    text, status = subprocess.run(command, capture_output=True, text=True, check=True).stdout.rsplit("\n", 1)
    return int(status), json.loads(text) if text[:1] in ("{", "[", '"') else text


_, document = ask("/openapi.json")
said = {path: next(iter(one.values())) for path, one in document["paths"].items()}
order = document["components"]["schemas"]["Order"]["properties"]
print("Order:", order)
for path in ("/date", "/decimal", "/enum", "/required"):
    print(path, said[path]["parameters"], said[path]["requestBody"]["content"]["application/json"])
    assert said[path]["parameters"] == [] and "requestBody" in said[path]
assert document["openapi"] == "3.1.0" and order == {
    "day": {"type": "string", "format": "date", "nullable": True},
    "kind": {"type": "string", "enum": [1, 2], "nullable": True},
    "price": {"nullable": True},
}

assert ask("/integer?p=1") == (200, "1")
for path, value in (("/date", "2026-01-02"), ("/decimal", 1.5), ("/enum", 1)):
    seen = ask(f"{path}?p={value}"), ask(path, "-X", "GET", body=value)
    print(path, *seen)
    assert seen == ((200, "None"), (200, "None"))
seen = ask("/required?p=2026-01-02"), ask("/required", "-X", "GET", body="2026-01-02"), ask("/path/2026-01-02")
print("required:", *seen)
assert [status for status, _ in seen] == [400, 400, 200] and seen[2][1] == "datetime.date(2026, 1, 2)"

seen = ask("/order", body={"day": "2026-01-02", "kind": 1, "price": 1.5})
print("order:", *seen)
assert seen == (200, "Order(day='2026-01-02', kind=1, price=1.5)")
seen = {number: ask(f"/number/{number}")[0] for number in ("1", "1.5", "-1", "1e3")}
print("path:", seen)
assert list(seen.values()) == [200, 200, 404, 404]
P
python3 check.py
echo "as seen: a date is the body of a GET, which nobody reads"
