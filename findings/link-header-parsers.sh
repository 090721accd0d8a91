#!/usr/bin/env bash
# requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5, LinkHeader 0.4.3, httplink 0.2.0 (PyPI), 2026-11-29: five readers of valid Links.
#
# RFC 8288, 3 and appendix B: a target may have `;` and `,`, a name has no case, a parameter may be without a value, `rel` may have more
# than one relation type, and `anchor` is another context. Guess: the three clients stumble over a quoted comma, if over anything, and the
# two libraries made for it read all of it. Seen: requests and httpx cut a target at `;`, and all three clients make a second link of the
# title `a, <b>`; aiohttp keeps the quotation mark of its first half. To them, "next last" is one relation with a space in it, so that
# `links["next"]` is a KeyError, and a link with an anchor takes the place of the one without. `REL` is no relation to four of the five, as
# LinkHeader keeps the case, too. httplink refuses the header if a parameter has no value. None of the six headers is read by all five.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 LinkHeader==0.4.3 httplink==0.2.0
cat > check.py <<'P'
import asyncio
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import aiohttp
import httplink
import httpx
import link_header
import requests

HEADERS = {
    "target with ;": "</2;page=2>; rel=next",
    "title with , and <": '</2>; rel=next; title="a, <b>"',
    "two types": '</2>; rel="next last"',
    "REL": "</2>; REL=next",
    "no value": "</2>; rel=next; crossorigin",
    "anchor": '</2>; rel=next, </9>; rel=next; anchor="#x"',
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Link", list(HEADERS.values())[int(self.path[1:])])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}/"


async def by_aiohttp(number):
    async with aiohttp.ClientSession() as session, session.get(base + number) as response:
        return {key: {name: str(value) for name, value in link.items()} for key, link in response.links.items()}


def by_link_header(text):
    return [{"url": link.href} | dict(reversed(link.attr_pairs)) for link in link_header.parse(text).links]


def by_httplink(text):
    try:
        return [{"url": link.target, "rel": " ".join(sorted(link.rel))} for link in httplink.parse_link_header(text).links]
    except ValueError as error:
        return str(error)


def next_url(links):
    """Where `next` of this document is: the first link of this relation that has no other context."""
    if isinstance(links, str):
        return links
    if isinstance(links, dict):
        return links.get("next", {}).get("url", "").removeprefix(base.rstrip("/")) or None
    return next((link["url"] for link in links if "next" in link.get("rel", "").split()), None)


seen = {}
for number, (name, text) in enumerate(HEADERS.items()):
    all_links = {
        "requests": requests.get(base + str(number)).links,
        "httpx": httpx.get(base + str(number)).links,
        "aiohttp": asyncio.run(by_aiohttp(str(number))),
        "LinkHeader": by_link_header(text),
        "httplink": by_httplink(text),
    }
    print(name, *all_links.items(), sep="\n  ")
    if name.startswith("title"):
        assert all_links["aiohttp"]["next"]["title"] == '"a' and all_links["requests"]["next"]["title"] == "a"
    seen[name] = {tool: (next_url(links), len(links)) if not isinstance(links, str) else links for tool, links in all_links.items()}
right = {name: ("/2", 1) for name in HEADERS} | {"target with ;": ("/2;page=2", 1), "anchor": ("/2", 2)}
missed = {tool: {name: found[tool] for name, found in seen.items() if found[tool] != right[name]} for tool in seen["REL"]}
for tool, names in missed.items():
    print(tool, "misses", names)
no_relation = {"two types": (None, 1), "REL": (None, 1)}
clients = {"title with , and <": ("/2", 2), "anchor": ("/9", 1)} | no_relation
assert missed == {
    "requests": clients | {"target with ;": ("/2", 1)},
    "httpx": clients | {"target with ;": ("/2", 1)},
    "aiohttp": clients,
    "LinkHeader": {"REL": (None, 1)},
    "httplink": {"no value": "Bad link: '; crossorigin'"},
}
assert all(any(name in names for names in missed.values()) for name in HEADERS)
P
v/bin/python check.py
echo "as seen: each of the six headers is misread by at least one of the five, and four or five of them by each client"
