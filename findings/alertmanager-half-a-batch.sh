#!/usr/bin/env bash
# prometheus-alertmanager 0.25.0 (Debian 12), 2026-11-29: a batch that is refused with 400 is kept but for what was bad. Needs root.
#
# Guess: /api/v2/alerts takes all alerts of a request or, with 400, none; DELETE of a silence that does not exist is the 404 that GET is; a
# Boolean in the query that is none is 400. Seen: the 400 names the bad alert, and those before and behind it are stored, so a client that
# mends the batch and sends it again sends them twice. DELETE of an unknown silence is 500 (GET and an update are 404), so a client that
# repeats server errors repeats it. `active=maybe` is `false`. Errors have three bodies: a JSON text,
# `{code, message}`, and none.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq prometheus-alertmanager=0.25.0-1+b4 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
dpkg -x prometheus-alertmanager_*.deb x
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf 'route: {receiver: none}\nreceivers: [{name: none}]\n' >config.yml
# It reads its templates below /usr/share: in a mount namespace of its own, that is the folder of the package.
unshare -m sh -c "mount --bind '$work/x/usr/share' /usr/share && exec x/usr/bin/prometheus-alertmanager --config.file=config.yml \
  --storage.path=data --web.listen-address=127.0.0.1:$port --cluster.listen-address=" >log 2>&1 & server=$!
base=http://127.0.0.1:$port/api/v2
for _ in $(seq 50); do curl -s -o /dev/null "$base/status" && break; sleep 0.2; done
say() { curl -s -w ' %{http_code}' -H 'Content-Type: application/json' "$@" | tr -d '\n'; echo; }
expect() { echo "$2"; [ "$2" = "$1" ]; }
batch='[{"labels":{"alertname":"first"}},{"labels":{"bad-name":"second"}},{"labels":{"alertname":"third"}}]'
expect '"invalid label set: invalid name \"bad-name\"" 400' "$(say "$base/alerts" -d "$batch")"
names() { curl -s "$base/alerts$1" | python3 -c 'import json, sys; print(*sorted(alert["labels"]["alertname"] for alert in json.load(sys.stdin)))'; }
expect 'first third' "$(names '')"; expect '' "$(names '?active=maybe')"
unknown=00000000-0000-0000-0000-000000000000
expect '"silence not found" 500' "$(say -X DELETE "$base/silence/$unknown")"
expect ' 404' "$(say "$base/silence/$unknown")"
silence='"matchers":[{"name":"a","value":"b","isRegex":false}],"startsAt":"2099-01-01T00:00:00Z","endsAt":"2099-01-02T00:00:00Z","createdBy":"a","comment":"a"'
expect '"silence not found" 404' "$(say "$base/silences" -d "{\"id\":\"$unknown\",$silence}")"
expect '{"code":601,"message":"silenceID in path must be of type uuid: \"none\""} 422' "$(say -X DELETE "$base/silence/none")"
echo "as seen: two of three are stored by a 400, and a silence that is not there is 404 or 500"
