#!/usr/bin/env bash
# mitmproxy 11.0.2 (PyPI), 2026-11-27: what `hardump` writes for bodies.
#
# Guess: what is binary is base64, text is text in the charset of its media type, and content.size is the length after decoding, as HAR 1.2
# says. Seen:
# - 256 bytes 00…ff of type application/octet-stream: text without `encoding`, a character for each byte, because the first 100 bytes look
#   more like text than not. So is an uploaded body; both come back only by Latin-1.
# - two bytes of Latin-1 text with `charset=iso-8859-1`: base64. So is JSON in UTF-16.
# - an uploaded text/plain without charset, in UTF-8: each byte a character of its own ('cafÃ©'); JSON in UTF-8: as it is.
# - content.size is the length before decoding (28 of 50), and `compression` is the difference.
set -euo pipefail
work=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check mitmproxy==11.0.2
cat > origin.py <<'P'
import gzip
import http.server
import sys

BODIES = {
    "/latin": ("text/plain; charset=iso-8859-1", "né".encode("latin-1")), "/binary": ("application/octet-stream", bytes(range(256))),
    "/utf16": ("application/json; charset=utf-16", '{"a":"é"}'.encode("utf-16")), "/packed": ("text/plain", gzip.compress(b"hello" * 10, mtime=0))}


class Origin(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind, body = BODIES.get(self.path, ("text/plain", b"ok"))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/packed":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Origin).serve_forever()
P
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
origin=$(free) proxy=$(free)
python3 origin.py "$origin" &
v/bin/mitmdump -q --listen-host 127.0.0.1 -p "$proxy" --set hardump=out.har --set confdir=conf & dump=$!
for _ in $(seq 100); do (exec 3<>"/dev/tcp/127.0.0.1/$proxy") 2>/dev/null && break; sleep 0.2; done
send() { curl -s -m 10 -o /dev/null --noproxy '' -x "http://127.0.0.1:$proxy" "$@"; }
python3 -c 'open("binary", "wb").write(bytes(range(256)))'
for path in latin binary utf16 packed; do send "http://127.0.0.1:$origin/$path"; done
send -H 'Content-Type: application/octet-stream' --data-binary @binary "http://127.0.0.1:$origin/upload"
send -H 'Content-Type: text/plain' --data-binary 'café' "http://127.0.0.1:$origin/text"
send -H 'Content-Type: application/json' --data-binary '{"a":"é"}' "http://127.0.0.1:$origin/json"
kill -TERM $dump; wait $dump || true
python3 - <<'P'
import base64, json

entries = json.load(open("out.har"))["log"]["entries"]
latin, binary, utf16, packed = (entry["response"]["content"] for entry in entries[:4])
upload, text, document = (entry["request"]["postData"]["text"] for entry in entries[4:])
for name, content in (("latin", latin), ("binary", binary), ("utf16", utf16), ("packed", packed)):
    print(name, {key: value if key != "text" else value[:12] for key, value in content.items()})
print("upload", ascii(upload[-4:]), "text", text, "document", document)
assert (latin["encoding"], base64.b64decode(latin["text"])) == ("base64", b"n\xe9")
assert "encoding" not in binary and binary["text"].encode("latin-1") == bytes(range(256))
assert (utf16["encoding"], base64.b64decode(utf16["text"])) == ("base64", '{"a":"é"}'.encode("utf-16"))
assert (packed["text"], packed["size"], packed["compression"]) == ("hello" * 10, 28, 22)
assert upload.encode("latin-1") == bytes(range(256))
assert (text, document) == ("cafÃ©", '{"a":"é"}')
P
echo "as seen: bytes as text, text as base64"
