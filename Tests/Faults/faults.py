#!/usr/bin/env python3
"""faults.py [ROW…]: the table of faults, each row of it called with `dial` and judged.

A row is one or more cases: a spec of one endpoint, a call of it, and what must come of it: the exit code, the code and the message of
`--errors json`, what the server has seen, how long it took. The server is faultserver.py, which is started here.

What must hold in every case is not written there: one error on stderr, nothing on stdout where the call failed, no secret and no
control character in what is printed, less than 200 MiB of memory, an end within two minutes, nothing left over beside the spec.

    python3 Tests/Faults/faults.py                 # all rows, a line each, and a sum; exit 1 where one is not as it must be
    python3 Tests/Faults/faults.py 15 24           # these rows, and what was printed
    DIAL=.build/debug/dial python3 Tests/Faults/faults.py
"""

import base64
import concurrent.futures
import contextlib
import hashlib
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
SERVER = HERE / "Tests/Faults/faultserver.py"
DIAL = os.path.abspath(os.environ.get("DIAL", HERE / ".build/release/dial"))
MIB = 1 << 20

TOKEN, PASSWORD = "s3cr3t-t0ken-Zq81", "s3cr3t-pa55word-Yx72"
SECRETS = (TOKEN, PASSWORD, "SECRET-TOKEN-123")
VALUES = {"TOKEN": TOKEN, "PASSWORD": PASSWORD}

# ------------------------------------------------------------------------------------------------ what a row may say

TITLES, CASES = {}, []


def row(number, title):
    TITLES[number] = title


def case(endpoint, *args, **wanted):
    """A case of the last row. `endpoint` is its line, or a mapping in one line. All requests have an id in the query, @id, by which the
    server's log is asked. In all texts @NAME is a port of the fault server, @pin-NAME a pin, @tls the folder of its certificates, @dir the
    folder of the case.

    exit, code, says   the exit code; code of the error; a pattern found in its message or hint
    prints             a pattern found in all that is printed
    memory             the most of it, in MiB
    leaves             what is in the folder behind it: name to content, or to None where that does not matter
    tmpfs              the size and the flags of a small disk at @dir/disk
    sent               requests that the server has seen
    out                what is on stdout: a pattern for the whole of it; without it, nothing where the call failed
    after, within      seconds that it took at least and at most
    service            keys of the spec beside base and endpoints; a value of None takes one of the usual ones away
    more               endpoints beside `call`, as lines of YAML
    spec, command      the whole spec, the whole command line, in place of the ones made here
    before             command lines that run first, in the same folder
    files              files of the folder: name to bytes, or to a size
    env                variables
    stdin, types       the text that is typed into a WebSocket, and for how many seconds the input stays open
    clock              a clock of the calendar as faketime makes it
    at_once            how many processes call at the same time
    stdout             what stands in for the pipe: 'closed', 'head', 'full', 'terminal'
    during             called with the run when the server has the first request
    slow               it takes long: it begins first
    also               what else must hold: sentence to function of the run
    """
    CASES.append((max(TITLES), endpoint, args, wanted))


def each(routes, *args, **wanted):
    for route in routes.split():
        case("GET " + route, *args, **wanted)


def quoted(text):
    return urllib.parse.quote(text, safe="")


def answer(body, status=200):
    """The route that answers with a body."""
    return f"/f/status?code={status}&body={quoted(body)}"


def connections(run):
    return [entry["conn"] for entry in run.log]


def header(entry, name):
    return [value for key, value in entry["headers"] if key.lower() == name.lower()]


def pauses(run):
    times = [entry["t"] for entry in run.log]
    return [later - earlier for earlier, later in zip(times, times[1:])]


def stranger_sees_no_secret(run):
    return any(entry["listener"] == "http2" for entry in run.log) and not any(
        secret in json.dumps(entry) for entry in run.log if entry["listener"] == "http2" for secret in SECRETS)


def landed(run):
    return json.loads(run.out)


AWAY = {"the other origin sees no secret": stranger_sees_no_secret}
ONCE = {"retry": "none"}
BEARER = {"auth": "bearer ${TOKEN}"}
QUICK = {"timeout": "{connect: 1s, read: 1s, total: 60s}", "retry": "none"}
CA = ("--cacert", "@tls/ca.pem")
PAGES = "paginate: {page: p}"
# In MiB; a call without a body worth to mention takes about 30, a debug build 45.
FLAT = {"memory": 100}

# ------------------------------------------------------------------------------------------------ connection and time

row(1, "nothing listens")
case("GET /echo", service={"base": "http://127.0.0.1:@closed"}, exit=7, code="connect",
     says=r"127\.0\.0\.1:@closed refused.*after 3 attempts")
case("GET /echo", service={"base": "http://127.0.0.1:@closed", **ONCE}, exit=7, code="connect",
     says="refused the connection .*check that the server is running", within=10)

row(2, "connects hang")
case("GET /echo", service={**QUICK, "base": "http://127.0.0.1:@blackhole"}, exit=7, code="timeout",
     says=r"timed out after 1s connecting to 127\.0\.0\.1:@blackhole$", after=0.9, within=20)
case("GET /echo", service={**QUICK, "base": "http://127.0.0.1:@blackhole", "retry": "{max: 2, backoff: 0ms..0ms}"}, exit=7, code="timeout",
     says="timed out after 1s connecting to .* .after 3 attempts.$", after=1.8, within=30)

row(3, "accepted, then closed or silent")
# A server that closes before it reads and one that closes after it look alike to who writes at once.
case("GET /echo", service={"base": "http://127.0.0.1:@accept-close"}, exit=7, code="connect|protocol", says="closed the connection|reset")
case("GET /echo", service={**QUICK, "base": "http://127.0.0.1:@accept-stall"}, exit=7, code="timeout",
     says="timed out after 1s waiting for data", after=0.9)

row(4, "closed after the request, no byte sent")
case("GET /f/empty", exit=7, code="protocol", says="closed the connection without a response .after 3 attempts", sent=3)
case("POST /f/empty", exit=7, code="protocol", says="without a response .*a POST can take effect twice", sent=1)

row(5, "reset after the request")
case("GET /f/reset", exit=7, code="connect", says="reset the connection without a response .after 3 attempts", sent=3)
case("POST /f/reset", exit=7, code="connect", says="without a response .*a POST can take effect twice", sent=1)

row(6, "reset in the head, in the body")
case("GET /f/reset-mid-headers", exit=7, code="protocol", says="while sending its headers, after 27 bytes", sent=3)
case("GET /f/reset-mid-body", exit=7, code="truncated", says="ended early, after [0-9]+ of 100000 bytes", sent=3)
case("GET /f/reset-mid-body -> bytes", "-O", "@dir/whole", exit=7, code="truncated", says="of 100000 bytes")

row(7, "silence before the head, in it, in the body")
case("GET /f/stall", service=QUICK, exit=7, code="timeout", says="timed out after 1s waiting for data", after=0.9, within=20)
case("GET /f/stall-mid-headers", service=QUICK, exit=7, code="timeout",
     says="timed out after 1s waiting for the rest of the headers", after=0.9, within=20)
case("GET /f/stall-mid-body", service=QUICK, exit=7, code="timeout",
     says="timed out after 1s waiting for more data .*after 500 of 1000 bytes", after=0.9,
     within=20)

row(8, "a slow drip of the head, of the body: no silence, the time for the whole call ends it")
DRIP = {"timeout": "{read: 5s, total: 7s}"}
case("GET /f/slow-headers", service=DRIP, exit=7, code="timeout", says="timed out after 7s while receiving the headers",
     after=6.9, sent=1)
case("GET /f/slow-body", service=DRIP, exit=7, code="timeout",
     says="timed out after 7s while receiving the body .*with [0-9]+ of 100000 bytes received", after=6.9,
     sent=1)

row(9, "the answer comes after the timeout")
case("GET /f/late?s=3", service={**QUICK, "retry": "{max: 2, backoff: 0ms..0ms}"}, exit=7, code="timeout",
     says="timed out after 1s waiting for data", sent=3,
     also={"no try waits where a late answer comes": lambda run: len(set(connections(run))) == 3})

row(10, "a pooled connection is dead")
case(f'{{GET: "/f/stale-keepalive (p Int = 1) @ [conn]", {PAGES}}}', "--max-pages", "3", out=r"\[\d+,\d+,\d+\]\n", sent=5)
case(f'{{POST: "/f/stale-keepalive (p Int = 1) @ [conn]", {PAGES}}}', "--max-pages", "3", exit=7, code="connect",
     says="page 2 .*reset the connection", sent=2, out=r"\[\d+\]\n")
case(f'{{POST: "/f/stale-keepalive (p Int = 1) @ [conn]", headers: {{Idempotency-Key: k}}, {PAGES}}}', "--max-pages", "3",
     out=r"\[\d+,\d+,\d+\]\n", sent=5)
case(f'{{GET: "/f/close-after (p Int = 1) @ [conn]", {PAGES}}}', "--max-pages", "3", out=r"\[\d+,\d+,\d+\]\n", sent=3)

