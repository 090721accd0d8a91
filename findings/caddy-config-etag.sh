#!/usr/bin/env bash
# Caddy 2.6.2 (Debian 12), 2026-11-28: the ETag of the configuration is a trailer, and names a path that need not be the one changed.
#
# The admin API offers optimistic locking: the ETag of GET goes into If-Match of a change. Guess: a header line, an opaque value, `*` as in
# RFC 9110, 13.1.1. Seen: `Trailer: ETag` before the chunked body and the value after it, so that what prints only the head has none
# (`curl -i` shows it behind the body). It reads "PATH HASH", and that path is what is compared: the ETag of /config/apps guards a change
# of /config/apps/http/servers/s/listen. `*` is 400, an old value 412. HEAD is 405, so there is no ETag without the body, and If-None-Match
# is ignored: 200, never 304.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq caddy=2.6.2-5 2>log || { cat log; echo "needs Debian 12"; exit 2; }
dpkg -x caddy_*.deb x
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
echo "{\"admin\": {\"listen\": \"127.0.0.1:$port\", \"config\": {\"persist\": false}}, \"apps\": {\"http\": {\"servers\": {\"s\": {\"listen\": [\"127.0.0.1:0\"]}}}}}" >config.json
HOME=$work x/usr/bin/caddy run --config config.json >log 2>&1 & server=$!
base=http://127.0.0.1:$port/config/apps
for _ in $(seq 50); do curl -s -o /dev/null "$base" && break; sleep 0.2; done
curl -s -D head -o body --raw "$base"
tag=$(grep -a -i '^etag: ' body | tr -d '\r' | cut -d' ' -f2-)
grep -q '^Trailer: ETag' head; ! grep -qi '^etag:' head
echo "behind the body: $tag"; [[ $tag == '"/config/apps '* ]]
status() { curl -s -o /dev/null -w '%{http_code}' "$@"; }
change() { status -X PATCH -H 'Content-Type: application/json' -H "If-Match: $1" -d '["127.0.0.1:0", "[::1]:0"]' "$base/http/servers/s/listen"; }
seen="any $(change '*') first $(change "$tag") again $(change "$tag") head $(status -I "$base")"; echo "$seen"
[ "$seen" = 'any 400 first 200 again 412 head 405' ]
tag=$(curl -s --raw "$base" | grep -a -i '^etag: ' | tr -d '\r' | cut -d' ' -f2-); [ "$(status -H "If-None-Match: $tag" "$base")" = 200 ]
echo "as seen: a trailer with the path that is compared"
