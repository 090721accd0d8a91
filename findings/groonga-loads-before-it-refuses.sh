#!/usr/bin/env bash
# groonga 13.0.0 (Debian 12), 2026-11-30: a load that is 400 is in the table, one that is cut off is 200, and false is true.
#
# Guess: over HTTP, `load` of a row that does not fit is an error, as `1e400` is for a Float, and of a load that is refused nothing or the
# rows before the bad one are kept; `"false"` for a Bool is false or an error. Seen: all rows are kept, those behind the bad one and itself,
# with its other values, and the answer of 400 counts them: after a second try a table without a key has each twice. A body that ends in
# the middle is 200, without the row that it ends in. Of Int8, 300 is 44, -1 as UInt32 is 4294967295, 2^63 as Int64 is -2^63, 1.9 is 1,
# each without an error, and any text but the empty one is true for a Bool. A null is 0, false or the empty text. In `select`, `limit=two`
# gives all rows, and a column that does not exist is left out of the answer, without a word.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null && wait "$server" || true; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq groonga-bin=13.0.0+dfsg-3~deb12u1 libgroonga0=13.0.0+dfsg-3~deb12u1 libmsgpackc2 \
  libedit2 libevent-2.1-7 liblz4-1 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu)
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir db; x/usr/bin/groonga -n db/db quit >log 2>&1 || { cat log; exit 1; }
x/usr/bin/groonga -s --protocol http --bind-address 127.0.0.1 --port "$port" --document-root "$PWD" --log-path groonga.log db/db >log 2>&1 &
server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/d/status" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def ask(command, body=None, **arguments):
    """The status, the code and the text of the error if there is one, and the value."""
    url = f"http://127.0.0.1:{sys.argv[1]}/d/{command}?{urlencode(arguments)}"
    try:
        response = urlopen(Request(url, body and body.encode(), {"Content-Type": "application/json"}), timeout=20)
    except HTTPError as error:
        response = error
    head, *value = json.loads(response.read())
    return response.status, head[0], head[3] if len(head) > 3 else None, *value


def load(rows, table="Shop"):
    return ask("load", rows if isinstance(rows, str) else json.dumps(rows), table=table)


def rows(table="Shop", **more):
    status, code, _, [[[total], names, *values]] = ask("select", table=table, limit=more.pop("limit", -1), **more)
    assert (status, code) == (200, 0) and total >= len(values)
    return [dict(zip([name for name, _ in names], row)) for row in values]


TYPES = {"tiny": "Int8", "whole": "UInt32", "big": "Int64", "price": "Float", "open": "Bool", "text": "ShortText"}
assert ask("table_create", name="Shop", flags="TABLE_HASH_KEY", key_type="ShortText")[:2] == (200, 0)
assert ask("table_create", name="Log", flags="TABLE_NO_KEY")[:2] == (200, 0)
for table in ("Shop", "Log"):
    for name, kind in TYPES.items():
        assert ask("column_create", table=table, name=name, flags="COLUMN_SCALAR", type=kind)[:2] == (200, 0)


def kept(column, value):
    status, code, _, count = load([{"_key": "one", column: value}])
    assert (status, code, count) == (200, 0, 1), (column, value)
    return next(row[column] for row in rows() if row["_key"] == "one")


SEEN = [
    ("tiny", 300, 44), ("whole", -1, 4294967295), ("whole", 4294967297, 1), ("big", 2**63, -(2**63)), ("big", 1.9, 1),
    ("price", "1.5", 1.5), ("open", "false", True), ("open", "no", True), ("open", "", False), ("open", False, False), ("text", 17, "17"),
    ("text", None, ""), ("tiny", None, 0), ("open", None, False),
]
for column, value, want in SEEN:
    got = kept(column, value)
    print(TYPES[column], repr(value), "is", repr(got))
    assert got == want and type(got) is type(want)

batch = '[{"text": "before"}, {"text": "bad", "tiny": 5, "price": 1e400, "whole": 7}, {"text": "behind"}]'
for times in (1, 2):
    answer = load(batch, "Log")
    print(*answer)
    assert answer == (400, -22, '<Log.price>: failed to cast to <Float>: <"1e400">', 3), answer
    found = [(row["text"], row["tiny"], row["whole"]) for row in rows("Log")]
    print(found)
    assert found == [("before", 0, 0), ("bad", 5, 7), ("behind", 0, 0)] * times, found

for body, count in (('[{"_key": "cut", "text": "a"}, {"_key": "of', 1), ('[{"_key": "cut2"}', 1), ('[{"_key": "cut3", "text": "b"', 0)):
    answer = load(body)
    print(body, *answer)
    assert answer == (200, 0, None, count), answer
print([(row["_key"], row["text"]) for row in rows()])
assert [(row["_key"], row["text"]) for row in rows()] == [("one", ""), ("cut", "a"), ("cut2", "")], rows()

assert [row["_key"] for row in rows(limit="1")] == ["one"] and [row["_key"] for row in rows(limit="two")] == ["one", "cut", "cut2"]
assert {tuple(row) for row in rows(output_columns="_key,none,text")} == {("_key", "text")}
P
python3 check.py "$port"
echo "as seen: 400, and the rows are there"
