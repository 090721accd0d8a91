"""Serves web sockets on two free ports of 127.0.0.1, with and without permessage-deflate, prints them as "PORT PORT", and ends when standard
input does. The peer is the library `websockets`, which shares no code with SwiftNIO.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import sys
import threading
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

flooded = 0


async def echo(socket, query):
    async for message in socket:
        await socket.send(message)


async def headers(socket, query):
    extensions = [extension.name for extension in socket.protocol.extensions]
    await socket.send(json.dumps({"fields": dict(socket.request.headers.raw_items()), "extensions": extensions}))
    await socket.wait_closed()


async def close(socket, query):
    await socket.close(int(query["code"]), query.get("reason", ""))


async def count(socket, query):
    for number in range(int(query["to"])):
        await socket.send(f"{number}")


async def collect(socket, query):
    """The number of messages up to "end", and a digest of all of them in order."""
    digest, number = hashlib.sha256(), 0
    async for message in socket:
        if message == "end":
            await socket.send(f"{number} {digest.hexdigest()}")
        else:
            digest.update(message.encode() if isinstance(message, str) else message)
            number += 1


async def told(socket, query):
    """What this side hears of the client's close: the code and reason come to /heard."""
    told.last = ""
    with contextlib.suppress(ConnectionClosed):
        async for _ in socket:
            pass
    told.last = f"{socket.close_code} {socket.close_reason}"


told.last = ""


async def heard(socket, query):
    await socket.send(told.last)


async def flood(socket, query):
    global flooded
    flooded = 0
    for number in range(int(query["messages"])):
        await socket.send(bytes([number % 256]) * 65536)
        flooded += 1


async def sent(socket, query):
    await socket.send(f"{flooded}")


def check(connection, request):
    if request.path.startswith("/secret") and request.headers.get("Authorization") != "Bearer tok-1":
        return connection.respond(HTTPStatus.UNAUTHORIZED, "who are you?\n")


async def handle(socket):
    target = urlsplit(socket.request.path)
    query = {name: values[-1] for name, values in parse_qs(target.query).items()}
    routes = {"secret": echo, "echo": echo, "headers": headers, "close": close, "count": count, "collect": collect}
    routes |= {"told": told, "heard": heard, "flood": flood, "sent": sent}
    with contextlib.suppress(ConnectionClosed):
        await routes[target.path.strip("/")](socket, query)


def choose(connection, offered):
    """The first that is known; who offers none gets none."""
    return next((name for name in offered if name.startswith("chat.")), None)


async def main():
    options = {"process_request": check, "select_subprotocol": choose, "max_size": 64 << 20}
    async with (
        serve(handle, "127.0.0.1", 0, **options) as packed,
        serve(handle, "127.0.0.1", 0, compression=None, **options) as plain,
    ):
        print(*(server.sockets[0].getsockname()[1] for server in (packed, plain)), flush=True)
        await asyncio.get_running_loop().create_future()


def end_with_the_tests():
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_the_tests, daemon=True).start()
asyncio.run(main())
