"""A small service for everyday tasks: users, pages, files, jobs, streams and an echo."""
import base64
import http.server
import json
import threading
import time
import urllib.parse

USERS = [{"id": 1, "name": "Ann", "age": 41}, {"id": 2, "name": "Bob", "age": 27}, {"id": 3, "name": "Cy", "age": 35}]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    seen = {}

    def log_message(self, *_):
        pass

    def body(self):
        if "chunked" not in (self.headers.get("Transfer-Encoding") or ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        data = b""
        while size := int(self.rfile.readline(), 16):
            data += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return data

    def answer(self, content, status=200, kind="application/json", headers=()):
        data = content if isinstance(content, bytes) else content.encode() if isinstance(content, str) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def count(self, key):
        """How often something was asked for by this task."""
        with self.lock:
            self.seen[key] = self.seen.get(key, 0) + 1
            return self.seen[key]

    def endless(self, kind, text):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()
        for number in range(10_000):
            try:
                self.wfile.write((text % number).encode())
                self.wfile.flush()
            except OSError:
                return
            time.sleep(0.1)

    def handle_request(self):
        data = self.body()
        url = urllib.parse.urlsplit(self.path)
        steps = url.path.strip("/").split("/")
        query = urllib.parse.parse_qsl(url.query, keep_blank_values=True)
        base = "http://" + self.headers.get("Host", "")
        authorization = self.headers.get("Authorization", "")
        match (self.command, *steps):
            case ("GET" | "HEAD", "users"):
                self.answer(USERS, headers=[("ETag", '"e1"')])
            case ("GET", "users", number):
                found = [user for user in USERS if str(user["id"]) == number]
                self.answer(found[0], headers=[("ETag", '"e1"')]) if found else self.answer({"message": "no such user"}, 404)
            case ("POST", "users") if isinstance(given := json.loads(data or b"null"), dict) and "name" in given:
                self.answer({"id": 4, **given}, 201)
            case ("POST", "users"):
                self.answer({"message": "expected an object with a name"}, 400)
            case ("POST", "login"):
                form = dict(urllib.parse.parse_qsl(data.decode())) if "form-urlencoded" in self.headers.get("Content-Type", "") else {}
                self.answer({"token": "t0p"}) if form.get("user") == "ann" else self.answer({"message": "expected a form"}, 400)
            case ("GET", "items"):
                page = int(dict(query).get("page", 1))
                link = [("Link", f'<{base}/items?page={page + 1}>; rel="next"')] if page < 3 else []
                self.answer([{"id": 2 * page - 1}, {"id": 2 * page}], headers=link)
            case ("GET", "basic"):
                ok = authorization == "Basic " + base64.b64encode(b"ann:secret").decode()
                self.answer({"ok": True}) if ok else self.answer({"message": "sign in"}, 401)
            case ("GET" | "POST", "private"):
                self.answer({"ok": True}) if authorization == "Bearer t0p" else self.answer({"message": "sign in"}, 401)
            case ("GET", "file.bin"):
                self.answer(bytes(range(256)) * 8, kind="application/octet-stream")
            case ("GET", "report"):
                self.answer("a,b\n1,2\n", kind="text/csv", headers=[("Content-Disposition", 'attachment; filename="report.csv"')])
            case (_, "status", code):
                self.answer({"message": "status " + code}, int(code))
            case ("GET", "redirect"):
                self.answer("", 302, headers=[("Location", "/users/1")])
            case ("GET", "slow"):
                time.sleep(5)
                self.answer({"ok": True})
            case ("GET", "flaky"):
                self.answer({}, 503) if self.count("flaky") < 3 else self.answer({"ok": True})
            case ("GET", "jobs", number):
                self.answer({"id": number, "state": "done" if self.count("job") > 2 else "running"})
            case ("GET", "events"):
                self.endless("text/event-stream", 'data: {"n": %d}\n\n')
            case ("GET", "logs"):
                self.endless("application/x-ndjson", '{"n": %d}\n')
            case ("GET", "tail"):
                self.endless("text/plain; charset=utf-8", "line %d\n")
            case ("GET", "feed.xml"):
                self.answer("<feed><entry><title>Hi</title></entry></feed>", kind="application/xml")
            case ("POST", "pets") if authorization == "Bearer t0p":
                self.answer({"id": 9, **json.loads(data or b"{}")}, 201)
            case ("POST", "pets"):
                self.answer({"message": "sign in"}, 401)
            case ("GET", "pets", number):
                self.answer({"id": int(number), "name": "Rex"})
            case ("GET", "pets"):
                self.answer([{"id": 7, "name": "Rex", "tag": "dog"}])
            case _:
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.answer(
                    {"method": self.command, "path": url.path, "query": query, "headers": headers, "body": data.decode("utf-8", "replace")})

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = handle_request


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """A client that leaves early is no error of a task."""


def start():
    """Starts the service on a free port and returns its base."""
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d" % server.server_address[1]
