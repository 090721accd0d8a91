"""Apache: files that are packed, parts of files, WebDAV, credentials, redirects, negotiation and pages for errors."""

import base64
import gzip
import hashlib
import os
import pathlib
import signal
import subprocess
import time
import urllib.parse

from .calls import Calls, noise, value
from .server import Server, program

APACHE = program("apache2")
MODULES = """mpm_event authn_core authn_file authz_core authz_user auth_basic auth_digest mime dir alias negotiation headers env filter
  deflate ratelimit dav dav_fs""".split()
CONFIG = """
ServerRoot {folder}
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
LogFormat "%m %U%q %>s" line
CustomLog {folder}/access.log line
ServerName localhost
DocumentRoot {folder}/files
Listen 127.0.0.1:{port}
Listen 127.0.0.1:{other}
KeepAliveTimeout 20
DavLockDB {folder}/locks/db
TypesConfig /dev/null
AddType application/json .json
AddType text/html .html
AddType text/plain .txt
AddType application/x-tar .tar
AddEncoding gzip .gz
AddEncoding x-gzip .xgz
AddLanguage de .de
AddLanguage en .en
DirectorySlash On
<Directory {folder}/files>
  Options +MultiViews
  Require all granted
</Directory>
<Location /dav>
  Dav On
  Options -MultiViews
  ErrorDocument 404 default
</Location>
<Location /slow>
  SetOutputFilter RATE_LIMIT
  SetEnv rate-limit 2000
</Location>
<Location /deflated>
  SetOutputFilter DEFLATE
</Location>
<Location /basic>
  AuthType Basic
  AuthName "a realm"
  AuthUserFile {folder}/basic
  Require valid-user
</Location>
<Location /digest>
  AuthType Digest
  AuthName "a realm"
  AuthUserFile {folder}/digest
  Require valid-user
</Location>
ErrorDocument 404 /errors/404.json
ErrorDocument 403 "<h1>closed</h1>"
Redirect 301 /moved301 /new.json
Redirect 302 /moved302 /new.json
Redirect 303 /moved303 /new.json
Redirect 307 /moved307 /new.json
Redirect 301 /elsewhere http://127.0.0.1:{other}/elsewhere
Redirect 410 /gone
Redirect 403 /closed
"""


def words(folder, ports):
    pathlib.Path(folder).chmod(0o777)
    modules = "".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n" for name in MODULES)
    user = "User nobody\nGroup nogroup\n" if os.getuid() == 0 else ""
    pathlib.Path(folder, "apache.conf").write_text(modules + user + CONFIG.format(folder=folder, port=ports[0], other=ports[1]))
    return ["-DFOREGROUND", "-f", folder + "/apache.conf"]


def files(folder):
    root = pathlib.Path(folder, "files")
    for name in ("dav", "locks", "basic", "digest", "errors", "folder", "slow", "deflated"):
        (pathlib.Path(folder, "locks") if name == "locks" else root / name).mkdir(parents=True)
    for path in (root / "dav", pathlib.Path(folder, "locks")):
        path.chmod(0o777)
    big = noise(folder, 3_000_000)
    packed = gzip.compress(big[:100_000], mtime=0)
    for name, content in {
            "s.tar.gz": packed, "s.tar.xgz": packed, "plain.txt": b"plain\n", "deflated/list.json": b'{"n": [' + b"1, " * 2000 + b"1]}",
            "slow/big": big, "new.json": b'{"new": true}', "folder/index.json": b'{"folder": true}', "errors/404.json":
            b'{"message": "no such page"}', "page.html.en": b"<p>page</p>", "page.html.de": b"<p>Seite</p>", "data.json": b'{"data": 1}',
            "data.html": b"<p>data</p>", "basic/a.json": b'{"who": "basic"}', "digest/a b.json": b'{"who": "digest"}'}.items():
        (root / name).write_bytes(content)
        # Of a file that has just been written, Apache's validator is a weak one.
        os.utime(root / name, (1_700_000_000, 1_700_000_000))
    pathlib.Path(folder, "basic").write_text("ann:{SHA}" + base64.b64encode(hashlib.sha1(b"pass").digest()).decode() + "\n")
    pathlib.Path(folder, "digest").write_text("ann:a realm:" + hashlib.md5(b"ann:a realm:pass").hexdigest() + "\n")
    return big, packed


