#!/usr/bin/env bash
# aria2 1.36.0 (Debian 12), 2026-11-29: a number or a Boolean among the options of its JSON-RPC is `OK`, and is not taken.
#
# Guess: as a value of its JSON type, or the error that other parameters of a wrong type get. Seen: only texts are options. `7` for
# max-concurrent-downloads leaves it at 5, and `"pause": true` starts the download at once; an option that does not exist is "OK", too. A
# request without `id`, which JSON-RPC 2.0 calls a notification and leaves without an answer, is 400 "Invalid Request.", alone and in a batch;
# the id `1.5` comes back as 1, and one of GET as it is in the URL (`a%20b`). A body in chunks is 500 "Parse error.", as is every error of
# syntax, so that a client that repeats server errors repeats them.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"; mkdir home
chmod 755 . && apt-get download -qq aria2=1.36.0-1 libaria2-0=1.36.0-1 libc-ares2 libssh2-1 2>log || { cat log; echo "needs Debian 12"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu)
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free); url=http://127.0.0.1:$port/jsonrpc; nobody=http://127.0.0.1:$(free)/file
HOME=$PWD/home x/usr/bin/aria2c --no-conf --enable-rpc --rpc-listen-port="$port" --dir="$PWD" --quiet >log 2>&1 & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "$url" && break; sleep 0.2; done
call() { curl -s "$url" -d "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"aria2.$1\", \"params\": $2}"; echo; }
at_once() { call getGlobalOption '[]' | grep -o '"max-concurrent-downloads":[^,]*'; }
expect() { echo "$2"; [ "$2" = "$1" ]; }
expect '{"id":1,"jsonrpc":"2.0","result":"OK"}' "$(call changeGlobalOption '[{"max-concurrent-downloads": 7, "nonesuch": "1"}]')"
expect '"max-concurrent-downloads":"5"' "$(at_once)"
call changeGlobalOption '[{"max-concurrent-downloads": "7"}]' >log; expect '"max-concurrent-downloads":"7"' "$(at_once)"
call addUri "[[\"$nobody\"], {\"pause\": true}]" >log; call addUri "[[\"$nobody\"], {\"pause\": \"true\"}]" >log
expect '{"id":1,"jsonrpc":"2.0","result":[{"status":"paused"}]}' "$(call tellWaiting '[0, 9, ["status"]]')"
[[ $(call tellStatus '[5]') == *'wrong type'* ]]
say() { curl -s -w ' %{http_code}' "$@"; }
invalid='{"id":null,"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request."}}'
expect "$invalid 400" "$(say "$url" -d '{"jsonrpc": "2.0", "method": "aria2.getSessionInfo"}')"
expect "[$invalid] 200" "$(say "$url" -d '[{"jsonrpc": "2.0", "method": "aria2.getSessionInfo"}]')"
[[ $(say "$url" -d '{"jsonrpc": "2.0", "id": 1.5, "method": "aria2.getSessionInfo"}') == '{"id":1,'*200 ]]
[[ $(say "$url?method=aria2.getSessionInfo&id=a%20b") == '{"id":"a%20b",'*200 ]]
chunks=$(say "$url" -H 'Transfer-Encoding: chunked' -d '{"jsonrpc": "2.0", "id": 1, "method": "aria2.getSessionInfo"}'); echo "$chunks"
[[ $chunks == *'"Parse error."'*500 ]]
echo "as seen: what is no text is no option, and a notification is an invalid request"
