#!/usr/bin/env bash
# mitmproxy2swagger 0.14.0 with mitmproxy 11.0.2 (PyPI), 2026-11-29: which of the exchanges of a HAR are in the OpenAPI document made of it.
#
# Its README says that runs with other captures are "safely merged", and that what a document describes already is left. Guess: within one
# capture, the exchanges of an operation are put together (all query items, members and types seen), a 204 is a 204, media types stay, and
# a form is a form. Seen: the first exchange of an operation is all that there is of its query and of its body; of a list, the first item.
# `limit=5` makes a number of what is `x` later; `q=`, being empty, is not there. A response without a body is "200 OK", even the 204 of a
# DELETE, and so is the body `null`. `application/merge-patch+json` and `application/problem+json` become `application/json`. An array has
# the type of its first item. The prefix is one of text: of /v10/x, /v1 makes the path `0/x`, and `{id}/x`, and the YAML that it writes of
# the latter, `- {id}/x` once `ignore:` is taken away as it says, cannot be read by its second run. One form among the exchanges ends the
# second run with an AttributeError, and no path of all is written.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check mitmproxy2swagger==0.14.0 mitmproxy==11.0.2
cat > check.py <<'P'
import json
import os
import subprocess
from urllib.parse import parse_qsl, urlsplit

from ruamel.yaml import YAML

BASE = "http://shop.test/v1"


def entry(method, path, status=200, answer=None, sent=None, kind="application/json", sent_kind="application/json"):
    pairs = [{"name": name, "value": value} for name, value in parse_qsl(urlsplit(path).query, keep_blank_values=True)]
    common = {"httpVersion": "HTTP/1.1", "cookies": [], "headersSize": -1, "bodySize": -1}
    fields = lambda body, media: [{"name": "Content-Type", "value": media}] if body is not None else []
    request = common | {"method": method, "url": path, "headers": fields(sent, sent_kind), "queryString": pairs}
    if sent is not None:
        request["postData"] = {"mimeType": sent_kind, "text": sent}
    content = {"size": len(answer or ""), "mimeType": kind, "text": answer or ""}
    response = common | {"status": status, "statusText": "", "headers": fields(answer, kind), "content": content, "redirectURL": ""}
    timings = {"send": 0, "wait": 1, "receive": 0}
    return {"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1, "cache": {}, "timings": timings, "request": request, "response": response}


def paths(*entries):
    """The templates of the first run; the paths of the second, all templates taken; the last line that it says."""
    for name in ("shop.har", "shop.yaml"):
        if os.path.exists(name):
            os.remove(name)
    json.dump({"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": entries}}, open("shop.har", "w"))
    command = ["v/bin/mitmproxy2swagger", "-i", "shop.har", "-o", "shop.yaml", "-p", BASE]
    subprocess.run(command, check=True, capture_output=True)
    text = open("shop.yaml").read()
    templates = list(YAML(typ="safe").load(text)["x-path-templates"])
    open("shop.yaml", "w").write(text.replace("ignore:", ""))
    second = subprocess.run(command, capture_output=True, text=True)
    found = {} if second.returncode else YAML(typ="safe").load(open("shop.yaml"))["paths"]
    return templates, found, second.returncode, second.stderr


def body(operation, status=None):
    """Each media type with the names of the schema's members, or the type of the items, or the type."""
    content = (operation["responses"][status] if status else operation["requestBody"])["content"]
    return {media: value["schema"] for media, value in content.items()}


templates, found, _, _ = paths(
    entry("GET", BASE + "/items?limit=5&q=", answer='[{"id": 1}, {"id": 2, "price": 1.5, "name": null}]'),
    entry("GET", BASE + "/items?limit=x&page=2", answer='[{"id": 3, "name": "c"}]'),
    entry("POST", BASE + "/items", 201, '{"id": 4}', '{"name": "d", "tags": [1, "a"]}'),
    entry("POST", BASE + "/items", 201, '{"id": 5, "url": "/items/5"}', '{"name": "e", "price": 2}'),
    entry("PATCH", BASE + "/items/4", 400, '{"type": "about:blank"}', '{"name": "f"}', "application/problem+json", "application/merge-patch+json"),
    entry("DELETE", BASE + "/items/4", 204),
    entry("GET", BASE + "/last", answer="null"),
)
items, one = found["/items"], found["/items/{id}"]
query = {parameter["name"]: parameter["schema"] for parameter in items["get"]["parameters"]}
listed = body(items["get"], "200")["application/json"]["items"]["properties"]
posted = body(items["post"])["application/json"]["properties"]
print("query:", query, "list:", listed, "POST:", posted, "answer:", body(items["post"], "201"))
assert query == {"limit": {"type": "number"}} and listed == {"id": {"type": "number"}}
assert posted == {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "number"}}}
assert list(body(items["post"], "201")["application/json"]["properties"]) == ["id"]
print("PATCH:", list(body(one["patch"])), "DELETE:", one["delete"]["responses"], "null:", found["/last"]["get"]["responses"])
assert list(body(one["patch"])) == list(body(one["patch"], "400")) == ["application/json"]
assert one["delete"]["responses"] == found["/last"]["get"]["responses"] == {"200": {"description": "OK", "content": {}}}

templates, _, code, said = paths(entry("GET", BASE + "/items", answer="[]"), entry("GET", "http://shop.test/v10/x", answer="{}"))
print("templates:", templates, "and then:", code, "ParserError" in said)
assert "ignore:0/x" in templates and "ignore:{id}/x" in templates and code

form = entry("POST", BASE + "/form", 200, "{}", "a=1", sent_kind="application/x-www-form-urlencoded")
_, found, code, said = paths(entry("GET", BASE + "/items", answer="[]"), form)
print("with a form:", said.strip().splitlines()[-1])
assert code and "AttributeError: 'str' object has no attribute 'decode'" in said
P
v/bin/python check.py
echo "as seen: the first exchange only, no 204, and no document with a form"
