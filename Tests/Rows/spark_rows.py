"""Calls an endpoint for each row of an RDD with `dial each`. Rows are lines of JSON, and so are the results.

    from spark_rows import each
    results = each(rdd, ["dial", "each", "users.yaml", "create"], journals="/shared/run-7").persist()

Each partition is one process, so its rows go through one pool of connections. With `journals`, a folder that all executors see, a partition
that Spark runs again (a lost executor, speculation) sends nothing twice: the second process waits for the first and then prints all results.
Without a common folder, `run` takes its place: rows are sent again with the same idempotency keys.

- `persist()` or write the result once: each action of Spark calls everything again, and `take(3)` the whole of a partition.
- Partitions must be repeatable: read them from files, not from a source that gives other rows the second time.
- The environment is passed on, because that of `pipe` is empty: no HOME, no PATH, no token.
"""

import os
import subprocess
import threading


def each(rdd, command, journals=None, run=None):
    if not (journals or run):
        raise ValueError("give journals=FOLDER, or run=ID where executors share no folder")
    return rdd.mapPartitionsWithIndex(lambda index, rows: called(index, rows, command, journals, run), preservesPartitioning=True)


def called(index, rows, command, journals, run):
    words = [*command, "--rows", "-", "--rows-format", "jsonl", "--key-prefix", str(index), "--failures", "ok"]
    words += ["--journal", f"{journals}/part-{index}.journal"] if journals else ["--run-id", run]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ)
    faults = []

    def feed():
        try:
            with process.stdin:
                for row in rows:
                    process.stdin.write(row.encode() + b"\n")
        except BaseException as fault:
            faults.append(fault)
            # The end of a broken input must not look like the end of the rows.
            process.kill()

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        for line in process.stdout:
            yield line.decode().rstrip("\n")
        status = process.wait()
        feeder.join()
        if faults and not isinstance(faults[0], BrokenPipeError):
            raise faults[0]
        if status:
            raise RuntimeError(f"partition {index}: dial ended with {status}")
    finally:
        process.kill()
