#!/usr/bin/env bash
# roapi 0.12.7 (PyPI), 2026-11-30: what the server that makes an API of a CSV file reads of a filter, and what it leaves out of its rows.
#
# Guess: `filter[v]=-1` finds the row that has -1, `filter[ok]=true` the true ones; a value that is none is 400; repeated filters are
# all applied, as two of different operators are; null is null; /api/graphql speaks GraphQL over HTTP. Seen: -1 and `true` are 400,
# "invalid REST query value"; '-1' in quotes is taken, 'true' is 400. Of a value the beginning is read and the rest dropped, with 200:
# `1-5` and `1,2` are 1, `2x` is 2. A day without quotes is an integer to it, so 400. Of two filters with one name the
# last one counts, and of two `columns`, too. In JSON a null is no member (a row can be `{}`), and null is what a division by 0
# (infinite) or a NaN is; in CSV they are empty, inf and NaN, and without rows there is no head line. A join writes two members `id`
# into an object. GraphQL has to be the body itself: as JSON, `{"query": …}`, it is 400; of two fields at the root the first is
# answered, without `data`, and aliases are not looked at.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check roapi==0.12.7
printf '%s\n' id,v,ok,note,day 1,-1,true,,2026-01-02 2,5,false,b,2026-02-03 >n.csv
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
v/bin/roapi --addr-http "127.0.0.1:$port" --addr-postgres 127.0.0.1:0 --table n=n.csv >log 2>&1 & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/api/schema" && break; sleep 0.2; done
cat > try.py <<'P'
import http.client
import sys

connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)


def ask(path, body=None, **headers):
    fields = {name.replace("_", "-"): text for name, text in headers.items()}
    connection.request("GET" if body is None else "POST", "/api/" + path, body, fields)
    response = connection.getresponse()
    return response.status, response.read().decode()


def rows(query):
    return ask("tables/n?columns=id&" + query)


FIRST, SECOND, BOTH = (200, '[{"id":1}]'), (200, '[{"id":2}]'), (200, '[{"id":1},{"id":2}]')
assert rows("") == BOTH
for query in "filter[v]=-1", "filter[v]gt=-5", "filter[ok]=true":
    status, text = rows(query)
    assert status == 400 and "invalid REST query value" in text, (query, status, text)
assert rows("filter[v]=%27-1%27") == FIRST and rows("filter[ok]=%27true%27")[0] == 400
for value, seen in {"1-5": FIRST, "1,2": FIRST, "2x": SECOND}.items():
    print(value, rows("filter[id]=" + value))
    assert rows("filter[id]=" + value) == seen, value
status, text = rows("filter[day]=2026-01-02")
assert status == 400 and "Date32 = Int64" in text and rows("filter[day]=%272026-01-02%27") == FIRST, text
assert rows("filter[id]=x")[0] == 400
assert rows("filter[id]=1&filter[id]=2") == SECOND and rows("filter[id]gte=2&filter[id]lt=2") == (200, "[]")
assert rows("columns=v") == (200, '[{"v":-1},{"v":5}]')
assert ask("tables/n?columns=note") == (200, '[{},{"note":"b"}]')
odd = "select null n, 1.0/0 i, 'NaN'::double x"
assert ask("sql", odd) == (200, '[{"i":null,"x":null}]'), ask("sql", odd)
assert ask("sql", odd, Accept="application/csv") == (200, "n,i,x\n,inf,NaN\n"), ask("sql", odd, Accept="application/csv")
assert ask("tables/n?filter[id]=3", Accept="application/csv") == (200, "")
join = ask("sql", "select a.id, b.id from n a join n b on a.id < b.id")
assert join == (200, '[{"id":1,"id":2}]'), join
assert ask("graphql", '{"query": "{ n { id } }"}', Content_Type="application/json")[0] == 400
assert ask("graphql", "{ n(filter: {v: -1}) { x: id } other: n { v } }") == FIRST
P
v/bin/python try.py "$port"
echo "as seen: -1 and true are no values of a filter, the rest behind a number is dropped, and a null is no member"
