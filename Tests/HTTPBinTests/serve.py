"""Serves httpbin on two free ports of 127.0.0.1, prints them as "PORT PORT", and ends when standard input does.

/discard counts the bytes of a body. /read-multipart gives the parts of a body as the library `multipart` reads them; httpbin's own /post reads with Werkzeug.

The tests hold the other end of standard input, so the server never outlives them, however they end.
"""

import base64
import os
import sys
import threading

from flask import jsonify, request
from httpbin import app
from multipart import MultipartParser, parse_options_header
from waitress.server import create_server


@app.route("/read-multipart", methods=["POST"])
def read_multipart():
    _, options = parse_options_header(request.environ["CONTENT_TYPE"])
    parts = MultipartParser(request.stream, options["boundary"], strict=True)
    return jsonify(
        length=request.content_length,
        parts=[[part.name, part.filename, dict(part.headerlist).get("Content-Type"), base64.b64encode(part.raw).decode()] for part in parts],
    )


@app.route("/discard", methods=["POST"])
def discard():
    count = 0
    while piece := request.stream.read(1 << 20):
        count += len(piece)
    return jsonify(count)


server = create_server(app, listen="127.0.0.1:0 127.0.0.1:0", threads=32)
print(*(port for _, port in server.effective_listen), flush=True)


def end_with_the_tests():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_the_tests, daemon=True).start()
server.run()
