#!/usr/bin/env bash
# dlt 1.31.0 with DuckDB 2.0.1 (PyPI), 2026-11-30: members of the JSON of an API that are not written in ASCII are one column, the last one.
#
# Guess: what `rest_api` loads is all that the API served: its default `snake_case` makes other names, and two that become the same are an
# error or get a number. Seen: without an error or a warning the last member of the object is the value. So are `Id`, `id` and `ID` one, and
# `a-b`, `a.b` and `a b`; of a member `b` of an object `a` and `a__b`, that of the object is kept. What is no ASCII becomes an `x`, one for
# any number of signs in a row: the price and the color of a Japanese shop are one column `x`. And what a value becomes depends on the
# first row: behind a number "01" is 1, " 5 " is 5, and "1e3" goes to a second column, `..._v_text`; behind a fraction an integer above 2^53
# is another one; behind true "false" is false. Behind a 5, each fraction goes to `..._v_double`, and is not in the sum of the column.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check 'dlt[duckdb]==1.31.0' duckdb==2.0.1
cat > check.py <<'P'
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import dlt
from dlt.sources.rest_api import rest_api_source

SEEN = {
    "letters": ([{"Id": 1, "id": 2, "ID": 3}], [{"id": 3}]),
    "camel": ([{"userName": "a", "user_name": "b"}, {"user_name": "c", "userName": "d"}], [{"user_name": "b"}, {"user_name": "d"}]),
    "signs": ([{"a-b": 1, "a.b": 2, "a b": 3}], [{"a_b": 3}]),
    "nested": ([{"a": {"b": 1}, "a__b": 2}, {"a__b": 2, "a": {"b": 1}}], [{"a__b": 1}, {"a__b": 1}]),
    "japanese": ([{"\u5024\u6bb5": 100, "\u8272": "red"}], [{"x": "red"}]),
    "german": ([{"gr\u00f6\u00dfe": 5, "gr\u00e4\u00dfe": 6}], [{"gr_e": 6}]),
    "zeros": ([{"zip": 1}, {"zip": "01"}, {"zip": " 5 "}, {"zip": "1e3"}],
              [{"zip": 1, "zip__v_text": None}, {"zip": 1, "zip__v_text": None}, {"zip": 5, "zip__v_text": None},
               {"zip": None, "zip__v_text": "1e3"}]),
    "fractions": ([{"n": 5}, {"n": 5.0}, {"n": 5.5}],
                  [{"n": 5, "n__v_double": None}, {"n": 5, "n__v_double": None}, {"n": None, "n__v_double": 5.5}]),
    "whole": ([{"n": 0.5}, {"n": 2**53 + 1}], [{"n": 0.5}, {"n": float(2**53)}]),
    "flags": ([{"b": True}, {"b": "false"}, {"b": 1}], [{"b": True}, {"b": False}, {"b": True}]),
    "texts": ([{"zip": "01"}, {"zip": 1}], [{"zip": "01"}, {"zip": "1"}]),
}


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps(SEEN[self.path.strip("/")][0]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
threading.Thread(target=server.serve_forever, daemon=True).start()


def load(name):
    """The rows of the table that is made of what the API serves, without the columns of dlt itself."""
    client = {"base_url": f"http://127.0.0.1:{server.server_port}/", "paginator": "single_page"}
    pipeline = dlt.pipeline(name, destination=dlt.destinations.duckdb(f"{name}.db"), dataset_name="shop", pipelines_dir="pipelines")
    pipeline.run(rest_api_source({"client": client, "resources": [name]}))
    with pipeline.sql_client() as client, client.execute_query(f"SELECT * FROM {name} ORDER BY rowid") as cursor:
        names = [column[0] for column in cursor.description]
        return [{key: value for key, value in zip(names, row) if not key.startswith("_dlt")} for row in cursor.fetchall()]


for name, (sent, want) in SEEN.items():
    got = load(name)
    print(json.dumps(sent, ensure_ascii=False), got)
    assert json.dumps(got) == json.dumps(want), got
server.shutdown()
P
RUNTIME__DLTHUB_TELEMETRY=false RUNTIME__LOG_LEVEL=WARNING HOME=$PWD v/bin/python check.py
echo "as seen: a price and a color are one column"
