#!/usr/bin/env bash
# roundup 2.6.0 (PyPI), 2026-11-30: PATCH with `add` makes 2 of a Boolean and user 11 of 1, and a page past the end counts more rows.
#
# Guess: `@op=add` and `remove` are for lists, as its documentation has it for properties, and replace or refuse elsewhere; `@total_size` is
# the same on each page, the page before the first is an error, and `If-Match: *` matches (RFC 9110, 13.1.1). Seen: `add` is Python's `+`
# of anything: one text behind the other, the sum of two numbers, true and true a Boolean that is served as 2, of the user 1 the user 11,
# if there is one. `remove` of 3 from 8 leaves nothing. All of that is 200, so a try again, with the new ETag, changes more. The answer to a
# PATCH names a tag twice that is there once. Past the end the total is the offset that was asked for, 16 of 5; `next` of `@page_index=0`,
# which is the first page, leads to the first page. A Boolean is served as 1 and 0, a text without the spaces at its ends, a list of numbers
# as ids is 405, with the words of Python. `*` is 412, as is a list of tags with the right one in it, and If-None-Match is not read.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null && wait "$server" || true; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check roundup==2.6.0
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
v/bin/roundup-admin -i tracker install minimal sqlite "tracker_web=http://127.0.0.1:$port/,mail_domain=shop.test" >log 2>&1 \
  || { cat log; exit 1; }
cat >>tracker/schema.py <<'X'
tag = Class(db, "tag", name=String())
tag.setkey("name")
item = Class(db, "item", title=String(), whole=Integer(), price=Number(), open=Boolean(), tags=Multilink("tag"), owner=Link("user"))
X
v/bin/roundup-admin -i tracker initialise pass >log 2>&1 || { cat log; exit 1; }
cat >run.py <<'P'
from wsgiref.simple_server import make_server
import sys

from roundup.cgi.wsgi_handler import RequestDispatcher

make_server("127.0.0.1", int(sys.argv[1]), RequestDispatcher("tracker")).serve_forever()
P
v/bin/python run.py "$port" >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/rest" && break; sleep 0.2; done
cat > check.py <<'P'
import base64
import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ROOT = f"http://127.0.0.1:{sys.argv[1]}/"


def ask(method, path, body=None, **fields):
    url = path if path.startswith(ROOT) else f"{ROOT}rest/data/{path}"
    fields = {name.replace("_", "-"): value for name, value in fields.items()} | {
        "Authorization": "Basic " + base64.b64encode(b"admin:pass").decode(), "Accept": "application/json", "Origin": ROOT.rstrip("/"),
        "Referer": ROOT, "X-Requested-With": "rest", "Content-Type": "application/json"}
    try:
        response = urlopen(Request(url, body and json.dumps(body).encode(), fields, method=method), timeout=20)
    except HTTPError as error:
        response = error
    text = response.read()
    return response.status, json.loads(text) if text else None, response.headers.get("ETag")


def make(**values):
    """What is served of what was sent."""
    status, answer, _ = ask("POST", "item", values)
    assert status == 201, answer
    attributes = ask("GET", f"item/{answer['data']['id']}")[1]["data"]["attributes"]
    return [attributes[name] for name in values]


for number in range(5):
    assert ask("POST", "tag", {"name": f"tag{number}"})[0] == 201
seen = {}
for index in ("1", "3", "4", "9", "0"):
    status, answer, _ = ask("GET", f"tag?@page_size=2&@page_index={index}")
    assert status == 200
    seen[index] = len(answer["data"]["collection"]), answer["data"]["@total_size"]
print(seen)
assert seen == {"1": (2, 5), "3": (1, 5), "4": (0, 6), "9": (0, 16), "0": (2, 5)}
ids, url = [], "tag?@page_size=2&@page_index=0"
while url:
    data = ask("GET", url)[1]["data"]
    ids += [row["id"] for row in data["collection"]]
    url = data["@links"]["next"][0]["uri"] if "next" in data["@links"] else None
print(ids)
assert ids == ["1", "2", "1", "2", "3", "4", "5"]

SEEN = [("open", True, 1), ("open", False, 0), ("open", "off", 0), ("title", " a ", "a"), ("title", 5, "5"), ("whole", "7", 7),
        ("price", 2**53 + 1, 2**53)]
for name, sent, want in SEEN:
    got, = make(**{name: sent})
    print(name, repr(sent), "is", repr(got))
    assert got == want and got is not sent
for body, want in (({"tags": [1, 2]}, (405, "'int' object has no attribute 'strip'")), ({"title": None}, (400, "No properties found."))):
    status, answer, _ = ask("POST", "item", body)
    print(body, status, answer["error"]["msg"])
    assert (status, answer["error"]["msg"]) == want

values = {"title": "one", "whole": 5, "open": True, "tags": ["1"], "owner": "1"}
path = "item/" + ask("POST", "item", values)[1]["data"]["id"]
tag = ask("GET", path)[2]
seen = {name: ask(method, path, body, **fields)[0] for name, method, body, fields in (
    ("If-Match: *", "PUT", {"title": "one"}, {"If_Match": "*"}), ("a list", "PUT", {"title": "one"}, {"If_Match": f'"other", {tag}'}),
    ("If-None-Match", "GET", None, {"If_None_Match": tag}), ("HEAD", "HEAD", None, {}))}
print(seen)
assert seen == {"If-Match: *": 412, "a list": 412, "If-None-Match": 200, "HEAD": 405}


def patch(op, name, value):
    """The status, what the answer says of it, and what is served after it."""
    status, answer, _ = ask("PATCH", path, {name: value, "@op": op}, If_Match=ask("GET", path)[2])
    said = answer["data"]["attribute"].get(name) if status == 200 else answer["error"]["msg"]
    kept = ask("GET", path)[1]["data"]["attributes"][name]
    return status, said, [one["id"] for one in kept] if name == "tags" else kept


SEEN = [
    ("add", "tags", ["2"], (200, ["1", "2"], ["1", "2"])), ("add", "tags", ["2"], (200, ["1", "2", "2"], ["1", "2"])),
    ("add", "title", "one", (200, "oneone", "oneone")), ("add", "title", "one", (200, "oneoneone", "oneoneone")),
    ("add", "whole", 3, (200, 8, 8)), ("add", "open", True, (200, 2, 2)), ("remove", "whole", 3, (200, None, None)),
]
for op, name, value, want in SEEN:
    got = patch(op, name, value)
    print(op, name, repr(value), got)
    assert got == want
status, said, kept = patch("add", "owner", "1")
print(status, said, kept["id"])
assert (status, said, kept["id"]) == (409, "user has no node 11", "1")
for number in range(3, 12):
    status, answer, _ = ask("POST", "user", {"username": f"user{number}", "address": f"user{number}@shop.test"})
    assert (status, answer["data"]["id"]) == (201, str(number))
status, said, kept = patch("add", "owner", "1")
print(status, said, kept["id"])
assert (status, said, kept["id"]) == (200, "11", "11")
P
python3 check.py "$port"
echo "as seen: the user 1 and 1 is the user 11, and there are 16 rows of 5"
