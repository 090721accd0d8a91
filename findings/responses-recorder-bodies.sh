#!/usr/bin/env bash
# responses 0.26.3 with requests 2.34.2 (PyPI), 2026-11-29: what its recorder keeps of answers, next to vcrpy 9.4.2 and betamax 0.9.0.
#
# Guess: what was recorded comes again as it was, or the recorder refuses what it has no place for, and a recorded call is like any other.
# Seen: responses keeps the body as text: each byte of an image from 0x80 on comes again as U+FFFD in UTF-8 (or, of six bytes 0xfa to 0xff,
# as Arabic letters, for which charset-normalizer takes them), and a text in Latin-1 as UTF-8 under the old `charset=iso-8859-1`. Of two
# Set-Cookie fields, the second is no cookie any more. What had no Content-Type is text/plain, even a 204; a reason phrase of the server's
# own and the Content-Length of a HEAD are gone. betamax breaks the first call already, the one that it records: ChunkedEncodingError for
# the same image, and for each HEAD whose answer has a Content-Length. vcrpy (YAML) gives all of them again as they were. None of the three
# looks at what is sent unless told to: two POSTs to one URL are answered in the order of the recording, so with each other's answers.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check responses==0.26.3 requests==2.34.2 \
  vcrpy==9.4.2 betamax==0.9.0 urllib3==2.8.0 charset-normalizer==3.5.3
cat > check.py <<'P'
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import betamax
import requests
import responses
import vcr
from responses import _recorder

IMAGE = bytes(range(256))
ANSWERS = {
    "/image": (200, None, IMAGE, [("Content-Type", "image/png")]),
    "/six": (200, None, IMAGE[-6:], [("Content-Type", "image/png")]),
    "/latin": (200, None, "café".encode("latin-1"), [("Content-Type", "text/plain; charset=iso-8859-1")]),
    "/cookies": (200, None, b"x", [("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/"), ("Content-Type", "text/css")]),
    "/untyped": (200, None, b"{}", []),
    "/none": (204, None, b"", []),
    "/reason": (299, "Rather Good", b"x", [("Content-Type", "text/css")]),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        status, reason, body, fields = ANSWERS[self.path]
        self.answer(status, reason, body, fields)

    do_HEAD = do_GET

    def do_POST(self):
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200, None, b"you sent " + sent, [("Content-Type", "text/css")])

    def answer(self, status, reason, body, fields):
        self.send_response(status, reason)
        for name, value in fields:
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"


def answer_seen(session, path, method="GET"):
    try:
        got = session.request(method, base + path)
    except requests.RequestException as error:
        return type(error).__name__
    if method == "HEAD":
        return got.headers.get("Content-Length")
    return got.content, got.headers.get("Content-Type"), sorted(got.cookies.keys()), got.reason


def all_answers(session, posts):
    """What a client sees of each answer: the body, its Content-Type, the cookies and the reason; the length of a HEAD; what POSTs got."""
    seen = {path: answer_seen(session, path) for path in ANSWERS}
    seen["HEAD"] = answer_seen(session, "/image", "HEAD")
    return seen | {"posts": [session.post(base + "/post", data=body).text for body in posts]}


@_recorder.record(file_path="responses.yaml")
def record(posts):
    return all_answers(requests.Session(), posts)


@responses.activate
def replay(posts):
    responses._add_from_file(file_path="responses.yaml")
    return all_answers(requests.Session(), posts)


def by_vcr(posts):
    with vcr.use_cassette("vcr.yaml", record_mode="once"):
        return all_answers(requests.Session(), posts)


def by_betamax(posts):
    session = requests.Session()
    with betamax.Betamax(session, cassette_library_dir=".").use_cassette("betamax", record="once"):
        return all_answers(session, posts)


order, other = ["1", "2"], ["2", "1"]
live = record(order)
broken = {"/image": "ChunkedEncodingError", "/six": "ChunkedEncodingError", "HEAD": "ChunkedEncodingError"}
for name, use, expected in (("vcrpy", by_vcr, {}), ("betamax", by_betamax, broken)):
    for when, posts in (("recorded", order), ("replayed", other)):
        again = use(posts)
        differs = {key: again[key] for key in live if live[key] != again[key]}
        print(name, when, "differs in:", differs)
        assert differs == expected
again = replay(other)
for key in live:
    print(f"{key:9}", str(live[key])[-75:], "->", str(again[key])[-75:])
assert live["/image"] == (IMAGE, "image/png", [], "OK")
assert again["/image"] == (IMAGE[:128] + "\ufffd".encode() * 128, "image/png", [], "OK")
assert again["/six"][0].decode() == "\ufef2\ufef3\ufbb0\ufbae\ufe7c\ufe7d"
assert again["/latin"] == ("café".encode(), "text/plain; charset=iso-8859-1", [], "OK")
assert live["/cookies"][2] == ["a", "b"] and again["/cookies"][2] == ["a"]
assert live["/untyped"][1] is live["/none"][1] is None and again["/untyped"][1] == again["/none"][1] == "text/plain"
assert live["/reason"][3] == "Rather Good" and again["/reason"][3] is None
assert (live["HEAD"], again["HEAD"]) == ("256", None)
assert live["posts"] == again["posts"] == ["you sent 1", "you sent 2"]
P
v/bin/python check.py
echo "as seen: responses keeps text, not bytes, and one cookie; betamax breaks the call that it records; vcrpy keeps all"
