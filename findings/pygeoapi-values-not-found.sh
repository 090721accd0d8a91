#!/usr/bin/env bash
# pygeoapi 0.21.0 (PyPI), 2026-11-30: the values that it serves of a CSV file find nothing as a filter, and PUT is 204 where nothing is written.
#
# Guess: a property that is served as 1000 is found by `pieces=1000` (OGC API Features, part 1, 7.15.5), a row without a place has the
# `geometry: null` of RFC 7946, 3.2, and a provider whose transactions are not supported, as its documentation says of GeoJSON's, refuses
# them also where the configuration has `editable: true`. Seen: each cell is made what Python's int() or float() makes of it, alone: `1_000` is
# 1000, the version 1.10 is 1.1, next to it 1.2.3 a text in the same column, and the schema of the collection has the types of the first row,
# and integer for Booleans.
# A filter is compared with the text in the file: `1000` and `1.1`, as they were served, find nothing, `1_000` and `1.10` do, and a `true` of
# the answer that is `TRUE` in the file is not found by `true`. From GeoJSON it is Python's text: `True`. A row without a place is a Point
# with `coordinates: null`, and its empty `lat` is a property; the same list as CSV (`f=csv`) is 500. PUT of a feature of GeoJSON that is there
# is 400 ("byte indices must be integers"), and 204 for one that is not, or whose id in the file is a number: nothing is written. DELETE of
# the number is 200, and it stays. POST is 400 always.
set -euo pipefail
work=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check pygeoapi==0.21.0
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >shop.csv <<'X'
id,name,pieces,version,open,lat,lon
a,first,10,1.10,true,48.1,16.1
b,second,1_000,1.2.3,TRUE,48.2,16.2
c,third,007,.5,false,,
X
cat >shop.geojson <<'X'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "id": "a", "geometry": null, "properties": {"name": "first", "open": true}},
 {"type": "Feature", "id": 7, "geometry": null, "properties": {"name": "seventh", "open": false}}]}
X
cat >c.yml <<X
server: {bind: {host: 127.0.0.1, port: $port}, url: "http://127.0.0.1:$port", mimetype: application/json, encoding: utf-8, language: en-US,
  limits: {default_items: 10, max_items: 50}, map: {url: "https://shop.test/{z}/{x}/{y}.png", attribution: shop}}
logging: {level: ERROR}
metadata:
  identification: {title: shop, description: shop, keywords: [shop], keywords_type: theme, terms_of_service: "https://shop.test", url: "https://shop.test"}
  license: {name: none, url: "https://shop.test"}
  provider: {name: shop, url: "https://shop.test"}
  contact: {name: shop, position: shop, address: shop, city: shop, stateorprovince: shop, postalcode: "1", country: shop, phone: "1", fax: "1",
    email: shop@shop.test, url: "https://shop.test", hours: shop, instructions: shop, role: shop}
resources:
X
for name in CSV GeoJSON; do
  where=$([ $name = CSV ] && echo 'geometry: {x_field: lon, y_field: lat}' || echo 'editable: true')
  cat >>c.yml <<X
  ${name,,}: {type: collection, title: shop, description: shop, keywords: [shop], links: [],
    extents: {spatial: {bbox: [-180, -90, 180, 90], crs: "http://www.opengis.net/def/crs/OGC/1.3/CRS84"}},
    providers: [{type: feature, name: $name, data: shop.${name,,}, id_field: id, $where}]}
X
done
export PYGEOAPI_CONFIG=c.yml PYGEOAPI_OPENAPI=o.yml
v/bin/pygeoapi openapi generate c.yml --output-file o.yml >log 2>&1 || { cat log; exit 1; }
cat >run.py <<'P'
from wsgiref.simple_server import make_server
import sys

from pygeoapi.flask_app import APP

make_server("127.0.0.1", int(sys.argv[1]), APP).serve_forever()
P
v/bin/python run.py "$port" >log 2>&1 &
for _ in $(seq 100); do curl -sf -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(path, method="GET", body=None):
    fields = {"Content-Type": "application/geo+json"} if body else {}
    request = Request(f"http://127.0.0.1:{sys.argv[1]}/collections/{path}", json.dumps(body).encode() if body else None, fields, method=method)
    try:
        with urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def items(collection, query=""):
    code, text = ask(f"{collection}/items?f=json&{query}")
    assert code == 200, text
    return json.loads(text)["features"]


rows = items("csv")
for row in rows:
    print(json.dumps({name: row[name] for name in ("id", "geometry", "properties")}))
served = [[row["properties"][name] for row in rows] for name in ("pieces", "version", "open")]
assert json.dumps(served) == '[[10, 1000, "007"], [1.1, "1.2.3", 0.5], [true, true, false]]', served
assert rows[2]["geometry"] == {"type": "Point", "coordinates": None} and rows[2]["properties"]["lat"] == "" and "lat" not in rows[0]["properties"]
schema = json.loads(ask("csv/schema?f=json")[1])["properties"]
print({name: schema[name]["type"] for name in ("pieces", "version", "open")})
assert [schema[name]["type"] for name in ("pieces", "version", "open")] == ["integer", "number", "integer"]
found = {query: [row["id"] for row in items("csv", query)]
         for query in ("pieces=1000", "pieces=1_000", "version=1.1", "version=1.10", "open=true", "open=TRUE", "version=0.5")}
print(found)
assert found == {"pieces=1000": [], "pieces=1_000": ["b"], "version=1.1": [], "version=1.10": ["a"], "open=true": ["a"], "open=TRUE": ["b"],
                 "version=0.5": []}, found
found = {query: [row["id"] for row in items("geojson", query)] for query in ("open=true", "open=True")}
print(found)
assert found == {"open=true": [], "open=True": ["a"]}
code = ask("csv/items?f=csv")[0]
print("as CSV:", code)
assert code == 500

before = json.load(open("shop.geojson"))
one = {"type": "Feature", "geometry": None, "properties": {"name": "new", "open": True}}
answers = {(method, path): ask(f"geojson/items{path}", method, one if method != "DELETE" else None)
           for method, path in (("PUT", "/a"), ("PUT", "/7"), ("PUT", "/none"), ("POST", ""), ("DELETE", "/7"), ("DELETE", "/none"))}
print(*answers.items(), sep="\n")
assert [code for code, _ in answers.values()] == [400, 204, 204, 400, 200, 200]
assert "byte indices must be integers" in answers["PUT", "/a"][1]
assert json.load(open("shop.geojson")) == before and len(items("geojson")) == 2
P
python3 check.py "$port"
echo "as seen: what is served is not found, and 204 is for what is not written"
