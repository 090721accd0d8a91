"""What .ci/real/asgi.py calls: streams, a WebSocket and slow responses by Starlette, and a GraphQL service by Ariadne. Run by uvicorn."""

import asyncio
import json

import ariadne
import ariadne.asgi
import ariadne.contrib.sse
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute


def stream(media_type, pieces, pause=0.0):
    async def each():
        for piece in pieces:
            yield piece
            await asyncio.sleep(pause)

    return lambda request: StreamingResponse(each(), media_type=media_type)


SIZES = {"last": 0}


async def slow(request):
    await asyncio.sleep(float(request.query_params["seconds"]))
    return JSONResponse({"slow": True})


async def received(request):
    """How much of the last body has arrived, whatever was said."""
    return JSONResponse({"bytes": SIZES["last"]})


async def refused(request):
    """A response before the body has been read: uvicorn drops the rest of it."""
    return JSONResponse({"message": "too much"}, 413)


async def taken(scope, receive, send):
    """Says that all is well before the body arrives, then counts it. (Within a streaming response, Starlette drops the body.)"""
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b'{"bytes": ', "more_body": True})
    size, more = 0, True
    while more:
        message = await receive()
        SIZES["last"] = size = size + len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.body", "body": b"%d}" % size})


async def echo(socket):
    await socket.accept()
    async for text in socket.iter_text():
        if text == "bye":
            await socket.close(4001, "as you say")
            return
        if text.startswith("wait "):
            await asyncio.sleep(float(text[5:]))
        await socket.send_text(json.dumps({"said": text}))


QUERY = ariadne.QueryType()
QUERY.set_field("viewer", lambda *_: {"login": "ann {b}"})
QUERY.set_field("fails", lambda *_: 1 / 0)
COUNTING = ariadne.SubscriptionType()


@COUNTING.source("count")
async def count(root, info, to, fails=False):
    for number in range(1, to + 1):
        yield number
    if fails:
        raise ValueError("no more numbers")


@COUNTING.field("count")
def counted(number, info, to, fails=False):
    return number


SCHEMA = ariadne.make_executable_schema(
    "type Query { viewer: Viewer! fails: Int } type Viewer { login: String! } type Subscription { count(to: Int!, fails: Boolean): Int! }",
    QUERY, COUNTING)
GRAPHQL = ariadne.asgi.GraphQL(SCHEMA, http_handler=ariadne.contrib.sse.GraphQLHTTPSSEHandler())
EVENTS = [
    b": hello\n\n", b'event: news\ndata: {"n": 1}\nid: a\n\n', b"da", b'ta: {"n":\ndata: 2}\n\n', b"event: empty\ndata:\n\n",
    b"data: [DONE]\n\n"]
LINES = [b'{"n": 1}\n{"n"', b": 2}\r\n", b'\n{"n": 3}']
FAILED = [b'{"n": 1}\n', b'{"error": {"message": "disk full"}}\n']
app = Starlette(routes=[
    Route("/ready", lambda request: Response()),
    Route("/events", stream("text/event-stream", EVENTS, 0.05)),
    Route("/lines", stream("application/x-ndjson", LINES, 0.05)),
    Route("/failed", stream("application/x-ndjson", FAILED)),
    Route("/slow", slow),
    Route("/received", received),
    Route("/refused", refused, methods=["PUT"]),
    Mount("/taken", taken),
    WebSocketRoute("/echo", echo),
    Mount("/graphql", GRAPHQL),
])
