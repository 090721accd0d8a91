#!/usr/bin/env bash
# aiohttp 3.14.5 (PyPI), 2026-11-27: a client stops an upload, without an error, when a 200 comes before the body has been sent.
#
# The server answers the head of a PUT with a whole response (200, Content-Length: 2, the connection stays open) and reads on; RFC 9112,
# section 9.3, allows the answer, and only an error would be a reason to stop. Guess: the client sends all 20 MB, as httpx 0.28.1 and
# http.client of Python do. Seen: aiohttp returns status 200, raises nothing, and closes the connection after some 0.5 to 6 MB of the 20.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check aiohttp==3.14.5 httpx==0.28.1
cat > try.py <<'P'
import asyncio, http.client, io, socket, threading, time
import aiohttp, httpx

SIZE, arrived = 20_000_000, []


def serve(client):
    head = b""
    while b"\r\n\r\n" not in head:
        head += client.recv(65536)
    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    size = len(head.split(b"\r\n\r\n", 1)[1])
    client.settimeout(5)
    try:
        while size < SIZE and (piece := client.recv(65536)):
            size += len(piece)
            time.sleep(0.002)
    except OSError:
        pass
    arrived.append(size)
    client.close()


def accept(server):
    while True:
        threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()


def outcome(call):
    before = len(arrived)
    status = call()
    for _ in range(200):
        if len(arrived) > before:
            break
        time.sleep(0.05)
    return status, arrived[before]


server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, args=(server,), daemon=True).start()
url, data = "http://127.0.0.1:%d/x" % server.getsockname()[1], b"x" * SIZE


async def put(body):
    async with aiohttp.ClientSession() as session, session.put(url, data=body) as response:
        await response.read()
        return response.status


def plain():
    connection = http.client.HTTPConnection("127.0.0.1", server.getsockname()[1])
    connection.request("PUT", "/x", body=data)
    return connection.getresponse().status


found = {
    "aiohttp, bytes": outcome(lambda: asyncio.run(put(data))), "aiohttp, file": outcome(lambda: asyncio.run(put(io.BytesIO(data)))),
    "httpx": outcome(lambda: httpx.put(url, content=data, trust_env=False).status_code), "http.client": outcome(plain)}
print(found)
assert all(status == 200 for status, _ in found.values())
assert found["httpx"][1] == found["http.client"][1] == SIZE
assert 0 < found["aiohttp, bytes"][1] < SIZE and 0 < found["aiohttp, file"][1] < SIZE
P
timeout 60 v/bin/python try.py
echo "as seen: aiohttp reports 200 for an upload of which a part is missing"
