#!/usr/bin/env bash
# aiohttp-retry 2.9.1, urllib3 2.8.0 under requests 2.34.2, and httpx-retries 0.6.0 (PyPI), 2026-11-29: the second try of an upload is empty.
#
# A server answers 503 once and then 200 to what it gets. Guess: a body that can be read again is sent again; a generator is empty the second
# time, or the retry an error, as urllib3's UnrewindableBodyError is for a redirect. Seen: aiohttp-retry sends a BytesIO again as
# `Content-Length: 0`, and requests a generator as an empty chunked body; both say 200. Of a file, aiohttp-retry's second try is a ValueError
# (closed file). httpx-retries is an error for a BytesIO, whose length it announces before it finds nothing left.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check aiohttp-retry==2.9.1 aiohttp==3.14.5 requests==2.34.2 urllib3==2.8.0 \
  httpx-retries==0.6.0 httpx==0.28.1
cat > check.py <<'P'
import asyncio
import http.server
import io
import threading

import aiohttp_retry
import httpx
import httpx_retries
import requests
import requests.adapters
import urllib3.util

sizes = []


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        try:
            sizes.append(len(self.body()))
        except (ConnectionError, ValueError):
            self.close_connection = True
            return
        self.send_response(503 if len(sizes) == 1 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                raise ConnectionError
            return body
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/"


def generator():
    yield b"x" * 100


async def by_aiohttp(data):
    options = aiohttp_retry.ExponentialRetry(attempts=3, start_timeout=0.1)
    async with aiohttp_retry.RetryClient(retry_options=options) as client, client.put(url, data=data) as response:
        return response.status


def by_requests(data):
    session = requests.Session()
    retry = urllib3.util.Retry(total=3, status_forcelist=[503])
    session.mount("http://", requests.adapters.HTTPAdapter(max_retries=retry))
    return session.put(url, data=data).status_code


def by_httpx(**body):
    with httpx.Client(transport=httpx_retries.RetryTransport(retry=httpx_retries.Retry(total=3, backoff_factor=0.1))) as client:
        return client.put(url, **body).status_code


def observe(name, upload):
    """The sizes of the first and the second body, and the status or the error at the end."""
    sizes.clear()
    try:
        outcome = upload()
    except Exception as error:
        outcome = type(error).__name__
    seen[name] = (sizes[:2], outcome)
    print(f"{name:22}", *seen[name])


seen = {}
open("file", "wb").write(b"x" * 100)
observe("aiohttp-retry bytes", lambda: asyncio.run(by_aiohttp(b"x" * 100)))
observe("aiohttp-retry BytesIO", lambda: asyncio.run(by_aiohttp(io.BytesIO(b"x" * 100))))
observe("aiohttp-retry file", lambda: asyncio.run(by_aiohttp(open("file", "rb"))))
observe("requests BytesIO", lambda: by_requests(io.BytesIO(b"x" * 100)))
observe("requests generator", lambda: by_requests(generator()))
observe("httpx-retries BytesIO", lambda: by_httpx(content=io.BytesIO(b"x" * 100)))
assert seen == {
    "aiohttp-retry bytes": ([100, 100], 200),
    "aiohttp-retry BytesIO": ([100, 0], 200),
    "aiohttp-retry file": ([100], "ValueError"),
    "requests BytesIO": ([100, 100], 200),
    "requests generator": ([100, 0], 200),
    "httpx-retries BytesIO": ([100], "LocalProtocolError"),
}
P
v/bin/python check.py
echo "as seen: nothing is uploaded with success"
