"""Calls of `dial`, and what they must give. A fault is noted, and the calls go on, so that one run shows all faults."""

import contextlib
import hashlib
import json
import os
import pathlib
import shlex
import subprocess

from .server import ROOT

DIAL = os.path.abspath(os.environ.get("DIAL", ROOT / ".build/release/dial"))
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("DIAL") and not name.lower().endswith("_proxy")}
ABSENT = object()


class Result:
    def __init__(self, exit, out, err):
        self.exit, self.out, self.err = exit, out, err


class Calls:
    """The calls of one spec in a folder: `spec` is its text, or the path of a shipped one."""

    def __init__(self, folder, spec, *flags, **variables):
        self.folder, self.flags, self.faults = pathlib.Path(folder), flags, []
        self.environment = ENVIRONMENT | {"HOME": folder, "XDG_CACHE_HOME": folder + "/cache", "NO_COLOR": "1"}
        self.spec = spec
        if isinstance(spec, str):
            for name, value in variables.items():
                spec = spec.replace(f"${name}$", str(value))
            self.spec = self.folder / "spec.yaml"
            self.spec.write_text(spec)

    def words(self, line):
        endpoint, *rest = shlex.split(line) if isinstance(line, str) else line
        return [DIAL, "call", str(self.spec), endpoint, *map(str, rest), *self.flags]

    def call(self, line, stdin=None, timeout=60):
        done = subprocess.run(
            self.words(line), cwd=self.folder, env=self.environment, input=stdin, stdin=None if stdin is not None else subprocess.DEVNULL,
            capture_output=True, timeout=timeout)
        return Result(done.returncode, done.stdout, done.stderr.decode(errors="replace"))

    def check(self, line, out=ABSENT, exit=0, json=ABSENT, err=ABSENT, stdin=None, timeout=60):
        """`out`: all of stdout, without a last newline if it is text; `json`: its value; `err`: a part of stderr, None for nothing."""
        try:
            found = self.call(line, stdin, timeout)
        except subprocess.TimeoutExpired:
            self.note(line, f"still runs after {timeout} s")
            return Result(None, b"", "")
        said = found.err.strip()
        if found.exit == 6:
            raise RuntimeError(f"the spec of the group cannot be loaded: {said}")
        if found.exit != exit:
            self.note(line, f"exit {found.exit}, not {exit}: {(said or show(found.out))[:600]}")
            return found
        if out is not ABSENT:
            self.same(line, found.out if isinstance(out, bytes) else found.out.decode(errors="replace").rstrip("\n"), out)
        if json is not ABSENT:
            self.same(line, value(found.out), json)
        if err is None and said or isinstance(err, str) and err not in said:
            self.note(line, f"stderr is {said[:600]!r}, not {'empty' if err is None else '…' + err + '…'}")
        return found

    def file(self, name):
        path = self.folder / name
        return path.read_bytes() if path.exists() else None

    def same(self, what, found, wanted):
        if found != wanted:
            self.note(what, f"found {show(found)}, not {show(wanted)}")

    def true(self, what, holds):
        if not holds:
            self.note(what, "does not hold")

    def note(self, what, fault):
        self.faults.append(f"{what if isinstance(what, str) else shlex.join(map(str, what))}: {fault}")


def value(out):
    """What is JSON as such, and anything else as it is."""
    with contextlib.suppress(ValueError):
        return json.loads(out)
    return out


def show(found):
    text = repr(found)
    return text if len(text) <= 300 else f"{text[:200]}… ({len(found)} long)"


def noise(folder, size):
    """A file of which no two pieces are alike, so that a lost or repeated one shows."""
    content = b"".join(hashlib.sha512(number.to_bytes(8, "big")).digest() for number in range(size // 64 + 1))[:size]
    pathlib.Path(folder, "upload").write_bytes(content)
    return content
