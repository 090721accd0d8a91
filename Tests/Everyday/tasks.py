#!/usr/bin/env python3
"""Everyday tasks of a shell user, each as somebody types it first who knows curl, HTTPie, gh and jq, and has read the README.

    tasks.py [--dial PATH] [--only WORD] [--least N]

Each line runs in bash, in a folder of its own, against a small service. A task *works* if the line does what was wanted. If it does not, but
the error shows the line that does, the task is *told*, and counts as failed all the same. Prints the tasks that did not work, then the
figures. Fails if fewer than N tasks work.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import server

FOLDER = pathlib.Path(__file__).resolve().parent


class Task:
    """A line, and how its outcome is recognised: a pattern in the output, one in the errors, and the exit code."""

    def __init__(self, aim, line, out="", err="", exit=0, told=""):
        self.aim, self.line, self.out, self.err, self.exit, self.told = aim, line, out, err, exit, told


TASKS = [
    # Read
    Task("get a resource", "dial get $U/users/1", r'"name":"Ann"'),
    Task("print one member without quotes", "dial get $U/users/1 -s name -o raw", r"^Ann\n$"),
    Task("pipe a list to jq", "dial get $U/users | jq -r '.[1].name'", r"^Bob\n$"),
    Task("pass items of the query", "dial get $U/search q=swift limit=2", r'\["q","swift"\],\["limit","2"\]'),
    Task("pass items of the query, as in HTTPie", "dial get $U/search q==swift", r'\["q","swift"\]'),
    Task("pass an item with a blank in the URL", "dial get \"$U/search?q=a b\"", r'\["q","a b"\]'),
    Task("repeat an item of the query", "dial get $U/search tag=a tag=b", r'\["tag","a"\],\["tag","b"\]'),
    Task("send a header", "dial get $U/echo -H 'X-Trace: 7'", r'"x-trace":"7"'),
    Task("send a header, as in HTTPie", "dial get $U/echo X-Trace:7", r'"x-trace":"7"'),
    Task("send a cookie", "dial get $U/echo -H 'Cookie: sid=7'", r'"cookie":"sid=7"'),
    Task("write the method in capitals", "dial GET $U/users/1", "Ann"),
    Task("omit the method", "dial $U/users/1", "Ann", told="dial get http"),
    Task("omit http:// of a local service", "dial get ${U#http://}/users/1", "Ann", told="dial get http://127"),
    Task("follow a redirect", "dial get $U/redirect", "Ann"),
    Task("read a response of XML", "dial get $U/feed.xml -s feed.entry.title -o raw", r"^Hi\n$"),
    # Write
    Task("create from arguments", "dial post $U/users name=Dee age:=7", r'"id":4,"name":"Dee","age":7'),
    Task("send nested members", "dial post $U/echo user.name=Ann 'user.tags:=[\"a\"]'", r'\{\\"user\\":\{\\"name\\":\\"Ann\\",\\"tags\\":\[\\"a\\"\]\}\}'),
    Task("send JSON from the line", "dial post $U/users '{\"name\": \"Dee\"}'", r'"id":4'),
    Task("send a file of JSON, as in curl", "dial post $U/users @body.json", r'"id":4'),
    Task("send a file of JSON as standard input", "dial post $U/users < body.json", r'"id":4'),
    Task("send JSON from a pipe", "jq -n '{name: \"Dee\"}' | dial post $U/users", r'"id":4'),
    Task("send JSON with -d, as in curl", "dial post $U/users -d '{\"name\": \"Dee\"}'", r'"id":4', told="dial post .* name=Dee"),
    Task("send a form", "dial post $U/login user=ann password=x --content-type form", "t0p"),
    Task("send a form by its media type", "dial post $U/login -H 'Content-Type: application/x-www-form-urlencoded' user=ann password=x", "t0p"),
    Task("send a form, as in HTTPie", "dial --form post $U/login user=ann password=x", "t0p", told="--content-type form"),
    Task("upload a file", "dial post $U/upload photo@me.jpg", r'filename=\\"me.jpg\\"'),
    Task("upload a file with -F, as in curl", "dial post $U/upload -F photo=@me.jpg", r"filename=", told="photo@me.jpg"),
    Task("put a file", "dial put $U/files/note.txt < note.txt", r'"body":"hello\\n"'),
    Task("put a binary file", "dial put $U/files/me.jpg < me.jpg", r'"content-type":"application/octet-stream"'),
    Task("put a file with -T, as in curl", "dial put $U/files/note.txt -T note.txt", r'"body":"hello\\n"', told="_@note.txt"),
    Task("post XML", "dial post $U/echo -H 'Content-Type: application/xml' < a.xml", r'"content-type":"application/xml".*"body":"<a/>\\n"'),
    Task("post CSV", "dial post $U/echo --content-type text/csv < pets.csv", r'"content-type":"text/csv"'),
    Task("post a line of text", "echo hello | dial post $U/topic", r'"body":"hello\\n"'),
    Task("send the text of a file as a member", "dial post $U/echo text=@note.txt", r'\{\\"text\\":\\"hello\\\\n\\"\}'),
    Task("change a member", "dial patch $U/users/1 name=Bea", r'"method":"PATCH".*Bea'),
    Task("delete", "dial delete $U/users/1", r'"method":"DELETE"'),
    # Look at the exchange
    Task("see status and headers", "dial get $U/users/1 -i", "Ann", r'HTTP 200[\s\S]*[Ee][Tt]ag: "e1"'),
    Task("see the exchange", "dial get $U/users/1 -v", "Ann", r"> GET \S*/users/1[\s\S]*< HTTP 200"),
    Task("get the headers only", "dial head $U/users", r'"etag":'),
    Task("print the status in a script", "dial get $U/users/1 -o full -s status", r"^200\n$"),
    Task("print a header in a script", "dial get $U/users/1 -o full -s headers.etag -o raw", r'^"e1"\n$', told="-o"),
    Task("handle an error status", "dial get $U/users/9 || echo failed", r"failed", "404.*no such user"),
    Task("accept an error status", "dial get $U/users/9 --accept 404", "no such user"),
    Task("see the request without sending it", "dial post $U/users name=Dee --dry-run", r'"method":"POST"'),
    Task("get the line for curl, and run it", "sh -c \"$(dial post $U/users name=Dee --curl) -s\"", r'"id": 4'),
    # Sign in
    Task("send a user and a password", "dial get $U/basic -u ann:secret", r'"ok":true'),
    Task("send a token", "dial get $U/private -H \"Authorization: Bearer t0p\"", r'"ok":true'),
    Task("send a token, as with other tools", "dial get $U/private --bearer t0p", r'"ok":true', told="-H 'Authorization: Bearer"),
    # Files, time
    Task("download to a file", "dial get $U/file.bin -O out.bin && wc -c < out.bin", r"^2048\n$"),
    Task("download with the name of the server", "dial get $U/report -O . && cat report.csv", r"^a,b\n1,2\n$"),
    Task("download with -O, as in curl", "dial get -O $U/file.bin && wc -c < file.bin", r"2048", told=r"-O \."),
    Task("redirect the output", "dial get $U/file.bin > out.bin && wc -c < out.bin", r"^2048\n$"),
    Task("limit the time", "dial get $U/slow --timeout 1 --retry 0", err="time", exit=7),
    Task("limit the time, as in curl", "dial get $U/slow --max-time 1 --retry 0", err="tim(e|ed) ?out", exit=7, told="--timeout 1"),
    Task("retry a temporary failure", "dial get $U/flaky --retry 5", r'"ok":true'),
    # Many
    Task("get all pages", "dial get $U/items --all -s '[].id' --compact | tr -d '\\n '", r"1,2.*6"),
    Task("get all pages as CSV", "dial get $U/items --all -o csv", r"^id\n1\n2\n3\n4\n5\n6\n$"),
    Task("print a table", "dial get $U/users -o table", r"id +name +age"),
    Task("choose columns", "dial get $U/users --tuple id,name -o csv", r"^id,name\n1,Ann"),
    Task("filter", "dial get $U/users -s '[?age > `30`].name' -o jsonl", r'"Ann"\n"Cy"'),
    Task("filter, as in jq", "dial get $U/users -s '.[].name' -o raw", r"Ann", told=r"\[\*\]\.name"),
    Task("call in a loop", "for i in 1 2 3; do dial get $U/users/$i -s name -o raw; done", r"^Ann\nBob\nCy\n$"),
    # Streams and jobs
    Task("read a stream of events", "timeout 3 dial get $U/events | head -n 2", r'n'),
    Task("select from a stream of lines", "timeout 3 dial get $U/logs -s n | head -n 3", r"^0\n1\n2\n$"),
    Task("wait for a job", "dial wait get $U/jobs/7 --until \"state == 'done'\" --every 100ms", r'"state":"done"'),
    # Specs and documents
    Task("list the operations of a document", "dial list petstore.yaml", r"addPet +POST"),
    Task("call an operation of a document", "dial petstore.yaml getPet 7", r'"Rex"'),
    Task("call with a token of the environment", "PETSTORE_TOKEN=t0p dial petstore.yaml addPet name=Rex tag=dog", r'"id":9'),
    Task("call once for each row", "PETSTORE_TOKEN=t0p dial each petstore.yaml addPet --rows pets.csv", r'"row":\s*1,"status":\s*201'),
    Task("keep a curl line as a spec", "dial import curl \"curl -s $U/users/1 -H 'Accept: application/json'\" > api.yaml && dial list api.yaml", r"getUsers"),
]

FILES = {
    "body.json": '{"name": "Dee"}\n', "note.txt": "hello\n", "a.xml": "<a/>\n", "pets.csv": "name,tag\nRex,dog\nTom,cat\n",
    "me.jpg": b"\xff\xd8\xff\xe0 not a picture",
}


def run(task, base, dial):
    """Returns whether a task works, and whether it is told how."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        for name, content in FILES.items():
            (path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        (path / "petstore.yaml").write_text((FOLDER / "petstore.yaml").read_text().replace("BASE", base))
        (path / "bin").mkdir()
        (path / "bin" / "dial").symlink_to(dial)
        environment = {
            "PATH": f"{path / 'bin'}:{os.environ['PATH']}", "HOME": folder, "U": base, "LC_ALL": "C.UTF-8", "no_proxy": "*", "TERM": "dumb"}
        server.Handler.seen.clear()
        try:
            # A shell of a user has a terminal as its standard input, which is neither a file nor a pipe.
            done = subprocess.run(
                ["bash", "-c", task.line], cwd=folder, env=environment, capture_output=True, timeout=20, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return False, False, "no end within 20 seconds"
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    works = done.returncode == task.exit and re.search(task.out, out) and re.search(task.err, err)
    told = task.told and re.search(task.told, err)
    return bool(works), bool(told), f"exit {done.returncode}\n{out}{err}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dial", default=str(FOLDER.parents[1] / ".build" / "debug" / "dial"))
    parser.add_argument("--only", default="", help="a word of the aim")
    parser.add_argument("--least", type=int, default=0)
    options = parser.parse_args()
    dial = pathlib.Path(options.dial).resolve()
    base = server.start()
    (works, told, tasks) = (0, 0, [task for task in TASKS if options.only in task.aim])
    for task in tasks:
        ok, hinted, shown = run(task, base, dial)
        works += ok
        told += not ok and hinted
        if not ok:
            print(f"{'told' if hinted else 'FAILS'}: {task.aim}\n  $ {task.line}\n  " + shown.strip().replace("\n", "\n  ")[:1200])
    print(f"{works} of {len(tasks)} tasks work as first typed; of the others, {told} are told the line that works")
    return 0 if works >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
