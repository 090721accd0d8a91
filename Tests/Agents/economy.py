#!/usr/bin/env python3
"""economy.py: the bytes that an agent gets from `dial mcp`, next to those of fastmcp's from_openapi; a table in Markdown.

    python3 Tests/Agents/economy.py           # exit 1 if the three tools have 2,500 bytes or more
    python3 Tests/Agents/economy.py --peer    # measures fastmcp, too
"""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
DIAL = os.path.abspath(os.environ.get("DIAL", HERE / ".build/release/dial"))
PUBLIC = pathlib.Path(os.environ.get("PUBLIC", HERE / "../shared/conformance"))
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
ROWS = [
    ("GitHub, `specs/github.yaml`", HERE / "specs/github.yaml", "issue", "issues.list", None),
    ("Spotify's document", PUBLIC / "openapi-docs/spotify.yaml", "playlist tracks", "get-playlist", {"playlist_id": 7}),
]


def measure(path, words, endpoint, arguments):
    start = time.monotonic()
    server = subprocess.Popen([DIAL, "mcp", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(method, **params):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": META} | params}) + "\n")
        server.stdin.flush()
        line = server.stdout.readline()
        return len(line.encode()), json.loads(line)["result"]

    def tool(name, **arguments):
        return ask("tools/call", name=name, arguments=arguments)

    ask("server/discover")
    first = (time.monotonic() - start) * 1000
    size, tools = ask("tools/list")
    size = len(json.dumps(tools["tools"], separators=(",", ":")).encode())
    found, result = tool("search", words=words)
    described, result = tool("describe", endpoint=endpoint)
    assert not result.get("isError"), result
    failed, result = tool("call", endpoint=endpoint, arguments={"unknown": 1})
    server.stdin.close()
    server.wait(10)
    return first, size, found, described, failed


async def peer(path):
    """The bytes of the tools of fastmcp's from_openapi."""
    import fastmcp
    import httpx2
    import yaml

    start = time.monotonic()
    service = fastmcp.FastMCP.from_openapi(yaml.safe_load(path.read_text()), httpx2.AsyncClient(base_url="http://127.0.0.1"))
    async with fastmcp.Client(service) as client:
        tools = await client.list_tools()
    text = json.dumps([tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools], separators=(",", ":"))
    return len(tools), len(text.encode()), (time.monotonic() - start) * 1000


def main():
    print("| Served | First response | `tools/list` | `search` | `describe` | a refused `call` |")
    print("| --- | --- | --- | --- | --- | --- |")
    sizes = []
    for title, path, words, endpoint, arguments in ROWS:
        if not path.exists():
            continue
        first, *bytes = measure(path, words, endpoint, arguments)
        sizes.append(bytes[0])
        print(f"| {title} | {first:.0f} ms | " + " | ".join(f"{size:,} bytes" for size in bytes) + " |")
    if "--peer" in sys.argv:
        count, size, took = asyncio.run(peer(ROWS[1][1]))
        print(f"| Spotify's document by fastmcp 4.2.3, {count} tools | {took:.0f} ms after imports | {size:,} bytes | | | |")
    sys.exit(max(sizes) >= 2500)


main()
