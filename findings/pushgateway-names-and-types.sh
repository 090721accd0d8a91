#!/usr/bin/env bash
# prometheus-pushgateway 1.5.1 (Debian 12), 2026-11-29: what one group pushed decides what another may push, and a name what its API says.
#
# Guess: groups, which have their own labels, are independent, and /api/v1/metrics has what /metrics has. Seen: a name has one type in all
# groups, that of the first one: after `x 1` (without a TYPE, so untyped) in job a, a push of job b with `# TYPE x gauge` is 400 as a whole,
# until a is deleted or has pushed the same with a TYPE, which it may as long as it is alone. A HELP that differs is no mistake, and the
# text of one group is written for both. In the API the families are members next to the group's own `labels` and `last_push_successful`, so
# that a metric of one of these names replaces them: the labels of the group, by which it could be deleted, are gone. A large integer,
# 2**53 + 1, is 9.007199254740992e+15. A `%2F` in the path is a slash: job/a%2Fb is 400, but job/a%2Fb%2Fc 200, as job a with the label b.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq prometheus-pushgateway=1.5.1-2+b5 2>log || { cat log; echo "needs Debian 12"; exit 2; }
dpkg -x ./*.deb x
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
x/usr/bin/prometheus-pushgateway --web.listen-address="127.0.0.1:$port" --persistence.file= >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/-/ready" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import os
import time
import urllib.error
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}"


def push(group, *lines, method="PUT"):
    """The status."""
    body = "".join(line + "\n" for line in lines).encode()
    try:
        return urllib.request.urlopen(urllib.request.Request(f"{BASE}/metrics/job/{group}", body, method=method)).status
    except urllib.error.HTTPError as error:
        return error.code


def lines(*starts):
    text = urllib.request.urlopen(BASE + "/metrics").read().decode()
    return [line for line in text.splitlines() if line.startswith(starts)]


def groups():
    return json.load(urllib.request.urlopen(BASE + "/api/v1/metrics"))["data"]


gauge = "# TYPE x gauge", "x 2"
seen = push("a", "x 1"), push("b", *gauge, "y 1"), push("a", *gauge), push("b", *gauge, "y 1")
print("a untyped, b gauge, a gauge, b gauge:", seen)
assert seen == (200, 400, 200, 200)
assert push("a", "x 1") == 400 and push("b", method="DELETE") == 202
time.sleep(0.5)
assert push("a", "x 1") == 200

assert push("c", "# HELP h one", "# TYPE h gauge", "h 1") == push("d", "# HELP h two", "# TYPE h gauge", "h 2") == 200
print(lines("h{", "# HELP h "))
assert sorted(lines("h{")) == ['h{instance="",job="c"} 1', 'h{instance="",job="d"} 2'] and len(lines("# HELP h ")) == 1

assert push("e", "labels 3", "last_push_successful 4", "big 9007199254740993") == 200
group, = (one for one in groups() if "big" in one)
print("labels:", group["labels"], "last_push_successful:", group["last_push_successful"])
assert [group[name]["metrics"][0]["value"] for name in ("labels", "last_push_successful")] == ["3", "4"]
assert [one["labels"] for one in groups() if "h" in one and one["labels"]["job"] == "c"] == [{"job": "c"}]
assert group["big"]["metrics"][0]["value"] == "9.007199254740992e+15"

seen = push("a%2Fb", "z 1"), push("a%2Fb%2Fc", "z 1"), lines("z{")
print("a slash:", seen)
assert seen == (400, 200, ['z{b="c",instance="",job="a"} 1'])
P
python3 check.py
echo "as seen: the first type is that of all, and a metric is called labels"
