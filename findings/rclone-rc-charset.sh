#!/usr/bin/env bash
# rclone 1.60.1 (Debian 12), 2026-11-29: `application/json; charset=utf-8` is 200, and nothing of the body is read.
#
# The remote control of `rclone rcd`: POST with the parameters as JSON, in a form or in the query. Guess: JSON with `charset=utf-8`, as many
# clients send it by themselves, is JSON (or 415), the answer is application/json, `null` is no value, and what is not there is 404. Seen:
# only the exact text `application/json` is one. With a charset, in capitals, or with another media type all parameters are dropped: a
# command that needs one says 400 "Didn't find key", and one that does not is 200 without doing what it was told (core/bwlimit answers with
# the old limit). All answers are `text/plain; charset=utf-8`, which is JSON. The parameters of config/create are stored as Go prints them:
# null is `<nil>`. What is not there is 404 (deletefile, purge), 500 (rmdir, job/status), 200 with `{"item": null}` (stat) or 200 with `{}`
# (config/get, config/delete), so a client that repeats server errors repeats two of them, and takes two for done.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq rclone=1.60.1+dfsg-2+b5 2>log || { cat log; echo "needs Debian 12"; exit 2; }
dpkg -x rclone_*.deb x; mkdir files
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
HOME="$work" x/usr/bin/rclone rcd --config "$work/config" --rc-addr "127.0.0.1:$port" --rc-no-auth >log 2>&1 & server=$!
export base="http://127.0.0.1:$port/" files="$work/files"
for _ in $(seq 100); do curl -s -o /dev/null "$base" && break; sleep 0.1; done
cat > check.py <<'P'
import json
import os
import urllib.error
import urllib.request

FILES = os.environ["files"]


def ask(command, media="application/json", **parameters):
    """The status, the answer as JSON, and its media type."""
    data = json.dumps(parameters).encode()
    request = urllib.request.Request(os.environ["base"] + command, data, {"Content-Type": media}, method="POST")
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    return response.status, json.loads(response.read()), response.headers["Content-Type"]


assert ask("core/bwlimit", rate="2M")[1]["rate"] == "2Mi"
for media in ("application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON", "application/vnd.shop+json"):
    status, answer, kind = ask("core/bwlimit", media, rate="1M")
    told = ask("operations/mkdir", media, fs=FILES, remote="new")
    print(f"{media:32}", status, answer["rate"], kind, told[:2])
    assert (status, answer["rate"], kind) == (200, "2Mi", "text/plain; charset=utf-8")
    assert told[0] == 400 and told[1]["error"].startswith("Didn't find key") and told[1]["input"] == {}
assert not os.listdir(FILES)
assert ask("core/bwlimit", rate="1M")[1]["rate"] == "1Mi" and ask("operations/mkdir", fs=FILES, remote="new")[0] == 200
assert os.listdir(FILES) == ["new"]

assert ask("config/create", name="shop", type="memory", parameters={"a": 1.5, "b": True, "c": None, "d": [1]})[0] == 200
stored = ask("config/get", name="shop")[1]
print("stored:", stored)
assert stored == {"type": "memory", "a": "1.5", "b": "true", "c": "<nil>", "d": "[1]"}

there = {"fs": FILES, "remote": "none"}
seen = {command: ask("operations/" + command, **there)[0] for command in ("deletefile", "purge", "rmdir")}
seen["job/status"] = ask("job/status", jobid=77)[0]
seen["stat"] = ask("operations/stat", **there)[:2]
seen |= {command: ask(command, name="none")[:2] for command in ("config/get", "config/delete")}
print("not there:", seen)
assert seen == {"deletefile": 404, "purge": 404, "rmdir": 500, "job/status": 500, "stat": (200, {"item": None}),
                "config/get": (200, {}), "config/delete": (200, {})}
P
python3 check.py
echo "as seen: with a charset no parameter is read, and what is not there is 404, 500 or 200"
