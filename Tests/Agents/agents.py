#!/usr/bin/env python3
"""agents.py [NAME…]: clients of others call `dial mcp`: the official SDK in both eras and fastmcp's, over standard streams and HTTP.

Every message that Dial writes is validated with the protocol's schemas. Needs .venv (make setup) and ../shared/conformance/mcp-schema.

    python3 Tests/Agents/agents.py            # all tests, a line each; exit 1 if one fails
    DIAL=.build/debug/dial python3 Tests/Agents/agents.py stdio
"""

import asyncio
import base64
import contextlib
import copy
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import traceback

import jsonschema
import mcp_types as types
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from service import SESSIONS, SPEC, Service

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
DIAL = os.path.abspath(os.environ.get("DIAL", HERE / ".build/release/dial"))
PUBLIC = pathlib.Path(os.environ.get("PUBLIC", HERE / "../shared/conformance"))
TOKEN = "s3cr3t-t0ken-Zq81"
NEW, OLD = "2026-07-28", "2025-11-25"
SERVICE = Service()
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="dial-agents-"))
(FOLDER / "users.yaml").write_text(SPEC.replace("BASE", SERVICE.base))
ENV = {"USERS_TOKEN": TOKEN, "XDG_CONFIG_HOME": str(FOLDER), "XDG_CACHE_HOME": str(FOLDER), "XDG_STATE_HOME": str(FOLDER)}

# ------------------------------------------------------------------------------------------------ schemas

SCHEMAS = {version: json.loads((PUBLIC / f"mcp-schema/{version}.json").read_text()) for version in (NEW, OLD, "2025-06-18")}
RESULTS = {
    "initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
    "resources/list": "ListResourcesResult", "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult", "subscriptions/listen": "SubscriptionsListenResult", "completion/complete": "CompleteResult", "ping": "EmptyResult",
}

NOTICES = {
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
    "notifications/tools/list_changed": "ToolListChangedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
}


def check(version, name, value):
    key = "$defs" if "$defs" in SCHEMAS[version] else "definitions"
    schema = {"$ref": f"#/{key}/{name}", key: SCHEMAS[version][key]}
    jsonschema.Draft202012Validator(schema).validate(value)


def validate(version, message, method=None):
    """Validates a message of the server; `method` is that of the request."""
    check(version, "JSONRPCMessage", message)
    assert TOKEN not in json.dumps(message), f"a message has the token: {message}"
    if "result" in message:
        name = RESULTS.get(method) or ("InputRequiredResult" if message["result"].get("resultType") == "input_required" else "CallToolResult")
        check(version, name, message["result"])
    elif message.get("method") == "notifications/progress":
        check(version, "ProgressNotification", message)
    elif message.get("method") in NOTICES:
        check(version, NOTICES[message["method"]], message)
    elif message.get("method") == "elicitation/create":
        check(version, "ElicitRequest", message)


def validate_log(version, folder):
    """Validates what a process wrote, by the requests that it read."""
    methods = {}
    for line in (folder / "in").read_text().splitlines():
        message = json.loads(line)
        methods[json.dumps(message.get("id"))] = message.get("method")
    lines = (folder / "out").read_text().splitlines()
    for line in lines:
        message = json.loads(line)
        validate(version, message, methods.get(json.dumps(message.get("id"))))
    return len(lines)


# ------------------------------------------------------------------------------------------------ servers

TESTS = {}


def test(function):
    TESTS[function.__name__] = function
    return function


