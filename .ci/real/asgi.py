"""Programs in Python: streams and WebSockets of Starlette on uvicorn, GraphQL with subscriptions by Ariadne, and kernels of Jupyter."""

import json
import pathlib
import time

from .calls import Calls, noise
from .server import VENV, Server, program

HERE = pathlib.Path(__file__).resolve().parent
UVICORN, JUPYTER = program("uvicorn"), program("jupyter-server")
ARIADNE = next(VENV.parent.glob("lib/python*/site-packages/ariadne"), None)
SPEC = """
base: $base$
types: {Count: {n: Int}}
endpoints:
  raw:    GET /events -> events
  counts: {GET: "/events -> events", events: {until: "[DONE]"}}
  lines:  GET /lines -> lines Count
  failed: {GET: "/failed -> lines Count", fails: {when: error, message: error.message}}
  slow:   GET /slow (seconds Double) @ slow -> Bool
  refused: PUT bytes /refused (_ content File) -> Void
  taken:  PUT bytes /taken/ (_ content File) @ bytes -> Int
  received: GET /received @ bytes -> Int
  void:   PUT bytes /taken/ (_ content File) -> Void
  echo:   WS /echo @ said -> String
"""
GRAPHQL = """
base: $base$
endpoints:
  viewer: POST /graphql/ (query) @ data.viewer.login -> String
  wrong:
    POST: /graphql/ (query) @ data.fails -> Int?
    fails: {when: errors, message: "errors[0].message"}
  count:
    POST: /graphql/ (query, variables JSON) -> events Int
    headers: {Accept: text/event-stream}
    events: {each: data.count}
    fails: {when: errors, message: "errors[0].message"}
"""
TEMPLATE = """
base: $base$
endpoints:
  viewer:
    POST: /graphql/ @ data.viewer.login -> String
    body: {query: "{{ viewer {{ login } }"}
"""
COUNT = "subscription C($to: Int!, $fails: Boolean) { count(to: $to, fails: $fails) }"


def uvicorn():
    def words(folder, ports):
        return ["--app-dir", str(HERE), "--port", str(ports[0]), "--log-level", "warning", "apps:app"]

    return Server(UVICORN, words, "/ready", environment=lambda *_: {"PYTHONDONTWRITEBYTECODE": "1"})


def starlette(folder):
    size = 20_000_000
    noise(folder, size)
    with uvicorn().running(folder) as (base, _):
        calls = Calls(folder, SPEC, base=base)
        calls.check("lines", out='{"n":1}\n{"n":2}\n{"n":3}')
        calls.check("lines -s n -o json", json=[1, 2, 3])
        calls.check("failed", exit=9, err="disk full")
        calls.check("failed -q -o jsonl", exit=9, out='{"n":1}')
        calls.check("raw -o jsonl -s data", out='"{\\"n\\": 1}"\n"{\\"n\\":\\n2}"\n""\n"[DONE]"')
        calls.check("counts -o jsonl -s event", out='"news"\nnull\n"empty"')
        calls.check("slow seconds=1.5", json=True)
        calls.check("slow seconds=3 --timeout 1s", exit=7, err="timed out")
        calls.check("refused _@upload", exit=4, err="413")
        calls.check("taken _@upload", json=size)
        calls.check("received", json=size)
        calls.check("void _@upload", out="")
        calls.check("received", json=size)
        calls.check("echo", stdin=b"a\nb c\n", out='"a"\n"b c"')
        calls.check("echo", stdin=b"a\nbye\n", exit=7, out='"a"', err="4001")
        calls.check("echo", stdin=b"wait 3\n", out='"wait 3"')
        calls.check("echo --wait 3s", stdin=b"a\nwait 2\n", out='"a"\n"wait 2"')
        found = calls.check("echo --timeout 1s", stdin=b"wait 3\n", exit=7)
        calls.same("a conversation that takes too long", found.out, b"")
    return calls.faults


def graphql(folder):
    with uvicorn().running(folder) as (base, _):
        calls = Calls(folder, GRAPHQL, base=base)
        calls.check(["viewer", "query={ viewer { login } }"], json="ann {b}")
        calls.check(["wrong", "query={ fails }"], exit=9, err="division by zero")
        calls.check(["count", "query=" + COUNT, 'variables:={"to": 3}', "-o", "json"], json=[1, 2, 3], err=None)
        calls.check(["count", "query=" + COUNT, 'variables:={"to": 2, "fails": true}'], exit=9, out="1\n2", err="no more numbers")
        calls.check(["count", "query=subscription { other }", "variables:={}"], exit=9, out="", err="Cannot query field")
        template = Calls(folder, TEMPLATE, base=base)
        template.check("viewer", json="ann {b}")
    return calls.faults + template.faults


KERNELS = """
base: $base$/api
auth: bearer ${TOKEN}
endpoints:
  status:  GET /status
  start:   POST /kernels (name) @ id -> String
  list:    GET /kernels @ [*].id -> [String]
  talk:    WS /kernels/{id}/channels
  stop:    DELETE /kernels/{id} -> Void
  save:    PUT /contents/{path} (path, type, format, content) @ path -> String
  read:    GET /contents/{path} (path, content Int = 1) @ content -> String
  delete:  DELETE /contents/{path} -> Void
  file:    {GET: "$base$/files/{path} -> bytes"}
"""


def jupyter(folder, ports):
    return [f"--ServerApp.port={ports[0]}", "--ServerApp.ip=127.0.0.1", "--ServerApp.open_browser=False", "--allow-root",
            "--IdentityProvider.token=t0p", f"--ServerApp.root_dir={folder}"]


def message(code):
    header = {"msg_id": "1", "msg_type": "execute_request", "session": "s", "username": "ann", "version": "5.3", "date": ""}
    content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
    return json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}).encode() + b"\n"


def kernels(folder):
    """A cell works for 3 s, and the kernel says only at once that it is busy, and at the end what came of it."""
    with Server(JUPYTER, jupyter, "/api").running(folder) as (base, _):
        calls = Calls(folder, KERNELS, "--var", "TOKEN=t0p", base=base)
        id = calls.check("start name=python3").out.decode().strip().strip('"')
        calls.check("list", json=[id])
        cell = message("import time; time.sleep(3); print(6 * 7)")
        time.sleep(2)
        line = f"talk id={id} -s msg_type --wait 5s -q"
        kinds = calls.check(line, stdin=cell, err=None).out.decode().split()
        calls.true(f"{line} hears the result: {' '.join(kinds)}", '"stream"' in kinds and '"execute_reply"' in kinds)
        calls.check(f"talk id={id} -s msg_type", stdin=cell, err="note: ")
        time.sleep(4)
        calls.check(f"talk id={id} -s msg_type -q", stdin=message("1"), err=None)
        for name in ("a b+c.txt", "100% d.txt", "ä.txt"):
            calls.check(["save", f"path={name}", "type=file", "format=text", "content=x\ny"], json=name)
            calls.check(["read", f"path={name}"], json="x\ny")
            calls.check(["file", f"path={name}"], out=b"x\ny")
            calls.check(["delete", f"path={name}"], out="")
        calls.check("read path=none.txt", exit=4, err="404")
        calls.check(f"stop id={id}", out="")
        calls.check("list", json=[])
    return calls.faults


GROUPS = {"starlette": ([UVICORN, ARIADNE], starlette), "graphql": ([UVICORN, ARIADNE], graphql), "jupyter": ([JUPYTER], kernels)}
