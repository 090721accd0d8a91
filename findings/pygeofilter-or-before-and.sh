#!/usr/bin/env bash
# pygeofilter 0.4.0 (PyPI), 2026-11-30: the reader of CQL2 filters binds OR as tightly as AND, and its writer drops each NOT of LIKE and IN.
#
# Servers of STAC and of OGC APIs read `?filter=` with it. OGC 21-065: AND binds tighter than OR, a quote in a text is two of them, a date
# in JSON is `{"date": ...}`, and `between` has three arguments. Guess: all of that, and one filter has the same rows as text, as JSON
# made of it, and as SQL. Seen: `kind = 1 OR kind = 2 AND size = 3` is `(kind = 1 OR kind = 2) AND size = 3`, in its ECQL, too. NOT LIKE,
# NOT IN, and NOT BETWEEN are written as JSON without the NOT, so the rows are the others. A date is a text in JSON, which is none of a
# column of dates; in SQL it has no quotes, so that 2023-06-01 is the number 2016, and each day in SQLite is later. A name of one letter,
# or `''` in a text, is an error of syntax. `between` with three arguments is a TypeError. The `_` of LIKE is any one character in SQL,
# and itself where Python filters, where `name IN ('xabcx')` has the row `abc`.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check pygeofilter==0.4.0 lark==1.3.1 pygeoif==1.6.0 shapely==2.2.0
cat >check.py <<'P'
import datetime
import json
import sqlite3

from lark.exceptions import UnexpectedInput
from pygeofilter.backends.cql2_json import to_cql2
from pygeofilter.backends.native.evaluate import NativeEvaluator
from pygeofilter.backends.sql import to_sql_where
from pygeofilter.parsers.cql2_json import parse as read_json
from pygeofilter.parsers.cql2_text import parse as read_text
from pygeofilter.parsers.ecql import parse as read_ecql

names = "number", "kind", "size", "name", "day"
rows = [dict(zip(names, row)) for row in ((1, 1, 2, "abc", datetime.date(2022, 1, 2)), (2, 2, 3, "Abd", datetime.date(2024, 1, 2)))]
table = sqlite3.connect(":memory:")
table.execute(f"create table t ({', '.join(names)})")
table.executemany("insert into t values (?, ?, ?, ?, ?)", [[*list(row.values())[:-1], str(row["day"])] for row in rows])
fields = {name: name for name in names}


def native(tree):
    fits = NativeEvaluator({}, fields, use_getattr=False).evaluate(tree)
    return [row["number"] for row in rows if fits(row)]


def sql(tree):
    where = to_sql_where(tree, fields, {})
    return [number for number, in table.execute(f"select number from t where {where}")], where


def expect(seen, wanted):
    print(seen)
    assert seen == wanted, wanted


def refused(text):
    try:
        read_text(text)
    except UnexpectedInput:
        return True
    return False


either = "kind = 1 OR kind = 2 AND size = 3"
for read in (read_text, read_ecql):
    expect(sql(read(either)), ([2], '((("kind" = 1) OR ("kind" = 2)) AND ("size" = 3))'))
    expect(native(read(either)), [2])
expect(sql(read_text("kind = 1 OR (kind = 2 AND size = 3)"))[0], [1, 2])

for text, rest in (("name NOT LIKE 'a%'", {"op": "like", "args": [{"property": "name"}, "a%"]}),
                   ("kind NOT IN (1, 5)", {"op": "in", "args": [{"property": "kind"}, [1, 5]]}),
                   ("kind NOT BETWEEN 0 AND 1", {"op": "between", "args": [{"property": "kind"}, [0, 1]]})):
    tree = read_text(text)
    written = to_cql2(tree)
    expect((text, json.loads(written)), (text, rest))
    expect((native(tree), native(read_json(written))), ([2], [1]))

later = read_text("day > DATE('2023-06-01')")
expect((native(later), sql(later)), ([2], ([1, 2], '("day" > 2023-06-01)')))
day = read_text("day = DATE('2024-01-02')")
expect((native(day), sql(day)[0]), ([2], []))
written = to_cql2(day)
expect((json.loads(written)["args"][1], native(read_json(written))), ("2024-01-02", []))

expect([refused(text) for text in ("k = 1", '"k" = 1', "ki = 1", "name = 'it''s'")], [True, False, False, True])
try:
    expect(read_json({"op": "between", "args": [{"property": "kind"}, 0, 1]}), "an error")
except TypeError as error:
    print("between:", error)
one = read_text("name IN ('xabcx')")
expect((native(one), sql(one)[0]), ([1], []))
like = read_text("name LIKE 'a_c'")
expect((native(like), sql(like)[0]), ([], [1]))
P
v/bin/python check.py
echo "as seen: OR is taken before AND"