SPEC = """
base: $base$
types:
  Entry: (href String as D:href, propstat JSON as D:propstat)
  Listing: (entries [Entry] as D:response)
endpoints:
  file:   GET /{+path} -> bytes
  any:    GET /{+path}
  json:   GET /{+path} -> JSON
  german: {GET: "/{+path} -> text", headers: {Accept-Language: de}}
  range:  {GET: "/{+path} (header.range as Range) -> (bytes, code status, range header.Content-Range)", accept: [206]}
  post:   POST /{+path} (a Int = 1) -> JSON
  form:   POST form /{+path} (a Int = 1) -> JSON
  put:    PUT bytes /dav/{path} (path, _ content File) -> (code status)
  get:    GET /dav/{path} -> bytes
  delete: DELETE /dav/{path} -> (code status)
  list:
    PROPFIND: /dav/{path?} (path?, header.depth as Depth = 1) -> Listing
    select: '"D:multistatus"'
    hasBody: false
    decode: xml
  folder: {MKCOL: "/dav/{path} -> (code status)", hasBody: false}
  move:
    MOVE: /dav/{path} (path, to, header.overwrite? as Overwrite) -> (code status)
    hasBody: false
    headers: {Destination: "$base$/dav/{+to}"}
  copy:   {COPY: "/dav/{path} (path, header.to as Destination) -> (code status)", hasBody: false}
  basic:  {GET: /basic/a.json @ who -> String, auth: "basic ann ${PASSWORD}"}
  digest: {GET: "/digest/{name} (name, query.q?) @ who -> String", auth: "digest ann ${PASSWORD}"}
"""


def packed_files(calls, big, packed):
    """AddEncoding says of a file that it is packed, which is what it is, and not how it is sent."""
    for name in ("s.tar.gz", "s.tar.xgz"):
        calls.check(f"file path={name}", out=packed, err=None)
        calls.check(f"any path={name} -o raw", out=packed)
        calls.check(f"file path={name} -O {name}")
        calls.same(f"{name} in a file", calls.file(name), packed)
        calls.check(f"file path={name} --compressed", out=big[:100_000])
    calls.check("json path=deflated/list.json -s 'length(n)'", json=2001)
    calls.check("any path=deflated/list.json -o raw", out=b'{"n": [' + b"1, " * 2000 + b"1]}")


def parts(calls, big):
    calls.check("any path=plain.txt -H 'Range: bytes=1-2' --accept 206 -o raw", out=b"la")
    calls.check("any path=plain.txt -H 'Range: bytes=90-' -o raw", exit=4, err="416")
    line = "file path=slow/big -O got"
    for stop in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen(calls.words(line), cwd=calls.folder, env=calls.environment, stderr=subprocess.PIPE)
        time.sleep(0.6)
        process.send_signal(stop)
        calls.true(f"{line}, stopped, says that it can go on", b"run the same call again to resume" in process.communicate()[1])
        calls.true(f"{line}, stopped, keeps a part", (calls.folder / "got.part").exists())
    calls.check(line)
    calls.same(line, calls.file("got"), big)
    requests = [entry for entry in log(calls) if "/slow/big" in entry]
    calls.same("requests of a resumed download", [entry.split()[-1] for entry in requests], ["200", "206", "206"])


# Names of which a header, a path and a form each make something else.
NAMES = ["x y.txt", "x+y.txt", "100% z.txt", "ä ö.txt", "a;b=c&d.txt", "[1] {2}.txt"]


