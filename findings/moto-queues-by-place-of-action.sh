#!/usr/bin/env bash
# moto 5.2.5 (PyPI), 2026-11-27: for SQS, where `Action` is decides whether the response is XML or JSON, and where the empty list is.
#
# The query protocol of SQS takes `Action=ListQueues&Version=2012-11-05` in the query or in a form body, and answers XML. Guess: the same
# XML for both, with an empty ListQueuesResult. Seen: a form body gets that XML; the same items in the query of a POST get `{}`, JSON of the
# other protocol, with no member at all, not even `QueueUrls: []`. `Accept: application/xml` changes nothing. SNS answers XML to both.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check 'moto[server]==5.2.5'
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
v/bin/moto_server -H 127.0.0.1 -p "$port" >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/moto-api/" && break; sleep 0.2; done
ask() {
  local service=$1; shift
  curl -s -m 20 -X POST -H 'Accept: application/xml' \
    -H "Authorization: AWS4-HMAC-SHA256 Credential=x/20200101/us-east-1/$service/aws4_request, SignedHeaders=host, Signature=x" "$@"
}
items='Action=ListQueues&Version=2012-11-05' topics='Action=ListTopics&Version=2010-03-31'
body=$(ask sqs -d "$items" "http://127.0.0.1:$port/"); query=$(ask sqs "http://127.0.0.1:$port/?$items")
echo "in the body: ${body:0:90}…; in the query: $query"
[[ $body == *'<ListQueuesResult/>'* ]]; [ "$query" = '{}' ]
for found in "$(ask sns -d "$topics" "http://127.0.0.1:$port/")" "$(ask sns "http://127.0.0.1:$port/?$topics")"; do
  [[ $found == *'<ListTopicsResult><Topics/></ListTopicsResult>'* ]]
done
echo "as seen: XML for the body, JSON for the query"
