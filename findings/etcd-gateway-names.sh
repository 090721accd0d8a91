#!/usr/bin/env bash
# etcd-server 3.4.23 (Debian 12), 2026-11-29: the JSON gateway drops what it does not know, and what comes behind the first value.
#
# Guess, from ProtoJSON, whose parsers refuse unknown names unless told otherwise: an unknown name is 400, and so is a body of two values.
# Seen: both are 200. The names of a lease are `TTL` and `ID`; with `ttl` and `id`, as one writes them, a lease of 60 seconds is one of 2
# (the shortest that the server grants), under another number. `{"key": …} {"key": …}` stores the first. Wrong types are 400, though, and
# `1.0` for an integer is one. A gone lease is 404 to revoke, `"TTL":"-1"` to ask for, and to keep alive 200 without a TTL.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq etcd-server=3.4.23-4+b4 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
dpkg -x etcd-server_*.deb x
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
client=http://127.0.0.1:$(free); peer=http://127.0.0.1:$(free)
x/usr/bin/etcd --data-dir data --listen-client-urls "$client" --advertise-client-urls "$client" --listen-peer-urls "$peer" \
  --initial-advertise-peer-urls "$peer" --initial-cluster "default=$peer" >log 2>&1 & server=$!
for _ in $(seq 100); do curl -sf -o /dev/null "$client/health" && break; sleep 0.2; done
say() { curl -s -m 5 -w ' %{http_code}' "$client/v3/$1" -d "$2" | tr -d '\n' | sed 's/"header":{[^}]*},\{0,1\}//'; echo; }
expect() { echo "$2"; [ "$2" = "$1" ]; }
expect '{"ID":"7","TTL":"60"} 200' "$(say lease/grant '{"TTL": 60, "ID": 7}')"
found=$(say lease/grant '{"ttl": 60, "id": 8}'); echo "$found"; [[ $found == *'"TTL":"2"} 200' && $found != *'"ID":"8"'* ]]
expect '{} 200' "$(say kv/put '{"key": "YQ==", "value": "MQ==", "nonesuch": 1}')"
expect '{} 200' "$(say kv/put '{"key": "YQ==", "value": "Mg=="} {"key": "YQ==", "value": "Mw=="}')"
found=$(say kv/range '{"key": "YQ=="}'); [[ $found == *'"value":"Mg=="'*'200' ]]
[[ $(say kv/range '{"key": "YQ==", "limit": "1"}') == *200 && $(say kv/range '{"key": "YQ==", "limit": 1.0}') == *400 ]]
expect '{"ID":"99","TTL":"-1"} 200' "$(say lease/timetolive '{"ID": 99}')"
expect '{"result":{"ID":"99"}} 200' "$(say lease/keepalive '{"ID": 99}')"
[[ $(say lease/revoke '{"ID": 99}') == *404 ]]
echo "as seen: a name in small letters is nothing, and a lease of 60 seconds one of 2"
