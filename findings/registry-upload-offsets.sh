#!/usr/bin/env bash
# docker-registry 2.8.2+ds1-1 (Debian 12), 2026-11-27: what it makes of the offsets of an upload in pieces.
#
# Guess: a piece sent to the Location of before (a repeated request) ends the upload or is 416, as the specification of the API says; and an
# upload without a byte says so otherwise than one with a byte.
# Seen: an old Location (`_state`) is 404 BLOB_UPLOAD_INVALID, and the upload lives on with the newer one; `Range: 0-0` says both "nothing"
# and "one byte"; and tags/list takes no notice of `n`: it gives all 30
# tags, not in lexical order, and no Link (the catalog of the same server does have pages).
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"; mkdir archives
apt-get install -y -qq --reinstall --download-only --no-install-recommends -o Dir::Cache::archives="$PWD/archives" docker-registry=2.8.2+ds1-1 >/dev/null
for package in archives/*.deb; do dpkg -x "$package" root; done
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > registry.yml <<X
{version: 0.1, storage: {filesystem: {rootdirectory: $work/data}}, http: {addr: "127.0.0.1:$port", relativeurls: true, secret: s}}
X
root/usr/bin/docker-registry serve registry.yml >log 2>&1 & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/v2/" && break; sleep 0.2; done
cat > try.py <<'P'
import hashlib, http.client, json, sys

connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))


def ask(method, path, body=b"", kind="application/octet-stream", **headers):
    connection.request(method, path, body, {"Content-Type": kind} | {name.replace("_", "-"): text for name, text in headers.items()})
    response = connection.getresponse()
    return response.status, dict(response.headers), response.read()


_, begun, _ = ask("POST", "/v2/a/blobs/uploads/")
status, first, _ = ask("PATCH", begun["Location"], b"12345", Content_Range="0-4")
assert (status, first["Range"]) == (202, "0-4"), (status, first)
status, _, problem = ask("PATCH", begun["Location"], b"678")
assert (status, json.loads(problem)["errors"][0]["code"]) == (404, "BLOB_UPLOAD_INVALID"), (status, problem)
status, second, _ = ask("PATCH", first["Location"], b"678")
assert (status, second["Range"]) == (202, "0-7"), (status, second)
_, other, _ = ask("POST", "/v2/a/blobs/uploads/")
assert other["Range"] == "0-0", other
assert ask("PATCH", other["Location"], b"X")[1]["Range"] == "0-0"


def blob(content):
    digest = "sha256:" + hashlib.sha256(content).hexdigest()
    location = ask("POST", "/v2/a/blobs/uploads/")[1]["Location"]
    assert ask("PUT", location + "&digest=" + digest, content)[0] == 201
    return {"digest": digest, "size": len(content)}


kind = "application/vnd.oci.image.manifest.v1+json"
config = blob(b"{}") | {"mediaType": "application/vnd.oci.image.config.v1+json"}
manifest = json.dumps({"schemaVersion": 2, "mediaType": kind, "config": config, "layers": []}).encode()
tags = ["t%02d" % number for number in range(30)]
for tag in tags:
    assert ask("PUT", "/v2/a/manifests/" + tag, manifest, kind)[0] == 201
_, headers, found = ask("GET", "/v2/a/tags/list?n=2")
found = json.loads(found)["tags"]
print("tags:", *found[:5], "…", len(found))
assert sorted(found) == tags and found != tags and "Link" not in headers
P
python3 try.py "$port"
echo "as seen: an old Location is 404, and n is not looked at"
