#!/usr/bin/env bash
# gcp-storage-emulator 2026.7.19 (PyPI), 2026-11-30: its own answers, followed, end a resumable upload; ranges; PATCH of a null.
#
# The API of Cloud Storage: the status of an upload (PUT with `Content-Range: bytes */N`) is 308, with `Range` only if something has
# arrived, and 200 once it is complete; bytes sent again are ignored; PATCH merges, and null removes. Guess: all of that, and RFC 9110
# for `Range` of a download (416 behind the end, `bytes=-3` is the last three). Seen: the status of an upload without a byte is `Range:
# bytes=0-0`, and who goes on from byte 1 gets 400, "expected 0, got 1". A piece that arrived is 400 the second time, and the status of
# a complete upload is 404, so that a client which lost the last answer takes the upload for lost; the object is there. A range behind
# the end is 206 with `bytes 10-9/10` and no byte, which RFC 9110, 14.4, calls invalid; `bytes=-3` is 200 with all of it. PATCH of a new
# key of `metadata` drops the others; a null is stored as null. `maxResults` and `fields` are not looked at: one page has everything,
# without a nextPageToken.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check gcp-storage-emulator==2026.7.19
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
v/bin/gcp-storage-emulator start --host 127.0.0.1 --port "$port" --in-memory >log 2>&1 & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > try.py <<'P'
import http.client
import json
import sys

connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
PIECE = b"x" * 262144


def ask(method, path, body=None, **headers):
    connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
    response = connection.getresponse()
    return response.status, dict(response.headers), response.read()


def begin(name):
    path = "/upload/storage/v1/b/b/o?uploadType=resumable&name=" + name
    return ask("POST", path, b"{}", Content_Type="application/json")[1]["Location"].split(sys.argv[1], 1)[1]


def put(upload, body, place):
    status, headers, text = ask("PUT", upload, body, Content_Range="bytes " + place)
    print(place, status, headers.get("Range"), text[:90])
    return status, headers.get("Range")


assert ask("POST", "/storage/v1/b?project=p", b'{"name":"b"}', Content_Type="application/json")[0] == 200
upload = begin("first")
assert put(upload, b"", "*/10") == (308, "bytes=0-0")
assert put(upload, b"123456789", "1-9/10")[0] == 400
assert put(upload, b"0123456789", "0-9/10")[0] == 200
upload = begin("second")
assert put(upload, PIECE, "0-262143/*") == (308, "bytes=0-262143")
assert put(upload, PIECE, "0-262143/*")[0] == 400
assert put(upload, PIECE, "262144-524287/524288")[0] == 200
assert put(upload, b"", "*/524288")[0] == 404
first = "/storage/v1/b/b/o/first"
assert len(ask("GET", "/storage/v1/b/b/o/second?alt=media")[2]) == 524288
for asked, seen in {"2-4": (206, "bytes 2-4/10", b"234"), "10-": (206, "bytes 10-9/10", b""), "-3": (200, None, b"0123456789")}.items():
    status, headers, body = ask("GET", first + "?alt=media", Range="bytes=" + asked)
    assert (status, headers.get("Content-Range"), body) == seen, (asked, status, headers, body)
for change, left in ({"x": "1", "y": "2"}, {"x": "1", "y": "2"}), ({"z": "3"}, {"z": "3"}), ({"z": None}, {"z": None}):
    status, _, text = ask("PATCH", first, json.dumps({"metadata": change}).encode(), Content_Type="application/json")
    assert (status, json.loads(text)["metadata"]) == (200, left), text
page = json.loads(ask("GET", "/storage/v1/b/b/o?maxResults=1&fields=items/name,nextPageToken")[2])
assert len(page["items"]) == 2 and "nextPageToken" not in page and "size" in page["items"][0], page
P
v/bin/python try.py "$port"
echo "as seen: what the server says of an upload cannot be followed, and a null is stored"
