"""Starts a server that others wrote, in a folder and on ports of its own."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv/bin"


def port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def program(name, *places):
    """Where a program is: in one of the places, in .venv, where `make servers` puts those of PyPI, or on the path."""
    for path in (*places, VENV / name, shutil.which(name, path="/usr/sbin:/sbin:" + os.environ["PATH"])):
        if path and os.path.exists(path):
            return str(path)
    return None


class Server:
    """The program, its words, where it answers when it is ready, and what the calls of a shipped spec need besides.

    `words`, `environment` and `prepare` are functions: of the folder and the ports, and of the base URL. `ready` is a path, or a socket in
    the folder if it begins with a dot."""

    def __init__(self, program, words, ready="/", path="", flags=(), environment=None, prepare=None, ports=1):
        self.program, self.words, self.ready, self.path, self.flags = program, words, ready, path, list(flags)
        self.environment, self.prepare, self.ports = environment or (lambda folder, ports: {}), prepare, ports

    @contextlib.contextmanager
    def running(self, folder):
        """The base URL and what `prepare` gives, while the server runs. `process` is the server, `numbers` are its ports."""
        ports = self.numbers = [port() for _ in range(self.ports)]
        base = f"http://127.0.0.1:{ports[0]}"
        if self.ready[0] == ".":
            base = "http+unix://" + os.path.normpath(os.path.join(folder, self.ready)).replace("/", "%2F")
        environment = os.environ | {"HOME": folder} | self.environment(folder, ports)
        words = [self.program, *self.words(folder, ports)]
        log = pathlib.Path(folder, "server.log")
        with open(log, "ab") as output:
            self.process = subprocess.Popen(words, cwd=folder, env=environment, stdout=output, stderr=output, start_new_session=True)
        try:
            self.wait(base, folder, log)
            yield base + self.path, self.prepare(base) if self.prepare else {}
        finally:
            try:
                self.end(signal.SIGTERM)
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.end(signal.SIGKILL)
                self.process.wait()

    def end(self, number):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def wait(self, base, folder, log):
        for _ in range(600):
            if self.process.poll() is not None:
                break
            if self.answers(base, folder):
                return
            time.sleep(0.1)
        raise RuntimeError("the server does not answer:\n" + log.read_text(errors="replace")[-2000:])

    def answers(self, base, folder):
        try:
            if self.ready[0] == ".":
                with socket.socket(socket.AF_UNIX) as found:
                    found.connect(os.path.join(folder, self.ready))
            else:
                urllib.request.urlopen(base + self.ready, timeout=5).close()
        except urllib.error.HTTPError:
            pass
        except OSError:
            return False
        return True
