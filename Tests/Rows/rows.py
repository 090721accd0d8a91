#!/usr/bin/env python3
"""rows.py [CHECK…]: what `dial each` promises, on real processes.

    DIAL=.build/release/dial python3 Tests/Rows/rows.py            # those that need nothing but dial
    DIAL=.build/release/dial python3 Tests/Rows/rows.py spark      # one; KILLS=50 for more of what is random
"""

import collections
import concurrent.futures
import getpass
import json
import os
import pathlib
import random
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
DIAL = str(pathlib.Path(os.environ.get("DIAL", ".build/release/dial")).resolve())
KILLS = int(os.environ.get("KILLS", "8"))
ROWS = int(os.environ.get("ROWS", "2000"))
CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


class Counting:
    """The server that counts."""

    def __init__(self, faults=0.0):
        self.process = subprocess.Popen(
            [sys.executable, HERE / "counting.py", "0", str(faults)], stdout=subprocess.PIPE, text=True)
        self.base = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def counts(self):
        return json.load(urllib.request.urlopen(self.base + "/counts"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def command(server, endpoint, *words):
    return [DIAL, "each", str(HERE / "effects.yaml"), endpoint, "--var", f"BASE={server.base}", *words]


def rows_file(folder, count=ROWS):
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps({"name": f"n{number}"}) + "\n" for number in range(count)))
    return path


def run(words, **options):
    return subprocess.run(words, capture_output=True, text=True, **options)


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def killed(server, words, out, rows, chance):
    """Starts a command again and again, kills it at random moments, and lets the last one end. However fast it is, each kill comes before
    the last row."""
    for number in range(KILLS):
        part = rows * (number + 1) // (KILLS + 1)
        with open(out, "wb") as file:
            process = subprocess.Popen(words, stdout=file, stderr=subprocess.DEVNULL)
            end = time.monotonic() + chance.uniform(0.01, 0.3)
            while time.monotonic() < end and len(server.counts()["effects"]) < part:
                time.sleep(0.005)
            process.kill()
            process.wait()
        expect(len(server.counts()["effects"]) < rows, f"kill {number + 1} came after the last row")
    with open(out, "wb") as file:
        return subprocess.run(words, stdout=file, stderr=subprocess.PIPE, text=True)


@check
def kills_with_keys(folder):
    """Killed runs: all results, in order; each effect once."""
    count = 600 * KILLS
    rows = rows_file(folder, count)
    with Counting() as server:
        words = command(server, "keyed", "--rows", str(rows), "--journal", str(folder / "j"), "--parallel", "16")
        ended = killed(server, words, folder / "out", count, random.Random(1))
        found = lines((folder / "out").read_text())
        expect(ended.returncode == 0, ended.stderr)
        expect([row["row"] for row in found] == list(range(1, count + 1)), f"{len(found)} rows, or not in order")
        expect([row["value"]["name"] for row in found] == [f"n{number}" for number in range(count)], "a result of another row")
        effects = server.counts()["effects"]
        expect(len(effects) == count and set(effects.values()) == {1}, collections.Counter(effects.values()))
        return f"{KILLS} kills, {count} rows, each effect once"


@check
def kills_without_keys(folder):
    """Killed runs of a method that must not be repeated: each effect at most once, and rows under way are named."""
    count = 600 * KILLS
    rows = rows_file(folder, count)
    with Counting() as server:
        words = command(server, "plain", "--rows", str(rows), "--journal", str(folder / "j"), "--parallel", "16")
        ended = killed(server, words, folder / "out", count, random.Random(2))
        found = lines((folder / "out").read_text())
        expect([row["row"] for row in found] == list(range(1, count + 1)), "not in order")
        unknown = [row["row"] for row in found if row.get("error", {}).get("code") == "unknown"]
        expect(len(unknown) == sum("error" in row for row in found), "another error")
        expect(ended.returncode == (12 if unknown else 0), ended.stderr)
        effects = server.counts()["effects"]
        expect(set(effects.values()) == {1}, collections.Counter(effects.values()))
        missing = {f"n{number}" for number in range(count)} - set(effects)
        expect(missing <= {f"n{row - 1}" for row in unknown}, "a row is lost")
        return f"{KILLS} kills, {count} rows, {len(unknown)} of them unknown, of which {len(missing)} were not sent"


