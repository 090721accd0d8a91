#!/usr/bin/env bash
# mailman 3.3.10 with falcon 4.4.0, SQLAlchemy 2.0.58 (PyPI), 2026-11-30: in its REST API a null is the text `None`, and no member no key.
#
# Its bodies may be forms or JSON. Guess: a null in JSON is an empty value or 400; a Boolean or a number of the wrong type is 400, as a
# text that is none is; an empty list of members is `"entries": []`; the ETag that each answer has is a header, too. Seen: a null as the
# description, as the prefix of each subject, or as somebody's name is 204 and becomes the text "None"; as a Boolean it is 500; 7.5 as a
# count is 7. A list without members, a search without a hit, and a page past the end have no `entries` at all. `count` without `page`, or
# `page` without `count`, is 500. The ETag is a member `http_etag` of the body and no header, and If-Match is not read. A GET of the
# members that says Content-Type: application/json, as many clients always do, is 400 for its empty body.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check mailman==3.3.10 falcon==4.4.0 SQLAlchemy==2.0.58
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >mailman.cfg <<X
[mailman]
layout: here
site_owner: owner@example.com
[paths.here]
var_dir: $work/var
[webservice]
port: $port
hostname: 127.0.0.1
[mta]
incoming: mailman.mta.null.NullMTA
X
cat >server.py <<'P'
import sys
from wsgiref.simple_server import make_server

from mailman.core.initialize import initialize

initialize("mailman.cfg")
from mailman.rest.wsgiapp import make_application  # noqa: E402 (it reads the configuration)

make_server("127.0.0.1", int(sys.argv[1]), make_application()).serve_forever()
P
v/bin/python server.py "$port" >log 2>&1 & server=$!
base=http://127.0.0.1:$port/3.1
say() { curl -s -u restadmin:restpass -w ' %{http_code}' "$@"; }
send() { say -H 'Content-Type: application/json' "$@"; }
for _ in $(seq 150); do [ "$(say -o /dev/null "$base/system/versions")" = ' 200' ] && break; sleep 0.2; done
without_tag() { sed 's/,\{0,1\} *"http_etag": "\\"[0-9a-f]*\\""//g'; } # the tags of the body
expect() { echo "$2"; [ "$2" = "$1" ]; }
send "$base/domains" -d '{"mail_host": "example.com"}' >/dev/null; send "$base/lists" -d '{"fqdn_listname": "a@example.com"}' >/dev/null
members=$base/lists/a.example.com/roster/member
expect '{"start": 0, "total_size": 0} 200' "$(say "$members" | without_tag)"
expect '{"start": 0, "total_size": 0} 200' "$(say "$base/members/find?subscriber=nobody@example.com" | without_tag)"
for one in 1 2 3; do send "$base/members" -d '{"list_id": "a.example.com", "subscriber": "p'$one'@example.com", "display_name": "P",
    "pre_verified": true, "pre_confirmed": true, "pre_approved": true}' >/dev/null; done
third='"entries": [{"email": "p3@example.com"}]'
expect '{"start": 2, "total_size": 3, '"$third} 200" "$(say "$members?count=2&page=2&fields=email" | without_tag)"
expect '{"start": 4, "total_size": 3} 200' "$(say "$members?count=2&page=3" | without_tag)"
expect '{"title": "500 Internal Server Error"} 500' "$(say "$members?count=2")"
expect '{"title": "500 Internal Server Error"} 500' "$(say "$members?page=2")"

config=$base/lists/a.example.com/config
put() { # A member of the configuration, and what it is afterwards.
    echo "$1: $2 is$(send -X PATCH "$config" -d "{\"$1\": $2}" | grep -o ' [0-9]*$'), then $(say "$config/$1" | without_tag)"
}
expect 'description: null is 204, then {"description": "None"} 200' "$(put description null)"
expect 'subject_prefix: null is 204, then {"subject_prefix": "None"} 200' "$(put subject_prefix null)"
expect 'description: 5 is 204, then {"description": "5"} 200' "$(put description 5)"
expect 'bounce_score_threshold: 7.5 is 204, then {"bounce_score_threshold": 7} 200' "$(put bounce_score_threshold 7.5)"
expect 'bounce_score_threshold: "x" is 400, then {"bounce_score_threshold": 7} 200' "$(put bounce_score_threshold '"x"')"
expect 'advertised: false is 204, then {"advertised": false} 200' "$(put advertised false)"
expect 'advertised: null is 500, then {"advertised": false} 200' "$(put advertised null)"
expect 'advertised: 1 is 500, then {"advertised": false} 200' "$(put advertised 1)"
expect 'advertised: "x" is 400, then {"advertised": false} 200' "$(put advertised '"x"')"
expect ' 204' "$(send -X PATCH "$base/users/p1@example.com" -d '{"display_name": null}')"
say "$base/users/p1@example.com" | grep -o '"display_name": "None"'
expect '{"title": "Invalid JSON", "description": "Could not parse an empty JSON body"} 400' "$(send "$members")"
say -D head -o body "$config/info" >/dev/null; grep -q '"http_etag"' body; ! grep -i '^etag:' head
expect ' 204' "$(send -X PATCH -H 'If-Match: "old"' "$config" -d '{"info": "b"}')"
echo "as seen: null is None, and a list without members has no entries"