row(11, "an answer before the body is read")
case("POST bytes /f/early-413 (_ data File)", "_@@dir/big", files={"big": 50 * MIB}, exit=4, code="status",
     says="responded with 413", sent=1)

row(12, "Expect is refused, or never answered: none is sent, so that nothing waits")
for route in "/f/expect-417", "/f/expect-silent":
    case(f"POST bytes {route} (_ data File)", "_@@dir/big", files={"big": 4 * MIB}, out=r'\{"ok":true\}\n', sent=1,
         also={"no Expect": lambda run: not header(run.log[0], "expect")})

row(13, "interim answers, many and without end")
case("GET /f/1xx-flood", out=r'\{"ok":true\}\n', sent=1)
case("GET /f/1xx-endless", exit=9, code="limit", says=r"more than 2000 interim responses", sent=1)

row(14, "101 that nobody asked for")
case("GET /f/101-unasked", exit=7, code="protocol", says="101 .switching protocols., which was not requested", sent=1)

row(15, "proxies")
TLS = {"base": "https://localhost:@ok"}
case("GET /f/cache", "--proxy", f"http://u:{PASSWORD}@127.0.0.1:@proxy", service=BEARER,
     out=r'\{"proxied":"http://127\.0\.0\.1:@http/f/cache.*\n')
case("GET /echo", "--proxy", f"http://u:{PASSWORD}@127.0.0.1:@proxy", *CA, service={**TLS, **BEARER}, out=".*listener.*\n", sent=1, also={
    "the origin sees no Proxy-Authorization": lambda run: not header(run.log[0], "proxy-authorization"),
    "the proxy gets its own": lambda run: any(header(entry, "proxy-authorization") for entry in run.seen_by("proxy", "CONNECT")),
    "the proxy sees no Authorization": lambda run: not any(header(entry, "authorization") for entry in run.seen_by("proxy", "CONNECT"))})
NO_ORIGIN = {"nothing gets behind it": lambda run: all(entry["listener"] == "proxy407" for entry in run.log)}
for service in {}, TLS, {"base": "ws://127.0.0.1:@http"}:
    method = "WS" if "ws:" in str(service) else "GET"
    case(f"{method} /echo", "--proxy", "http://127.0.0.1:@proxy407", *CA, service=service, exit=8, code="credentials", also=NO_ORIGIN,
         says=r"the proxy 127\.0\.0\.1:@proxy407 requires a user and password .*http://USER:PASSWORD@HOST:PORT")
    case(f"{method} /echo", "--proxy", f"http://proxy:{PASSWORD}@127.0.0.1:@proxy407", *CA, service=service, exit=8, code="credentials",
         says=r"the proxy 127\.0\.0\.1:@proxy407 rejected the user and password", also=NO_ORIGIN)
case("GET /f/cache", "--proxy", "http://proxy:secret@127.0.0.1:@proxy407", out=".*proxied.*\n")
case("GET /echo", "--proxy", "http://proxy:secret@127.0.0.1:@proxy407", *CA, service=TLS, out=".*listener.*\n", sent=1)
case("GET /echo", "--proxy", "http://127.0.0.1:@proxy-garbage", *CA, service=TLS, exit=7, code="protocol",
     says=r"the proxy 127\.0\.0\.1:@proxy-garbage did not open a usable tunnel", sent=0)
case("GET /f/cache", "--proxy", "https://127.0.0.1:@proxy", exit=7, code="tls",
     says=r"the proxy 127\.0\.0\.1:@proxy does not use TLS; if this is expected, use http in the URL", sent=0)

# ------------------------------------------------------------------------------------------------ framing

OK = {"out": r'\{"ok":true\}\n', "sent": 1}
PROTO = {"exit": 7, "code": "protocol", "sent": 1}

row(16, "Content-Length longer than the body")
case("GET /f/cl-short", exit=7, code="truncated", says="after 11 of 100 bytes", sent=3)
case("GET /f/cl-petabyte", exit=7, code="truncated", says="after 11 of 1125899906842624 bytes", sent=3)

row(17, "extra bytes, a forged second answer")
TWICE = {"sent": 2, "also": {"the connection is dropped": lambda run: len(set(connections(run))) == 2}}
case('{GET: "/f/cl-long", retry: {max: 1, on: [200], backoff: 0ms..0ms}}', out=r'\{"ok":true\}\n', **TWICE)
case('{GET: "/f/body-on-204", retry: {max: 1, on: [204], backoff: 0ms..0ms}}', out="", **TWICE)

row(18, "a bad Content-Length")
each("/f/cl-negative /f/cl-garbage /f/cl-plus /f/cl-overflow", says="its Content-Length is not a number", **PROTO)
each("/f/cl-twice-differ", says="it declares its length more than once", **PROTO)
# Equal lengths are one (RFC 9112 section 6.3).
each("/f/cl-twice-same", **OK)

row(19, "Content-Length with chunked")
each("/f/cl-and-te", says="both a Content-Length and a Transfer-Encoding", **PROTO)

row(20, "an unknown or misordered Transfer-Encoding")
each("/f/te-unknown /f/te-not-last", says="Transfer-Encoding that is not 'chunked'", **PROTO)

row(21, "chunks are cut, the last one is missing though the JSON is whole")
case("GET /f/chunk-cut", exit=7, code="truncated", says="ended early, after 10 bytes", sent=3)
case("GET /f/chunk-no-end", exit=7, code="truncated", says="ended early, after 11 bytes", sent=3)

row(22, "bad chunks")
each("/f/chunk-bad-size /f/chunk-negative /f/chunk-huge", says="the size of a chunk is not a number", **PROTO)
each("/f/chunk-no-crlf", says="a line has an invalid ending", **PROTO)

row(23, "chunk extensions, a MiB of them")
each("/f/chunk-ext /f/chunk-ext-flood", **FLAT, **OK)

row(24, "trailers")
# A Content-Length behind the body is refused: the parser below has it so, and so does RFC 7230 section 4.1.2 ("ignore, or consider as
# an error"). Trailers that say nothing of the framing are read over.
case("GET /f/trailers", says="a trailer .*Content-Length", **PROTO)
case("GET /trailers", command=["call", "@spec", "call", "-i"], service={"base": "http://127.0.0.1:@own"}, out=r'\{"ok":true\}\n',
     also={"no trailer is a header": lambda run: "evil" not in run.err and "chunked" in run.err})
case("GET /f/trailer-flood", exit=9, code="limit", says="the limits are 256 headers", sent=1, **FLAT)

row(25, "chunks of a byte that cut UTF-8")
case("GET /f/one-byte-chunks", out='{"t":"h\u00e9\u20ac\U0001f4a9"}\n')

row(26, "no length, HTTP/1.0; TLS that ends without a goodbye")
each("/f/no-length /f/http10", **OK)
case("GET /f/no-length", *CA, service={"base": "https://localhost:@tls-cut"}, exit=7, code="truncated", says="ended early, after 11 bytes",
     sent=3)
case("GET /f/gzip", *CA, service={"base": "https://localhost:@tls-cut"}, **OK)

row(27, "304 that nobody asked for")
each("/f/body-on-304", exit=3, code="status", says="responded with 304")
case("{GET: /f/body-on-304, accept: [2xx, 304]}", out="", sent=1)

# ------------------------------------------------------------------------------------------------ status line and headers

row(28, "4xx and 5xx with JSON, HTML, problem+json, 20 MB")
case("GET /f/status?code=418", exit=4, code="status", says="responded with 418.*: m", sent=1)
case("GET /f/error-json", exit=4, code="status", says="responded with 422 .*: name is empty$", sent=1)
SHORT = {"the page is shortened": lambda run: len(run.err) < 8192}
for route in "/f/error-html", "/f/error-big":
    case(f"GET {route}", service=ONCE, exit=5, code="status", says="responded with 50[02]", sent=1)
    case(f"GET {route}", service=ONCE, command=["call", "@spec", "call"], exit=5, sent=1, also=SHORT)

row(29, "a status of 000, 1000, text, 999")
each("/f/status-0", says="out of range .200 to 999.", **PROTO)
# A client treats a status that it does not know as the x00 of its class, and one over 599 as a 5xx (RFC 9110 section 15).
case("GET /f/status-999", service=ONCE, exit=5, code="status", says="responded with 999", sent=1)
each("/f/status-1000 /f/status-text", says="its status is not a number of three digits", **PROTO)

row(30, "no reason phrase")
each("/f/no-reason", **OK)

row(31, "HTTP/0.9, noise, an SSH banner, HTTP/9.9")
case("GET /f/http09", says="not HTTP: '<html>hello</html>'", **PROTO)
case("GET /f/garbage", says=r"not HTTP: '\)r\\xbb\\x04M", **PROTO)
case("GET /f/ssh", says=r"not HTTP: 'SSH-2\.0-OpenSSH_9\.2\\r\\n'", **PROTO)
case("GET /f/version-9", says="its version is not 1.0 or 1.1", **PROTO)

row(32, "NUL, a lone CR, no colon, no name")
each("/f/header-nul /f/header-no-colon /f/header-empty-name", says="a character that is not allowed", **PROTO)
each("/f/header-lone-cr", says="a carriage return is not followed by a line feed", **PROTO)

