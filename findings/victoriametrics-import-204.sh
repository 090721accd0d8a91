#!/usr/bin/env bash
# VictoriaMetrics 1.79.5 (Debian 12), 2026-11-28: an import of which no line can be read is 204, and what it says of it is a counter elsewhere.
#
# Guess: 400 with the first bad line, or at least when all are bad, as its query API answers 422. Seen: /api/v1/import and
# /api/v1/import/prometheus answer 204 without a body for JSON that ends early, values and timestamps of different lengths, a text for a
# number, and a line of prose; the good line between them is stored. Only `vm_rows_invalid_total` of /metrics counts them, and stderr. A
# client that sends rows in bulk cannot learn from the responses that some are lost.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq victoria-metrics=1.79.5+ds1-2+b5 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
dpkg -x victoria-metrics_*.deb x
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
x/usr/bin/victoria-metrics -storageDataPath data -httpListenAddr "127.0.0.1:$port" >log 2>&1 & server=$!
base=http://127.0.0.1:$port
for _ in $(seq 50); do curl -s -o /dev/null "$base/health" && break; sleep 0.2; done
now=$(date +%s)000
status() { curl -s -o answer -w '%{http_code}' --data-binary @- "$base/api/v1/$1"; [ ! -s answer ]; }
lines=$(status import <<END
{"metric":{"__name__":"early"
{"metric":{"__name__":"lengths"},"values":[1,2],"timestamps":[$now]}
{"metric":{"__name__":"good"},"values":[1],"timestamps":[$now]}
{"metric":{"__name__":"text"},"values":["1"],"timestamps":[$now]}
END
)
none=$(echo '[]' | status import); text=$(echo 'a line of prose' | status import/prometheus)
invalid=$(curl -s "$base/metrics" | sed -n 's/^vm_rows_invalid_total{type="\(vmimport\|prometheus\)"} /\1 /p' | tr '\n' ' ')
for _ in $(seq 50); do names=$(curl -s "$base/api/v1/label/__name__/values"); [[ $names == *good* ]] && break; sleep 0.2; done
echo "three of four bad: $lines, all bad: $none and $text; counted: $invalid; stored: $names"
[ "$lines $none $text" = "204 204 204" ]; [ "$invalid" = "prometheus 1 vmimport 4 " ]; [[ $names == *'["good"]'* ]]
query=$(curl -s -o /dev/null -w '%{http_code}' "$base/api/v1/query?query=m%7B"); [ "$query" = 422 ]
echo "as seen: 204 whatever is lost"