@check
def kills_while_rows_wait(folder):
    """Rows that wait for a limit were not sent: after a kill, none of them is unknown."""
    rows = rows_file(folder, 40)
    with Counting() as server:
        words = command(server, "rationed", "--rows", str(rows), "--journal", str(folder / "j"), "--parallel", "8")
        for _ in range(2):
            with open(folder / "out", "wb") as file:
                process = subprocess.Popen(words, stdout=file, stderr=subprocess.DEVNULL)
                end = time.monotonic() + 10
                while time.monotonic() < end and not (folder / "out").read_bytes():
                    time.sleep(0.05)
                time.sleep(0.3)
                process.kill()
                process.wait()
        sent = len(server.counts()["effects"])
        unknown = [row for row in lines((folder / "out").read_text()) if "error" in row]
        expect(0 < sent < 8 and not unknown, f"{sent} sent, {len(unknown)} unknown")
        return f"{sent} of 40 rows sent, the others waited, none unknown"


@check
def faults(folder):
    """A server with 5 % faults: every row is accounted for, and the failed ones succeed as input."""
    rows = rows_file(folder)
    with Counting(0.05) as server:
        again = folder / "failed.jsonl"
        first = run(command(server, "keyed", "--rows", str(rows), "--parallel", "32", "--failed", str(again), "--retry", "1"))
        expect(first.returncode == 0, first.stderr)
        found = lines(first.stdout)
        failed = sum("error" in row for row in found)
        expect(len(found) == ROWS and len(again.read_text().splitlines()) == failed, f"{failed} failed")
        second = run(command(server, "keyed", "--rows", str(again), "--parallel", "32"))
        expect(second.returncode == 0, second.stderr)
        expect(len(server.counts()["effects"]) == ROWS, "an effect is missing")
        return f"{failed} of {ROWS} failed with one retry, none after that"


@check
def two_processes(folder):
    """Two processes with one journal: the second waits, then does what is left."""
    rows = rows_file(folder, 600)
    with Counting() as server:
        words = command(server, "keyed", "--rows", str(rows), "--journal", str(folder / "j"), "--parallel", "4")
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            ended = list(pool.map(run, [words] * 3))
        expect({process.returncode for process in ended} == {0}, [process.stderr for process in ended])
        expect(len({process.stdout for process in ended}) == 1, "different results")
        effects = server.counts()["effects"]
        expect(len(effects) == 600 and set(effects.values()) == {1}, "an effect twice")
        return "3 processes, the same 600 results from each"


@check
def damaged_journals(folder):
    """A flipped bit anywhere: nothing is sent twice, and lines that cannot be read are named."""
    rows = rows_file(folder, 40)
    chance = random.Random(3)
    unknown = 0
    for number in range(20):
        with Counting() as server:
            journal = folder / f"j{number}"
            words = command(server, "plain", "--rows", str(rows), "--journal", str(journal), "--parallel", "4")
            run(words)
            text = bytearray(journal.read_bytes())
            head = text.index(b"\n") + 1
            text[chance.randrange(head, len(text))] ^= 1 << chance.randrange(8)
            journal.write_bytes(text)
            ended = run(words)
            expect(ended.returncode in (0, 2, 12), ended.stderr)
            effects = server.counts()["effects"]
            expect(len(effects) == 40 and set(effects.values()) == {1}, f"{number}: {collections.Counter(effects.values())}")
            expect(ended.returncode != 12 or "damaged" in ended.stderr, ended.stderr)
            unknown += ended.stdout.count('"code":"unknown"')
    return f"20 journals, {unknown} rows unknown, none sent twice"


