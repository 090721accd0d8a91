#!/usr/bin/env bash
# cloudevents 2.2.0 (PyPI), 2026-11-29: the same event is another one in the binary and in the structured mode of HTTP.
#
# CloudEvents 1.0.2, 3.1: the text of a Boolean is `true` or `false`; and both modes carry the same event. Guess: `ce-flag: true`, and JSON
# given as bytes is JSON in both modes. Seen: `ce-flag: True`, while the structured mode has `"flag": true`; read back, it is the text
# "True". Bytes of JSON with datacontenttype application/json are the body as it is in the binary mode, and come back as an object; in the
# structured mode they are `data_base64`, and come back as bytes. An empty text comes back as None from the binary mode only.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check cloudevents==2.2.0
cat > check.py <<'P'
import json

from cloudevents.core.bindings import http
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent


def event(data, media_type, **extensions):
    attributes = {"id": "1", "source": "/a", "type": "t", "specversion": "1.0", "datacontenttype": media_type}
    return CloudEvent(attributes=attributes | extensions, data=data)


def there_and_back(given):
    binary, structured = http.to_binary(given, JSONFormat()), http.to_structured(given, JSONFormat())
    read = [http.from_http(message, JSONFormat(), CloudEvent) for message in (binary, structured)]
    return binary, json.loads(structured.body), read


binary, structured, read = there_and_back(event(b'{"a":1}', "application/json", flag=True))
print(binary.headers["ce-flag"], structured["flag"], [e.get_attributes()["flag"] for e in read], [e.get_data() for e in read])
assert binary.headers["ce-flag"] == "True" and structured["flag"] is True
assert [e.get_attributes()["flag"] for e in read] == ["True", True]
assert binary.body == b'{"a":1}' and structured["data_base64"] == "eyJhIjoxfQ=="
assert [e.get_data() for e in read] == [{"a": 1}, b'{"a":1}']
_, _, read = there_and_back(event("", "text/plain"))
assert [e.get_data() for e in read] == [None, ""]
P
v/bin/python check.py
echo "as seen: the mode decides what a Boolean, JSON in bytes and an empty text are"
