#!/usr/bin/env bash
# PySpark 4.3.0 (PyPI) on Java 17, 2026-11-28: `RDD.pipe` runs its command for empty partitions, too, without any environment and with success
# when the command stops reading.
#
# Guess: an empty partition starts no process; the command sees the worker's environment, as that of Scala's `pipe` does; a command that ends
# before it has read all its rows is an error with `checkCode=True`. Seen: three empty partitions of `echo` are three rows; `env` prints
# nothing, not even PATH; `head -1` of 300,000 rows is one row and success, and the BrokenPipe of the thread that writes is only a traceback
# on stderr. A row with a line end in it arrives as two, final line ends are gone, `None` is the text "None" and a dict is Python's text.
set -euo pipefail
command -v java >/dev/null || { echo "needs Java 17"; exit 2; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check pyspark==4.3.0
cat >rows.py <<'END'
from pyspark import SparkConf, SparkContext
context = SparkContext(conf=SparkConf().setMaster("local[2]").set("spark.ui.enabled", "false"))
def piped(rows, partitions, command):
    return context.parallelize(rows, partitions).pipe(command, checkCode=True).collect()
print("seen", piped([], 3, "echo one"), piped([1], 1, "env"), piped(range(300_000), 1, "head -1"),
      piped(["a\n\n", "b\nc", None, {"x": 1}], 1, "cat"))
END
v/bin/python rows.py >out 2>log
seen=$(grep -o 'seen .*' out); echo "$seen"
[ "$seen" = "seen ['one', 'one', 'one'] [] ['0'] ['a', 'b', 'c', 'None', \"{'x': 1}\"]" ]
grep -q 'BrokenPipeError' log
echo "as seen: empty partitions run, no environment, rows that nobody read are no error"
