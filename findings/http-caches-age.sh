#!/usr/bin/env bash
# hishel 2.0.0, requests-cache 1.3.3 and CacheControl 0.14.4 (PyPI), 2026-11-29: none of the three HTTP caches reads `Age`.
#
# RFC 9111, 4.2.3: the age that a response arrives with counts; 4.4: a successful PUT invalidates; 5.2: directives have no case and may be
# quoted; 5.2.1.7: `only-if-cached` is answered with 504. Guess: what caches between have kept for longer than `max-age` is not used again,
# and the rest is as it says there. Seen: with `max-age=600` and `Age: 601` all three answer again and again from what they kept.
# requests-cache answers with the state from before a PUT, even with `cache_control=True`. CacheControl keeps nothing for `MAX-AGE=600` or
# `max-age="600"`. hishel and CacheControl ask the server in spite of `only-if-cached`. And hishel 2 looks at no field at all, not at `no-store`
# and not at `Vary`, unless `rfc=True` is given (here it is).
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check 'hishel==2.0.0' httpx==0.28.1 requests-cache==1.3.3 CacheControl==0.14.4 requests==2.34.2
cat > check.py <<'P'
import http.server
import threading

import cachecontrol
import hishel
import hishel.httpx
import requests
import requests_cache

FIELDS = {
    "/plain": {"Cache-Control": "max-age=600"},
    "/age": {"Cache-Control": "max-age=600", "Age": "601"},
    "/upper": {"Cache-Control": "MAX-AGE=600"},
    "/quoted": {"Cache-Control": 'max-age="600"'},
    "/no-store": {"Cache-Control": "no-store"},
    "/vary": {"Cache-Control": "max-age=600", "Vary": "Accept-Language"},
    "/new": {},
}
asked = []


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked.append(self.path)
        body = str(asked.count(self.path)).encode()
        self.send_response(200)
        for name, value in FIELDS[self.path].items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_GET

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"


def observe(client):
    """The answers to two requests each: the server counts the requests to a path, so a repeated number comes from the cache."""
    asked.clear()
    get = lambda path, **fields: client.request("GET", base + path, headers=fields).text
    seen = {path[1:]: get(path) + get(path) for path in ("/age", "/upper", "/quoted", "/no-store")}
    seen["vary"] = get("/vary", **{"Accept-Language": "de"}) + get("/vary", **{"Accept-Language": "fr"})
    seen["put"] = get("/plain") + client.request("PUT", base + "/plain").text + get("/plain")
    response = client.request("GET", base + "/new", headers={"Cache-Control": "only-if-cached"})
    return seen | {"only-if-cached": response.status_code}


clients = {
    "hishel": hishel.httpx.CacheClient(storage=hishel.SqliteStorage(database_path="rfc.db"), rfc=True),
    "hishel, as it comes": hishel.httpx.CacheClient(storage=hishel.SqliteStorage(database_path="plain.db")),
    "requests-cache": requests_cache.CachedSession(backend="memory", cache_control=True),
    "CacheControl": cachecontrol.CacheControl(requests.Session()),
}
seen = {name: observe(client) for name, client in clients.items()}
for name in seen:
    print(f"{name:20}", seen[name])
assert {s["age"] for s in seen.values()} == {"11"}
assert [s["put"] for s in seen.values()] == ["123", "121", "121", "123"]
assert [s["upper"] + s["quoted"] for s in seen.values()] == ["1111", "1111", "1111", "1212"]
assert [s["only-if-cached"] for s in seen.values()] == [200, 200, 504, 200]
assert [s["no-store"] + s["vary"] for s in seen.values()] == ["1212", "1111", "1212", "1212"]
P
v/bin/python check.py
echo "as seen: Age is not read, and each cache leaves something else of RFC 9111 out"
