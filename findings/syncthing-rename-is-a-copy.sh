#!/usr/bin/env bash
# syncthing 1.19.2 (Debian 12), 2026-11-29: what its REST API takes for the id of a folder, and how it refuses one that is not there.
#
# Guess: PATCH of /rest/config/folders/a with another `id` renames the folder or is refused; PUT takes the id from its path; a folder that
# is not there is 404 everywhere; an id that was taken can be asked for; /rest/svc/lang has the languages by their q. Seen: the PATCH is 200
# and makes a second folder, a copy under the new id, and leaves the first; only what the body has for `id` counts, so that PUT without one
# is 500 ("folder has empty ID"). DELETE of an unknown folder is 200, GET and PATCH are 404. In a query, an unknown folder is 404 for
# db/status, db/need and folder/errors, 500 for db/scan, db/browse, db/ignores and folder/versions, and 200 for db/override and db/revert,
# so a client that repeats server errors repeats four of them. An id with a slash is 200, and no path has it then: `%2F` is 404. A device id
# that cannot be read is 400 for db/completion, 500 for system/pause, and 200 with `error` for svc/deviceid. q is not read.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; wait 2>/dev/null; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq syncthing=1.19.2~ds1-1+b4 2>log || { cat log; echo "needs Debian 12"; exit 2; }
dpkg -x syncthing_*.deb x; export HOME=$work STNOUPGRADE=1
x/usr/bin/syncthing generate --home=home --no-default-folder --skip-port-probing >log 2>&1
free() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
export port key; port=$(free); key=$(sed -n 's#.*<apikey>\(.*\)</apikey>.*#\1#p' home/config.xml)
sed -i "s#127.0.0.1:8384#127.0.0.1:$port#; s#<listenAddress>default#<listenAddress>tcp://127.0.0.1:$(free)#; s#<urAccepted>0#<urAccepted>-1#
  s#\(AnnounceEnabled\|relaysEnabled\|natEnabled\|crashReportingEnabled\)>true#\1>false#
  s#<autoUpgradeIntervalH>12#<autoUpgradeIntervalH>0#" \
  home/config.xml  # so that it asks nobody outside
x/usr/bin/syncthing serve --home=home --no-browser >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/rest/noauth/health" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import os
import urllib.error
import urllib.request


def ask(method, path, body=None, **fields):
    """The status and the body, parsed if it is JSON."""
    data = None if body is None else json.dumps(body).encode()
    fields = {"X-API-Key": os.environ["key"]} | fields
    request = urllib.request.Request(f"http://127.0.0.1:{os.environ['port']}/rest/{path}", data, fields, method=method)
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    content = response.read().decode().strip()
    return response.status, json.loads(content) if content[:1] in ("{", "[") else content


def folders():
    return {one["id"]: (os.path.basename(one["path"]), one["label"]) for one in ask("GET", "config/folders")[1]}


home = os.getcwd()
assert ask("PUT", "config/folders/a", {"id": "a", "path": home + "/a", "label": "A"})[0] == 200 and folders() == {"a": ("a", "A")}
renamed = ask("PATCH", "config/folders/a", {"id": "b", "path": home + "/b"})
print("PATCH of the id:", renamed, folders())
assert renamed[0] == 200 and folders() == {"a": ("a", "A"), "b": ("b", "A")}
put = ask("PUT", "config/folders/c", {"path": home + "/c"})
print("PUT without an id in the body:", put)
assert put == (500, "folder has empty ID")

seen = {method: ask(method, "config/folders/none", {} if method == "PATCH" else None)[0] for method in ("GET", "PATCH", "DELETE")}
assert seen == {"GET": 404, "PATCH": 404, "DELETE": 200}, seen
gets = ("db/status", "db/need", "folder/errors", "db/browse", "db/ignores", "folder/versions")
seen = {path: ask("GET", path + "?folder=none")[0] for path in gets}
seen |= {path: ask("POST", path + "?folder=none", {})[0] for path in ("db/scan", "db/override", "db/revert")}
print("unknown folder:", seen)
assert seen == {"db/status": 404, "db/need": 404, "folder/errors": 404, "db/browse": 500, "db/ignores": 500, "folder/versions": 500,
                "db/scan": 500, "db/override": 200, "db/revert": 200}

assert ask("POST", "config/folders", {"id": "d/e f", "path": home + "/d"})[0] == 200 and "d/e f" in folders()
slash = ask("GET", "config/folders/d%2Fe%20f")
assert ask("POST", "config/folders", {"id": "e f", "path": home + "/e"})[0] == 200 and ask("GET", "config/folders/e%20f")[0] == 200
print("id with a slash:", slash)
assert slash == (404, "404 page not found")

seen = [ask("GET", "db/completion?folder=a&device=x"), ask("POST", "system/pause?device=x", {}), ask("GET", "svc/deviceid?id=x")]
print("device x:", seen)
assert [status for status, _ in seen] == [400, 500, 200] and list(seen[2][1]) == ["error"]
languages = ask("GET", "svc/lang", **{"Accept-Language": "de;q=0.1, en-GB;q=0.9, fr"})
print("languages:", languages)
assert languages == (200, ["de", "en-gb", "fr"])
P
python3 check.py
echo "as seen: a new id is a second folder, and what is not there is 404, 500 or 200"
