"""nginx over HTTP/2 with TLS, which is reloaded every 0.1 s: each worker that ends says GOAWAY, and some say it before any request."""

import os
import signal
import subprocess
import threading
import time

from .calls import Calls
from .nginx import NGINX, certificate, nginx

PAGES = 2000
SPEC = """
base: $base$
tls: {ca: cert.pem}
endpoints:
  page:
    GET: /pages (page Int = 1) @ items -> [Int]
    paginate: {page: page, until: last}
"""
CONFIG = """
  map $arg_page $last { %d true; default false; }
  server {
    listen 127.0.0.1:$port1$ ssl http2; ssl_certificate cert.pem; ssl_certificate_key key.pem; default_type application/json;
    location /pages { return 200 '{"items":[$arg_page],"last":$last}'; }
  }""" % PAGES


def reloading(process, stop):
    while not stop.wait(0.1):
        process.send_signal(signal.SIGHUP)


def walks(calls, count, pages):
    """So many walks at once, each of so many pages. A walk that is not over after twice its timeout never is."""
    line = f"page --all --max-pages {pages} -q -o jsonl --timeout 20s"
    options = dict(cwd=calls.folder, env=calls.environment, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    files = [open(calls.folder / f"walk{number}", "w+b") for number in range(count)]
    running = [subprocess.Popen(calls.words(line), stdout=file, **options) for file in files]
    end = time.monotonic() + 40
    wanted = "".join(f"{page}\n" for page in range(1, pages + 1)).encode()
    hanging, failed = 0, []
    for process, file in zip(running, files):
        try:
            process.wait(max(end - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            hanging += 1
            continue
        file.seek(0)
        found = file.read()
        if process.returncode or found != wanted:
            failed.append(f"exit {process.returncode}: …{found[-300:]!r}")
        file.close()
    if hanging:
        calls.note(f"{count} walks of {pages} pages at once", f"{hanging} do not end, in spite of --timeout")
    if failed:
        calls.note(f"{count} walks of {pages} pages at once", f"{len(failed)} failed, the first: {failed[0]}")


def reloaded(folder):
    certificate(folder)
    server = nginx(CONFIG)
    with server.running(folder) as (base, _):
        calls = Calls(folder, SPEC, base="https://127.0.0.1:" + str(server.numbers[1]))
        stop = threading.Event()
        reloads = threading.Thread(target=reloading, args=(server.process, stop))
        reloads.start()
        try:
            for _ in range(int(os.environ.get("ROUNDS", 3))):
                walks(calls, 1, PAGES)
                walks(calls, 64, 20)
                if calls.faults:
                    break
        finally:
            stop.set()
            reloads.join()
    return calls.faults


GROUPS = {"http2": ([NGINX], reloaded)}
