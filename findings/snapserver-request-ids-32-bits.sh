#!/usr/bin/env bash
# snapserver 0.26.0 (Debian 12), 2026-11-30: the JSON-RPC of the audio server answers with another id than it was asked with.
#
# Guess: the answer has the id of the request (JSON-RPC 2.0, 5: "MUST be the same"), a number or a text. Seen: of a number as id the lowest
# 32 bits come back, with their sign: 4294967297 is answered as 1, the milliseconds of a clock, which clients like as ids, as some other
# number, now and then a negative one; and of a batch with 1 and 4294967297 both answers are of 1. A client that looks for its id waits for
# ever, or takes the answer for that of an older request. A text of digits is kept. 1.5 as an id, which is only a "SHOULD NOT", is "Parse
# error" with null for the id. A notification is 200 with `Content-Type: application/json` and a body that is empty, which is no JSON.
set -euo pipefail
work=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq snapserver=0.26.0+dfsg1-1+deb12u1 libavahi-client3 libavahi-common3 libsoxr0 libvorbis0a libvorbisenc2 \
  libogg0 libopus0 libflac12 libasound2 libexpat1 libdbus-1-3 libgomp1 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu):$(echo "$PWD"/x/lib/*-linux-gnu)
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free); other=$(free); mkdir data
cat >s.conf <<X
[server]
datadir = $PWD/data
[http]
bind_to_address = 127.0.0.1
port = $port
[tcp]
enabled = false
[stream]
bind_to_address = 127.0.0.1
port = $other
source = pipe://$PWD/fifo?name=shop
[logging]
sink = null
X
x/usr/bin/snapserver -c s.conf >log 2>&1 &
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import sys
from urllib.request import Request, urlopen


def post(value):
    """The text of the answer, which is always 200."""
    with urlopen(Request(f"http://127.0.0.1:{sys.argv[1]}/jsonrpc", json.dumps(value).encode()), timeout=10) as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
        return answer.read().decode()


def call(**members):
    return {"jsonrpc": "2.0", "method": "Server.GetRPCVersion"} | members


def signed(number):
    return (number + 2**31) % 2**32 - 2**31


for sent in (1, -1, 2**31 - 1, 2**31, 2**32 + 1, 2**53 - 1, 1767225600000, "4294967297", None):
    answer = json.loads(post(call(id=sent)))
    print(sent, answer)
    assert answer["result"]["major"] == 2
    assert answer["id"] == (signed(sent) if type(sent) is int else sent)
assert [signed(sent) for sent in (2**31, 2**32 + 1, 2**53 - 1)] == [-(2**31), 1, -1]

batch = json.loads(post([call(id=1), call(id=2**32 + 1, method="None.Such")]))
print(batch)
assert [(answer["id"], "error" in answer) for answer in batch] == [(1, False), (1, True)]

answer = json.loads(post(call(id=1.5)))
print(1.5, answer)
assert answer == {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "Parse error", "data": "Invalid request"}}
assert post(call()) == post([call()]) == ""
P
python3 check.py "$port"
echo "as seen: 4294967297 is answered as 1"
