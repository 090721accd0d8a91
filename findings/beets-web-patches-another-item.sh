#!/usr/bin/env bash
# beets 2.14.1 with Flask 3.1.3 (PyPI), 2026-11-30: PATCH of a song writes to another one, and its answer is what was sent.
#
# Guess, of its plugin `web`: an `id` in the body of PATCH is ignored or refused; the answer is what the next GET is; GET of two ids is a
# list; DELETE of what is not there is 404, as GET is. Seen: PATCH /item/1 with `{"id": 3, "title": ...}` answers the song 1 as number 3,
# leaves the song 1 as it was, and writes that title to song 3. A length of "2:30" is "2:30" in the answer and 150.0 afterwards, 1.7 as a
# track is 2, true is 1, and 5 under a name of one's own "5". GET /item/1,99 is an object, and a list if both exist, DELETE of nobody is
# `deleted: true`. PATCH with a list for a name of one's own is 500, and the other members of the body are stored. The values of a member
# that is a list (/item/values/genres) are one text, joined by a backslash and U+2400, the picture of NUL.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check beets==2.14.1 Flask==3.1.3
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >config.yaml <<X
directory: $work/music
library: $work/library.db
plugins: [web]
web: {host: 127.0.0.1, port: $port, readonly: false}
X
cat >add.py <<'P'
import os

from beets.library import Item, Library

library = Library("library.db", "music")
for title in ("One", "Two", "Three"):
    open(title, "w").close()
    library.add(Item(title=title, path=os.path.abspath(title).encode()))
P
v/bin/python add.py >log 2>&1
export BEETSDIR=$work port; v/bin/beet web >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/stats" && break; sleep 0.2; done
cat >check.py <<'P'
import json
import os
import subprocess


def ask(method, path, body=None):
    """The status, and the body, parsed if it is JSON."""
    command = ["curl", "-s", "-w", "\n%{http_code}", "-X", method, f"http://127.0.0.1:{os.environ['port']}{path}"]
    if body is not None:
        command += "-d", json.dumps(body), "-H", "Content-Type: application/json"
    text, status = subprocess.run(command, capture_output=True, text=True, check=True).stdout.rsplit("\n", 1)
    return int(status), json.loads(text) if text[:1] == "{" else text


def expect(seen, wanted):
    print(seen)
    assert seen == wanted, wanted


def some(answer, *names):
    return [answer[1][name] for name in names]


expect(some(ask("PATCH", "/item/1", {"id": 3, "title": "New"}), "id", "title"), [3, "New"])
expect([some(ask("GET", f"/item/{n}"), "id", "title") for n in (1, 2, 3)], [[1, "One"], [2, "Two"], [3, "New"]])

names = "length", "track", "comp", "own"
expect(some(ask("PATCH", "/item/1", {"length": "2:30", "track": 1.7, "comp": True, "own": 5}), *names), ["2:30", 2, True, 5])
stored = some(ask("GET", "/item/1"), *names)
expect(stored, [150.0, 2, 1, "5"])
assert stored[2] is not True

expect(ask("PATCH", "/item/1", {"own": ["a"], "title": "Stored"})[0], 500)
expect(some(ask("GET", "/item/1"), "title", "own"), ["Stored", "5"])

expect(["items" in ask("GET", f"/item/{ids}")[1] for ids in ("1,2", "1,99")], [True, False])
expect([ask("GET", "/item/99")[0], ask("DELETE", "/item/99")], [404, (200, {"deleted": True})])
expect(ask("PATCH", "/item/2", {"genres": ["a", "b"]})[1]["genres"], ["a", "b"])
expect(ask("GET", "/item/values/genres")[1], {"values": ["", "a\\\u2400b"]})
P
python3 check.py
echo "as seen: PATCH /item/1 has changed the song 3"
