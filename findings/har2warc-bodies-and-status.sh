#!/usr/bin/env bash
# har2warc 1.0.4 with warcio (PyPI), 2026-11-29: what of a HAR reaches the WARC that is made of it for a replay.
#
# Guess: the bodies of requests are written, so that two POSTs to one URL can be told apart; an entry without an answer (status 0, as browsers
# write what was blocked) is left out; the fields of HTTP/2 are turned into those of HTTP/1.1. Seen: no request has its body, neither from
# `text` nor from `params`; a field Content-Length that the HAR has stays, so that the request announces seven bytes and has none. Status 0
# becomes `204`, an answer that nobody gave. `:status: 200` stays a line of the head.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check har2warc==1.0.4 warcio==1.8.1
cat > check.py <<'P'
import gzip
import json
import subprocess


def entry(path, status, method="GET", post=None, version="HTTP/1.1", fields=(), sent=()):
    pairs = lambda items: [{"name": name, "value": value} for name, value in items]
    content = {"size": 2, "mimeType": "text/plain", "text": "ok"} if status else {"size": 0, "mimeType": "x-unknown"}
    common = {"httpVersion": version, "cookies": [], "headersSize": -1, "bodySize": -1}
    request = {"method": method, "url": "http://shop.test" + path, "headers": pairs(sent), "queryString": []} | common
    response = {"status": status, "statusText": "", "headers": pairs(fields), "content": content, "redirectURL": ""} | common
    if post:
        request["postData"] = post
    timings = {"send": 0, "wait": 1, "receive": 0}
    return {"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1, "cache": {}, "timings": timings, "request": request, "response": response}


entries = [
    entry("/text", 200, "POST", {"mimeType": "application/json", "text": '{"a":1}'}, sent=[("Content-Length", "7")]),
    entry("/form", 200, "POST", {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "1"}]}),
    entry("/blocked", 0),
    entry("/two", 200, version="h2", fields=[(":status", "200")]),
]
har = {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "pages": [], "entries": entries}}
json.dump(har, open("shop.har", "w"))
subprocess.run(["v/bin/har2warc", "shop.har", "shop.warc.gz"], check=True)
blocks = {}
for record in gzip.open("shop.warc.gz").read().decode().split("WARC/1.0\r\n")[2:]:
    head, block = record.split("\r\n\r\n", 1)
    kind, target = (head.split(f"WARC-{name}: ", 1)[1].split("\r\n")[0] for name in ("Type", "Target-URI"))
    blocks[kind, target.removeprefix("http://shop.test")] = block.removesuffix("\r\n\r\n")
for key in (("request", "/text"), ("request", "/form"), ("response", "/blocked"), ("response", "/two")):
    print(*key, repr(blocks[key]))
assert blocks["request", "/text"] == "POST /text HTTP/1.1\r\nContent-Length: 7\r\n\r\n"
assert blocks["request", "/form"] == "POST /form HTTP/1.1\r\n\r\n"
assert blocks["response", "/blocked"].startswith("HTTP/1.1 204 ")
assert "\r\n:status: 200\r\n" in blocks["response", "/two"]
P
v/bin/python check.py
echo "as seen: requests without bodies, and a 204 for what was blocked"
