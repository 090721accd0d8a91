#!/usr/bin/env bash
# arazzo-runner 0.9.6 (PyPI), 2026-11-29: `retry` never sends a second request, and makes a success of a step that failed.
#
# Arazzo 1.0.1: a failure action is taken when its criteria hold, `retry` is the step again, `$response.header.NAME` is a header, and parameters
# are sent as the OpenAPI document says. Guess: all of that. Seen: the criteria of actions do not see the response, so `$statusCode == 503` is
# false for a 503, and the workflow ends as `error` after one request. Without the criterion, the step is not repeated either: the next one
# follows, and the end is `workflow_complete`. An output of `$response.header.X-Id`, `$url` or `$method` is null. `explode: false` is sent as
# `tags=a&tags=b`, and of an object only the names of its members (`deep=a` of `{a: x}`, style deepObject). A default of the inputs is not taken.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check arazzo-runner==0.9.6 requests==2.34.2 jsonpath-ng==1.16.0
cat > server.py <<'P'
import http.server
import sys


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        print(self.path, file=open("requests", "a"))
        self.send_response(503 if self.path == "/busy" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-Id", "77")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Server).serve_forever()
P
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > api.yaml <<X
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: "http://127.0.0.1:$port"}]
paths:
  /pets:
    get:
      operationId: pets
      parameters:
        - {name: tags, in: query, explode: false, schema: {type: array, items: {type: string}}}
        - {name: deep, in: query, style: deepObject, schema: {type: object}}
        - {name: limit, in: query, schema: {type: integer}}
      responses: {"200": {description: ok}}
  /busy: {get: {operationId: busy, responses: {"200": {description: ok}}}}
  /next: {get: {operationId: next, responses: {"200": {description: ok}}}}
X
cat > flow.yaml <<'X'
arazzo: 1.0.1
info: {title: Flow, version: "1"}
sourceDescriptions: [{name: api, url: ./api.yaml, type: openapi}]
workflows:
  - workflowId: pets
    inputs: {type: object, properties: {limit: {type: integer, default: 5}}}
    steps:
      - stepId: pets
        operationId: pets
        parameters:
          - {name: tags, in: query, value: [a, b]}
          - {name: deep, in: query, value: {a: x}}
          - {name: limit, in: query, value: $inputs.limit}
        successCriteria: [{condition: $statusCode == 200}]
        outputs: {status: $statusCode, id: $response.header.X-Id, url: $url, method: $method}
    outputs: {status: $steps.pets.outputs.status, id: $steps.pets.outputs.id, url: $steps.pets.outputs.url, method: $steps.pets.outputs.method}
  - workflowId: with
    steps:
      - stepId: busy
        operationId: busy
        successCriteria: [{condition: $statusCode == 200}]
        onFailure: [{name: again, type: retry, retryLimit: 5, criteria: [{condition: $statusCode == 503}]}]
  - workflowId: without
    steps:
      - stepId: busy
        operationId: busy
        successCriteria: [{condition: $statusCode == 200}]
        onFailure: [{name: again, type: retry, retryLimit: 5}]
      - stepId: next
        operationId: next
        successCriteria: [{condition: $statusCode == 200}]
X
v/bin/python server.py "$port" & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/ready" && break; sleep 0.2; done
run() { rm -f requests; v/bin/arazzo-runner execute-workflow flow.yaml --workflow-id "$1" --inputs '{}' >log 2>&1 || true; sort requests | uniq -c; }
run pets; grep -o "outputs={'status'[^}]*}" log | head -n 1
grep -q "outputs={'status': 200, 'id': None, 'url': None, 'method': None}" log
[ "$(cat requests)" = '/pets?tags=a&tags=b&deep=a' ]
ended() { grep -o 'Result(status=[a-z_]*' log; }
run with; [ "$(cat requests)" = /busy ]; [ "$(ended)" = 'Result(status=error' ]
run without; [ "$(tr '\n' ' ' <requests)" = '/busy /next ' ]; [ "$(ended)" = 'Result(status=workflow_complete' ]
echo "as seen: one request to what is busy, and the workflow is complete"
