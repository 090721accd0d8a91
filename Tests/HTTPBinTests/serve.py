"""Serves httpbin on two free ports of 127.0.0.1, prints them as "PORT PORT", and ends when standard input does.

The tests hold the other end of standard input, so the server never outlives them, however they end.
"""

import os
import sys
import threading

from httpbin import app
from waitress.server import create_server

server = create_server(app, listen="127.0.0.1:0 127.0.0.1:0", threads=32)
print(*(port for _, port in server.effective_listen), flush=True)


def end_with_the_tests():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_the_tests, daemon=True).start()
server.run()