row(33, "a blank before the colon, a folded line")
each("/f/header-space-colon", says="a character that is not allowed", **PROTO)
# Folded lines are joined (RFC 9112 section 5.2).
each("/f/header-fold", **OK)

row(34, "Latin-1 and control characters in values")
case("GET /f/header-latin1", "-i", **OK)
case("GET /f/header-control", "-i", **OK)
case("GET /f/header-control", command=["call", "@spec", "call", "-v"], **OK)

row(35, "8000 headers, one of a MiB, without end, 5000 cookies")
each("/f/header-8000 /f/header-1mib /f/header-endless /f/cookies-5000", exit=9, code="limit",
     says="the limits are 256 headers", sent=1, **FLAT)

row(36, "garbage in dates and Cache-Control is stale")
CACHE = {"cache": "standard"}
case("GET /f/date-garbage", service=CACHE, before=[["call", "@spec", "call"]], out=r'\{"ok":true\}\n', sent=2)

# ------------------------------------------------------------------------------------------------ content coding and text

row(37, "gzip, two members, identity, both kinds of deflate")
each("/f/gzip /f/gzip-members /f/identity /f/deflate-zlib /f/deflate-raw", **OK)

row(38, "bombs")
each("/f/gzip-bomb /f/gzip-bomb-2", exit=9, code="limit",
     says="the decompressed body is more than 200 times the size of the compressed body", sent=1, **FLAT)
case("{GET: /f/gzip-bomb -> bytes, decode: gzip}", "-O", "@dir/whole", exit=9, code="limit", says="200 times", sent=1, **FLAT)
case("GET /f/gzip-bomb -> bytes", "--compressed", "-O", "@dir/whole", exit=9, code="limit", says="200 times", sent=1, **FLAT)
case("GET /f/coding-10", exit=9, code="limit", says="10 content codings.*at most 5", sent=1, **FLAT)
case("GET /f/redirect-bomb", out=".*/echo/end.*\n", **FLAT)

row(39, "gzip cut, with a bad sum, none at all, junk behind it, empty")
case("GET /f/gzip-cut", exit=7, code="truncated", says="the gzip data of the body is truncated", sent=3)
each("/f/gzip-crc /f/gzip-not", says="not valid gzip data, although its Content-Encoding says so", **PROTO)
each("/f/gzip-tail", **OK)
case("GET /f/gzip-empty", out="", sent=1)

row(40, "an unknown content coding")
case("GET /f/coding-unknown", exit=9, code="decoding", says="content coding 'bogus'.*Accept-Encoding", sent=1)
case("GET /f/coding-unknown -> bytes", "-H", "Accept-Encoding: bogus", "-O", "@dir/whole", leaves={"whole": b'{"ok":true}'}, sent=1)

row(41, "a body without end, 50 MB")
case("GET /f/body-endless", exit=9, code="limit", says="larger than 67.1 MB.*-o raw -O FILE")
case("GET /f/body-endless -> bytes", "-O", "@dir/whole", "--timeout", "2s", exit=7, code="timeout|truncated",
     says="while receiving the body|ended early")
case("GET /f/big?mib=50 -> bytes", "-O", "@dir/whole", leaves={"whole": None}, **FLAT, sent=1)

row(42, "Latin-1, UTF-16, a BOM, an unknown charset, bad UTF-8")
case("GET /f/latin1", out='{"t":"caf\u00e9"}\n')
each("/f/utf16 /f/bom", out=r'\{"a":1\}\n')
case("GET /f/charset-unknown", out='{"ok":true}\n')
case("GET /f/bad-utf8", exit=9, code="decoding", says="the text is not valid UTF-8 .line 1, column 7.", sent=1)

# ------------------------------------------------------------------------------------------------ JSON

row(43, "JSON cut, HTML as JSON, HTML, empty, no type")
DECODE = {"exit": 9, "code": "decoding", "sent": 1}
case("GET /f/json-cut", says=r"the end of the text .line 1, column 11.*which starts with", **DECODE)
case("GET /f/json-html", says="application/json is not valid JSON.*which starts with: '<!doctype html><title>Sign in", **DECODE)
case("GET /f/html -> (ok Bool)", says="text/html.*which starts with: '<html><body>maintenance", **DECODE)
case("GET /f/empty-200 -> (ok Bool)", says="empty|no body", **DECODE)
case("GET /f/empty-200", out="", sent=1)
each("/f/no-type", **OK)

row(44, "100000 arrays, 50000 objects deep")
each("/f/json-deep /f/json-deep-object", exit=9, code="limit", says="nested deeper than 512 levels", sent=1)

row(45, "numbers past Int64 and Double")
case("GET /f/json-numbers", out=r'\{"a":12345678901234567890123,"b":18446744073709551615,"c":0\.1,"d":1\.0,"e":-0\.0,"f":1E400\}\n')

row(46, "duplicate keys: the last; lone surrogates: U+FFFD; 20000 keys")
case("GET /f/json-dup", out=r'\{"a":2\}\n')
case("GET /f/json-surrogate", out='{"a":"\ufffd","\ufffd":1}\n')
case("GET /f/json-hash-flood", out=r'\{"k0":0,.*":1\}\n', within=10)

