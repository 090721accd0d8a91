#!/usr/bin/env bash
# influxdb 1.6.7~rc0 (Debian 12), 2026-11-29: what a query says as JSON and not as CSV, and a field that is gone from a line it took.
#
# Guess: `Accept: application/csv` has what the JSON has, an error of a statement as well, since one of the syntax is there (a column
# `error`, 400). Seen: an error of a statement, such as a database that does not exist, is 200 in both, and in the CSV there is nothing of
# it: the body is empty, as for a measurement without points. Of three statements, the second of which fails, the JSON has two results, and
# the CSV is that of the first. An empty text and a null are the same there. The time is always in nanoseconds, not as text. And in the line
# protocol a field with the name `time` is 400 alone (a partial write), but with another field it is dropped, with 204. A precision
# `us`, which version 2 has for `u`, is no mistake, and nanoseconds; so is it for `epoch`.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq influxdb=1.6.7~rc0-1+b13 2>log || { cat log; echo "needs Debian 12"; exit 2; }
dpkg -x ./*.deb x
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
export port; port=$(free)
cat > influxdb.conf <<I
reporting-disabled = true
bind-address = "127.0.0.1:$(free)"
[meta]
dir = "$work/meta"
[data]
dir = "$work/data"
wal-dir = "$work/wal"
[http]
bind-address = "127.0.0.1:$port"
I
x/usr/bin/influxd -config influxdb.conf >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/ping" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import os
import urllib.error
import urllib.parse
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}"


def ask(path, body=None, accept="*/*", **query):
    """The status and the text."""
    url = f"{BASE}{path}?{urllib.parse.urlencode(query)}"
    try:
        response = urllib.request.urlopen(urllib.request.Request(url, body and body.encode(), {"Accept": accept}))
    except urllib.error.HTTPError as error:
        response = error
    return response.status, response.read().decode()


def both(text, db="shop", **query):
    """The results in JSON, and the CSV, of a query; both with 200."""
    (status, content), (other, csv) = (ask("/query", accept=accept, q=text, db=db, **query) for accept in ("application/json", "application/csv"))
    print(text, db, content.strip(), repr(csv), sep="\n  ")
    assert status == other == 200
    return json.loads(content)["results"], csv


assert ask("/query", " ", q="CREATE DATABASE shop")[0] == 200
assert ask("/write", "a v=1 1\nb s=\"\",n=1 1\nb n=2 2\n", db="shop")[0] == 204
assert ask("/query", accept="application/csv", q="SELECT", db="shop") == (
    400, 'error\n"error parsing query: found EOF, expected identifier, string, number, bool at line 1, char 8"\n')

assert both("SELECT * FROM a", db="none") == ([{"statement_id": 0, "error": "database not found: none"}], "")
assert both("SELECT * FROM none") == ([{"statement_id": 0}], "")
results, csv = both("SELECT v FROM a; SELECT v FROM none.autogen.a; SELECT n FROM b")
assert [sorted(one) for one in results] == [["series", "statement_id"], ["error", "statement_id"]] and csv == "name,tags,time,v\na,,1,1\n"
results, csv = both("SELECT s FROM b; SELECT n, s FROM b")
assert [row[1:] for row in results[1]["series"][0]["values"]] == [[1, ""], [2, None]] and csv.endswith("\nb,,1,1,\nb,,2,2,\n")

seen = ask("/write", "c time=1 1\n", db="shop")[0], ask("/write", "c time=1,v=2 1\n", db="shop")[0]
print("a field `time`, alone and not:", seen)
assert seen == (400, 204) and both("SELECT * FROM c")[1] == "name,tags,time,v\nc,,1,2\n"

for precision in ("u", "us"):
    assert ask("/write", f"d {precision}=1 1500\n", db="shop", precision=precision)[0] == 204
results, _ = both("SELECT * FROM d", epoch="us")
assert [row[0] for row in results[0]["series"][0]["values"]] == [1500, 1500000]
P
python3 check.py
echo "as seen: a CSV with nothing in it, and a field less"
