"""counting.py PORT [FAULTS]: a server that counts effects. FAULTS is the part of the requests that fail: 0.05.

`POST /effects` has an effect, once for each Idempotency-Key. `GET /counts` returns the effects, and the arrivals in each second.
"""

import collections
import http.server
import json
import random
import socket
import sys
import threading
import time

effects = collections.Counter()
keys = {}
arrivals = []
lock = threading.Lock()
faults = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
chance = random.Random(7)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, *_):
        pass

    def reply(self, status, value, **fields):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, field in fields.items():
            self.send_header(name.replace("_", "-"), field)
        self.end_headers()
        self.wfile.write(body)

    def fails(self):
        """Whether the request fails: a part before its effect, a part after it, when the answer is lost."""
        with lock:
            return chance.random() < faults and chance.choice(["500", "429", "reset", "lost"])

    def do_GET(self):
        if self.path == "/counts":
            with lock:
                return self.reply(200, {"effects": dict(effects), "arrivals": arrivals})
        with lock:
            arrivals.append(time.monotonic())
        self.reply(200, {"name": self.path.rsplit("/", 1)[-1]})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        fault = self.fails()
        if fault == "500":
            return self.reply(500, {"message": "try again"})
        if fault == "429":
            return self.reply(429, {"message": "slowly"}, Retry_After="0")
        if fault == "reset":
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        key = self.headers.get("Idempotency-Key")
        with lock:
            if key is None or key not in keys:
                effects[body["name"]] += 1
            number = keys.setdefault(key, sum(effects.values())) if key else sum(effects.values())
        if fault == "lost":
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        self.reply(201, {"number": number, "name": body["name"]})


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", int(sys.argv[1])), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
