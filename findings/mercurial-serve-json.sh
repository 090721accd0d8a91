#!/usr/bin/env bash
# mercurial 7.2.4 (PyPI), 2026-11-29: the JSON of `hg serve` (/json-log and so on), where it is not what its names say.
#
# Guess: the members mean what they are called, and the bytes of a file are base64 or not there. Seen: a byte that is no UTF-8 is half of a
# surrogate pair, alone (`"caf\udce9"`), which stricter parsers refuse or replace. In the manifest each file has the date of the
# changeset asked for, and `parents` of a file is where it was last changed, which is no parent of `node`. The two lines of names of a diff
# are a deletion and an insertion (`"t": "-"`), as is a line deleted that begins with `-- `. In a comparison, a line that is not on one side
# has the number `""`. The offset of a date is in seconds to the west, so that +0200 is -7200. `json-log?rev=NAME` is a search with other
# members (`entries` for `changesets`), 200 for a name that does not exist, which is 404 as json-log/NAME. The ETag is the same for all
# of these pages, and is 304 if sent back alone, but not in a list or as `*`.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check mercurial==7.2.4
export HGRCPATH= HGUSER=ann HGENCODING=UTF-8; PATH=$PWD/v/bin:$PATH
hg init a && cd a
printf -- '-- one\ntwo\n' >list.txt; printf 'caf\351\n' >latin.txt
hg commit --quiet --addremove --message first --date '1000000000 -7200'
printf 'two\n++ three\n' >list.txt; hg commit --quiet --message second --date '1000000001 0'
printf 'x\n' >other.txt; hg commit --quiet --addremove --message third --date '1000000002 0'
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
hg serve --address 127.0.0.1 --port "$port" >../log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cd ..
cat > check.py <<'P'
import json
import os
import urllib.error
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}/json-"


def ask(path, **fields):
    """The status, the JSON, and the ETag."""
    fields = {name.replace("_", "-"): value for name, value in fields.items()}
    try:
        response = urllib.request.urlopen(urllib.request.Request(BASE + path, headers=fields))
    except urllib.error.HTTPError as error:
        response = error
    text = response.read()
    return response.status, json.loads(text) if text else None, response.headers["ETag"]


_, log, etag = ask("log")
third, second, first = (one["node"] for one in log["changesets"])
dates = [one["date"] for one in log["changesets"]]
print("dates:", dates)
assert dates == [[1000000002, 0], [1000000001, 0], [1000000000, -7200]]

line = ask("file/tip/latin.txt")[1]["lines"][0]["line"]
print("a byte:", ascii(line))
assert line == "caf\udce9\n"

seen = {one["basename"]: one["date"] for one in ask("manifest/tip")[1]["files"]}
print("manifest:", seen)
assert seen == {name: [1000000002, 0] for name in ("latin.txt", "list.txt", "other.txt")}
_, file, _ = ask("file/tip/latin.txt")
assert (file["node"], file["parents"]) == (third, [first]) and ask("rev/tip")[1]["parents"] == [second]

lines = [(one["t"], one["l"]) for one in ask("diff/1/list.txt")[1]["diff"][0]["lines"]]
print("diff:", lines)
assert [kind for kind, _ in lines] == ["-", "+", "@", "-", "", "+"]
assert [text[:5] for kind, text in lines if kind == "-"] == ["--- a", "--- o"] and lines[3][1] == "--- one\n"
sides = [(one["t"], one["ln"], one["rn"]) for one in ask("comparison/1/list.txt")[1]["comparison"][0]["lines"]]
print("comparison:", sides)
assert sides == [("delete", 1, ""), ("equal", 2, 1), ("insert", "", 2)]

seen = {path: (ask(path)[0], sorted(ask(path)[1])) for path in ("log/tip", "log?rev=tip", "log?rev=none", "log/none")}
print(*seen.items(), sep="\n")
search = 200, ["entries", "node", "query"]
assert list(seen.values()) == [(200, ["changeset_count", "changesets", "node"]), search, search, (404, ["error"])]

assert {ask(path)[2] for path in ("log", "tags", "manifest/tip", "rev/1", "file/tip/list.txt")} == {etag}
seen = {value: ask("log", If_None_Match=value)[0] for value in (etag, f'"a", {etag}', "*")}
print(seen)
assert list(seen.values()) == [304, 200, 200]
P
python3 check.py
echo "as seen: dates of others, names as changes, and half a character"