def dav(calls, base):
    root = calls.folder / "files/dav"
    for name in ["a.txt", *NAMES]:
        calls.check(["put", f"path={name}", "_@-"], stdin=b"1", json={"code": 201})
        calls.check(["put", f"path={name}", "_@-"], stdin=b"12", json={"code": 204})
        calls.check(["get", f"path={name}"], out=b"12")
    calls.same("files of PUT", sorted(file.name for file in root.iterdir() if file.is_file()), sorted(["a.txt", *NAMES]))
    hrefs = ["-s", '"D:response"[*]."D:href"']
    found = value(calls.check(["list", *hrefs]).out)
    calls.same("list", sorted(map(urllib.parse.unquote, found)), sorted(["/dav/", *("/dav/" + name for name in ["a.txt", *NAMES])]))
    calls.check(["list", "depth=0", *hrefs], json=["/dav/"])
    calls.check(["list", "path=a.txt", "depth=0", *hrefs], json=["/dav/a.txt"])
    calls.check("folder path=inner", json={"code": 201})
    calls.check("folder path=inner", exit=4, err="405")
    before = "a.txt"
    for name in NAMES:
        there = "inner/" + name
        calls.check(["move", f"path={before}", f"to={there}"], json={"code": 201})
        calls.true(f"{there} is there", (root / there).is_file() and not (root / before).exists())
        calls.check(["copy", f"path={name}", f"to={base}/dav/{urllib.parse.quote(before)}"], json={"code": 201})
        calls.check(["move", f"path={before}", f"to={there}", "overwrite=F"], exit=4, err="412")
        calls.check(["move", f"path={before}", f"to={there}", "overwrite=T"], json={"code": 204})
        before = name
    calls.check("move path=none.txt to=inner/a.txt", exit=4, err="404")
    calls.check(["copy", f"path={NAMES[-1]}", f"to={base}/dav/none/a.txt"], exit=4, err="409")
    calls.check("delete path=inner", json={"code": 204})


def credentials(calls):
    calls.check("basic", json="basic")
    calls.check(["digest", "name=a b.json"], json="digest")
    calls.check(["digest", "name=a b.json", "query.q=c d&e/ä"], json="digest")
    calls.flags = ("--var", "PASSWORD=wrong")
    calls.check("basic", exit=8, err="401")
    calls.check(["digest", "name=a b.json"], exit=8, err="401")
    calls.flags = FLAGS


def redirects(calls, base, other):
    """After 301 and 302 of a POST: nothing was created if only the place differs; a GET tells what was created otherwise."""
    for status in (301, 302):
        calls.check(f"post path=moved{status}", json={"new": True}, err=f"{status}")
        calls.check(f"form path=moved{status} -q", json={"new": True}, err=None)
    calls.check("post path=moved303", json={"new": True}, err=None)
    calls.check("post path=moved307", json={"new": True}, err=None)
    requests = [line for line in log(calls) if "/new.json" in line]
    calls.same("requests of redirects", requests, ["GET /new.json 200"] * 5 + ["POST /new.json 200"])
    for line, target in (("post path=folder", f"{base}/folder/"), ("post path=elsewhere", f"http://127.0.0.1:{other}/elsewhere")):
        found = calls.check(line, exit=7, err=target)
        calls.true(f"{line} names what was asked", f"{base}/{line.split('=')[1]}" in found.err)
    calls.same("nothing is asked after them", [line for line in log(calls) if "/folder/" in line or line.startswith("GET /elsewhere")], [])
    calls.check("any path=moved301", json={"new": True}, err=None)
    calls.check("any path=folder", exit=4, err="404")


def negotiation(calls):
    calls.check("json path=data", json={"data": 1})
    calls.check("german path=page", out="<p>Seite</p>")
    calls.check("json path=none", exit=4, err="the server responded with 404 Not Found: no such page")
    calls.check("json path=closed", exit=4, err="the server responded with 403")
    calls.check("json path=gone", exit=4, err="the server responded with 410")


def log(calls):
    time.sleep(0.1)
    return (calls.folder / "access.log").read_text().splitlines()


FLAGS = ("--var", "PASSWORD=pass", "--timeout", "30s")


def run(folder):
    big, packed = files(folder)
    server = Server(APACHE, words, "/plain.txt", ports=2)
    with server.running(folder) as (base, _):
        calls = Calls(folder, SPEC, *FLAGS, base=base)
        packed_files(calls, big, packed)
        parts(calls, big)
        dav(calls, base)
        credentials(calls)
        redirects(calls, base, server.numbers[1])
        negotiation(calls)
    return calls.faults


GROUPS = {"apache": ([APACHE], run)}
