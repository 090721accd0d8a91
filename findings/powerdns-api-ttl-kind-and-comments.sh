#!/usr/bin/env bash
# pdns-server 4.7.3 with SQLite (Debian 12), 2026-11-29: what its HTTP API takes for a TTL and a kind, and whose RRsets a name asked for has.
#
# It refuses much with 422: `"disabled": "true"`, a text that is not quoted, the same record twice, an unknown value of `rrsets=`. Guess:
# so also a TTL that is no integer and a kind that does not exist, and `?rrset_name=` gives the RRsets of that name. Seen: 204 for all of
# them. `"1h"` is one second, "0x10" none, 60.9 is 60. A kind that does not exist makes a Native zone out of a Master; `"kind": 5` leaves
# it. And for any name asked for, even one that does not exist, the RRsets of the zone that have a comment come, too, with TTL 0 and
# without records, as if they had been deleted; with records only if it is their own name. `rrset_type` without a name is ignored.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq pdns-server=4.7.3-2 pdns-backend-sqlite3=4.7.3-2 libluajit-5.1-2 libyaml-cpp0.7 libsodium23 \
  libboost-program-options1.74.0 libmaxminddb0 libsqlite3-0 2>log || { cat log; echo "needs Debian 12"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu)
mkdir none socket
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
export port; port=$(free)
python3 -c 'import sqlite3, sys; sqlite3.connect("zones.db").executescript(open(sys.argv[1]).read())' \
  x/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql
x/usr/sbin/pdns_server --config-dir="$PWD/none" --module-dir="$(echo "$LD_LIBRARY_PATH"/pdns)" --launch=gsqlite3 --gsqlite3-database=zones.db \
  --socket-dir=socket --local-address=127.0.0.1 --local-port="$(free)" --api=yes --api-key=key --webserver-address=127.0.0.1 \
  --webserver-port="$port" --security-poll-suffix= >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import os
import urllib.error
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}/api/v1/servers/localhost/zones"


def ask(method, path, body=None):
    """The status and the body, parsed if it is JSON."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, {"X-API-Key": "key"}, method=method)
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    content = response.read().decode()
    return response.status, json.loads(content) if content[:1] in ("{", "[") else content


def replace(name, ttl=60, comments=(), **record):
    rrset = {"name": name, "type": "A", "ttl": ttl, "changetype": "REPLACE", "records": [{"content": "192.0.2.1"} | record]}
    return ask("PATCH", "/shop.test.", {"rrsets": [rrset | ({"comments": list(comments)} if comments else {})]})


def rrsets(query):
    return {(one["name"], one["type"]): (one["ttl"], len(one["records"])) for one in ask("GET", f"/shop.test.?{query}")[1]["rrsets"]}


def kind_after(kind):
    assert ask("PUT", "/shop.test.", {"kind": "Master"})[0] == 204
    return ask("PUT", "/shop.test.", {"kind": kind})[0], ask("GET", "/shop.test.")[1]["kind"]


assert ask("POST", "", {"name": "shop.test.", "kind": "Master", "nameservers": ["ns.shop.test."]})[0] == 201
assert replace("a.shop.test.", disabled="true")[0] == 422
assert ask("GET", "/shop.test.?rrsets=no")[0] == 422

seen = {}
for ttl in (60, "60", "1h", "0x10", 60.9):
    assert replace("a.shop.test.", ttl)[0] == 204
    seen[ttl] = rrsets("rrset_name=a.shop.test.")["a.shop.test.", "A"][0]
print("TTL:", seen)
assert seen == {60: 60, "60": 60, "1h": 1, "0x10": 0, 60.9: 60}

seen = {kind: kind_after(kind) for kind in ("Master", "secondary", "Mastre", 5)}
print("a Master, and then:", seen)
assert seen == {"Master": (204, "Master"), "secondary": (204, "Slave"), "Mastre": (204, "Native"), 5: (204, "Master")}

assert rrsets("rrset_name=a.shop.test.") == {("a.shop.test.", "A"): (60, 1)} and rrsets("rrset_name=none.shop.test.") == {}
assert replace("b.shop.test.", comments=[{"content": "why", "account": "me"}])[0] == 204
seen = {query: rrsets(query) for query in ("rrset_name=a.shop.test.", "rrset_name=none.shop.test.", "rrset_name=b.shop.test.")}
for query, found in seen.items():
    print(query, found)
empty = {("b.shop.test.", "A"): (0, 0)}
assert list(seen.values()) == [empty | {("a.shop.test.", "A"): (60, 1)}, empty, {("b.shop.test.", "A"): (60, 1)}]
assert len(rrsets("rrset_type=A")) == 4
P
python3 check.py
echo "as seen: an hour is a second, a kind with a typing error Native, and what has a comment is in each answer"