@check
def reader_goes_away(folder):
    """A reader that goes away: no more rows are sent, and those under way are in the journal."""
    rows = rows_file(folder, 5000)
    with Counting() as server:
        words = command(server, "plain", "--rows", str(rows), "--journal", str(folder / "j"), "--parallel", "4")
        process = subprocess.Popen(words, stdout=subprocess.PIPE)
        for _ in range(5):
            process.stdout.readline()
        process.stdout.close()
        process.wait(20)
        sent = len(server.counts()["effects"])
        expect(sent < 5000, "all rows were sent")
        ended = (folder / "j").read_text().count(" E ")
        expect(ended == sent, f"{sent} sent, {ended} in the journal")
        return f"{sent} rows sent, all of them in the journal"


@check
def interrupted(folder):
    """Ctrl-C: calls under way end, and the same command continues."""
    rows = rows_file(folder, 1500)
    with Counting() as server:
        words = command(server, "plain", "--rows", str(rows), "--journal", str(folder / "j"), "--parallel", "8")
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        expect(process.returncode == -signal.SIGINT, process.returncode)
        ended = run(words)
        expect(ended.returncode == 0, ended.stderr)
        effects = server.counts()["effects"]
        expect(len(effects) == 1500 and set(effects.values()) == {1}, "an effect twice")
        return "nothing unknown after an interruption"


@check
def full_disk(folder):
    """A full disk under the journal: an error, and nothing is printed that is not recorded. With more room, the same command continues."""
    disk = folder / "disk"
    disk.mkdir()
    if run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(disk)]).returncode:
        return "skipped: no right to mount"
    try:
        rows = rows_file(folder, 5000)
        with Counting() as server:
            words = command(server, "keyed", "--rows", str(rows), "--journal", str(disk / "j"), "--parallel", "8")
            ended = run(words)
            expect(ended.returncode == 1 and "No space left" in ended.stderr or "no space" in ended.stderr.lower(), ended.stderr)
            recorded = (disk / "j").read_text(errors="replace").count(" E ")
            expect(len(lines(ended.stdout)) <= recorded, "a result that is not recorded")
            run(["mount", "-o", "remount,size=16m", str(disk)])
            again = run(words)
            effects = server.counts()["effects"]
            expect(again.returncode == 0 and len(lines(again.stdout)) == len(effects) == 5000, again.stderr)
            expect(set(effects.values()) == {1}, "an effect twice")
            return f"{len(lines(ended.stdout))} results printed, {recorded} recorded"
    finally:
        run(["umount", str(disk)])


