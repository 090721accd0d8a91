"""nginx: a server of it from some lines of configuration, and what it does with redirects, DAV, packed bodies and includes."""

import contextlib
import gzip
import http.server
import os
import pathlib
import shutil
import subprocess
import threading
import time

from .calls import Calls
from .server import Server, program

NGINX = program("nginx")
HEAD = """daemon off; pid nginx.pid; error_log error.log; worker_processes 2; {user}
events {{ worker_connections 1024; }}
http {{
  access_log off; default_type application/octet-stream;
  types {{ text/html html; text/plain txt; application/json json; }}
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; scgi_temp_path scgi; uwsgi_temp_path uwsgi;
  server {{ listen 127.0.0.1:{port}; root files; }}
{config}
}}
"""


def nginx(config, ports=2, others=[]):
    """Port 0 answers that the server is ready; the configuration uses the rest, as $port1$ and so on, and those of other servers after
    them."""

    def words(folder, numbers):
        text = config
        for index, number in enumerate(numbers + others):
            text = text.replace(f"$port{index}$", str(number))
        user = "user root;" if os.getuid() == 0 else ""
        pathlib.Path(folder, "nginx.conf").write_text(HEAD.format(user=user, port=numbers[0], config=text))
        return ["-p", folder, "-e", "error.log", "-c", "nginx.conf"]

    return Server(NGINX, words, ports=ports)


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem", "-out",
         "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        cwd=folder, check=True, capture_output=True)


SITE = """
  gzip_types application/json; gzip_min_length 1; postpone_output 0;
  server { listen 127.0.0.1:$port1$; location / { $returns$ } }
  server {
    listen 127.0.0.1:$port2$ ssl http2; listen 127.0.0.1:$port3$; ssl_certificate cert.pem; ssl_certificate_key key.pem; root files;
    location /dav/ { dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; }
    location /packed/ { gzip on; }
    location /static/ { gzip_static always; types { } default_type application/x-tar; }
    location /method { default_type application/json; return 200 '{"method": "$request_method", "length": "$content_length"}'; }
    location /done { return 302 /method; }
    location /page { ssi on; ssi_types text/plain; add_trailer X-Sum "of $uri"; }
    location /wait/ { proxy_pass http://127.0.0.1:$port4$; }
    location /private/ { auth_request /allowed; }
    location = /allowed {
      internal;
      if ($http_authorization = "Bearer forbidden") { return 403; }
      if ($http_authorization != "Bearer good") { add_header WWW-Authenticate 'Bearer realm="r"' always; return 401; }
      return 204;
    }
  }""".replace("$returns$", "".join(
    f"if ($arg_code = {code}) {{ return {code} https://127.0.0.1:$port2$$request_uri; }} " for code in (301, 302, 303, 308)))
SPEC = """
base: $base$
tls: {ca: cert.pem}
types: {Asked: {method: String, length: String}}
endpoints:
  ask:    GET /method (code Int = 301) -> Asked
  post:   POST /method (query.code Int = 301, name = a) -> Asked
  put:    PUT /method (query.code Int = 301, name = a) -> Asked
  done:   POST /done (name = a) -> Asked
  store:  PUT bytes /dav/{path} (path, _ content File) -> (code status)
  get:    GET /dav/{path} -> bytes
  move:
    MOVE: /dav/{path} (path, to, header.overwrite? as Overwrite) -> (code status)
    hasBody: false
    headers: {Destination: "$base$/dav/{+to}"}
  folder: {MKCOL: "/dav/{path}/ -> (code status)", hasBody: false}
  delete: DELETE /dav/{path} -> (code status)
  json:   GET /{+path} -> JSON
  bytes:  GET /{+path} -> bytes
  any:    GET /{+path}
  lines:  GET /page/slow.txt -> lines String
  sum:    GET /page/slow.txt -> (text String, sum header.X-Sum)
  open:   GET /private/a.json
  closed: {GET: /private/a.json, auth: "bearer ${TOKEN}"}
"""


class Waiting(http.server.BaseHTTPRequestHandler):
    """What a page includes, a second later."""

    def do_GET(self):
        time.sleep(1)
        with contextlib.suppress(OSError):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"included")

    def log_message(self, *_):
        pass


def files(folder):
    root = pathlib.Path(folder, "files")
    plain = b'{"n": [' + b"1, " * 2000 + b"1]}"
    packed = gzip.compress(plain, mtime=0)
    for name, content in {
            "packed/list.json": plain, "static/list.json.gz": packed, "private/a.json": b'{"private": true}', "dav/a.txt": b"1",
            "page/slow.txt": b'first\n<!--# include virtual="/wait/" -->\nlast\n'}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return plain, packed


