"""A service for agents.py: users, an echo of what came, a large result, a slow one, bytes, and pieces."""

import http.server
import json
import threading
import time


class Service(http.server.ThreadingHTTPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen, self.cut, self.polls = [], threading.Event(), 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body, status=200, kind="application/json"):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()

    def do_GET(self):
        self.server.seen.append(f"GET {self.path}")
        path = self.path.split("?")[0]
        if path == "/echo":
            return self.answer({"headers": dict(self.headers), "path": self.path, "number": 1})
        if path == "/session":
            return self.answer({"data": {"jwt": "fresh-s3ssion-t0ken", "ttl": 3600}})
        if path == "/big":
            return self.answer({"items": [{"id": i, "name": "x" * 50} for i in range(5000)], "total": 5000})
        if path == "/bytes":
            return self.answer(bytes(range(256)), kind="image/png")
        if path == "/broken":
            return self.answer({"code": "broken", "token": self.headers.get("Authorization")}, 500)
        if path == "/slow":
            for _ in range(100):
                time.sleep(0.1)
                try:
                    self.connection.setblocking(False)
                    if self.connection.recv(1) == b"":
                        raise ConnectionError
                except BlockingIOError:
                    self.connection.setblocking(True)
                except OSError:
                    return self.server.cut.set()
            return self.answer({})
        if path == "/pieces":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "4002")
            self.end_headers()
            for piece in [b'"'] + [b"x" * 1000] * 4 + [b'"']:
                self.wfile.write(piece)
                self.wfile.flush()
                time.sleep(0.15)
            return None
        if path == "/pages":
            page = int((self.path.split("page=") + ["1"])[1])
            return self.answer([{"id": page * 10 + i} for i in range(3)] if page < 4 else [])
        if path == "/job":
            self.server.polls += 1
            return self.answer({"state": "done" if self.server.polls % 3 == 0 else "busy", "polls": self.server.polls})
        if path == "/loose":
            return self.answer({"id": "seven", "name": "Ann"})
        if path == "/names":
            return self.answer(["Ann", "Bob"])
        if path.startswith("/users/"):
            return self.answer({"id": int(path.rsplit("/", 1)[1]), "name": "Ann"})
        return self.answer({"code": "unknown"}, 404)

    def write(self):
        body = self.body()
        self.server.seen.append(f"{self.command} {self.path} {body}")
        self.answer({"method": self.command, "body": json.loads(body or "null")}, 201)

    do_POST = do_PUT = do_DELETE = write


SPEC = """
service: users
doc: Users of a test.
base: BASE
auth: bearer ${USERS_TOKEN}
types:
  User: {id: Int, name: String, friend?: User}
endpoints:
  getUser:
    doc: "One user.\\nSecond line"
    GET: /users/{id} (id Int) -> User
  createUser:
    doc: Adds a user.
    POST: /users (name String, age Int?)
  deleteUser: DELETE /users/{id} (id Int)
  echo: GET /echo (q String?)
  big: GET /big
  bytes: GET /bytes -> bytes
  broken: GET /broken
  slow: GET /slow
  pieces: GET /pieces
  pages:
    GET: /pages (page Int = 1) -> [(id Int)]
    paginate: {page: page}
  job:
    GET: /job
    poll: {until: state == 'done', every: 200ms}
  loose: GET /loose -> User
  names: GET /names -> [String]
  login:
    GET: /echo
    params: {pass: {type: String, secret: true}}
"""

# A service whose token comes from an endpoint that an agent can call, too.
SESSIONS = """
service: sessions
base: BASE
auth:
  bearer: session
  login: {call: login}
  token: {access: data.jwt, expires: data.ttl}
endpoints:
  login: GET /session
  echo: GET /echo
"""
