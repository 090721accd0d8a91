"""Servers that answer an upload before they have read it: with 200, and want the rest, or with an error, and read on or not."""

import os
import pathlib
import subprocess
import time

from .calls import Calls, noise
from .nginx import NGINX, certificate, nginx
from .server import Server, program

ICECAST = program("icecast2")
# icecast takes blocks of 1,400 bytes, and drops a last one that is shorter.
BLOCK = 1400


def icecast(folder, ports):
    """A source stays for as long as it sends, and 2 s longer. What it sends is written to a file."""
    owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" if os.getuid() == 0 else ""
    pathlib.Path(folder).chmod(0o777)
    pathlib.Path(folder, "icecast.xml").write_text(f"""<icecast>
      <limits><clients>9</clients><sources>4</sources><source-timeout>2</source-timeout><queue-size>1048576</queue-size></limits>
      <authentication><source-password>pass</source-password><admin-password>admin</admin-password></authentication>
      <hostname>localhost</hostname><listen-socket><port>{ports[0]}</port><bind-address>127.0.0.1</bind-address></listen-socket>
      <mount><mount-name>/live.mp3</mount-name><dump-file>{folder}/dump</dump-file></mount>
      <paths><basedir>{folder}</basedir><logdir>{folder}</logdir><webroot>{folder}</webroot><adminroot>{folder}</adminroot></paths>
      <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>4</loglevel></logging>
      <security><chroot>0</chroot>{owner}</security>
    </icecast>""")
    return ["-c", "icecast.xml"]


SOURCE = """
base: $base$
auth: basic source ${PASSWORD}
headers: {Content-Type: audio/mpeg}
endpoints:
  void:  PUT bytes /live.mp3 (_ sound File) -> Void
  text:  PUT bytes /live.mp3 (_ sound File) -> text
  bytes: PUT bytes /live.mp3 (_ sound File) -> bytes
  json:  PUT bytes /live.mp3 (_ sound File)
  other: PUT bytes /other (_ sound File) -> Void
"""


def slowly(calls, line, content, seconds):
    """A call whose body comes from a pipe over some time, as a recorder's does."""
    options = dict(cwd=calls.folder, env=calls.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with subprocess.Popen(calls.words(line), **options) as process:
        try:
            for start in range(0, len(content), len(content) // 10):
                process.stdin.write(content[start:start + len(content) // 10])
                process.stdin.flush()
                time.sleep(seconds / 10)
        except OSError:
            calls.note(line, "does not read its input to the end")
        _, said = process.communicate()
    calls.same(line, (process.returncode, said.decode().strip()), (0, ""))


def joined(chunks):
    """icecast takes the lengths of chunks for sound, too."""
    pieces, start = [], 0
    while (end := chunks.find(b"\r\n", start)) > start and (size := int(chunks[start:end], 16)):
        pieces.append(chunks[end + 2:end + 2 + size])
        start = end + 2 + size + 2
    return b"".join(pieces)


def radio(folder):
    """icecast answers 200 to the head of a PUT; then it plays what arrives."""
    server = Server(ICECAST, icecast)
    content = noise(folder, 15_000 * BLOCK)
    dump = pathlib.Path(folder, "dump")

    def arrived(line):
        piped = line.endswith("@-")
        for _ in range(100):
            if dump.exists() and dump.stat().st_size >= len(content):
                break
            time.sleep(0.1)
        time.sleep(0.5)
        found = dump.read_bytes() if dump.exists() else b""
        found = joined(found) if piped else found
        if not content.startswith(found) or len(found) < len(content) - (BLOCK if piped else 0):
            calls.note(line, f"{len(found):,} of {len(content):,} bytes arrived, or others")
        dump.unlink(missing_ok=True)
        time.sleep(1)

    with server.running(folder) as (base, _):
        calls = Calls(folder, SOURCE, "--var", "PASSWORD=pass", "--timeout", "30s", base=base)
        for line in ["void _@upload", "text _@upload", "bytes _@upload", "json _@upload", "void _@upload -o none", "void _@upload -i"]:
            calls.check(line, out="")
            arrived(line)
        for line in ["void _@-", "text _@-"]:
            slowly(calls, line, content, 2)
            arrived(line)
        calls.flags = ("--var", "PASSWORD=wrong")
        calls.check("other _@upload", exit=8, err="401")
    return calls.faults


LIMITS = """
  server {
    listen 127.0.0.1:$port1$; listen 127.0.0.1:$port2$ ssl http2; ssl_certificate cert.pem; ssl_certificate_key key.pem;
    root files; dav_methods PUT DELETE; client_max_body_size 100m;
    location /small/ { client_max_body_size 1m; }
    location /abrupt/ { client_max_body_size 1m; lingering_close off; }
    location /closed/ { auth_basic closed; auth_basic_user_file users; }
    location /once/ { keepalive_timeout 0; }
    location /moved/ { return 307 /store/$request_id; }
    location /said/ { return 200 'said before the body\\n'; }
  }"""
PUTS = """
base: $base$
tls: {ca: cert.pem}
endpoints:
  put: PUT bytes /{+path} (path, _ content File) -> (code status)
  get: GET /{+path} -> bytes
  said: PUT bytes /said/{name} (name, _ content File) -> text
"""


def early(folder):
    """nginx says 413 and 401 to the head, and 201 or 204 to the whole of a file."""
    certificate(folder)
    pathlib.Path(folder, "files/store").mkdir(parents=True)
    pathlib.Path(folder, "files/once").mkdir()
    content = noise(folder, 20 * 2**20)
    pathlib.Path(folder, "small").write_text("small")
    server, faults = nginx(LIMITS, ports=3), []
    with server.running(folder):
        for base in (f"http://127.0.0.1:{server.numbers[1]}", f"https://127.0.0.1:{server.numbers[2]}"):
            calls = Calls(folder, PUTS, "--timeout", "30s", base=base)
            name = base.split(":")[0]
            calls.check(f"put path=store/{name} _@upload", json={"code": 201}, err=None)
            calls.check(f"put path=store/{name} _@upload", json={"code": 204}, err=None)
            calls.same(f"store/{name}", calls.file(f"files/store/{name}"), content)
            calls.check(f"get path=store/{name}", out=content)
            # A server that closes after its response may do so before the client has noted that its request is complete.
            for number in range(30):
                calls.check(f"put path=once/{name}{number} _@small", json={"code": 201}, err=None)
            calls.check(f"put path=store/{name}-piped _@-", json={"code": 201}, stdin=content)
            calls.same(f"store/{name}-piped", calls.file(f"files/store/{name}-piped"), content)
            for place in ("small", "abrupt"):
                calls.check(f"put path={place}/a _@upload", exit=4, err="the server responded with 413")
                calls.check(f"put path={place}/a _@-", exit=4, err="the server responded with 413", stdin=content)
            calls.check("put path=closed/a _@upload", exit=4, err="the server responded with 401")
            calls.check("put path=moved/a _@upload", json={"code": 201})
            calls.check("said name=a _@upload", out="said before the body")
            faults += [f"{name}: {fault}" for fault in calls.faults]
    return faults


GROUPS = {"icecast": ([ICECAST], radio), "uploads": ([NGINX], early)}
