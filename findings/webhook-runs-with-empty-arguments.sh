#!/usr/bin/env bash
# webhook 2.8.0 (Debian 12), 2026-11-30: what the payload lacks is an empty argument of the command, which runs, with 200.
#
# A hook gives members of the payload to a command as arguments. Guess: a payload that lacks a member is 400, and the command does not run;
# the media type is compared without regard to case (RFC 9110, 8.3.1). Seen: it runs with an empty argument in the place of each that is
# missing, and the answer is 200 with its output: for `Application/JSON`, too, where all are missing, and for a text as the whole body. A
# null is the argument `<nil>`, which no command knows. A number is as it was written, so the rule `value: 1` takes 1 and "1" and not 1.0.
# Of a field that a form has twice, one is left.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq webhook=2.8.0-4+b6 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
dpkg -x webhook_*.deb x
printf '#!/bin/sh\nfor one; do printf "[%%s]" "$one"; done\n' >show; chmod 755 show
cat > make.py <<'P'
import json
import os


def hook(name, arguments, **more):
    """A hook that shows the arguments that its command gets."""
    return {"id": name, "execute-command": os.path.abspath("show"), "include-command-output-in-response": True,
            "trigger-rule-mismatch-http-response-code": 400, "pass-arguments-to-command": arguments, **more}


def rule(**match):
    return {"match": {"parameter": {"source": "payload", "name": "n"}, **match}}


n = {"source": "payload", "name": "n"}
print(json.dumps([hook("deploy", [n, {"source": "payload", "name": "deep.b"}, {"source": "string", "name": "end"}]),
                  hook("all", [{"source": "entire-payload"}]),
                  hook("value", [n], **{"trigger-rule": rule(type="value", value="1")})]))
P
python3 make.py >hooks.json
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
x/usr/bin/webhook -hooks hooks.json -ip 127.0.0.1 -port "$port" >log 2>&1 & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
expect() { # The output of the command and the status; then the hook, the media type, and the body.
    local got; got=$(curl -s -w ' %{http_code}' "http://127.0.0.1:$port/hooks/$2" -H "Content-Type: $3" -d "$4")
    echo "$2 $3 $4: $got"; [ "$got" = "$1" ]
}
json=application/json
expect '[1][x][end] 200' deploy $json '{"n": 1, "deep": {"b": "x"}}'
expect '[1][][end] 200' deploy $json '{"n": 1}'
expect '[<nil>][<nil>][end] 200' deploy $json '{"n": null, "deep": {"b": null}}'
expect '[][][end] 200' deploy Application/JSON '{"n": 1, "deep": {"b": "x"}}'
expect '[null] 200' all $json '"text"'
expect '[{"n":"1"}] 200' all application/x-www-form-urlencoded 'n=1&n=2'
expect '[1] 200' value $json '{"n": 1}'; expect '[1] 200' value $json '{"n": "1"}'
expect 'Hook rules were not satisfied. 400' value $json '{"n": 1.0}'
echo "as seen: the command runs with nothing of what is missing, and the caller gets 200"