def redirects(calls, plain, secure):
    """`plain` redirects to `secure`. A POST that a 301 or 302 answers there has not been received by anyone."""
    for code in (301, 302):
        for name in ("post", "put"):
            line = f"{name} query.code={code} --base {plain}"
            if name == "put":
                calls.check(line, json={"method": "PUT", "length": "12"}, err=None)
                continue
            found = calls.check(line, exit=7, err=f"{secure}/method")
            calls.true(f"{line} names what was asked, and how to ask", f"{plain}/method" in found.err and "--base" in found.err)
        calls.check(f"ask code={code} --base {plain}", json={"method": "GET", "length": ""}, err=None)
    calls.check(f"post query.code=308 --base {plain}", json={"method": "POST", "length": "12"}, err=None)
    calls.check(f"post query.code=303 --base {plain}", json={"method": "GET", "length": ""}, err=None)
    calls.check("post", json={"method": "POST", "length": "12"}, err=None)
    found = calls.check("done", json={"method": "GET", "length": ""}, err="302")
    calls.true("done says where it went", f"{secure}/done" in found.err and f"{secure}/method" in found.err)
    calls.check("done -q", json={"method": "GET", "length": ""}, err=None)


def dav(calls):
    root, before = calls.folder / "files/dav", "a.txt"
    calls.check("folder path=inner", json={"code": 201})
    for name in ["x y.txt", "x+y.txt", "100% z.txt", "ä ö.txt", "a;b=c&d.txt"]:
        calls.check(["move", f"path={before}", f"to=inner/{name}"], json={"code": 204})
        calls.true(f"inner/{name} is there", (root / "inner" / name).is_file() and not (root / before).exists())
        calls.check(["store", f"path={name}", "_@-"], stdin=b"2", json={"code": 201})
        calls.check(["get", f"path={name}"], out=b"2")
        calls.check(["move", f"path={name}", f"to=inner/{name}", "overwrite=F"], exit=4, err="412")
        before = name
    calls.check(["delete", f"path={before}"], json={"code": 204})
    calls.check(["move", f"path={before}", "to=b.txt"], exit=4, err="404")


def bodies(calls, plain, packed):
    calls.check("json path=packed/list.json -s 'length(n)'", json=2001)
    calls.check("any path=packed/list.json -o raw", out=plain)
    calls.check("bytes path=packed/list.json", out=plain)
    calls.check("any path=packed/list.json -o raw --compressed", out=plain)
    calls.check("bytes path=static/list.json", out=packed)
    calls.check("any path=static/list.json -o raw", out=packed)
    calls.check("bytes path=static/list.json --compressed", out=plain)
    calls.check("json path=static/list.json -s 'length(n)'", json=2001)


def pieces(calls):
    """A page of three lines, of which the second is included a second later."""
    start = time.monotonic()
    with subprocess.Popen(calls.words("lines"), cwd=calls.folder, env=calls.environment, stdout=subprocess.PIPE) as process:
        first, spent = process.stdout.readline(), time.monotonic() - start
        rest = process.stdout.read()
    calls.same("lines", first + rest, b"first\nincluded\nlast\n")
    calls.true(f"the first line comes at once, not after {spent:.1f} s", spent < 0.9)
    calls.check("sum", json={"text": "first\nincluded\nlast\n", "sum": "of /page/slow.txt"})
    calls.check("sum --timeout 500ms", exit=7, err="timed out")


def credentials(calls):
    calls.check("open", exit=4, err="the server responded with 401")
    calls.check("closed --var TOKEN=good", json={"private": True})
    calls.check("closed --var TOKEN=wrong", exit=8, err="401")
    calls.check("closed --var TOKEN=forbidden", exit=4, err="403")


def site(folder):
    certificate(folder)
    plain, packed = files(folder)
    faults = []
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Waiting) as waiting:
        threading.Thread(target=waiting.serve_forever, daemon=True).start()
        server = nginx(SITE, ports=4, others=[waiting.server_port])
        with server.running(folder):
            for scheme, index in (("https", 2), ("http", 3)):
                base = f"{scheme}://127.0.0.1:{server.numbers[index]}"
                calls = Calls(folder, SPEC, base=base)
                if scheme == "https":
                    redirects(calls, f"http://127.0.0.1:{server.numbers[1]}", base)
                shutil.rmtree(calls.folder / "files")
                files(folder)
                dav(calls)
                bodies(calls, plain, packed)
                pieces(calls)
                credentials(calls)
                faults += [f"{scheme}: {fault}" for fault in calls.faults]
        waiting.shutdown()
    return faults


GROUPS = {"nginx": ([NGINX], site)}
