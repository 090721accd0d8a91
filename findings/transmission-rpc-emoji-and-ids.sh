#!/usr/bin/env bash
# transmission-daemon 3.00 (Debian 12), 2026-11-30: in its JSON a smiley is a Greek letter and a 0, and the id 1.0 is every torrent.
#
# Guess: `\ud83d\ude00` is the smiley, both ways (RFC 8259, 7), a limit of 60.0 is one of 60, and a value of another kind than the
# specification's is an error in `result`. Seen: of a pair of surrogates it keeps a backslash and `ude00`, as text, and a smiley of its own
# it writes as `\u1f600`, which is U+1F60 and a 0 to every reader of JSON: a name that is read and sent back is another one. Raw UTF-8 is
# read well. 60.7, 60.0 and "60" for a limit are "success", and nothing is set, as with a name that it does not know; 4294967356 is 60, -5
# is 4294962, the port 70000 is 4464. A text is read where a fraction is wanted ("1.5"); that has four digits, the rest is cut off. And for
# `ids`, [1.0] and null are no torrent, but 1.0 and {} are all, as if there were no `ids`: `torrent-remove` of 1.0 empties the list.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null && wait "$server" || true; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq transmission-daemon=3.00-2.1+deb12u1 transmission-common=3.00-2.1+deb12u1 libminiupnpc17 libnatpmp1 \
  libevent-2.1-7 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu)
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free); mkdir settings downloads
cat >settings/settings.json <<X
{"dht-enabled": false, "pex-enabled": false, "utp-enabled": false, "lpd-enabled": false, "port-forwarding-enabled": false,
 "bind-address-ipv4": "127.0.0.1", "bind-address-ipv6": "::1", "peer-port": $(free), "rpc-bind-address": "127.0.0.1", "rpc-port": $port,
 "download-dir": "$PWD/downloads", "start-added-torrents": false, "speed-limit-down": 100}
X
HOME=$PWD x/usr/bin/transmission-daemon --foreground --config-dir settings >log 2>&1 & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/transmission/rpc" && break; sleep 0.2; done
cat > check.py <<'P'
import base64
import hashlib
import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = f"http://127.0.0.1:{sys.argv[1]}/transmission/rpc"
try:
    urlopen(Request(URL, b"{}"), timeout=10)
    raise SystemExit("no 409")
except HTTPError as error:
    assert error.code == 409
    session = error.headers["X-Transmission-Session-Id"]


def call(method, ascii=True, **arguments):
    """The text of the answer, which is always 200."""
    body = json.dumps({"method": method, "arguments": arguments}, ensure_ascii=ascii).encode()
    with urlopen(Request(URL, body, {"X-Transmission-Session-Id": session}), timeout=10) as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json; charset=UTF-8")
        return answer.read().decode()


def torrents(**arguments):
    answer = json.loads(call("torrent-get", fields=["id", "name", "labels"], **arguments))
    assert answer["result"] == "success"
    return answer["arguments"]["torrents"]


def add(name):
    """The name, as it is served, of a new torrent of one file of five octets."""
    name = name.encode()
    content = b"d4:infod6:lengthi5e4:name%d:%s12:piece lengthi16384e6:pieces20:%see" % (len(name), name, hashlib.sha1(b"hello").digest())
    answer = json.loads(call("torrent-add", metainfo=base64.b64encode(content).decode(), paused=True))
    return answer["arguments"]["torrent-added"]["name"]


def label(text, ascii=True):
    assert '"success"' in call("torrent-set", ascii, ids=1, labels=[text])
    return torrents(ids=1)[0]["labels"][0]


def setting(name, value):
    assert json.loads(call("session-set", **{name: value})) == {"arguments": {}, "result": "success"}
    return json.loads(call("session-get", fields=[name]))["arguments"].get(name)


names = [add(name) for name in ("\u00e9", "\U0001f600", "three")]
labels = label("\u00e9"), label("\U0001f600"), label("\U0001f600", ascii=False)
print(names, labels)
assert names == ["\u00e9", "\u1f600", "three"] and '"\\u1f600"' in call("torrent-get", fields=["name"])
assert labels == ("\u00e9", "\\ude00", "\u1f600")

SEEN = [
    ("speed-limit-down", 60.7, 100), ("speed-limit-down", 60.0, 100), ("speed-limit-down", "60", 100), ("speed-limit-down", 2**32 + 60, 60),
    ("speed-limit-down", -5, 4294962), ("idle-seeding-limit", 70000, 4464), ("seedRatioLimit", 2, 2), ("seedRatioLimit", "1.5", 1.5),
    ("seedRatioLimit", 1.23456789, 1.2345), ("none-such", 1, None), ("peer-port", 70000, 4464),
]
for name, value, want in SEEN:
    got = setting(name, value)
    print(name, repr(value), "is", got)
    assert got == want

found = {json.dumps(ids): [one["id"] for one in torrents(ids=ids)] for ids in (1, [1], [], [1.0], None, "1", 1.0, {})}
print(found)
assert found == {"1": [1], "[1]": [1], "[]": [], "[1.0]": [], "null": [], '"1"': [], "1.0": [1, 2, 3], "{}": [1, 2, 3]}
for ids, left in (([1.0], 3), (1.0, 0)):
    assert json.loads(call("torrent-remove", ids=ids))["result"] == "success"
    assert len(torrents()) == left
P
python3 check.py "$port"
echo "as seen: a smiley is a Greek letter and a 0, and 1.0 is all of them"
