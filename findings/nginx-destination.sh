#!/usr/bin/env bash
# nginx 1.22.1-9+deb12u11 (Debian 12), 2026-11-27: what its WebDAV module reads in the header Destination of COPY.
#
# Guess: another host is the 502 of RFC 4918, a folder that does not exist its 409, and a query is part of the name or refused.
# Seen: another host or scheme is 400; a query is dropped; a path without scheme and host is taken. An escaped slash, and a folder that does
# not exist, are 500, so a client that repeats server errors repeats them.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"; mkdir -p archives files/dav
apt-get install -y -qq --reinstall --download-only --no-install-recommends -o Dir::Cache::archives="$PWD/archives" nginx=1.22.1-9+deb12u11 >/dev/null
for package in archives/nginx_*.deb; do dpkg -x "$package" root; done
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > nginx.conf <<X
daemon off; pid nginx.pid; user root; error_log error.log; events {}
http { access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; scgi_temp_path s; uwsgi_temp_path u;
  server { listen 127.0.0.1:$port; root files; location /dav/ { dav_methods PUT DELETE COPY MOVE; } } }
X
root/usr/sbin/nginx -p "$work" -e error.log -c nginx.conf & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
echo 1 > files/dav/a
copy() { curl -s -o /dev/null -w '%{http_code}' -X COPY -H "Destination: $1" "http://127.0.0.1:$port/dav/a"; }
own="http://127.0.0.1:$port/dav"
expect() { local found; found=$(copy "$2"); echo "$found $2"; [ "$found" = "$1" ]; [ $# = 2 ] || [ -f "files/dav/$3" ]; }
expect 400 "http://other.test/dav/host"
expect 400 "https://127.0.0.1:$port/dav/scheme"
expect 204 "/dav/path" "path"
expect 204 "$own/query?x=y" "query"
expect 500 "$own/none%2Fslash"
expect 500 "$own/none/folder"
echo "as seen: no 502 and no 409; the query is dropped"