def share(folder):
    """Sixteen processes with one rate: never above it, nearly all of it used, and a killed process holds nothing."""
    rate, seconds = 60, 6
    rows = rows_file(folder, 2 * rate * seconds)
    with Counting() as server:
        words = command(server, "limited", "--rows", str(rows), "--parallel", "8", "--share", str(folder / "share"), "-o", "none")
        processes = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(16)]
        time.sleep(seconds + 2)
        for process in processes[:8]:
            process.kill()
        time.sleep(3)
        for process in processes:
            process.kill()
            process.wait()
        times = sorted(server.counts()["arrivals"])
        most = max(sum(1 for other in times if start <= other < start + 1) for start in times[:: max(1, len(times) // 400)])
        spent = times[-1] - times[0]
        used = (len(times) - rate) / (rate * spent)
        expect(most <= 2.2 * rate, f"{most} in a second")
        expect(used >= 0.95, f"only {used:.3f} of the rate")
        return f"at most {most} in a second with a rate of {rate} and a burst of {rate}; {used:.3f} of the rate used"


# File, its text, exit code, what is said (on stdout in the line of the row, on stderr otherwise), lines of output, effects.
BAD = [
    ("no.jsonl", '{"name": "a"}\nno\n{"name": "b"}\n', 12, "no.jsonl:2: the row is not valid JSON", 3, "ab"),
    ("list.jsonl", '[1]\n{"name": "a"}\n', 12, "list.jsonl:1: a row must be an object, but is an array", 2, "a"),
    ("cut.jsonl", '{"name": "a"}\n{"name": "b', 12, "cut.jsonl:2: the row is not valid JSON", 2, "a"),
    ("many.csv", "name\na\nb,c\nd\n", 12, "many.csv:3: expected 1 column, found 2", 3, "ad"),
    ("break.csv", 'name\n"a\nb"\nc\n', 0, "", 2, ["a\nb", "c"]),
    ("open.csv", 'name\na\n"b\nc\n', 2, "open.csv:3: a quote that opens in this row is never closed", 1, "a"),
    ("other.csv", "nme\na\nb\n", 2, "other.csv:2: unknown argument 'nme' of 'keyed'; did you mean 'name'?", 0, ""),
    ("other.jsonl", '{"nme": "a"}\n{"nme": "b"}\n', 2, "other.jsonl:1: unknown argument 'nme' of 'keyed'; did you mean 'name'?", 0, ""),
    ("empty.jsonl", "", 0, "", 0, ""),
    ("empty.csv", "", 0, "", 0, ""),
    ("names.csv", "name\n", 0, "", 0, ""),
    ("long.jsonl", '{"name": "a"}\n{"name": "' + "x" * (100 << 20) + '"}\n{"name": "b"}\n', 2, "long.jsonl:2: the row is longer than 64 MiB", 1, "a"),
    ("none.jsonl", None, 1, "none.jsonl': it does not exist", 0, ""),
]


@check
def bad_input(folder):
    """Rows that cannot be read: an error with its line, said once, and nothing lost; with a journal, the same command says the same."""
    for name, text, status, said, count, effects in BAD:
        path = folder / name
        if text is not None:
            path.write_text(text)
        with Counting() as server:
            words = command(server, "keyed", "--rows", str(path), "--journal", str(folder / f"{name}.journal"))
            first, second = run(words), run(words)
            expect(first.returncode == second.returncode == status, f"{name}: {first.returncode}, {second.returncode}: {first.stderr}")
            errors = [row["error"]["message"] for row in lines(first.stdout) if "error" in row] + [first.stderr]
            expect(sum(error.count(said) for error in errors) == 1 if said else errors == [""], f"{name}: {errors}")
            expect(first.stdout == second.stdout and len(lines(first.stdout)) == count, f"{name}: {first.stdout[:500]}")
            expect(server.counts()["effects"] == {effect: 1 for effect in effects}, f"{name}: {server.counts()['effects']}")
    return f"{len(BAD)} files"


@check
def full_output(folder):
    """Standard output that takes nothing: an error, and the rows that were sent are in the journal, whose results come the next time."""
    with Counting() as server:
        words = command(server, "plain", "--rows", str(rows_file(folder, 200)), "--journal", str(folder / "j"))
        with open("/dev/full", "wb") as full:
            ended = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True)
        expect(ended.returncode == 1 and "no space left on device" in ended.stderr, f"{ended.returncode}: {ended.stderr}")
        sent = len(server.counts()["effects"])
        ended = run(words)
        effects = server.counts()["effects"]
        expect(ended.returncode == 0 and len(lines(ended.stdout)) == len(effects) == 200 and set(effects.values()) == {1}, ended.stderr)
        return f"{sent} rows sent before it, 200 results after it"


def spark_session(master, **config):
    sys.path.insert(0, str(HERE))
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).appName("rows").config("spark.ui.enabled", "false")
    for name, value in config.items():
        builder = builder.config(name.replace("__", "."), value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    session.sparkContext.addPyFile(str(HERE / "spark_rows.py"))
    return session


def complete(results, server):
    """All results are there, and each effect was made once."""
    names = sorted(json.loads(row)["value"]["name"] for row in results)
    expect(names == sorted(f"n{number}" for number in range(ROWS)), f"{len(names)} results, {len(set(names))} of them different")
    effects = server.counts()["effects"]
    expect(len(effects) == ROWS and set(effects.values()) == {1}, collections.Counter(effects.values()))
    return f"{ROWS} results, each effect once"


def spark_check(folder, master, partitions, chaos=None, calls=None, **config):
    import spark_rows

    session = spark_session(master, **config)
    try:
        with Counting() as server:
            (folder / "journals").mkdir()
            rdd = session.sparkContext.textFile(f"file://{rows_file(folder)}", partitions)
            if chaos:
                rdd = chaos(rdd, folder)
            words = command(server, "keyed", "--parallel", "8")
            called = calls(rdd, words) if calls else spark_rows.each(rdd, words, journals=str(folder / "journals"))
            return f"{master}: {complete(called.collect(), server)}"
    finally:
        session.stop()


def spark(folder):
    """Apache Spark: several partitions, two at once."""
    return spark_check(folder, "local[2]", 4)


def spark_pipe(folder):
    """`pipe` of Spark, with a process that is killed: the environment is passed, the exit code checked, and keys are members of rows."""

    def calls(rdd, words):
        words = [*words, "--rows", "-", "--rows-format", "jsonl", "--key", "name", "--run-id", "7", "--failures", "ok"]
        threading.Thread(target=kill_one, args=[words], daemon=True).start()
        return rdd.pipe(shlex.join(words), env=dict(os.environ), checkCode=True)

    def kill_one(words):
        """Kills the first process that runs a command."""
        wanted = "\0".join(words).encode()
        while True:
            for line in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    if line.read_bytes().startswith(wanted):
                        time.sleep(0.2)
                        os.kill(int(line.parent.name), signal.SIGKILL)
                        (folder / "killed").touch()
                        return
                except OSError:
                    pass

    said = spark_check(folder, "local[2,4]", 4, None, calls)
    expect((folder / "killed").exists(), "no process was killed")
    return said


def breaking(partition, at, end):
    """Returns what breaks a partition once, when it has read some rows."""

    def chaos(rdd, folder):
        mark = str(folder / "broken-once")

        def broken(index, rows):
            for number, row in enumerate(rows):
                if index == partition and number == at and not os.path.exists(mark):
                    open(mark, "w").close()
                    end()
                yield row

        return rdd.mapPartitionsWithIndex(broken)

    return chaos


def fail():
    raise RuntimeError("once")


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def kill_executor():
    """Kills the process that started the daemon that started this Python worker."""
    parent = pathlib.Path(f"/proc/{os.getppid()}/stat").read_text().rsplit(")", 1)[1].split()[1]
    os.kill(int(parent), signal.SIGKILL)
    time.sleep(60)


def spark_retry(folder):
    """A partition whose task fails, so that Spark runs it again."""
    return spark_check(folder, "local[2,4]", 4, breaking(1, 100, fail))


def spark_killed_worker(folder):
    """A Python worker that is killed on the way."""
    return spark_check(folder, "local[2,4]", 4, breaking(0, 150, die))


class SparkCluster:
    """A master with two workers, which are processes of their own."""

    def __init__(self, folder):
        import pyspark

        self.home, self.folder, self.processes = pathlib.Path(pyspark.__file__).parent, folder, []

    def start(self, name, host, program, *words):
        """Starts a part of the cluster and returns its log."""
        log = self.folder / f"{name}.log"
        environment = os.environ | {"SPARK_HOME": str(self.home), "SPARK_LOCAL_IP": host}
        words = [self.home / "bin/spark-class", f"org.apache.spark.deploy.{program}", "--host", host, "--webui-port", "0", *words]
        with open(log, "wb") as file:
            self.processes.append(subprocess.Popen(words, stdout=file, stderr=file, start_new_session=True, env=environment))
        return log

    def __enter__(self):
        self.url = found(self.start("master", "127.0.0.1", "master.Master", "--port", "0"), r"Starting Spark master at (spark://\S+)")
        for number in (1, 2):
            # Of several attempts, Spark starts each on another host.
            log = self.start(
                f"worker{number}", f"127.0.0.{number}", "worker.Worker", "--cores", "2", "--memory", "600m", "--work-dir",
                str(self.folder / f"worker{number}"), self.url)
            found(log, "Successfully registered with (master)")
        return self

    def __exit__(self, *_):
        for process in self.processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def found(log, pattern):
    """Waits until a log has a line, and returns its group."""
    for _ in range(300):
        if match := re.search(pattern, log.read_text()):
            return match[1]
        time.sleep(0.1)
    raise AssertionError(f"{log.name} has no '{pattern}': {log.read_text()[-500:]}")


def slow_once(rdd, folder):
    """Makes the first attempt of a partition so slow that Spark starts a second one, and notes the attempts."""

    def slow(index, rows):
        from pyspark import TaskContext

        attempt = TaskContext.get().attemptNumber()
        (folder / f"attempt-{index}-{attempt}").touch()
        for number, row in enumerate(rows):
            if index == 3 and attempt == 0 and number == 50:
                time.sleep(20)
            yield row

    return rdd.mapPartitionsWithIndex(slow)


def spark_cluster(folder):
    """A master with two workers, and speculation: a second attempt of a slow partition waits for the first one."""
    with SparkCluster(folder) as cluster:
        said = spark_check(
            folder, cluster.url, 6, slow_once, spark__executor__memory="512m", spark__speculation="true",
            spark__speculation__interval="100ms", spark__speculation__multiplier="1.1", spark__speculation__quantile="0.3")
        expect((folder / "attempt-3-1").exists(), "Spark did not speculate")
        return said


def spark_killed_executor(folder):
    """An executor that is killed with all that it runs; the workers start another one."""
    with SparkCluster(folder) as cluster:
        return spark_check(folder, cluster.url, 6, breaking(1, 150, kill_executor), spark__executor__memory="512m")


def reloads(folder):
    """A server with 5 % faults behind nginx with HTTP/2, which reloads all the time: every row is accounted for,
    no effect is made twice, and the failed rows succeed as input."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", folder / "key",
         "-out", folder / "cert", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True)
    with Counting(0.05) as server, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        listener.close()
        temporary = "".join(f"{name}_temp_path {folder}/{name}; " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log; {'user root; ' if os.getuid() == 0 else ''}events {{ }}\n"
            f"http {{ access_log off; {temporary}server {{ listen 127.0.0.1:{port} ssl http2; ssl_certificate {folder}/cert;\n"
            f"ssl_certificate_key {folder}/key; location / {{ proxy_pass {server.base}; proxy_next_upstream off; }} }} }}")
        nginx = subprocess.Popen(["/usr/sbin/nginx", "-e", folder / "error.log", "-c", folder / "nginx.conf"])
        stop, count = threading.Event(), 0

        def reload():
            nonlocal count
            while not stop.wait(0.1):
                nginx.send_signal(signal.SIGHUP)
                count += 1

        try:
            while not (folder / "pid").exists():
                time.sleep(0.05)
            threading.Thread(target=reload).start()
            base = ["--var", f"BASE=https://127.0.0.1:{port}", "--cacert", str(folder / "cert"), "--parallel", "32"]
            words = [DIAL, "each", str(HERE / "effects.yaml"), "keyed", *base, "--rows"]
            again = folder / "failed.jsonl"
            first = run([*words, str(rows_file(folder)), "--failed", str(again), "--retry", "1", "--journal", str(folder / "j")])
            expect(first.returncode == 0, first.stderr)
            results = lines(first.stdout)
            failed = [row["row"] for row in results if "error" in row]
            expect([row["row"] for row in results] == list(range(1, ROWS + 1)), f"{len(results)} rows, or not in order")
            expect(again.read_text().splitlines() == [f'{{"name": "n{row - 1}"}}' for row in failed], "--failed has other rows")
            expect(set(server.counts()["effects"].values()) == {1}, "an effect twice")
            second = run([*words, str(again)])
            expect(second.returncode == 0, second.stderr + second.stdout)
            effects = server.counts()["effects"]
            expect(len(effects) == ROWS, f"{ROWS - len(effects)} effects are missing")
            codes = collections.Counter(row["error"]["code"] for row in results if "error" in row)
            return f"{count} reloads, {len(failed)} of {ROWS} rows failed with one retry {dict(codes)}, none after that"
        finally:
            stop.set()
            nginx.terminate()
            nginx.wait()


def parallel_check(folder, disturb=None, **settings):
    """GNU parallel, killed on the way and started again; `disturb` breaks the second run, too."""
    with Counting() as server:
        words = [str(HERE / "parallel_rows.sh"), str(rows_file(folder)), str(folder / "blocks"), *command(server, "keyed", "--parallel", "4")]
        environment = os.environ | {"BLOCK": "4k", "JOBS": "4"} | settings

        def wait(process, count):
            """Waits for a number of effects, before which the process must not end."""
            while (made := len(server.counts()["effects"])) < count:
                expect(process.poll() is None, f"it ended with {process.returncode}")
            return made

        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment, start_new_session=True)
        made = wait(process, ROWS // 4)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        expect(made < ROWS, "it was killed too late")
        with open(folder / "out", "wb") as out:
            process = subprocess.Popen(words, stdout=out, stderr=subprocess.PIPE, env=environment)
        if disturb:
            wait(process, ROWS * 3 // 4)
            disturb()
        _, said = process.communicate(timeout=120)
        expect(process.returncode == 0, said)
        return f"killed after {made} effects; {complete((folder / 'out').read_text().splitlines(), server)}"


def gnu_parallel(folder):
    """GNU parallel, killed and started again."""
    return parallel_check(folder)


def gnu_parallel_ssh(folder):
    """GNU parallel over ssh to this machine, whose sessions are killed, too: `RETRIES` starts their blocks again."""
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
    (folder / "user.pub").rename(folder / "allowed")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    (folder / "sshd").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/allowed\nPidFile none\n"
        "StrictModes no\nUsePAM no\nPasswordAuthentication no\nMaxStartups 100\nMaxSessions 100\n")
    pathlib.Path("/run/sshd").mkdir(exist_ok=True)
    server = subprocess.Popen(["/usr/sbin/sshd", "-D", "-f", folder / "sshd"], stderr=subprocess.DEVNULL)
    try:
        known = f"-o StrictHostKeyChecking=no -o UserKnownHostsFile={folder}/known -o LogLevel=ERROR"
        login = f"ssh -p {port} -i {folder}/user {known} {getpass.getuser()}@127.0.0.1"
        time.sleep(0.5)

        def hang_up():
            sessions = run(["pgrep", "-P", str(server.pid)]).stdout.split()
            expect(sessions, "no session of ssh")
            for session in sessions:
                os.kill(int(session), signal.SIGKILL)

        return parallel_check(folder, hang_up, SSHLOGIN=f"4/{login}", RETRIES="3", HOME=str(folder))
    finally:
        server.kill()
        server.wait()


# What needs programs that dial does not, or a machine that does nothing else.
MORE = {
    function.__name__: function
    for function in (
        share, reloads, spark, spark_pipe, spark_retry, spark_killed_worker, spark_cluster, spark_killed_executor, gnu_parallel, gnu_parallel_ssh)
}


def main():
    wanted = sys.argv[1:] or list(CHECKS)
    failed = 0
    for name in wanted:
        function = (CHECKS | MORE)[name]
        with tempfile.TemporaryDirectory(prefix="rows-") as folder:
            start = time.monotonic()
            try:
                print(f"ok   {name}: {function(pathlib.Path(folder))} ({time.monotonic() - start:.1f} s)", flush=True)
            except Exception as fault:
                failed += 1
                print(f"FAIL {name}: {type(fault).__name__}: {str(fault)[:2000]}", flush=True)
    print(f"{len(wanted)} checks, {failed} failed")
    sys.exit(failed > 0)


main()