row(47, "terminal escapes in data: as they are in pipes, written out on a terminal")
case("GET /f/json-escapes", out=r'\{"\\u001b\[2J":"\\u001b\]52;c;cm0=\\u0007","x":"' + '\u202etxt","y":"\u009b31m"}\n')
case("GET /f/json-escapes", "--color", "never", stdout="terminal",
     also={"nothing acts on the terminal": lambda run: not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", run.out)})
case("GET " + answer("\u001b[2J\u001b]0;x\u0007") + "&ct=text/plain", "-o", "raw", "--color", "never", stdout="terminal",
     also={"nothing acts on the terminal": lambda run: not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", run.out)})

row(48, "a missing key, null, a wrong kind, a short tuple (the suite json-abuse has them all)")
case(f"GET {answer('{}')} -> (id Int)", says="'id' is missing, expected Int", **DECODE)
case(f"GET {answer(json.dumps({'id': None}))} -> (id Int)", says="'id' is null, expected Int", **DECODE)
case(f"GET {answer(json.dumps({'list': [['7']]}))} -> (list [(id Int, name)])", says="'list.0..*must be an integer, but is '7'", **DECODE)
case(f"GET {answer(json.dumps({'list': [[7]]}))} -> (list [(id Int, name)])", says=r"'list\[0\].*name", **DECODE)
case(f"GET {answer(json.dumps({'a': {'b': None}}))} @ a.b.c", exit=9, code="selection", says="'a.b' is null|'b'", sent=1)

# ------------------------------------------------------------------------------------------------ redirects

REDIRECT = {"exit": 7, "code": "redirect"}
KEYS = {"auth": "bearer ${TOKEN}", "headers": '{X-Api-Key: "${PASSWORD}", Cookie: "c=${PASSWORD}"}'}

row(49, "a loop, a loop that grows")
case("GET /f/redirect-loop", says="the redirects form a loop: http.* -> http", sent=1, **REDIRECT)
case("GET /f/redirect-grow", says="more than 10 redirects: http.* -> http", sent=11, **REDIRECT)

row(50, "no Location, an empty one, a bad one")
case("GET /f/redirect-none", exit=3, code="status", says="responded with 302.*the redirect has no Location header", sent=1)
case("GET /f/redirect-empty", exit=3, code="status", says="responded with 302.*the Location header of the redirect is empty", sent=1)
case("GET /f/redirect-bad", says=r"Location of a redirect is not a valid URL: .* -> http://\[bad", sent=1, **REDIRECT)

row(51, "to file:, ftp:, http+unix:, data:")
for scheme in "file", "ftp", "unix", "data":
    case(f"GET /f/redirect-{scheme}", says=f"the scheme '(http.)?{scheme}' is not followed", sent=1, **REDIRECT)

row(52, "to another port, another host, //host: no credential goes along")
each("/f/redirect-cross /f/redirect-slashes", service=KEYS, out=".*listener.*\n", sent=2, also=AWAY)
case("GET /f/redirect-cross", service={"auth": "header X-Api-Key ${TOKEN}"}, out=".*listener.*\n", sent=2, also=AWAY)
case("GET /f/redirect-cross", service={"auth": "query key ${TOKEN}"}, out=".*listener.*\n", sent=2, also=AWAY)
case("GET /f/redirect-cross-host", service=KEYS, out=".*listener.*\n", sent=2,
     also={"the other host sees no secret": lambda run: not any(secret in run.out for secret in SECRETS)})
case("{POST: /f/redirect-cross?code=307, body: {token: '${TOKEN}'}}", "--env", "TOKEN", service=BEARER, sent=1,
     says="would send a secret to 127.0.0.1", **REDIRECT)

row(53, "away and back")
case("GET /f/redirect-back", service=KEYS, out=".*listener.*\n", sent=3, also={**AWAY,
     "nor does it come back": lambda run: TOKEN not in run.out})

row(54, "a password in Location")
case("GET /f/redirect-userinfo", service=KEYS, out=".*listener.*\n", sent=2,
     also={**AWAY, "it is not sent": lambda run: not header(run.log[1], "authorization")})

row(55, "https to http")
case("GET /f/redirect-downgrade", *CA, service={**TLS, **KEYS}, says="from https to http is not followed", sent=1, **REDIRECT)
case("GET /f/redirect-upgrade", *CA, out=".*listener.*\n", sent=2)

row(56, "relative, with a fragment, in raw UTF-8")
case("GET /f/redirect-relative", out=r'.*"target":"/echo/rel\?x=1".*\n')
case("GET /f/redirect-utf8", out=r'.*"target":"/echo/caf%C3%A9%20x".*\n')

row(57, "what becomes of the method and of the body")
BIG = hashlib.sha256(bytes(4 * MIB)).hexdigest()
for code, method in (301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST"):
    size = 0 if method == "GET" else 4 * MIB
    case(f"POST bytes /f/redirect-method?code={code} (_ data File)", "_@@dir/big", files={"big": 4 * MIB}, sent=2,
         out=f'.*"method":"{method}".*"body_len":{size},"body_sha256":"{BIG if size else ""}.*\n')
case("PUT /f/redirect-method?code=302 (a)", "a=1", out='.*"method":"PUT".*\n', sent=2)

row(58, "304 and 300 with a Location are answers")
each("/f/redirect-304", exit=3, code="status", says="responded with 304", sent=1)
case("GET /f/redirect-300", exit=3, code="status", says="responded with 300", sent=1)

row(59, "a redirect with a body without end; 10 hops, and one more")
case("GET /f/redirect-body", out=".*/echo/end.*\n", within=30)
case("GET /f/redirect-chain?n=10", out=".*/echo/end.*\n", sent=11)
case("GET /f/redirect-chain?n=11", says="more than 10 redirects", sent=11, **REDIRECT)

# ------------------------------------------------------------------------------------------------ auth

HTTP = "http://127.0.0.1:@http"
LOGIN = {"auth": "{bearer: s, login: {call: login}, refresh: {call: refresh, args: {refresh_token: '{refresh_token}'}}}"}
REPEATED = ["/f/bearer", "/f/token", "/f/token", "/f/bearer"]
TOKENS = "  login: POST form /f/token\n  refresh: POST form /f/token (refresh_token, grant_type = refresh_token)\n"
CALL = ["call", "@spec", "call", "--errors", "json"]
NO_TOKEN = {"exit": 8, "code": "credentials"}


def requests(run, path):
    return [entry for entry in run.log if entry["target"].startswith(path)]


def tokens(run):
    return json.loads((run.home / ".local/share/dial/tokens.json").read_text())


def expire_token(run):
    """Another client signs in: the server takes only the token that it gave last."""
    urllib.request.urlopen(f"http://127.0.0.1:{PORTS['http']}/f/token?id={run.id}&s=0", data=b"grant_type=x").read()


def granted(route):
    """A service whose tokens come from that route."""
    oauth = f"grant: client_credentials, token_url: '{HTTP}{route}?id=@id', client_id: me, client_secret: '${{PASSWORD}}'"
    return {"auth": f"{{oauth2: {{{oauth}}}}}"}


def wait_until_it_is_over(run):
    time.sleep(1.2)


row(60, "an expired token: one request for a new one, each call once more")
case("GET /f/bearer", service=granted("/f/token"), out=".*\n", sent=2, also={"one token": lambda run: len(requests(run, "/f/token")) == 1})
case("GET /f/bearer", service=LOGIN, more=TOKENS, before=[CALL, expire_token], out=".*\n", also={
    "refused once, renewed once": lambda run: [entry["target"].split("?")[0] for entry in run.log[3:]] == REPEATED})
# Processes that find the same old token: one renews it, and the others take the new one, as with the calls of one process
# (1000 of them: Tests/DialTests/Auth).
case("GET /f/bearer", service=LOGIN, more=TOKENS.replace("/f/token", "/f/token?expires=1", 1), before=[CALL, wait_until_it_is_over],
     at_once=8, out=".*\n", also={
    "one token for all": lambda run: len(requests(run, "/f/token")) == 2})

row(61, "the refresh answers 400, 500, HTML, no token, a token with CR LF")
for route, says, more in (("400", "invalid_grant .Token has been revoked.*PASSWORD", 1), ("500", "responded with 500", 3),
                          ("html", "expected JSON, found 'text/html'", 1), ("empty", "no token at 'access_token'", 1),
                          ("crlf", "a character that is not allowed in a header", 1)):
    case("GET /echo", service=granted(f"/f/token-{route}"), says=says, sent=more, **NO_TOKEN,
         also={"the call is not sent": lambda run: not requests(run, "/echo")})
case("GET /f/bearer", service=LOGIN, more="  login: POST form /f/token?expires=1\n  refresh: POST form /f/token-500 (refresh_token)\n",
     before=[CALL, expire_token], says="500", **NO_TOKEN,
     also={"the stored token is kept": lambda run: "tok-" in json.dumps(tokens(run)), "no loop": lambda run: len(run.log) <= 8})

row(62, "401 always, 403")
# Credentials that Dial manages itself are its own failure (8); what the server says of others is the status (4): Exit codes in CommandLine.md.
case("GET /f/401-always", service=LOGIN, more=TOKENS, exit=8, code="credentials",
     says="responded with 401.*the server rejected the new token too", also={
    "one refresh, no loop": lambda run: len(requests(run, "/f/401-always")) == 2 and len(requests(run, "/f/token")) == 2})
case("GET /f/403", service=LOGIN, more=TOKENS, exit=4, code="status", says="responded with 403", also={
    "no refresh": lambda run: len(requests(run, "/f/403")) == 1 and len(requests(run, "/f/token")) == 1})

row(63, "a list of challenges with quotes; Basic")
case("GET /f/401-multi", service={"auth": "digest me ${PASSWORD}"}, exit=8, code="credentials",
     says="did not send a digest challenge that Dial supports", sent=1)
case("GET /f/basic", service={"auth": "basic aladdin opensesame"}, **OK)
case("GET /f/basic", service={"auth": "basic aladdin ${PASSWORD}"}, exit=8, code="credentials", says="responded with 401.*PASSWORD", sent=1)

row(64, "an error body repeats the token")
for flags in ["--errors", "json"], [], ["-v"], ["-i", "-v"]:
    case("GET /f/error-secret", service=BEARER, env={"TOKEN": "SECRET-TOKEN-123"}, command=["call", "@spec", "call", *flags], exit=8,
         sent=1)

# ------------------------------------------------------------------------------------------------ retry and idempotency

row(65, "failures, then 200")
for code in 503, 429, 500, 502, 504, 408:
    case(f"GET /f/flaky?n=2&code={code}", out='.*"call":3.*\n', sent=3, within=30)
for method in "PUT", "DELETE":
    case(f"{method} /f/flaky?n=2", out='.*"call":3.*\n', sent=3)
case("POST /f/flaky?n=2", exit=5, code="status", says="responded with 503", sent=1)
case('{POST: "/f/flaky?n=2 (header.Idempotency-Key = $uuid)"}', out='.*"call":3.*\n', sent=3,
     also={"one key": lambda run: len({tuple(header(entry, "idempotency-key")) for entry in run.log}) == 1})

row(66, "resets and cut bodies, then 200")
case("GET /f/flaky-reset", out='.*"call":3.*\n', sent=3)
case("GET /f/flaky-cut", out=r'\{"ok":true,"call":2\}\n', sent=2)
case("POST /f/flaky-reset", exit=7, code="connect", sent=1)
case("POST /f/flaky-cut", exit=7, code="truncated", sent=1)

row(67, "the answer to a POST is lost")
case("POST /f/post-counter", exit=7, code="connect", sent=1)
case('{POST: "/f/post-counter (header.Idempotency-Key = $uuid)"}', out='.*"executions":2.*\n', sent=2,
     also={"one key": lambda run: len(set(landed(run)["keys"])) == 1 and None not in landed(run)["keys"]})

row(68, "Retry-After of 2 seconds, of a date")
case("GET /f/retry-after-2", out='.*"call":2.*\n', sent=2, also={"it waited": lambda run: pauses(run)[0] >= 1.99})
case("GET /f/retry-after-date", out='.*"call":2.*\n', sent=2, also={"it waited": lambda run: pauses(run)[0] >= 1.99})

row(69, "Retry-After of a year, of 10^20, text, negative")
each("/f/retry-after-year /f/retry-after-huge", exit=4, code="status", says="the server asks to wait 365", sent=1, within=30)
each("/f/retry-after-bad /f/retry-after-negative", out='.*"call":2.*\n', sent=2)

row(70, "500 always")
case("GET /f/500-always", exit=5, code="status", says="responded with 500.*after 3 attempts", sent=3)
case("GET /f/500-always", service={"retry": "{max: 4, backoff: 100ms..1s}"}, exit=5, code="status", says="after 5 attempts", sent=5,
     also={"attempts are told": lambda run: run.error["attempts"] == 5})

# ------------------------------------------------------------------------------------------------ pages, ranges, downloads, cookies, cache

BLOB = bytes((i * 31 + 7) & 255 for i in range(100000))
LINKED = "paginate: {next: link}"

row(71, "three pages, the same page again, a next page on another origin")
case(f'{{GET: "/f/page @ items", {LINKED}}}', "--all", out=r"\[10,11,12,20,21,22,30,31,32\]\n", sent=3)
case(f'{{GET: "/f/page @ items", paginate: {{next: next}}}}', "--all", out=r"\[10,11,12,20,21,22,30,31,32\]\n", sent=3)
case(f'{{GET: "/f/page-loop @ items", {LINKED}}}', "--all", exit=9, code="limit",
     says="page 1 links to a page that was already read", sent=1,
     out=r"\[1\]\n")
case(f'{{GET: "/f/page-cross @ items", {LINKED}}}', "--all", service=KEYS, exit=9, code="limit", says="another origin", sent=1,
     out=r"\[1\]\n")

row(72, "a cut download goes on where it was")
case("GET /f/file?cut=40000 -> bytes", "-O", "@dir/whole", leaves={"whole": BLOB}, sent=2, also={
    "Range and If-Range": lambda run: header(run.log[1], "range") == ["bytes=40000-"] and header(run.log[1], "if-range") == ['"v1"']})

row(73, "Range is ignored, answered wrongly, without Content-Range; 206 that nobody asked for")


def part_of(run):
    """What an earlier call to the same URL has left of 40000 bytes."""
    (run.dir / "whole.part").write_bytes(BLOB[:40000])
    note = {"url": run.url, "validator": '"v1"', "total": 100000}
    (run.dir / "whole.part.json").write_text(json.dumps(note) + "\n")


KEPT = {"whole.part": BLOB[:40000], "whole.part.json": None}
ASKED = {"it was asked for the rest": lambda run: header(run.log[0], "range") == ["bytes=40000-"]}
case("GET /f/range-ignored -> bytes", "-O", "@dir/whole", before=[part_of], leaves={"whole": BLOB}, sent=1, also=ASKED)
case("GET /f/range-wrong -> bytes", "-O", "@dir/whole", before=[part_of], leaves=KEPT, says="Content-Range|other bytes|part", also=ASKED,
     **PROTO)
case("GET /f/range-none -> bytes", "-O", "@dir/whole", before=[part_of], leaves=KEPT, says="Content-Range", also=ASKED, **PROTO)
case("GET /f/range-unasked -> bytes", "-O", "@dir/whole", says="206", **PROTO)
case("GET /f/range-unasked", says="206", **PROTO)

row(74, "hostile names of files, a name from a redirect (the suite content-disposition has them all)")


def only_harmless_files(run):
    files = [path.name for path in (run.dir / "out").iterdir()]
    return len(files) == 1 and not files[0].startswith(".") and re.fullmatch("[^\x00-\x1f/\\\\]+", files[0])


for name in "../../etc/passwd", "..\\..\\evil", ".bashrc", "..", "a\u001b[2J", "con/../x", "%2e%2e%2fx", "x" * 300:
    case(f"GET /f/download?name={quoted(name)} -> bytes", "-O", "@dir/out", files={"out/": b""}, sent=1, leaves={"out": None},
         also={"one harmless file": only_harmless_files})
case("GET /f/redirect-name -> bytes", "-O", "@dir/out", files={"out/": b""}, leaves={"out": None}, sent=2, also={
    "one harmless file": only_harmless_files,
    "not named by the redirect": lambda run: "bashrc" not in str(list((run.dir / "out").iterdir()))})
case("GET /f/download?name=a.txt -> bytes", "-O", "@dir/out", files={"out/a.txt": b"mine"}, exit=1, code="io",
     says="already exists",
     also={"it is as it was": lambda run: (run.dir / "out/a.txt").read_bytes() == b"mine"})

row(75, "hostile Set-Cookie")
case('{GET: /f/cookies, cookies: session, poll: {until: "sent[0]", every: 10ms}}', command=["wait", "@spec", "call", "--errors", "json"],
     out=r'\{"sent":\["plain=1"\]\}\n', sent=2)

row(76, "the cache (the suite http-cache has it all)")
TWO = [["call", "@spec", "call"]]
case("GET /f/cache", service=CACHE, before=TWO, out=r'\{"call":1\}\n', sent=1)
case("GET /f/cache-cut", service={**CACHE, **ONCE}, before=TWO, out=r'\{"call":2\}\n', sent=2)
case("GET /f/cache-auth", service={**CACHE, **BEARER}, before=[["call", "@spec", "call", "--var", "TOKEN=another"]],
     out=f'.*"Bearer {TOKEN}".*\n', sent=2)
case("GET /f/cache-vary (header.Accept-Language)", "Accept-Language=de", service=CACHE, before=[["call", "@spec", "call",
     "Accept-Language=en"]],
     out=r'\{"lang":"de"\}\n', sent=2)
case("GET /f/cache-etag", service=CACHE, before=TWO, out=r'\{"call":1\}\n', sent=2, also={
    "asked about": lambda run: header(run.log[1], "if-none-match") == ['"e1"']})
case("GET /f/cache-stale-error", service={**CACHE, **ONCE}, before=TWO, out=r'\{"call":1\}\n', sent=2)

# ------------------------------------------------------------------------------------------------ events

RESUMED = "events: {reconnect: true}"

row(77, "a stream drops, and goes on")
case(f"{{GET: /f/sse -> events, {RESUMED}}}", out="".join(f'.*"n.*{n}.*\n' for n in range(1, 7)), sent=3)
case('{GET: /f/sse-cut -> events String, events: {reconnect: true, until: three after 1}}', "-o", "jsonl", out='"one"\n"two"\n', sent=2)

row(78, "any cut of the bytes (the suite eventsource has them all)")
TEXT = "\ufeffid: 1\r\ndata: h\u00e9\r\ndata: \U0001f4a9\r\r\ndata: two\n\ndata: lost"
EVENTS = base64.urlsafe_b64encode(TEXT.encode()).decode().rstrip("=")
for cut in "byte", "all":
    case(f"GET /f/sse-bytes?b64={EVENTS}&cut={cut} -> events String", "-o", "jsonl", out='"h\u00e9\\\\n\U0001f4a9"\n"two"\n', sent=1)

row(79, "silence, heartbeats, gzip")
case("GET /f/sse-silent -> events String", "-o", "jsonl", service=QUICK, exit=7, code="timeout",
     says="timed out after 1s waiting for more data", out='"first"\n',
     after=0.9)
case("GET /f/sse-heartbeat?s=6 -> events String", "-o", "jsonl", service={"timeout": "{read: 10s}"}, out='"10"\n', sent=1)
case("GET /f/sse-gzip -> events String", "-o", "jsonl", out='"0"\n"1"\n"2"\n', sent=1)

row(80, "a line without end, 200000 events")
case("GET /f/sse-line-endless -> events String", exit=9, code="limit", says="longer than 8.4 MB", sent=1, **FLAT)
case("GET /f/sse-flood -> events String", "-o", "jsonl", out=r'"0"\n(?s:.*)"199999"\n', sent=1, **FLAT,
     also={"all of them, in order": lambda run: run.out == "".join(f'"{n}"\n' for n in range(200000))})

row(81, "a wrong type, 204, retry: 0 without end, an error object")
# The status of the reply was 200, so that the exit code is that of a reply that is not as it should be.
case("GET /f/sse-wrong-type -> events String", exit=9, code="decoding", says="text/plain", sent=1)
case(f"{{GET: /f/sse-204 -> events String, {RESUMED}}}", out="", sent=1)
case(f"{{GET: /f/sse-retry-storm -> events String, {RESUMED}}}", exit=7, code=".*", also={
    "a few tries, with growing pauses": lambda run: len(run.log) <= 8 and pauses(run)[-1] > pauses(run)[0] and pauses(run)[0] >= 0.05})
case('{GET: /f/sse-error-event -> events String, events: {each: "choices[0].delta.content"}}', "-o", "jsonl", exit=9, code="status",
     says="overloaded", out='"Hi"\n', sent=1)

# ------------------------------------------------------------------------------------------------ web sockets (the suite autobahn has more)

WS = {"timeout": None}


def told(code):
    return {f"it is told {code}": lambda run: run.wait_for(lambda: run.log[0].get("ws_close") == code)}


row(82, "the handshake: a bad accept, 200, 401, 302, a protocol or an extension that nobody asked for")
case("WS /ws/bad-accept", service=WS, says="Sec-WebSocket-Accept", **PROTO)
case("WS /ws/not-upgraded", service=WS, says="200", also={"the body is told": lambda run: "plain" in run.err}, **PROTO)
case("WS /ws/401", service=WS, exit=4, code="status", says="responded with 401", sent=1,
     also={"the body is told": lambda run: "no token" in run.err})
case("WS /ws/redirect", service={**WS, **KEYS}, exit=3, code="status", says="responded with 302", sent=1)
case("WS /ws/extra-protocol", service=WS, says="evil|subprotocol", **PROTO)
case("WS /ws/extra-extension", service=WS, says="x-foo|extension", **PROTO)

row(83, "a masked frame, RSV, bad UTF-8, a big and a fragmented ping")
each_frame = ("masked", 1002), ("rsv", 1002), ("bad-utf8", 1007), ("big-ping", 1002), ("frag-ping", 1002)
for route, close in each_frame:
    case(f"WS /ws/{route}", service=WS, says=f"closed with {close}", also=told(close), **PROTO)

row(84, "a frame of 2^62 bytes, a flood of fragments, 64 MiB, a flood of pings")
for route in "huge-frame", "frag-flood", "big-message":
    case(f"WS /ws/{route}", service=WS, exit=9, code="limit", says="closed with 1009", sent=1, **FLAT)
case("WS /ws/ping-flood", service=WS, out="done\n", sent=1, **FLAT)

row(85, "no reply to the close, a reset, an end, silence, codes, late and early data")
case("WS /ws/no-close", service=WS, out="hello\n", within=30)
case("WS /ws/reset", service=WS, exit=7, code="connect", says="reset", out="hello\n")
case("WS /ws/eof", service=WS, exit=7, code="truncated", says="without closing the WebSocket .close code 1006.", out="hello\n")
case("WS /ws/silent?s=55", "--no-input", service=WS, exit=7, code="timeout", says="did not respond to a ping within 20s", after=39,
     within=58, slow=True)
case("WS /ws/close-codes?code=4001&reason=bye", service=WS, exit=7, code="closed", says="4001.*bye")
case("WS /ws/close-codes?code=1000", service=WS, out="")
case("WS /ws/data-after-close", service=WS, out="")
case("WS /ws/data-with-handshake", service=WS, out="early\n", types=0)

row(86, "the masks of frames")
case("WS /ws/echo", service=WS, stdin="a\na\na\na\na\n", out="a\na\na\na\na\n",
     also={"a fresh one for each": lambda run: len(set(run.log[0]["ws_masks"])) == len(run.log[0]["ws_masks"]) >= 5})

# ------------------------------------------------------------------------------------------------ TLS


def tls(name, says, *args, pins=None, sent=0, **more):
    service = {"base": f"https://localhost:@{name}", **ONCE}
    if pins:
        service["tls"] = "{pins: {localhost: [" + ", ".join(f"@pin-{pin}" for pin in pins) + "]}}"
    case("GET /echo", *CA, *args, service=service, says=says, sent=sent, **{"exit": 7, "code": "tls", **more})


TRUSTED = {"exit": 0, "code": None, "sent": 1, "out": ".*listener.*\n"}

row(87, "expired, not yet valid, for another host, self-signed, of an unknown root; a pin that matches does not help")
for name, says in (("expired", "expired"), ("notyet", "not valid before"), ("wronghost", r"localhost.*wrong\.example"),
                   ("selfsigned", "not trusted|self-signed"), ("untrusted", "not trusted.*issuer")):
    tls(name, says)
    tls(name, says, pins=[name, "ok"])
case("GET /echo", service={**TLS, **ONCE}, exit=7, code="tls", says="not trusted", sent=0)

row(88, "no intermediate, a leaf as authority, for clients only, a common name alone, RSA of 1024 bits")
for name, says in (("nochain", "issuer"), ("leafca", "not trusted|authority"), ("clienteku", "is not a server certificate|not trusted"),
                   ("cnonly", "localhost|name"), ("rsa1024", "key|weak|short|1024")):
    tls(name, says)

row(89, "TLS 1.1 alone; a client's certificate is wanted")
tls("tls11", "version|TLS 1")
tls("mtls", "client certificate")
tls("mtls", None, "--cert", "@tls/client.pem", "--key", "@tls/client.key", **TRUSTED)

row(90, "pins: of another key, of two keys, of the intermediate")
tls("rotated", r"no pin of .*spec\.yaml:.*sha256/", pins=["ok", "expired"])
tls("rotated", None, pins=["ok", "rotated"], **TRUSTED)
tls("chain", None, pins=["inter", "expired"], **TRUSTED)

row(91, "an alert, plain HTTP, a reset, a handshake that stalls")
tls("tls-alert", "alert|handshake")
tls("tls-plain", "http")
tls("tls-reset", "reset|closed|broke off|handshake", code="tls|connect")
case("GET /echo", *CA, service={**QUICK, "base": "https://localhost:@accept-stall"}, exit=7, code="timeout",
     says="timed out after 1s (connecting to|during the TLS handshake with) localhost", after=0.9)

# ------------------------------------------------------------------------------------------------ specs, arguments, this machine

BOMB = "x-a: &a [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"x-{b}: &{b} [{','.join(['*' + a] * 10)}]\n" for a, b in zip("abcdefgh", "bcdefghi")) + "endpoints: {call: GET /echo}\n"
CHECK = {"command": ["check", "@spec"], "exit": 6, "within": 20, "sent": 0}

row(92, "YAML bombs, depth, duplicate keys, tags, encodings (the suite yaml-abuse has them all)")
for text in (BOMB, "x-a: " + "[" * 100000, "base: http://h\nbase: http://i\n", b"base: \xff\xfe\n", "x-a: &a [*a]\n", "",
             "x-a: !!python/object:os.system x\nendpoints: {call: GET /}\n"):
    case(None, spec=text, prints=r"spec\.yaml:\d+:\d+: error: ", **CHECK)

row(93, "no, on, 1.10, 010 as values of strings (the suites yaml-abuse and yaml-schema have more)")
case("{GET: '/echo (s String = 010)', headers: {X-Country: no, X-On: on}, query: {v: 1.10}}",
     out=r'.*[?&]v=1\.10&s=010".*\["X-Country","no"\].*\["X-On","on"\].*\n', sent=1)

row(94, "missing, unknown and wrong arguments: all of them, and nothing is sent")
case("GET /echo (id Int, name, day Date)", "ide=7", "day=x", exit=2, code="arguments", sent=0, also={
    "all of them": lambda run: all(word in run.error["message"] for word in ("'ide'", "'id'", "'name'", "'day'"))})

row(95, "CR LF and NUL (the suites header-values, multipart and naughty-strings have more)")
case("GET /echo (header.X-A)", "X-A=a\r\nX-Evil: 1", exit=2, code="arguments", says="X-A|header", sent=0)
case("GET /echo", "-H", "X-A: a\r\nX-Evil: 1", exit=2, sent=0, code=".*")
case("GET /echo/{a} (a, q)", "a=a\r\nX-Evil: 1", "q=a\r\nX-Evil: 1", out=r'.*/echo/a%0D%0AX-Evil%3A%201\?.*q=a%0D%0AX-Evil.*\n', sent=1)
case("POST multipart /echo (a as 'n')", 'a=a\r\n--x', out=".*\n", sent=1)
case("POST multipart /echo", 'a"\r\nb: c=1', out=".*\n", sent=1,
     also={"the name is encoded": lambda run: b'name="a%22%0D%0Ab: c"' in base64.b64decode(landed(run)["body_b64"])})

row(96, ".. and / in a path (the suite openapi-params has more)")
for value in "..", ".", "a/../..", "../x", "":
    case("GET /echo/{part}/x", "part=" + value, exit=2, code="arguments", says="'part'", sent=0)
case("GET /echo/{part}/x", "part=a/b?c#d", out=r'.*/echo/a%2Fb%3Fc%23d/x.*\n', sent=1)



def shrink(run):
    os.truncate(run.dir / "big", MIB)
    SHRUNK.set()


row(97, "the file of an upload: missing, shrinking, 1 GiB")
UPLOAD = "POST bytes /echo (_ data File)"
# A file that is not there is a wrong argument (2), like all that is wrong before anything is sent.
case(UPLOAD, "_@@dir/none", exit=2, code="arguments", says="cannot read .*none", sent=0)
case("POST multipart /echo (photo File)", "photo@@dir/none", exit=2, code="arguments", says="cannot read .*none", sent=0)
case("POST bytes /slow (_ data File)", "_@@dir/big", service={"base": "http://127.0.0.1:@own"}, files={"big": 64 * MIB}, exit=1, code="io",
     says="big", during=shrink)
case(UPLOAD, "_@@dir/big", service={"timeout": "110s"}, files={"big": 1024 * MIB}, out='.*"body_len":1073741824.*\n', **FLAT, sent=1)

row(98, "a full disk, a target that is there, one that may not be written")
case("GET /f/file -> bytes", "-O", "@dir/disk/whole", tmpfs="64k", exit=1, code="io", says="whole.*(space|full)", sent=1,
     also={"nothing is left": lambda run: run.disk == []})
case("GET /f/big?mib=1", "-O", "@dir/disk/whole", tmpfs="64k", exit=1, code="io", says="whole.*(space|full)",
     also={"nothing is left": lambda run: run.disk == []})
case("GET /f/reset-mid-body -> bytes", "-O", "@dir/whole", files={"whole": b"mine"}, exit=7, code="truncated",
     also={"the old file is whole": lambda run: (run.dir / "whole").read_bytes() == b"mine"})
case("GET /f/file -> bytes", "-O", "@dir/disk/whole", tmpfs="1m,ro", exit=1, code="io", says="whole",
     also={"nothing is left": lambda run: run.disk == []})
case("GET /f/file -> bytes", stdout="full", exit=1, code="io", says="space|write")
case("GET /f/gzip", stdout="full", exit=1, code="io", says="space|write")

row(99, "stdout is closed, SIGINT, SIGTERM")
BIG_REPLY = "GET /f/big?mib=5"
case(BIG_REPLY, stdout="head", exit=(0, 141, -signal.SIGPIPE), code=None)
case(BIG_REPLY + " -> bytes", stdout="head", exit=(0, 141, -signal.SIGPIPE), code=None)
case("GET /f/sse-flood -> events String", stdout="head", exit=(0, 141, -signal.SIGPIPE), code=None)
# The process dies of the signal, which a shell shows as 130 or 143: only so does Ctrl-C end a loop of the shell.
for number in signal.SIGINT, signal.SIGTERM:
    kill = lambda run, number=number: run.process.send_signal(number)
    case("GET /f/stall", exit=-number, during=kill, sent=1, within=30)
    case("GET /f/stall-mid-body -> bytes", "-O", "@dir/whole", exit=-number, during=kill, sent=1, within=30)
    case("WS /ws/silent", "--no-input", service=WS, exit=-number, during=kill, sent=1, within=30)

row(100, "secrets in arguments, variables, logs, recordings; the store of tokens")
for flags in ["-v"], ["--dry-run"], ["--curl"], ["--explain", "--dry-run"], ["--timings", "-i"], ["--record", "@dir/calls.har"]:
    case("GET /f/gzip", service={**KEYS, "query": '{id: "@id", api_key: "${TOKEN}"}'},
         command=["call", "@spec", "call", *flags], out="(?s:.*)", leaves={"calls.har": None} if "--record" in flags else {},
         also={"no secret": lambda run: not any(secret in run.everything() for secret in SECRETS)})
case("GET /f/bearer", service=LOGIN, more=TOKENS, out=".*\n", also={
    "the store is for its owner alone": lambda run: (run.home / ".local/share/dial/tokens.json").stat().st_mode & 0o777 == 0o600})

row(101, "the clock jumps, a token that is valid for 0 seconds")
# A token of 0 seconds is used by the call that fetched it, and is renewed once by the next.
case("GET /f/bearer", service=LOGIN,
     more="  login: POST form /f/token?expires=0\n  refresh: POST form /f/token?expires=0 (refresh_token)\n",
     before=TWO, out=".*\n", also={"no storm": lambda run: len(requests(run, "/f/token")) <= 3})
# Waits are timers of the monotonic clock, which no jump moves. They cannot be tried so: faketime 0.9 shifts the absolute ones of that
# clock too, and the kernel refuses what becomes of them.
for clock in "+3y", "-3y", "+0 x400":
    case("GET /f/bearer", clock=clock, service=LOGIN, more=TOKENS, before=[CALL], out=".*\n", also={
        "no storm": lambda run: len(requests(run, "/f/token")) <= 2})
case("GET /f/cache", clock="+3y", service=CACHE, before=TWO, out=r'\{"call":2\}\n', sent=2)
case("GET /f/cache", clock="-3y", service=CACHE, before=TWO, out=r'\{"call":[12]\}\n')

# ------------------------------------------------------------------------------------------------ how a case is run

PORTS, PINS, TLS_FOLDER = {}, {}, ""
USUAL = {"base": HTTP, "query": "{id: @id}", "timeout": "{connect: 20s, read: 30s, total: 60s}"}
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
LONGEST = 120


class Skipped(Exception):
    """Why a case cannot be run on this machine."""


class Run:
    """One case: its folder, its process, and what came of it."""

    def __init__(self, index, number, endpoint, args, wanted):
        self.number, self.endpoint, self.args, self.wanted = number, endpoint, args, wanted
        self.id = f"r{number}c{index}z"
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="dial-faults-"))
        self.home = self.dir / "home"
        self.spec = self.dir / "spec.yaml"
        self.out = self.err = ""
        self.error, self.disk, self.seconds, self.memory, self.process = {}, None, 0.0, 0.0, None

    # What is written down.

    def fill(self, text):
        def value(match):
            name = match[1]
            if name in PORTS:
                return str(PORTS[name])
            known = {"id": self.id, "dir": self.dir, "spec": self.spec, "tls": TLS_FOLDER}
            return PINS[name[4:]] if name.startswith("pin-") else str(known[name])

        return re.sub(r"@(pin-[a-z0-9]+|[a-z][a-z0-9]*(?:-[a-z]+)*)", value, text)

    def write(self):
        self.home.mkdir()
        for name, content in self.wanted.get("files", {}).items():
            path = self.dir / name
            path.parent.mkdir(exist_ok=True)
            if isinstance(content, int):
                with open(path, "wb") as file:
                    file.truncate(content)
            elif not name.endswith("/"):
                path.write_bytes(content)
            else:
                path.mkdir(exist_ok=True)
        spec = self.wanted.get("spec")
        if spec is None:
            keys = {key: value for key, value in {**USUAL, **self.wanted.get("service", {})}.items() if value is not None}
            lines = [f"{key}: {value}" for key, value in keys.items()] + ["endpoints:", f"  call: {self.endpoint}",
            self.wanted.get("more", "")]
            spec = self.fill("\n".join(lines))
        self.spec.write_bytes(spec if isinstance(spec, bytes) else spec.encode())

    def files(self):
        return {str(path.relative_to(self.dir)) for path in self.dir.rglob("*")
                if not path.is_relative_to(self.home) and path.name not in ("stdout", "stderr")}

    # What is run.

    @property
    def environment(self):
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return {**kept, **VALUES, "HOME": str(self.home), "TMPDIR": str(self.home), **self.wanted.get("env", {})}

    def line(self, words):
        return [DIAL] + [self.fill(word) for word in words]

    def start(self, command, number=0):
        """Starts the process. What those beside the first one print is not looked at."""
        wanted, stdout = self.wanted, self.wanted.get("stdout")
        where = os.devnull if number else self.dir / "stdout"
        environment = self.environment
        if "clock" in wanted:
            command, environment = faked(command, environment, wanted["clock"])
        if "tmpfs" in wanted:
            command = self.on_small_disk(command, wanted["tmpfs"])
        streams = {"stdin": subprocess.PIPE if self.types else subprocess.DEVNULL,
        "stderr": open(os.devnull if number else self.dir / "stderr", "wb")}
        if stdout in ("closed", "head"):
            streams["stdout"] = subprocess.PIPE
        elif stdout == "terminal":
            self.terminal, streams["stdout"] = pty.openpty()
        else:
            streams["stdout"] = open("/dev/full" if stdout == "full" else where, "wb")
        process = subprocess.Popen(command, env=environment, cwd=self.dir, **streams)
        for name in "stdout", "stderr":
            if isinstance(streams[name], int) and streams[name] > 2:
                os.close(streams[name])
            elif not isinstance(streams[name], int):
                streams[name].close()
        return process

    @property
    def types(self):
        """Whether something has its standard input. A WebSocket is closed a second after its end, which comes late enough here."""
        return (self.endpoint or "").startswith("WS ") and "--no-input" not in self.args

    def stop_typing(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def on_small_disk(self, command, options):
        """In a namespace of its own, where a folder is a file system of that size; what is left there is listed at the end."""
        if os.geteuid() != 0 or not shutil.which("unshare"):
            raise Skipped("only root can make a small disk")
        size, *flags = options.split(",")
        (self.dir / "disk").mkdir()
        script = ("mount -t tmpfs -o " + ",".join([f"size={size}", *flags]) + ' tmpfs "$1" || exit 99; folder=$1 list=$2; shift 2; "$@"; '
                  'code=$?; ls -A "$folder" > "$list"; exit $code')
        return ["unshare", "-m", "sh", "-c", script, "sh", str(self.dir / "disk"), str(self.home / "disk"), *command]

    def go(self):
        """Runs all of it."""
        self.write()
        for step in self.wanted.get("before", []):
            if callable(step):
                step(self)
            else:
                subprocess.run(self.line(step), env=self.environment, cwd=self.dir, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=LONGEST)
        self.was = self.files()
        default = ["call", "@spec", "call", *self.args, "--errors", "json"]
        command = self.line(self.wanted.get("command", default))
        begun = time.monotonic()
        others = [self.start(command, number) for number in range(1, self.wanted.get("at_once", 1))]
        self.process = process = self.start(command)
        killer = threading.Timer(LONGEST, process.kill)
        killer.start()
        try:
            self.talk(process)
            status = self.watch(process)
        finally:
            killer.cancel()
        process.returncode = self.exit = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - begun
        self.others = [other.wait(LONGEST) for other in others]
        self.read()

    def watch(self, process):
        """Waits for the end. On Linux the figure that wait4 gives holds this script, which the process was forked from."""
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if peak := peak_memory(process.pid):
                self.memory = peak
            time.sleep(0.02)
        if not os.path.exists("/proc"):
            self.memory = usage.ru_maxrss / MIB
        return status

    def talk(self, process):
        if self.types:
            process.stdin.write(self.wanted.get("stdin", "").encode())
            process.stdin.flush()
            threading.Timer(self.wanted.get("types", 6), self.stop_typing).start()
        if self.wanted.get("stdout") == "head":
            process.stdout.read(10)
        if process.stdout:
            process.stdout.close()
        if "during" in self.wanted:
            self.wait_for(lambda: self.log or any(self.id in line for line in OWN_SEEN))
            time.sleep(0.5)
            self.wanted["during"](self)

    def read(self):
        if self.wanted.get("stdout") == "terminal":
            os.set_blocking(self.terminal, False)
            pieces = []
            try:
                while piece := os.read(self.terminal, 65536):
                    pieces.append(piece)
            except OSError:
                pass  # all of it was read, and nobody writes any more
            os.close(self.terminal)
            self.out = b"".join(pieces).decode(errors="replace").replace("\r\n", "\n")
        elif (self.dir / "stdout").exists():
            self.out = (self.dir / "stdout").read_bytes().decode(errors="replace")
        self.err = (self.dir / "stderr").read_bytes().decode(errors="replace")
        for line in self.err.splitlines():
            if line.startswith('{"code":'):
                self.error = json.loads(line)
        if (self.home / "disk").exists():
            self.disk = (self.home / "disk").read_text().split()

    # What can be asked about it.

    @property
    def log(self):
        return ask(f"/_/log?id={self.id}")

    @property
    def url(self):
        """The URL of the endpoint."""
        return self.fill(f"{HTTP}{self.endpoint.split()[1]}?id=@id")

    def seen_by(self, listener, method):
        return [entry for entry in ask("/_/log") if entry["listener"] == listener and entry.get("method") == method]

    def wait_for(self, condition):
        """Whether it comes to hold within some seconds: the server writes its log when it comes to it."""
        end = time.monotonic() + 15
        while not (held := condition()) and time.monotonic() < end:
            time.sleep(0.1)
        return held

    def everything(self):
        """All that was printed, and all that was written beside the store of tokens."""
        return self.out + self.err + "".join(path.read_text(errors="replace") for path in self.dir.rglob("*.har"))

    # What is wrong with it.

    def faults(self):
        wanted = self.wanted
        exits, code = wanted.get("exit", 0), wanted.get("code")
        exits = exits if isinstance(exits, tuple) else (exits,)
        if self.exit not in exits:
            yield f"exit code {self.exit}, wanted {' or '.join(map(str, exits))}"
        if any(other not in exits for other in self.others):
            yield f"exit codes of the others: {self.others}"
        if code and not re.fullmatch(code, self.error.get("code", "")):
            yield f"code {self.error.get('code')!r}, wanted {code!r}"
        said = f"{self.error.get('message', '')} {self.error.get('hint') or ''}".strip()
        if (says := wanted.get("says")) and exits != (0,) and not re.search(self.fill(says), said, re.DOTALL):
            yield f"does not say {self.fill(says)!r}"
        if (prints := wanted.get("prints")) and not re.search(prints, self.out + self.err):
            yield f"does not print {prints!r}"
        if self.error and len(self.err.strip().splitlines()) != 1:
            yield "more than one line on stderr"
        if "out" in wanted and not re.fullmatch(self.fill(wanted["out"]), self.out):
            yield f"stdout is not {self.fill(wanted['out'])!r}"
        if "out" not in wanted and exits != (0,) and self.out and "prints" not in wanted:
            yield "stdout is not empty"
        if "sent" in wanted and len(self.log) != wanted["sent"]:
            yield f"{len(self.log)} requests, wanted {wanted['sent']}"
        if self.seconds < wanted.get("after", 0):
            yield f"took {self.seconds:.1f} s, less than {wanted['after']} s"
        if self.seconds > wanted.get("within", LONGEST - 5):
            yield f"took {self.seconds:.1f} s"
        if self.memory > wanted.get("memory", 200):
            yield f"{self.memory:.0f} MiB of memory"
        if any(secret in self.err for secret in SECRETS):
            yield "a secret is on stderr"
        if CONTROLS.search(self.err):
            yield "a control character is on stderr"
        yield from self.left_over()
        for sentence, holds in wanted.get("also", {}).items():
            if not holds(self):
                yield f"does not hold: {sentence}"

    def left_over(self):
        leaves = self.wanted.get("leaves", {})
        for name in sorted(self.files() - self.was - set(leaves)):
            if not any(name.startswith(f"{folder}/") for folder in leaves) and name != "disk":
                yield f"left over: {name}"
        for name, content in leaves.items():
            if not (self.dir / name).exists():
                yield f"{name} is not there"
            elif content is not None and (self.dir / name).read_bytes() != content:
                yield f"{name} is not what it should be"


def faked(command, environment, clock):
    """With another clock of the calendar: only what loads libraries can be told another."""
    if not shutil.which("faketime"):
        raise Skipped("no faketime")
    program = next((path for path in (command[0], str(HERE / ".build/debug/dial")) if os.path.exists(path) and is_dynamic(path)), None)
    if program is None:
        raise Skipped("no dial that loads libraries")
    return ["faketime", "-m", "-f", clock, program, *command[1:]], {**environment, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


def peak_memory(pid):
    """In MiB, as long as the process lives."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return None
    return int(found[1]) / 1024 if found else None


def is_dynamic(path):
    with open(path, "rb") as file:
        return b"ld-linux" in file.read(4096)


def ask(path):
    with urllib.request.urlopen(f"http://127.0.0.1:{PORTS['http']}{path}", timeout=30) as reply:
        return json.load(reply)


# ------------------------------------------------------------------------------------------------ servers

OWN_SEEN, SHRUNK = [], threading.Event()


def serve(listener):
    """What the fault server has no route for: trailers without a length, and a server that is slow to read."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=own_answer, args=[connection], daemon=True).start()


def own_answer(connection):
    with connection:
        head = connection.recv(65536)
        if head.startswith(b"POST /slow"):
            OWN_SEEN.append(head.decode(errors="replace"))
            SHRUNK.wait(20)
            try:
                while connection.recv(MIB):
                    pass
            except OSError:
                pass  # it gave up, as it must
        else:
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                               b'b\r\n{"ok":true}\r\n0\r\nX-T: 1\r\nSet-Cookie: evil=1\r\nX-Status: evil\r\n\r\n')


def start_servers():
    server = subprocess.Popen([sys.executable, str(SERVER), "0"], stdout=subprocess.PIPE, text=True)
    for text in server.stdout:
        if text.startswith("ports "):
            PORTS.update(json.loads(text[6:]))
            break
    told = ask("/_/ports")
    PINS.update(told["pins"])
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=[listener], daemon=True).start()
    PORTS["own"] = listener.getsockname()[1]
    return server, told["tls_dir"]


# ------------------------------------------------------------------------------------------------ all of them


def judge(job):
    """The faults of a case, or why it was not run; and the case."""
    run = Run(*job)
    try:
        run.go()
        return run, list(run.faults()), None
    except Skipped as reason:
        return run, [], str(reason)
    except Exception as error:  # a case that cannot be judged is a fault of the row, not the end of all others
        return run, [f"{type(error).__name__}: {error}"], None
    finally:
        shutil.rmtree(run.dir, ignore_errors=True)


def show(run):
    print(f"    {run.endpoint or 'the spec'}  {' '.join(run.args)}")
    print(f"    exit {getattr(run, 'exit', None)}, {run.seconds:.1f} s, {run.memory:.0f} MiB")
    print(f"    stdout: {run.out[:300]!r}\n    stderr: {run.err[:700]!r}")


def main(numbers):
    if missing := set(range(1, 102)) - set(TITLES):
        print(f"error: the rows {sorted(missing)} have no case")
        return 1
    global TLS_FOLDER
    server, TLS_FOLDER = start_servers()
    begun, wrong, skipped, results = time.monotonic(), [], 0, {}
    jobs = [(index, *job) for index, job in enumerate(CASES) if not numbers or job[0] in numbers]
    jobs.sort(key=lambda job: "slow" not in job[4])
    try:
        # Most cases wait; what they must take at most is far above what they do.
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for run, faults, reason in pool.map(judge, jobs):
                results.setdefault(run.number, []).append((run, faults, reason))
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(TLS_FOLDER, ignore_errors=True)
    for number, cases in sorted(results.items()):
        bad = [(run, faults) for run, faults, _ in cases if faults]
        reasons = {reason for *_, reason in cases if reason}
        skipped += sum(1 for *_, reason in cases if reason)
        note = f"; not run: {', '.join(reasons)}" if reasons else ""
        print(f"{'FAILED' if bad else 'ok    '} {number:3}  {TITLES[number]} ({len(cases)} cases{note})")
        for run, faults in bad:
            for fault in faults:
                print(f"error: row {number}: {run.endpoint or 'the spec'}: {fault}")
        for run in [run for run, _ in bad] if not numbers else [run for run, *_ in cases]:
            show(run)
        wrong += [number] if bad else []
    seconds = time.monotonic() - begun
    print(f"{len(results)} rows, {len(jobs)} cases, {skipped} not run, {len(wrong)} rows not as wanted{': ' if wrong else ''}"
          f"{', '.join(map(str, wrong))}; {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main({int(word) for word in sys.argv[1:]}))
