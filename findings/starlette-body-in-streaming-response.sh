#!/usr/bin/env bash
# Starlette 1.10.0 on uvicorn 0.54.0 with h11 0.16.0 (PyPI), 2026-11-27: a streaming response that reads the request's body gets nothing of it.
#
# The generator of a StreamingResponse yields a first piece, then reads `request.stream()`. Guess: it reads the 2 MB that the client sends.
# Seen: the loop ends at once, with 0 bytes and without an error; the client gets 200 and a body that says 0. A program of ASGI alone that
# does the same in the same server reads all 2,000,000 bytes: the task of the response that listens for a disconnect takes the messages.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check starlette==1.10.0 uvicorn==0.54.0 h11==0.16.0
cat > apps.py <<'P'
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Mount, Route


async def streaming(request):
    async def pieces():
        yield b"bytes: "
        size = 0
        async for piece in request.stream():
            size += len(piece)
        yield b"%d" % size

    return StreamingResponse(pieces())


async def plain(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"bytes: ", "more_body": True})
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.body", "body": b"%d" % size})


app = Starlette(routes=[Route("/streaming", streaming, methods=["PUT"]), Mount("/plain", plain)])
P
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
v/bin/python -m uvicorn --http h11 --port "$port" --log-level error apps:app & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
head -c 2000000 /dev/zero > body
streaming=$(curl -s -m 20 -T body "http://127.0.0.1:$port/streaming"); plain=$(curl -s -m 20 -T body "http://127.0.0.1:$port/plain/")
echo "StreamingResponse: $streaming; ASGI alone: $plain"
[ "$streaming" = "bytes: 0" ]; [ "$plain" = "bytes: 2000000" ]
echo "as seen: the body is lost without an error"
