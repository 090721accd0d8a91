#!/usr/bin/env bash
# kinto 26.5.0 (PyPI), with its storage in memory, 2026-11-29: DELETE of a list in pages, and the links of its pages, which it may refuse.
#
# GET and DELETE of a list have pages, with `_limit` or kinto.paginate_by, and a Next-Page header until the last one. Guess: whoever follows
# the header gets all of the list, or has deleted all of it. Seen: DELETE with `_sort=last_modified` or `_sort=n` deletes one page; the next
# is 200, empty, without Next-Page, and the rest is still there. Descending, by id, or without `_sort` all are deleted: the link says
# where to go on from what is now a tombstone, with its new time and no members. If the last record of a page has a list or an object
# in the member that `_sort` names, Kinto refuses the link that it has just given: 400, "_token has invalid content". Its ETags are refused
# in If-None-Match with `W/` (which a proxy that compresses puts there) and as a list, with 400, and `If-None-Match: *` of a GET is
# 412, which is 304 in RFC 9110, 13.1.2. Last-Modified is sent, but If-Modified-Since with it is no 304.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check kinto==26.5.0
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
cat > kinto.ini <<I
[app:main]
use = egg:kinto
kinto.storage_backend = kinto.core.storage.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.userid_hmac_secret = a
kinto.bucket_create_principals = system.Everyone
multiauth.policies = basicauth
multiauth.policy.basicauth.use = kinto.core.authentication.BasicAuthAuthenticationPolicy
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = $port
I
v/bin/kinto start --ini kinto.ini >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/v1/" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import os
import urllib.error
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}/v1"


def ask(method, url, body=None, **fields):
    """The status, the body, and the header."""
    data = None if body is None else json.dumps(body).encode()
    fields = {name.replace("_", "-"): value for name, value in fields.items()}
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", "Authorization": "Basic YTph"} | fields, method=method)
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    text = response.read().decode()
    return response.status, json.loads(text) if text else None, response.headers


def fresh(name, *values):
    """The URL of a new list with a record for each value."""
    url = f"{BASE}/buckets/shop/collections/{name}"
    assert ask("PUT", url)[0] == 201
    for number, value in enumerate(values):
        assert ask("POST", url + "/records", {"data": {"id": f"r{number}", "n": value}})[0] == 201
    return url + "/records"


def pages(method, url):
    """The ids of each page, or the message of an error."""
    found = []
    while url:
        _, body, fields = ask(method, url)
        found.append([record["id"] for record in body["data"]] if "data" in body else body["message"])
        url = fields["Next-Page"]
    return found


assert ask("PUT", BASE + "/buckets/shop")[0] == 201
seen = {}
for number, sort in enumerate(("last_modified", "n", "-last_modified", "-n", "id")):
    records = fresh(f"a{number}", 3, 1, 2, 5, 4)
    query = f"{records}?_limit=2&_sort={sort}"
    assert len(sum(pages("GET", query), [])) == 5
    seen[sort] = pages("DELETE", query), sorted(record["id"] for record in ask("GET", records)[1]["data"])
    print("DELETE, _sort", sort, *seen[sort])
assert seen["last_modified"] == ([["r0", "r1"], []], ["r2", "r3", "r4"]) and seen["n"] == ([["r1", "r2"], []], ["r0", "r3", "r4"])
assert all(len(seen[sort][0]) == 3 and seen[sort][1] == [] for sort in ("-last_modified", "-n", "id"))

found = pages("GET", fresh("b", [1], [2], [3]) + "?_limit=2&_sort=n")
print("GET, _sort of lists:", found)
assert found == [["r0", "r1"], "querystring: _token has invalid content"] or found == [["r1", "r0"], found[1]]

record = fresh("c", 1) + "/r0"
_, _, fields = ask("GET", record)
etag = fields["ETag"]
seen = {value: ask("GET", record, If_None_Match=value)[0] for value in (etag, "W/" + etag, '"1", ' + etag, "*")}
seen["If-Modified-Since"] = ask("GET", record, If_Modified_Since=fields["Last-Modified"])[0]
print(seen)
assert list(seen.values()) == [304, 400, 400, 412, 200]
P
python3 check.py
echo "as seen: a page of deletions, and then an empty one"
