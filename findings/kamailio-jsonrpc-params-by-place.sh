#!/usr/bin/env bash
# kamailio 5.6.3 (Debian 12), 2026-11-30: its JSON-RPC over HTTP takes named params by their place, and drops a batch with 200.
#
# Guess: params with names that the methods do not have are -32602, or are taken by name (JSON-RPC 2.0, 4.2); the id comes back the same
# ("MUST", 5), a notification has no answer and a batch an array (6), and what no method can take is an error, as a Boolean is. Seen: the
# names are never read, the members go by their order in the text, which to JSON is none: a client that sorts its keys sets another item.
# Where a text is wanted, 1.5 is "1" and -1 is "18446744073709551615"; where an integer is wanted, 2147483648 is -2147483648, "7x" and "1e3"
# are 0, true is 1: all 200. `[null]` and `[[1]]` as params are no params. A batch is 200 and one object with `"result": {}`, without an id,
# and nothing of it is done. A notification is answered, the id 2^53 + 1 with the number before it, null, which asks for an answer, with 0.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null && wait "$server" || true; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq kamailio=5.6.3-2 libpcre3 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu):$(echo "$PWD"/x/usr/lib/*-linux-gnu/kamailio)
LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$(echo "$PWD"/x/lib/*-linux-gnu)
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir run
cat >k.cfg <<X
#!KAMAILIO
children=1
listen=tcp:127.0.0.1:$port
tcp_accept_no_cl=yes
mpath="$(echo "$PWD"/x/usr/lib/*-linux-gnu/kamailio/modules)/"
loadmodule "sl.so"
loadmodule "pv.so"
loadmodule "xhttp.so"
loadmodule "jsonrpcs.so"
loadmodule "htable.so"
modparam("jsonrpcs", "transport", 1)
modparam("htable", "htable", "shop=>size=4;")
request_route { exit; }
event_route[xhttp:request] { jsonrpc_dispatch(); }
X
x/usr/sbin/kamailio -f k.cfg -DD -E -m 64 -Y "$PWD/run" -P "$PWD/run/pid" >log 2>&1 & server=$!
ping='{"jsonrpc": "2.0", "method": "core.echo", "params": [], "id": 1}'
for _ in $(seq 50); do curl -s -m 2 -o /dev/null -d "$ping" "http://127.0.0.1:$port/RPC" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def post(value):
    request = Request(f"http://127.0.0.1:{sys.argv[1]}/RPC", json.dumps(value).encode(), {"Content-Type": "application/json"})
    try:
        response = urlopen(request, timeout=10)
    except HTTPError as error:
        response = error
    assert response.headers["Content-Type"] == "application/json"
    return response.status, json.loads(response.read())


def call(method, params, **members):
    return {"jsonrpc": "2.0", "method": method, "params": params} | members


def echo(params, id=1):
    status, answer = post(call("core.echo", params, id=id))
    assert status == 200, answer
    return answer


def get(key):
    status, answer = post(call("htable.get", ["shop", key], id=1))
    return answer["result"]["item"]["value"] if status == 200 else (status, answer["error"]["message"])


for sent, want in (("a", "a"), (1, 1), (2**32 + 1, 2**32 + 1), (1.5, 1.5), (2**53 + 1, 2**53), (None, 0)):
    answer = echo(["x"], sent)
    print("the id", repr(sent), "is", answer)
    assert answer == {"jsonrpc": "2.0", "result": ["x"], "id": want}

SEEN = [
    (["x", 1], ["x", "1"]), ({"a": "x", "b": "y"}, ["x", "y"]), ([1.5], ["1"]), ([0.1], ["0"]), ([-1], ["18446744073709551615"]),
    ([True], []), ([None], []), ([[1]], []), (["1.50"], ["1.50"]), ([], []),
]
for sent, want in SEEN:
    got = echo(sent)["result"]
    print("params", json.dumps(sent), "are", got)
    assert got == want

one = {"jsonrpc": "2.0", "result": ["x"]}
assert post(call("core.echo", ["x"])) == (200, one)
assert post([call("htable.sets", ["shop", "batch", "x"], id=1), call("core.echo", ["y"], id=2)]) == (200, {"jsonrpc": "2.0", "result": {}})
print("of a batch:", get("batch"))
assert get("batch") == (500, "Key name doesn't exist in htable.")

for params in ({"table": "shop", "key": "color", "value": "red"}, {"table": "shop", "value": "blue", "key": "color"}):
    assert post(call("htable.sets", params, id=1))[0] == 200
print({key: get(key) for key in ("color", "blue")})
assert (get("color"), get("blue")) == ("red", "color")
status, answer = post(call("htable.sets", {"key": "color", "table": "shop", "value": "green"}, id=1))
print(status, answer["error"])
assert (status, answer["error"]) == (500, {"code": 500, "message": "No such htable"})

for method, value, want in (("sets", 1.50, "1"), ("sets", -1, "18446744073709551615"), ("sets", "1.50", "1.50"), ("seti", -1, -1),
                            ("seti", 2**31, -(2**31)), ("seti", "7x", 0), ("seti", "1e3", 0), ("seti", 1.9, 1), ("seti", True, 1)):
    assert post(call(f"htable.{method}", ["shop", "k", value], id=1))[0] == 200
    print(method, repr(value), "is", repr(get("k")))
    assert get("k") == want
status, answer = post(call("htable.sets", ["shop", "k", True], id=1))
print(status, answer["error"])
assert status == 500
P
python3 check.py "$port"
echo "as seen: the names are not read, and a batch is nothing"