@contextlib.asynccontextmanager
async def stdio(version, *flags, answer=None):
    """A client over standard streams, whose messages are validated at the end."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=FOLDER))
    command = 'tee "$0/in" | "$@" 2>"$0/err" | tee "$0/out"'
    server = StdioServerParameters(
        command="bash", args=["-c", command, str(folder), DIAL, "mcp", str(FOLDER / "users.yaml"), *flags], env=ENV)
    async with Client(server, mode="auto" if version == NEW else "legacy", elicitation_callback=answer) as client:
        assert client.protocol_version == version, client.protocol_version
        yield client
    assert validate_log(version, folder) > 1


@contextlib.contextmanager
def process(*flags, spec=FOLDER / "users.yaml"):
    """`dial mcp --http 0`: the address that it prints."""
    server = subprocess.Popen(
        [DIAL, "mcp", spec, "--http", "0", *flags], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
        env=os.environ | ENV)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        assert server.wait(10) == 0


@contextlib.asynccontextmanager
async def over_http(version, *flags, answer=None):
    with process(*flags) as address:
        async with Client(address, mode="auto" if version == NEW else "legacy", elicitation_callback=answer) as client:
            assert client.protocol_version == version, client.protocol_version
            yield client


def text(result):
    return "\n".join(block.text for block in result.content if block.type == "text")


async def refused(client, name, arguments, *parts):
    result = await client.call_tool(name, arguments)
    assert result.is_error, text(result)
    for part in parts:
        assert part in text(result), (part, text(result))


async def exercise(client):
    """Everything that all clients see."""
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["search", "describe", "call"]
    assert tools[2].annotations.read_only_hint is True
    found = text(await client.call_tool("search", {"words": "user"}))
    assert "getUser  GET /users/{id}  One user." in found and "Second line" not in found, found
    assert "createUser  POST /users (not allowed)" in found, found
    assert "no endpoint matches" in text(await client.call_tool("search", {"words": "zebra"}))
    described = json.loads(text(await client.call_tool("describe", {"endpoint": "getUser"})))
    assert described["arguments"]["required"] == ["id"] and described["example"] == {"id": 7}, described
    jsonschema.Draft202012Validator.check_schema(described["arguments"])
    assert described["result"] == "User\nUser: (id Int, name String, friend? User)", described
    user = json.loads(text(await client.call_tool("call", {"endpoint": "getUser", "arguments": {"id": 7}})))
    assert user == {"id": 7, "name": "Ann"}
    name = text(await client.call_tool("call", {"endpoint": "users/getUser", "arguments": {"id": 7}, "select": "name"}))
    assert name == '"Ann"', name
    await refused(client, "call", {"endpoint": "getUsr"}, "unknown endpoint 'getUsr'; did you mean 'getUser'?")
    await refused(client, "call", {"endpoint": "getUser", "arguments": {"idd": 7}}, "idd", "missing argument 'id'", "describe")
    await refused(client, "call", {"endpoint": "getUser", "arguments": {"id": "abc"}}, "'id' must be an integer, but is 'abc'")
    await refused(client, "call", {"endpoint": "getUser", "id": 7}, "unknown argument 'id'", "in 'arguments'")
    await refused(client, "call", {"endpoint": "getUser", "headers": {}}, "unknown argument 'headers'")
    await refused(client, "call", {"endpoint": "createUser", "arguments": {"name": "Eve"}}, "--allow createUser", "--allow POST")
    await refused(client, "call", {"endpoint": "login", "arguments": {"pass": "x"}}, "'pass' is a secret")
    await refused(client, "call", {"endpoint": "broken"}, "500", "broken")
    await refused(client, "call", {"endpoint": "getUser", "arguments": {"id": 7}, "select": "[["}, "not a valid JMESPath")
    assert not any(entry.startswith("POST") for entry in SERVICE.seen), SERVICE.seen
    echo = text(await client.call_tool("call", {"endpoint": "echo", "arguments": {"q": "é\u202e"}}))
    assert "Authorization" in echo and TOKEN not in echo and "‹redacted›" in echo, echo
    big = text(await client.call_tool("call", {"endpoint": "big"}))
    assert len(big) < 2000 and "items[:10]" in big and "array of 5000 items" in big, big
    image = await client.call_tool("call", {"endpoint": "bytes"})
    assert "256 bytes of type image/png" in image.content[0].text and image.content[1].size == 256, image
    blob = (await client.read_resource(image.content[1].uri)).contents[0].blob
    assert base64.b64decode(blob) == bytes(range(256))
    resources = (await client.list_resources()).resources
    assert [str(resource.uri) for resource in resources] == ["dial://users"]
    assert "getUser" in (await client.read_resource("dial://users")).contents[0].text
    assert json.loads((await client.read_resource("dial://users/getUser")).contents[0].text) == described
    template = (await client.list_resource_templates()).resource_templates[0].uri_template
    reference = types.ResourceTemplateReference(type="ref/resource", uri=template)
    assert (await client.complete(reference, {"name": "endpoint", "value": "get"})).completion.values == ["getUser"]
    for call in (client.read_resource("dial://users/nothing"), client.call_tool("nothing", {})):
        try:
            await call
            raise AssertionError("no error")
        except MCPError as error:
            assert error.error.code in (-32602, -32002), error


@test
async def stdio_modern():
    async with stdio(NEW) as client:
        await exercise(client)


@test
async def stdio_handshake():
    async with stdio(OLD) as client:
        await client.send_ping()
        await exercise(client)


@test
async def http_modern():
    async with over_http(NEW) as client:
        await exercise(client)


@test
async def http_handshake():
    async with over_http(OLD) as client:
        await exercise(client)


@test
async def progress_and_cancellation():
    for version, connect in [(v, c) for v in (NEW, OLD) for c in (stdio, over_http)]:
        steps = []

        async def note(progress, total, message):
            steps.append(progress)

        async with connect(version) as client:
            result = await client.call_tool("call", {"endpoint": "pieces"}, progress_callback=note)
            assert len(text(result)) == 4002
            assert len(steps) > 1 and steps == sorted(set(steps)), steps
            SERVICE.cut.clear()
            call = asyncio.create_task(client.call_tool("call", {"endpoint": "slow"}, progress_callback=note))
            await asyncio.sleep(0.5)
            call.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await call
            # Without sessions, nothing ties a cancellation in a POST of its own to the request.
            if (version, connect) != (OLD, over_http):
                assert await asyncio.to_thread(SERVICE.cut.wait, 5), (version, connect.__name__, "the call goes on")
            # The connection is as good as before.
            assert "Ann" in text(await client.call_tool("call", {"endpoint": "getUser", "arguments": {"id": 1}}))


@test
async def undeclared_arguments():
    """An open endpoint takes any argument; a model gets none that changes who asks, or what."""
    open_spec = FOLDER / "open.yaml"
    open_spec.write_text(f"base: {SERVICE.base}\nauth: bearer ${{USERS_TOKEN}}\nendpoints: {{echo: GET /echo}}\n")
    SERVICE.seen.clear()
    for flags in ([], ["--tools", "endpoints"]):
        with Lines(*flags, spec=open_spec) as server:
            for name in ("header.X-HTTP-Method-Override", "header.Authorization", "header.Cookie", "cookie.a", "_", "token", "query.api_key"):
                given = {name: "x"}
                params = {"name": "echo", "arguments": given} if flags else {"name": "call", "arguments": {"endpoint": "echo", "arguments": given}}
                result = server.ask(request("tools/call", **params))["result"]
                assert result.get("isError") and name in text_of(result), (name, result)
            params = {"name": "echo", "arguments": {"q": "1"}} if flags else {"name": "call", "arguments": {"endpoint": "echo", "arguments": {"q": "1"}}}
            assert "isError" not in server.ask(request("tools/call", **params))["result"]
    assert SERVICE.seen == ["GET /echo?q=1"] * 2, SERVICE.seen


def text_of(result):
    return result["content"][0]["text"]


@test
async def pages_and_waits():
    for version, connect in [(v, c) for v in (NEW, OLD) for c in (stdio, over_http)]:
        steps = []

        async def note(progress, total, message):
            steps.append(message)

        async with connect(version) as client:
            first = json.loads(text(await client.call_tool("call", {"endpoint": "pages"})))
            assert [item["id"] for item in first] == [10, 11, 12], first
            ids = json.loads(text(await client.call_tool("call", {"endpoint": "pages", "all": True, "select": "[].id"})))
            assert ids == [10, 11, 12, 20, 21, 22, 30, 31, 32], ids
            job = json.loads(text(await client.call_tool("call", {"endpoint": "job", "wait": True}, progress_callback=note)))
            assert job["state"] == "done" and job["polls"] % 3 == 0, job
            assert any("poll 1, status 200" in step for step in steps), steps
            await refused(client, "call", {"endpoint": "getUser", "arguments": {"id": 1}, "all": True}, "has no pages")
            await refused(client, "call", {"endpoint": "pages", "all": 1}, "'all' must be true or false")
            await refused(client, "call", {"endpoint": "pages", "all": True, "wait": True}, "conflicts")


@test
async def tool_of_each_endpoint():
    for version, connect in [(v, c) for v in (NEW, OLD) for c in (stdio, over_http)]:
        async with connect(version, "--tools", "endpoints") as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools)[:3] == ["getUser", "echo", "big"], list(tools)
            assert "createUser" not in tools and tools["getUser"].annotations.read_only_hint is True
            for tool in tools.values():
                jsonschema.Draft202012Validator.check_schema(tool.input_schema)
                assert tool.input_schema["type"] == "object"
                if tool.output_schema:
                    jsonschema.Draft202012Validator.check_schema(tool.output_schema)
                    assert tool.output_schema["type"] == "object"
            assert "pass" not in json.dumps(tools["login"].input_schema)
            user = await client.call_tool("getUser", {"id": 7})
            assert user.structured_content == {"id": 7, "name": "Ann"} == json.loads(text(user)), user
            names = await client.call_tool("names", {})
            assert names.structured_content == {"result": ["Ann", "Bob"]} and json.loads(text(names)) == ["Ann", "Bob"], names
            pages = await client.call_tool("pages", {"page": 2})
            assert pages.structured_content["result"][0] == {"id": 20}, pages
            await refused(client, "loose", {}, "'id' must be an integer, but is 'seven'", "seven")
            await refused(client, "getUser", {"id": "x"}, "'id' must be an integer")
            assert (await client.call_tool("big", {})).structured_content is None
            await refused(client, "createUser", {"name": "Eve"}, "--allow createUser")
        async with connect(version, "--tools", "endpoints", "--only", "getUser", "--only", "createUser", "--allow", "POST") as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools) == ["getUser", "createUser"], tools
            assert tools["createUser"].annotations.destructive_hint is True
            assert '"Eve"' in text(await client.call_tool("createUser", {"name": "Eve"}))
            try:
                await client.call_tool("echo", {})
                raise AssertionError("no error")
            except MCPError as error:
                assert error.error.code == -32602, error
            await refused(client, "getUser", {}, "missing argument 'id'", "input schema of this tool")
    for flags, part in (
        (["--only", "getUsr"], "did you mean 'getUser'?"), (["--only", "getUser", "--allow", "echo"], "not among the endpoints of --only"),
    ):
        found = subprocess.run([DIAL, "mcp", FOLDER / "users.yaml", *flags], env=os.environ | ENV, capture_output=True, text=True, input="")
        assert found.returncode == 2 and part in found.stderr, found
    line = [DIAL, "mcp", FOLDER / "users.yaml", "--tools", "endpoints", "--only", "createUser"]
    assert "has no tool" in subprocess.run(line, env=os.environ | ENV, capture_output=True, text=True, input="").stderr
    async with stdio(NEW, "--only", "getUser") as client:
        await refused(client, "describe", {"endpoint": "echo"}, "unknown endpoint 'echo'")
        assert text(await client.call_tool("search", {"words": ""})).startswith("getUser  GET")


@test
async def changed_specs():
    file = FOLDER / "changing.yaml"
    whole = SPEC.replace("BASE", SERVICE.base)

    def lines(server, count, version=NEW):
        messages = [json.loads(server.process.stdout.readline()) for _ in range(count)]
        for message in messages:
            validate(version, message, "subscriptions/listen")
        return messages

    def change(name):
        file.write_text(whole.replace("  echo: GET", f"  {name}: GET"))

    file.write_text(whole)
    with Lines("--tools", "endpoints", spec=file) as server:
        asked = {"toolsListChanged": True, "resourcesListChanged": False, "promptsListChanged": True}
        server.send(request("subscriptions/listen", "listening", notifications=asked))
        (first,) = lines(server, 1)
        assert first["method"] == "notifications/subscriptions/acknowledged", first
        assert first["params"]["notifications"] == {"toolsListChanged": True}, first
        key = "io.modelcontextprotocol/subscriptionId"
        assert first["params"]["_meta"][key] == "listening", first
        assert "echo" in [tool["name"] for tool in server.ask(request("tools/list"))["result"]["tools"]]
        await asyncio.sleep(1.2)
        change("repeat")
        (notice,) = lines(server, 1)
        assert notice["method"] == "notifications/tools/list_changed" and notice["params"]["_meta"][key] == "listening", notice
        names = [tool["name"] for tool in server.ask(request("tools/list"))["result"]["tools"]]
        assert "repeat" in names and "echo" not in names, names
        # A broken spec says so, and the next good one is used.
        file.write_text("service: [")
        lines(server, 1)
        answer = server.ask(request("tools/list"))
        assert answer["error"]["code"] == -32603 and "cannot be loaded" in answer["error"]["message"], answer
        change("again")
        lines(server, 1)
        server.process.stdin.close()
        (end,) = lines(server, 1)
        assert end["id"] == "listening" and end["result"]["_meta"][key] == "listening", end
        server.process.stdin = open(os.devnull, "wb")
    # So does a document below an overlay, also one that is gone, and one that is broken when the server starts.
    document = FOLDER / "document.yaml"
    good = f"openapi: 3.1.0\ninfo: {{title: D, version: '1'}}\nservers: [{{url: {SERVICE.base}}}]\npaths: {{/echo: {{get: {{operationId: echo}}}}}}\n"
    file.write_text("overlay: document.yaml\nendpoints: {echo: {doc: Repeats}}\n")
    document.write_text(good[:50])
    with Lines("--tools", "endpoints", spec=file) as server:
        server.send(request("subscriptions/listen", "listening", notifications=asked))
        lines(server, 1)
        for text in (good, good[:50], good, None, good):
            await asyncio.sleep(1.2)
            document.write_text(text) if text else document.unlink()
            lines(server, 1)
            answer = server.ask(request("tools/list"))
            assert ("result" if text == good else "error") in answer, (text, answer)
        server.process.stdin.close()
        lines(server, 1)
        server.process.stdin = open(os.devnull, "wb")
    file.write_text(whole)
    with Lines(spec=file) as server:
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": OLD, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
        assert server.ask(hello, OLD)["result"]["capabilities"]["tools"] == {"listChanged": True}
        server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        await asyncio.sleep(1.2)
        change("echo")
        assert [notice["method"] for notice in lines(server, 2, OLD)] == [
            "notifications/tools/list_changed", "notifications/resources/list_changed"]
    with process(spec=file) as address:
        fields = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": NEW,
                  "Mcp-Method": "subscriptions/listen"}
        connection = http.client.HTTPConnection("127.0.0.1", int(address.split(":")[2].split("/")[0]), timeout=10)
        body = request("subscriptions/listen", 5, notifications={"resourcesListChanged": True})
        connection.request("POST", "/mcp", json.dumps(body), fields)
        response = connection.getresponse()

        def event():
            while not (line := response.readline()).startswith(b"data: "):
                assert line, "the stream has ended"
            validate(NEW, message := json.loads(line[6:]))
            return message

        assert event()["params"]["notifications"] == {"resourcesListChanged": True}
        await asyncio.sleep(1.2)
        change("other")
        assert event()["method"] == "notifications/resources/list_changed"
        connection.close()


@test
async def asking_the_person():
    asked = []

    def answering(action):
        async def answer(context, params):
            asked.append(params.message)
            return types.ElicitResult(action=action, content={} if action == "accept" else None)

        return answer

    eve = {"endpoint": "createUser", "arguments": {"name": "Eve"}}
    for version, connect in [(NEW, stdio), (OLD, stdio), (NEW, over_http)]:
        SERVICE.seen.clear()
        async with connect(version, "--ask", answer=answering("accept")) as client:
            assert '"name":"Eve"' in text(await client.call_tool("call", eve)).replace(" ", "")
            assert len(SERVICE.seen) == 1, SERVICE.seen
            assert "method: POST" in asked[-1] and "path: /users" in asked[-1] and "Eve" in asked[-1] and "://" not in asked[-1], asked
        for action in ("decline", "cancel"):
            async with connect(version, "--ask", answer=answering(action)) as client:
                await refused(client, "call", eve, "did not agree")
        async with connect(version, "--ask") as client:
            await refused(client, "call", eve, "cannot ask")
        assert len(SERVICE.seen) == 1, SERVICE.seen
    async with over_http(OLD, "--ask", answer=answering("accept")) as client:
        await refused(client, "call", eve, "cannot ask")
    async with stdio(NEW, "--allow", "createUser") as client:
        assert not (await client.call_tool("call", eve)).is_error
        await refused(client, "call", {"endpoint": "deleteUser", "arguments": {"id": 1}}, "--allow DELETE")


# ------------------------------------------------------------------------------------------------ raw messages

META = {"io.modelcontextprotocol/protocolVersion": NEW, "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}


def request(method, id=1, meta=META, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": {"_meta": meta, **params}}


class Lines:
    """A process of `dial mcp` that gets lines."""

    def __init__(self, *flags, spec=None):
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [DIAL, "mcp", spec or FOLDER / "users.yaml", *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=os.environ | ENV)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(10) == 0, self.process.returncode
        assert self.process.stdout.read() == b""
        self.process.stdout.close()
        self.process.stderr.close()

    def send(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, message, version=NEW):
        self.send(message)
        answer = json.loads(self.process.stdout.readline())
        method = message.get("method") if isinstance(message, dict) else None
        validate(version, answer, method)
        return answer


@test
async def request_state():
    arguments = {"name": "call", "arguments": {"endpoint": "createUser", "arguments": {"name": "Eve"}}}
    other = {"name": "call", "arguments": {"endpoint": "createUser", "arguments": {"name": "Mallory"}}}
    yes = {"inputResponses": {"send": {"action": "accept", "content": {}}}}
    SERVICE.seen.clear()
    with Lines("--ask") as server:
        def state():
            result = server.ask(request("tools/call", **arguments))["result"]
            assert result["resultType"] == "input_required"
            return result["requestState"]

        first = state()
        end, number, code = first.split(".")
        forged = [f"{int(end) + 9}.{number}.{code}", f"{end}.{number}.{'0' * 64}", "", "x", f"{end}.{number}", "9" * 5000]
        for bad in forged:
            answer = server.ask(request("tools/call", **arguments, **yes, requestState=bad))
            assert answer["error"]["code"] == -32602 and "does not belong" in answer["error"]["message"], answer
        answer = server.ask(request("tools/call", **other, **yes, requestState=first))
        assert "does not belong" in answer["error"]["message"], answer
        assert SERVICE.seen == []
        answer = server.ask(request("tools/call", **arguments, **yes, requestState=first))
        assert not answer["result"].get("isError"), answer
        answer = server.ask(request("tools/call", **arguments, **yes, requestState=first))
        assert "used before" in answer["error"]["message"], answer
        answer = server.ask(request("tools/call", **arguments, requestState=state()))
        assert "did not agree" in answer["result"]["content"][0]["text"], answer
        assert len(SERVICE.seen) == 1


@test
async def revisions_and_ids():
    with Lines() as server:
        for id in ("a", 2, 10**15, "2", ""):
            assert server.ask(request("server/discover", id))["id"] == id
        answer = server.ask(request("tools/list", meta=META | {"io.modelcontextprotocol/protocolVersion": "2030-01-01"}))
        assert answer["error"]["code"] == -32022 and NEW in answer["error"]["data"]["supported"], answer
        check(NEW, "UnsupportedProtocolVersionError", answer)
        assert server.ask(request("tools/list", meta={}))["error"]["code"] == -32602
        assert server.ask(request("tools/list", meta={"io.modelcontextprotocol/protocolVersion": NEW}))["error"]["code"] == -32602
        assert server.ask({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["error"]["code"] == -32602
        assert server.ask(request("nothing"))["error"]["code"] == -32601
        assert server.ask(request("ping"))["error"]["code"] == -32601
        assert server.ask(request("tools/list", cursor="x"))["error"]["code"] == -32602
        assert server.ask(request("resources/read", uri="dial://other"))["error"]["code"] == -32602
    for asked, agreed in (("2025-06-18", "2025-06-18"), (OLD, OLD), ("2024-11-05", OLD), (NEW, OLD), ("x", OLD)):
        with Lines() as server:
            hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
            assert server.ask(hello, agreed)["result"]["protocolVersion"] == agreed
            server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            for method in ("tools/list", "resources/list", "ping"):
                assert "resultType" not in server.ask({"jsonrpc": "2.0", "id": 2, "method": method}, agreed)["result"]
            missing = {"jsonrpc": "2.0", "id": 3, "method": "resources/read", "params": {"uri": "dial://users/x"}}
            assert server.ask(missing, agreed)["error"]["code"] == -32002


@test
async def headers():
    good = {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": NEW,
        "Mcp-Method": "tools/call", "Mcp-Name": "search"}
    body = request("tools/call", name="search", arguments={"words": "user"})

    def without(name):
        return {key: value for key, value in good.items() if key != name}

    rows = [
        ("good", {}, 200, None),
        ("base64", {"Mcp-Name": "=?base64?c2VhcmNo?="}, 200, None),
        ("version of the body", {"MCP-Protocol-Version": OLD}, 400, -32020),
        ("unknown version", {"MCP-Protocol-Version": "2030-01-01"}, 400, -32020),
        ("method", {"Mcp-Method": "tools/list"}, 400, -32020),
        ("name", {"Mcp-Name": "call"}, 400, -32020),
        ("broken base64", {"Mcp-Name": "=?base64?%%?="}, 400, -32020),
        ("no version", {"MCP-Protocol-Version": None}, 400, -32020),
        ("no method", {"Mcp-Method": None}, 400, -32020),
        ("no name", {"Mcp-Name": None}, 400, -32020),
        ("accepts JSON alone", {"Accept": "application/json"}, 406, None),
        ("accepts events alone", {"Accept": "text/event-stream"}, 406, None),
        ("foreign origin", {"Origin": "https://evil.example"}, 403, None),
        ("null origin", {"Origin": "null"}, 403, None),
        ("local origin", {"Origin": "http://localhost:3000"}, 200, None),
        ("origin with a prefix", {"Origin": "http://localhost.evil.example"}, 403, None),
        ("foreign host", {"Host": "evil.example"}, 403, None),
        ("localhost", {"Host": "localhost:80"}, 200, None),
    ]
    with process() as address:
        port = int(address.split(":")[2].split("/")[0])

        def post(fields, body, method="POST", path="/mcp"):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            connection.putrequest(method, path, skip_host="Host" in dict(fields), skip_accept_encoding=True)
            for name, value in list(fields) + [("Content-Length", str(len(data)))]:
                connection.putheader(name, value)
            connection.endheaders(data)
            response = connection.getresponse()
            content = response.read()
            connection.close()
            is_json = "json" in (response.getheader("Content-Type") or "")
            answer = json.loads(content) if is_json else None
            if answer:
                validate(NEW, answer, body.get("method") if isinstance(body, dict) else None)
            return response.status, answer

        def fields(changes={}):
            return [(name, value) for name, value in (good | changes).items() if value is not None]

        for name, changes, status, code in rows:
            got, answer = post(fields(changes), body)
            assert got == status, (name, got, answer)
            assert code is None or answer["error"]["code"] == code, (name, answer)
            assert code is None or answer["id"] == 1, (name, answer)
        assert post(fields() + [("MCP-Protocol-Version", NEW)], body)[1]["error"]["code"] == -32020
        future = META | {"io.modelcontextprotocol/protocolVersion": "2030-01-01"}
        got, answer = post(fields({"MCP-Protocol-Version": "2030-01-01"}), request("tools/call", meta=future, name="search"))
        assert got == 400 and answer["error"]["code"] == -32022 and NEW in answer["error"]["data"]["supported"], answer
        short = {"io.modelcontextprotocol/protocolVersion": NEW}
        got, answer = post(fields({"Mcp-Method": "tools/list"}), request("tools/list", meta=short))
        assert (got, answer["error"]["code"]) == (400, -32602), answer
        got, answer = post(fields({"Mcp-Method": "nothing"}), request("nothing"))
        assert (got, answer["error"]["code"]) == (404, -32601), answer
        for bad, code in ((b"{", -32700), ([body], -32600), (body | {"id": None}, -32600), (b"\xff", -32700), (3, -32600)):
            got, answer = post(fields(), bad)
            assert (got, answer["error"]["code"]) == (400, code), (bad, answer)
        assert post(fields(), {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})[0] == 202
        for method in ("GET", "DELETE", "PUT"):
            assert post(fields(), b"", method)[0] == 405
        assert post(fields(), b"", "GET", "/other")[0] == 404


@test
async def start():
    """The first response within 50 ms, and of a process that reads a large spec, too."""
    for spec in ("users.yaml", "github"):
        path = FOLDER / "users.yaml" if spec == "users.yaml" else HERE / "specs/github.yaml"
        times = []
        for _ in range(11):
            with Lines(spec=path) as server:
                server.ask(request("server/discover"))
                times.append((time.monotonic() - server.start) * 1000)
        median = sorted(times)[len(times) // 2]
        print(f"  first response, {spec}: median {median:.1f} ms, least {min(times):.1f} ms")
        assert median < 50 or "debug" in DIAL, times


@test
async def end_of_input():
    """A call under way ends after 1.5 s, and the process with it; SIGTERM does the same."""
    for end in ("close", "terminate"):
        server = Lines()
        server.send(request("tools/call", name="call", arguments={"endpoint": "slow"}))
        time.sleep(0.5)
        begin = time.monotonic()
        server.process.stdin.close() if end == "close" else server.process.terminate()
        assert server.process.wait(5) == 0
        assert time.monotonic() - begin < 2.0, (end, time.monotonic() - begin)
        server = Lines()
        server.send(request("tools/call", name="call", arguments={"endpoint": "getUser", "arguments": {"id": 3}}))
        time.sleep(0.3)
        server.process.stdin.close()
        assert b"Ann" in server.process.stdout.read()


@test
async def several_specs():
    (FOLDER / "bad.yaml").write_text("service: bad\nendpoints: {a: GETT /}\n")
    (FOLDER / "other.yaml").write_text(SPEC.replace("BASE", SERVICE.base) + "  upload: POST multipart /users (photo File)\n")
    process = subprocess.run([DIAL, "mcp", FOLDER / "nothing.yaml"], capture_output=True, stdin=subprocess.DEVNULL)
    assert process.returncode == 6 and process.stdout == b"", process
    with Lines(str(FOLDER / "other.yaml"), "--allow", "other/upload") as server:
        def call(tool, **arguments):
            result = server.ask(request("tools/call", name=tool, arguments=arguments))["result"]
            return result.get("isError", False), result["content"][0]["text"]

        assert "users/getUser  GET" in call("search", words="getUser")[1]
        assert "several specs have 'getUser'" in call("call", endpoint="getUser", arguments={"id": 1})[1]
        assert "Ann" in call("call", endpoint="other/getUser", arguments={"id": 1})[1]
        # A file is never read because a model names it.
        for value in ("/etc/passwd", "@/etc/passwd", {"file": "/etc/passwd"}, ["/etc/passwd"]):
            failed, answer = call("call", endpoint="upload", arguments={"photo": value})
            assert failed and "root:" not in answer, answer
            print("  " + answer.splitlines()[0])
    assert not any("root:" in entry for entry in SERVICE.seen)
    with Lines(spec=FOLDER / "bad.yaml") as server:
        result = server.ask(request("tools/call", name="search", arguments={"words": ""}))["result"]
        assert result["isError"] and "cannot be loaded" in result["content"][0]["text"], result


@test
async def install():
    for client, name in (("claude", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers")):
        line = [DIAL, "mcp", "users.yaml", "--allow", "POST", "--install", client]
        entry = json.loads(subprocess.check_output(line, cwd=FOLDER, env=os.environ | ENV))
        assert entry[name]["users"]["args"] == ["mcp", str(FOLDER.resolve() / "users.yaml"), "--allow", "POST"], entry
        assert TOKEN not in json.dumps(entry)
    for client, path, name in (("claude", ".mcp.json", "mcpServers"), ("vscode", ".vscode/mcp.json", "servers")):
        folder = pathlib.Path(tempfile.mkdtemp(dir=FOLDER))

        def write(*flags):
            line = [DIAL, "mcp", FOLDER / "users.yaml", *flags, "--install", client, "--write"]
            return subprocess.run(line, cwd=folder, env=os.environ | ENV, capture_output=True, text=True)

        file = folder / path
        assert write().returncode == 0 and json.loads(file.read_text())[name]["users"]["args"][0] == "mcp"
        file.write_text(json.dumps({"inputs": [1.50], name: {"other": {"command": "x"}} | json.loads(file.read_text())[name]}))
        assert write().returncode == 0 and "1.5" in file.read_text()
        other = write("--ask")
        assert other.returncode != 0 and "another server 'users'" in other.stderr and "--force" in other.stderr, other
        assert write("--ask", "--force").returncode == 0
        entry = json.loads(file.read_text())
        assert entry["inputs"] == [1.5] and entry[name]["other"] == {"command": "x"} and "--ask" in entry[name]["users"]["args"], entry
        broken = folder / "broken.yaml"
        broken.write_text("service: [")
        line = [DIAL, "mcp", broken, "--install", client, "--write"]
        found = subprocess.run(line, cwd=folder, env=os.environ | ENV, capture_output=True, text=True)
        assert found.returncode != 0 and "nothing was added" in found.stderr and "broken" not in file.read_text(), found
        file.write_text(json.dumps({name: {"a": {"command": "x"}}})[:-1] + f', "{name}": {{}}}}')
        assert f"'{name}' twice" in write().stderr
        file.unlink()
        (FOLDER / "elsewhere.json").write_text("{}")
        file.symlink_to(FOLDER / "elsewhere.json")
        assert "outside of the project" in write().stderr and (FOLDER / "elsewhere.json").read_text() == "{}"
        file.unlink()
        (folder / "x.env").write_text("A=1\n")
        assert write("--env-file", "x.env", "--force").returncode == 0 and str(folder.resolve() / "x.env") in file.read_text()
        for base in ("https://u:BASEPW@x.example", "https://x.example/?api_key=BASEKEY"):
            found = write("--base", base)
            assert found.returncode == 2 and "do not belong" in found.stderr, found
        file.write_text("// a comment\n{}")
        assert "not valid JSON" in write().stderr and file.read_text() == "// a comment\n{}"


@test
async def usage():
    rows = [
        ([], 2, "spec"), (["-"], 2, "standard input"), (["nothing.yaml"], 6, "does not exist"), (["users.yaml", "users.yaml"], 2, "two specs"),
        (["users.yaml", "other.yaml", "--base", "http://a.test"], 2, "--base requires a single spec"),
        (["users.yaml", "--max-bytes", "9"], 2, "--max-bytes must be"), (["users.yaml", "--http", "70000"], 2, "0 to 65535"),
        (["users.yaml", "--install", "emacs"], 2, "claude"), (["users.yaml", "--install", "claude", "--http", "0"], 2, "conflicts"),
        (["users.yaml", "--install", "claude", "--var", "USERS_TOKEN=x"], 2, "conflicts with --var"),
        (["users.yaml", "--install", "claude", "--proxy", "http://u:p@a.test"], 2, "conflicts with a --proxy"),
        (["users.yaml", "--audit", "/nothing/here"], 1, "cannot write '/nothing/here'"),
    ]
    (FOLDER / "other.yaml").write_text(SPEC.replace("BASE", SERVICE.base))
    for words, code, part in rows:
        ran = subprocess.run([DIAL, "mcp", *words], cwd=FOLDER, env=os.environ | ENV, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert ran.returncode == code and part in ran.stderr and ran.stdout == "", (words, ran)


@test
async def fetched_tokens():
    """Tokens that a call brings are no more in a message than those that are known before."""
    (FOLDER / "sessions.yaml").write_text(SESSIONS.replace("BASE", SERVICE.base))
    with Lines(spec=FOLDER / "sessions.yaml") as server:
        for endpoint in ("login", "echo", "login"):
            answer = server.ask(request("tools/call", name="call", arguments={"endpoint": endpoint}))
            text = answer["result"]["content"][0]["text"]
            assert "fresh-s3ssion" not in text and "‹redacted›" in text, (endpoint, text)


@test
async def audit():
    log = FOLDER / "audit.jsonl"
    with Lines("--audit", str(log)) as server:
        server.ask(request("tools/call", name="call", arguments={"endpoint": "getUser", "arguments": {"id": 3}}))
        server.ask(request("tools/call", name="call", arguments={"endpoint": "broken"}))
    one, two = (json.loads(line) for line in log.read_text().splitlines())
    assert one["endpoint"] == "users/getUser" and one["status"] == 200 and len(one["arguments"]) == 64, one
    assert two["status"] == 500 and TOKEN not in log.read_text(), two


@test
async def fuzz():
    """Malformed messages: each request gets one valid response, and the process goes on."""
    random.seed(int(os.environ.get("SEED", "1")))
    count = int(os.environ.get("FUZZ", "3000"))
    values = [None, True, 0, -1, 2.5, 1e300, "", "x", "\u202e", "dial://users/%ff", [], [1], {}, {"a": 1}, "a" * 3000, {"endpoint": 1}]
    methods = ["tools/call", "tools/list", "resources/read", "completion/complete", "server/discover", "notifications/cancelled", "x", 1]

    def value(depth=0):
        if depth > 2 or random.random() < 0.6:
            return copy.deepcopy(random.choice(values))
        if random.random() < 0.5:
            return [value(depth + 1) for _ in range(random.randrange(3))]
        return {random.choice(["name", "arguments", "endpoint", "_meta", "uri", "ref", "argument", "words", "id"]): value(depth + 1) for _ in range(3)}

    def message():
        base = request(random.choice(methods), random.choice([1, "a", 7]), name=random.choice(["call", "search", "describe", 1]),
                       arguments={"endpoint": random.choice(["getUser", 1, ""]), "words": "u"}, uri="dial://users/getUser")
        for _ in range(random.randrange(3)):
            target = random.choice([base, base["params"]] if isinstance(base.get("params"), dict) else [base])
            target[random.choice(list(target) or ["x"])] = value()
        if random.random() < 0.1:
            base.pop(random.choice(list(base)))
        line = json.dumps(base).encode()
        kind = random.random()
        if kind < 0.2:
            place = random.randrange(len(line))
            line = line[:place] + bytes([random.choice([b for b in range(256) if b != 10])]) + line[place + random.randrange(2):]
        elif kind < 0.25:
            line = line[: random.randrange(len(line))]
        elif kind < 0.27:
            line = b"[" * 5000
        return line

    with Lines() as server:
        for number in range(count):
            server.send(message())
            # The next response tells that all before it are there: they come in any order, but are counted.
            if number % 50 == 49:
                probe = f"probe{number}"
                server.send(request("server/discover", probe))
                while True:
                    answer = json.loads(server.process.stdout.readline())
                    check(NEW, "JSONRPCMessage", answer)
                    if answer.get("id") == probe:
                        break
        time.sleep(0.3)
        server.send(request("server/discover", "last"))
        while (answer := json.loads(server.process.stdout.readline())).get("id") != "last":
            check(NEW, "JSONRPCMessage", answer)


@test
async def fastmcp_client():
    import fastmcp
    from fastmcp.client.transports import StdioTransport

    transport = StdioTransport(command=DIAL, args=["mcp", str(FOLDER / "users.yaml")], env=ENV)
    with process() as address:
        for target in (transport, address):
            async with fastmcp.Client(target) as client:
                assert [tool.name for tool in await client.list_tools()] == ["search", "describe", "call"]
                result = await client.call_tool("call", {"endpoint": "getUser", "arguments": {"id": 7}})
                assert "Ann" in result.content[0].text
                assert "dial://users" in [str(resource.uri) for resource in await client.list_resources()]


def main():
    if not SCHEMAS:
        return
    failed = 0
    for name, function in TESTS.items():
        if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
            continue
        begin = time.monotonic()
        try:
            asyncio.run(asyncio.wait_for(function(), 120))
            print(f"ok      {name} ({time.monotonic() - begin:.1f} s)", flush=True)
        except BaseException:
            failed += 1
            traceback.print_exc()
            print(f"FAILED  {name}", flush=True)
    sys.exit(failed > 0)


main()
