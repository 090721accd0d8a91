#!/usr/bin/env bash
# sseclient-py 1.9.0, httpx-sse 0.4.3, requests-sse 0.5.3, launchdarkly-eventsource 1.7.4 (PyPI), 2026-11-29: what four clients make of one stream.
#
# The HTML standard, 9.2.5 and 9.2.6: one byte order mark at the beginning is dropped, an event without data is not dispatched, one without
# its empty line neither, and one space after the colon is dropped. Guess: all four hold to that. Seen: after a byte order mark, all four lose
# the first event without a word. requests-sse makes two events of one when CR and LF of a line come in two pieces, drops all spaces before
# the value and the empty last line of the data. httpx-sse hands out an event without data, sseclient-py the event that never ended.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check sseclient-py==1.9.0 httpx-sse==0.4.3 httpx==0.28.1 requests-sse==0.5.3 \
  requests==2.34.2 launchdarkly-eventsource==1.7.4 urllib3==2.8.0
cat > check.py <<'P'
import datetime
import http.server
import threading
import time

import httpx
import httpx_sse
import ld_eventsource
import requests
import requests_sse
import sseclient

STREAMS = {
    "mark": [b"\xef\xbb\xbfdata: a\n\ndata: b\n\n"],
    "pieces": [b"data: a\r", b"\ndata: b\r\n\r\n"],
    "blanks": [b"data:  a\ndata:\n\n"],
    "no-data": [b"event: x\n\ndata: a\n\n"],
    "no-end": [b"data: a\n\ndata: b\n"],
}


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        pieces = STREAMS[self.path[1:]]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, piece in enumerate(pieces):
            time.sleep(0.3 * min(number, 1))
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


def with_sseclient(url):
    return [e.data for e in sseclient.SSEClient(requests.get(url, stream=True)).events()]


def with_httpx_sse(url):
    with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", url) as source:
        return [e.data for e in source.iter_sse()]


def with_requests_sse(url):
    """Takes what comes of the first connection: this client connects again when the stream ends."""
    found, again = [], datetime.timedelta(seconds=20)
    with requests_sse.EventSource(url, reconnection_time=again) as source:
        reader = threading.Thread(target=lambda: [found.append(event.data) for event in source], daemon=True)
        reader.start()
        reader.join(2)
        return list(found)


def with_launchdarkly(url):
    client = ld_eventsource.SSEClient(url, error_strategy=ld_eventsource.config.ErrorStrategy.always_fail())
    try:
        return [e.data for e in client.events]
    finally:
        client.close()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
seen = {}
for name in STREAMS:
    url = f"http://127.0.0.1:{server.server_port}/{name}"
    seen[name] = [f(url) for f in (with_sseclient, with_httpx_sse, with_requests_sse, with_launchdarkly)]
    print(name, seen[name])
assert seen["mark"] == [["b"]] * 4
assert seen["pieces"] == [["a\nb"], ["a\nb"], ["a", "b"], ["a\nb"]]
assert seen["blanks"] == [[" a\n"], [" a\n"], ["a"], [" a\n"]]
assert seen["no-data"] == [["a"], ["", "a"], ["a"], ["a"]]
assert seen["no-end"] == [["a", "b"], ["a"], ["a"], ["a"]]
P
v/bin/python check.py
echo "as seen: a byte order mark costs an event everywhere, and each but one client reads something else its own way"
