"""Reads a HAR file as http://www.softwareishard.com/blog/har-12-spec/ describes it, and says what does not fit.

One line for each entry: method, status, the text of the answer; a body in base64 is decoded.
"""

import base64
import datetime
import json
import sys

TEXT, NUMBER, LIST, OBJECT = str, (int, float), list, dict

PAIR = {"name": TEXT, "value": TEXT}
REQUIRED = {
    "log": {"version": TEXT, "creator": OBJECT, "entries": LIST},
    "creator": {"name": TEXT, "version": TEXT},
    "entry": {"startedDateTime": TEXT, "time": NUMBER, "request": OBJECT, "response": OBJECT, "cache": OBJECT, "timings": OBJECT},
    "request": {
        "method": TEXT, "url": TEXT, "httpVersion": TEXT, "cookies": LIST, "headers": LIST, "queryString": LIST,
        "headersSize": NUMBER, "bodySize": NUMBER,
    },
    "response": {
        "status": NUMBER, "statusText": TEXT, "httpVersion": TEXT, "cookies": LIST, "headers": LIST, "content": OBJECT,
        "redirectURL": TEXT, "headersSize": NUMBER, "bodySize": NUMBER,
    },
    "content": {"size": NUMBER, "mimeType": TEXT},
    "postData": {"mimeType": TEXT},
    "timings": {"send": NUMBER, "wait": NUMBER, "receive": NUMBER},
    "pair": PAIR,
    "param": {"name": TEXT},
}
KNOWN = {
    "log": {"browser", "pages", "comment"},
    "creator": {"comment"},
    "entry": {"pageref", "serverIPAddress", "connection", "comment"},
    "request": {"postData", "comment"},
    "response": {"comment"},
    "content": {"compression", "text", "encoding", "comment"},
    "postData": {"params", "text", "comment"},
    "timings": {"blocked", "dns", "connect", "ssl", "comment"},
    "pair": {"comment", "path", "domain", "expires", "httpOnly", "secure"},
    "param": {"value", "fileName", "contentType", "comment"},
}


def check(kind, value):
    assert isinstance(value, dict), f"{kind} is no object"
    for name, types in REQUIRED[kind].items():
        assert name in value, f"{kind} has no {name}"
        assert isinstance(value[name], types) and not isinstance(value[name], bool), f"{kind}.{name} is {value[name]!r}"
    for name in value:
        # What the format does not have begins with an underscore.
        assert name in REQUIRED[kind] or name in KNOWN[kind] or name.startswith("_"), f"{kind} must not have {name}"
    return value


def entry(value):
    check("entry", value)
    moment = datetime.datetime.fromisoformat(value["startedDateTime"].replace("Z", "+00:00"))
    assert moment.tzinfo is not None
    timings = check("timings", value["timings"])
    assert value["time"] == sum(timings[name] for name in ("send", "wait", "receive"))
    request, response = check("request", value["request"]), check("response", value["response"])
    for side in (request, response):
        for name in ("cookies", "headers"):
            for pair in side[name]:
                check("pair", pair)
    for pair in request["queryString"]:
        check("pair", pair)
    if "postData" in request:
        data = check("postData", request["postData"])
        assert not ("params" in data and "text" in data), "params and text exclude each other"
        for param in data.get("params", []):
            check("param", param)
    content = check("content", response["content"])
    body = content.get("text", "").encode()
    if content.get("encoding") == "base64":
        body = base64.b64decode(body, validate=True)
    assert len(body) == content["size"], f"{len(body)} bytes, size {content['size']}"
    print(request["method"], response["status"], repr(body.decode("latin-1")))


with open(sys.argv[1], encoding="utf-8") as file:
    har = json.load(file)
log = check("log", har["log"])
assert log["version"] == "1.2"
check("creator", log["creator"])
for item in log["entries"]:
    entry(item)
