#!/usr/bin/env bash
# webdis 0.1.9 with Redis 7.0.15 (Debian 12), 2026-11-29: replies that have no place in its JSON are left out of it, with 200.
#
# Guess: an array in an array (SCAN) is one in JSON, bytes that are not UTF-8 are escaped or an error, and a list as text has a line for each.
# Seen: SCAN's keys are null, so that a loop over the cursor ends with nothing found; a value that is not UTF-8 leaves `{}`, which is neither
# the value nor null; MGET as `.txt` runs the values together. What follows the last point is a media type: after SET of `v.json`, GET of
# `v.json` is null, and `v%2ejson` finds it. HEAD and DELETE are 405, PATCH 400; a refused command is 200 (`[false, "ERR …"]`).
set -euo pipefail
work=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq webdis=0.1.9+dfsg-1.1 redis-server=5:7.0.15-1~deb12u10 redis-tools=5:7.0.15-1~deb12u10 libhiredis0.14 \
  libb64-0d libevent-2.1-7 libjansson4 libmsgpackc2 liblzf1 libjemalloc2 libatomic1 liblua5.1-0 lua-cjson lua-bitop 2>log || {
  cat log; echo "needs Debian 12 on amd64"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu)
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
redis=$(free); port=$(free); base=http://127.0.0.1:$port
x/usr/bin/redis-server --bind 127.0.0.1 --port "$redis" --save '' >log 2>&1 &
cat >webdis.json <<X
{"redis_host": "127.0.0.1", "redis_port": $redis, "http_host": "127.0.0.1", "http_port": $port, "threads": 1, "pool_size": 1,
 "daemonize": false, "database": 0, "logfile": "webdis.log"}
X
for _ in $(seq 50); do x/usr/bin/redis-cli -p "$redis" ping >log 2>&1 && break; sleep 0.2; done
x/usr/bin/webdis webdis.json >log 2>&1 &
for _ in $(seq 50); do curl -sf -o /dev/null "$base/PING" && break; sleep 0.2; done
say() { curl -s --max-time 5 -w ' %{http_code}' "$base/$1" "${@:2}"; }
expect() { echo "$2"; [ "$2" = "$1" ]; }
expect '{"SET":[true,"OK"]} 200' "$(say SET/v.json/x)"; expect '{"GET":null} 200' "$(say GET/v.json)"; expect '{"GET":"x"} 200' "$(say GET/v%2ejson)"
expect '{"SCAN":["0",null]} 200' "$(say SCAN/0)"; expect '{"KEYS":["v.json"]} 200' "$(say 'KEYS/*')"
printf '\377' >bytes; expect '{"SET":[true,"OK"]} 200' "$(say SET/b -X PUT --data-binary @bytes)"; expect '{} 200' "$(say GET/b)"
expect 'xnone 200' "$(say MSET/a/x/c/none -o /dev/null >log; say MGET/a/c.txt)"
expect '{"GET":[false,"ERR wrong number of arguments for '"'get'"' command"]} 200' "$(say GET)"
expect ' 405 405' "$(say DEL/a -X DELETE) $(curl -s -o /dev/null -I -w '%{http_code}' "$base/GET/a")"
expect ' 400' "$(say GET/a -X PATCH)"
echo "as seen: SCAN finds nothing, and a value is missing, with 200"
