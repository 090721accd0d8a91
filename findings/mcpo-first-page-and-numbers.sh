#!/usr/bin/env bash
# mcpo 0.0.20 with mcp 1.30.0 and FastAPI 0.124.4 (PyPI), 2026-11-29: what of the tools of an MCP server reaches its HTTP API, and the tool.
#
# Guess: all pages of tools/list; arguments as they were sent, or 422; a result's structuredContent as the JSON, with outputSchema as its
# schema; texts as texts; isError as an error with its text. Seen: the first page only. `enum`, `const` and `minimum` are gone from the schema and
# not checked; an explicit null and a member that the schema does not name are dropped on the way to the tool, 200. Of a structured result
# the text beside it is the answer. A text that is JSON becomes JSON: `12345678901234567890.10` arrives as 1.2345678901234567e+19. An
# error of a tool is 500 with Python's text of it, "500: {'message': 'no such pet'}". (With mcp 2.3.0 and FastAPI 0.165.0, which pip takes
# without these pins, it does not start.)
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check mcpo==0.0.20 mcp==1.30.0 fastapi==0.124.4 starlette==0.50.0
cat > server.py <<'P'
"""An MCP server of two pages of tools; what arrives at a tool is its text."""

import json
import sys


def tool(name, schema=None, **more):
    return {"name": name, "inputSchema": {"type": "object", "properties": schema or {}}} | more


PAGES = {
    None: {
        "tools": [
            tool("echo", {"kind": {"enum": ["cat", "dog"]}, "age": {"type": "integer", "minimum": 3}, "name": {"type": ["string", "null"]}}),
            tool("number"),
            tool("failing"),
            tool("typed", outputSchema={"type": "object", "properties": {"id": {"type": "integer"}}}),
        ],
        "nextCursor": "two",
    },
    "two": {"tools": [tool("last")]},
}


def call(name, arguments):
    if name == "failing":
        return {"content": [{"type": "text", "text": "no such pet"}], "isError": True}
    text = "12345678901234567890.10" if name == "number" else "for people" if name == "typed" else json.dumps({"sent": arguments})
    return {"content": [{"type": "text", "text": text}]} | ({"structuredContent": {"id": 5}} if name == "typed" else {})


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    given = message.get("params") or {}
    result = {
        "initialize": lambda: {
            "protocolVersion": given["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "pets", "version": "1"},
        },
        "ping": dict,
        "tools/list": lambda: PAGES[given.get("cursor")],
        "tools/call": lambda: call(given["name"], given.get("arguments")),
    }[message["method"]]()
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
P
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); base=http://127.0.0.1:$port
v/bin/mcpo --host 127.0.0.1 --port "$port" -- v/bin/python server.py >log 2>&1 & server=$!
for _ in $(seq 100); do curl -sf -o /dev/null "$base/openapi.json" && break; sleep 0.2; done
expect() { echo "$2"; [ "$2" = "$1" ]; }
look='import json, sys
d = json.load(sys.stdin)
print(*d["paths"], "|", *[" ".join(sorted(s)) for s in d["components"]["schemas"]["echo_form_model"]["properties"].values()])'
expect '/echo /number /failing /typed | description title description title type anyOf description title' \
  "$(curl -s "$base/openapi.json" | v/bin/python -c "$look")"
post() { curl -s -w ' %{http_code}' -H 'Content-Type: application/json' "$base/$1" -d "$2"; }
expect '{"sent":{"kind":"fish","age":1}} 200' "$(post echo '{"kind": "fish", "age": 1, "name": null, "other": 1}')"
expect '1.2345678901234567e+19 200' "$(post number '{}')"
expect '"for people" 200' "$(post typed '{}')"
expect "{\"detail\":{\"message\":\"Unexpected error\",\"error\":\"500: {'message': 'no such pet'}\"}} 500" "$(post failing '{}')"
expect '{"detail":"Not Found"} 404' "$(post last '{}')"
echo "as seen: one page, arguments dropped, and a text that becomes a rounded number"
