#!/usr/bin/env bash
# jupyter-server 2.21.1 (PyPI), 2026-11-28: what checkpoints of a file that does not exist are, next to its own document.
#
# Its api.yaml says that GET and POST of /api/contents/{path}/checkpoints answer 404 'No item found'. Guess: both do, as GET, PATCH and DELETE
# of /api/contents/{path} do. Seen: GET is 200 with an empty list, as for a file without checkpoints, and POST is 500 'Unhandled error', as
# it is for a directory, so that a client that repeats server errors repeats it.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check jupyter-server==2.21.1
document=$(echo v/lib/python3*/site-packages/jupyter_server/services/api/api.yaml)
sed -n '/contents\/{path}\/checkpoints:/,/checkpoint_id/p' $document > section
[ "$(grep -c 404: section)" = 2 ]
mkdir -p files/folder; echo 1 > files/there.txt
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
HOME=$work v/bin/jupyter-server --ServerApp.port="$port" --ServerApp.ip=127.0.0.1 --ServerApp.open_browser=False --allow-root \
  --IdentityProvider.token=t0p --ServerApp.root_dir="$work/files" >log 2>&1 & server=$!
url=http://127.0.0.1:$port/api
for _ in $(seq 100); do curl -s -o /dev/null "$url" && break; sleep 0.3; done
expect() {
  local status=$1 text=$2 found; shift 2
  found=$(curl -s -m 20 -H 'Authorization: token t0p' -o body -w '%{http_code}' "$@")
  echo "$found ${*: -1}: $(head -c 80 body)"
  [ "$found" = "$status" ] && [[ $(cat body) == *"$text"* ]]
}
expect 404 'does not exist' "$url/contents/nothing.txt"
expect 404 'does not exist' -X DELETE "$url/contents/nothing.txt"
expect 200 '[]' "$url/contents/there.txt/checkpoints"
expect 201 '"id": "checkpoint"' -X POST "$url/contents/there.txt/checkpoints"
expect 200 '[]' "$url/contents/nothing.txt/checkpoints"
expect 500 'Unhandled error' -X POST "$url/contents/nothing.txt/checkpoints"
expect 500 'Unhandled error' -X POST "$url/contents/folder/checkpoints"
echo "as seen: an empty list and an error of the server"
