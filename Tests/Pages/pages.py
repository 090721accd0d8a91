#!/usr/bin/env python3
"""pages.py [NAME…]: pages of `dial docs` in headless Chromium: no error, no request, search by keyboard, width, accessibility, policy.

    bash .ci/pages                                 # all tests, a line each; exit 1 if one fails
    SHOTS=/tmp/shots bash .ci/pages looks          # keeps screenshots
    DIAL=.build/release/dial bash .ci/pages        # another build; by default .build/debug/dial
"""

import functools
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
DIAL = os.path.abspath(os.environ.get("DIAL", HERE / ".build/debug/dial"))
PUBLIC = pathlib.Path(os.environ.get("PUBLIC", HERE / "../shared/conformance")) / "openapi-docs"
SHOTS = os.environ.get("SHOTS")
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="dial-pages-"))
WIDTHS, SCHEMES = (360, 768, 1440), ("light", "dark")

# Specs of Dial, documents of vendors where they are there, and a spec whose texts try everything.
SOURCES = {
    "github": HERE / "specs/github.yaml", "etcd": HERE / "specs/documents/etcd-3.4.json", "jupyter": HERE / "specs/jupyter.yaml",
    "hostile": FOLDER / "hostile.json", "large": FOLDER / "large.json",
    **{name: path for name, file in {"spotify": "spotify.yaml", "discord": "discord-3.1.json", "hcloud": "hcloud.json"}.items()
       if (path := PUBLIC / file).exists()},
}
HOSTILE = [
    "<script>alert(1)</script>", "</script><script>alert(2)</script>", "</style><script>alert(3)</script>", "<img src=x onerror=alert(4)>",
    "[x](javascript:alert(5))", "<a href='javascript:alert(6)'>x</a>", "![x](https://track.example/pixel.png)", "\u202eevil\u202c \u2066a\u2069",
    "a\u0000b\u001b[31m\u0008", "<iframe src=https://track.example></iframe>", "<link rel=stylesheet href=https://track.example/x.css>",
    "<style>@import 'https://track.example'; body {display: none}</style>", "<base href=https://track.example>", "<form action=https://track.example>",
    "<meta http-equiv=refresh content='0;url=https://track.example'>", "<svg onload=alert(7)>", "`</code><script>alert(8)</script>`", "-->", "]]>",
    "<details open ontoggle=alert(9)>", "\" onmouseover=alert(10) x=\"", "${alert(11)}", "{{constructor.constructor('alert(12)')()}}", "\u2028\u2029",
]


def hostile():
    """A document with every hostile text in every place that takes one."""
    paths = {}
    for number, text in enumerate(HOSTILE):
        schema = {"type": "object", "properties": {"a": {"type": "string", "enum": [text, "b"], "description": text, "default": text}}}
        paths[f"/p{number}"] = {"post": {
            "operationId": f"op{number}", "summary": text, "description": f"{text}\n\n- {text}\n\n```\n{text}\n```\n\n| {text} |\n|---|\n| x |",
            "tags": [text], "deprecated": True,
            "parameters": [{"name": "q", "in": "query", "required": True, "description": text, "example": text,
                            "schema": {"type": "string", "enum": [text, "b"], "default": text}},
                           {"name": text, "in": "query", "description": text, "schema": {"type": "string", "pattern": "^a"}}],
            "requestBody": {"description": text, "content": {"application/json": {"schema": schema}}},
            "responses": {"200": {"description": text, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/T"}}}},
                          "4XX": {"description": text, "content": {text: {"schema": schema}}}}}}
    return {"openapi": "3.1.0", "info": {"title": HOSTILE[1], "description": "\n\n".join(HOSTILE), "version": "1"},
            "servers": [{"url": "https://api.example.com/v1", "description": HOSTILE[0]}, {"url": "https://eu.example.com", "description": HOSTILE[2]}],
            "tags": [{"name": text, "description": text} for text in HOSTILE], "paths": paths,
            "components": {"schemas": {"T": {"type": "object", "properties": {text: {"type": "string", "enum": [text]} for text in HOSTILE}}}}}


def large():
    """A document of 1,200 operations and 400 types that refer to each other."""
    def ref(number):
        return {"$ref": f"#/components/schemas/Type{number % 400}"}

    paths = {f"/groups/{{id}}/things{number}": {method: {
        "operationId": f"{method}Thing{number}", "tags": [f"Group {number // 10}"], "summary": f"Does {method} with thing {number}",
        "description": "A paragraph about it, with `code` and **more**.\n\n- one\n- two",
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}},
                       *({"name": f"filter{index}", "in": "query", "description": "Keeps some.", "schema": {"type": "string"}} for index in range(8))],
        "responses": {"200": {"description": "OK", "content": {"application/json": {"schema": ref(number)}}}}}
        for method in ("get", "put", "delete")} for number in range(400)}
    schemas = {f"Type{number}": {"type": "object", "properties": {"id": {"type": "integer"}, "next": ref(number + 1), "all": {
        "type": "array", "items": ref(number + 7)}}} for number in range(400)}
    return {"openapi": "3.1.0", "info": {"title": "Large", "version": "1"}, "servers": [{"url": "https://api.example.com"}], "paths": paths,
            "components": {"schemas": schemas}}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def made(name):
    """The page of a spec, written once."""
    file = FOLDER / f"{name}.html"
    if not file.exists():
        run = subprocess.run([DIAL, "docs", SOURCES[name], "-o", file], capture_output=True, text=True, timeout=300, check=False)
        assert run.returncode == 0, run.stderr
    return file


class Site:
    """A browser whose pages note what goes wrong: errors, dialogs, and any request but the one for the page."""

    def __init__(self, browser):
        self.browser, self.faults = browser, []

    def open(self, url, width=1440, scheme="light", **options):
        context = self.browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        page = context.new_page()
        page.on("console", lambda message: self.faults.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: request.url.split("#")[0] == url or self.faults.append(f"request: {request.url}"))
        page.on("popup", lambda popup: self.faults.append(f"popup: {popup.url}"))
        page.goto(url)
        page.wait_for_load_state("networkidle")
        return page

    def check(self):
        assert not self.faults, "\n".join(self.faults[:10])


def opens(site, name):
    """Opens from disk and from a server, without an error or a request to anywhere."""
    file = made(name)
    site.open(file.as_uri()).context.close()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=FOLDER))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = site.open(f"http://127.0.0.1:{server.server_port}/{file.name}")
    page.mouse.wheel(0, 20_000)
    page.context.close()
    server.shutdown()
    site.check()


def policy(site, name):
    """The policy is default-src 'none' with digests, and it holds: other scripts, styles and requests are refused."""
    page = site.open(made(name).as_uri())
    text = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'", text), text
    assert page.locator("script").count() == 1 and page.locator("style").count() == 1
    assert page.evaluate("""[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes]).filter((a) => /^on|^style$/i.test(a.name)).length""") == 0
    site.check()
    blocked = page.evaluate("""async () => {
        const seen = [];
        document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
        window.ran = false;
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        const style = document.createElement('style');
        style.textContent = 'body { display: none }';
        document.body.append(style);
        const image = new Image();
        image.src = 'https://track.example/x.png';
        await fetch('https://track.example/').catch(() => {});
        const frame = document.createElement('iframe');
        frame.src = 'https://track.example/';
        document.body.append(frame);
        await new Promise((resolve) => setTimeout(resolve, 300));
        return {seen: seen.sort(), ran: window.ran, shown: getComputedStyle(document.body).display};
    }""")
    assert not blocked["ran"] and blocked["shown"] == "block", blocked
    assert {"script-src-elem", "style-src-elem", "img-src", "connect-src", "frame-src"} <= set(blocked["seen"]), blocked
    # What was refused is in the console, and is no fault of the page.
    site.faults = [fault for fault in site.faults if "track.example" not in fault and "Content Security Policy" not in fault]
    page.context.close()
    site.check()


def searches(site, name):
    """Search by the keyboard alone: / focuses, words filter, Enter and the arrows open, Escape clears."""
    page = site.open(made(name).as_uri())
    links = page.locator("nav a")
    total = links.count()
    names = [text for text in page.locator("nav a .na").all_text_contents()]
    wanted = next(text for text in reversed(names) if len(text) > 2)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "page:search"
    assert page.locator("#page\\:search").input_value() == ""
    page.keyboard.type(wanted)
    found = page.locator("nav li:not([hidden]) a")
    assert 1 <= found.count() < total, (wanted, found.count())
    assert page.locator("[role=status]").text_content() in (f"{found.count()} results", "1 result")
    page.keyboard.press("Enter")
    heading = page.evaluate("document.activeElement.textContent")
    assert heading == wanted, (heading, wanted)
    box = page.locator(":focus").bounding_box()
    assert 0 <= box["y"] < 900, box
    page.keyboard.press("/")
    page.keyboard.type("zzzznothing")
    assert page.locator("[role=status]").text_content() == "Nothing found" and found.count() == 0
    page.keyboard.press("Escape")
    assert found.count() == total
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement === document.querySelectorAll('nav a')[1]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == names[1]
    page.context.close()
    # On a narrow screen the contents open and close.
    page = site.open(made(name).as_uri(), width=360)
    assert not page.locator("nav").is_visible()
    page.keyboard.press("/")
    page.keyboard.type(wanted)
    assert page.locator("nav").is_visible()
    page.keyboard.press("Enter")
    assert not page.locator("nav").is_visible() and page.evaluate("document.activeElement.textContent") == wanted
    page.locator("#page\\:menu").focus()
    page.keyboard.press("Enter")
    assert page.locator("nav").is_visible() and page.locator("#page\\:menu").get_attribute("aria-expanded") == "true"
    page.context.close()
    site.check()


def quick(site, name):
    """A large page opens in seconds, and answers each key at once."""
    start = time.monotonic()
    page = site.open(made(name).as_uri())
    opened = time.monotonic() - start
    page.keyboard.press("/")
    times = page.evaluate("""() => {
        const field = document.getElementById("page:search");
        return ["p", "pu", "put", "put 3", "nothing at all", ""].map((text) => {
            const start = performance.now();
            field.value = text;
            field.dispatchEvent(new Event("input"));
            document.body.offsetHeight;
            return performance.now() - start;
        });
    }""")
    size = made(name).stat().st_size
    assert opened < 10 and max(times) < 2000 and size < 10_000_000, (opened, times, size)
    page.context.close()
    site.check()


def copies(site, name):
    """The button copies the command."""
    page = site.open(made(name).as_uri(), permissions=["clipboard-read", "clipboard-write"])
    figure = page.locator("figure").first
    figure.locator("button").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('figure button').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == figure.locator("code").text_content()
    page.context.close()
    site.check()


def fits(site, name):
    """No page scrolls sideways, at any width."""
    for width in WIDTHS:
        page = site.open(made(name).as_uri(), width=width)
        sizes = page.evaluate("""() => {
            for (const article of document.querySelectorAll('article')) article.style.contentVisibility = 'visible';
            for (const part of document.querySelectorAll('details')) part.open = true;
            return [document.documentElement.scrollWidth, document.documentElement.clientWidth];
        }""")
        assert sizes[0] <= sizes[1], (width, sizes)
        page.context.close()
    site.check()


def accessible(site, name):
    """axe-core has no serious or critical finding, in both schemes, wide and narrow."""
    for scheme in SCHEMES:
        for width in (360, 1440):
            page = site.open(made(name).as_uri(), width=width, scheme=scheme, bypass_csp=True)
            # axe looks at each node: of a large page, the first endpoints are enough.
            page.evaluate("""() => {
                [...document.querySelectorAll('article')].slice(25).forEach((article) => article.remove());
                for (const article of document.querySelectorAll('article')) article.style.contentVisibility = 'visible';
                [...document.querySelectorAll('details')].slice(0, 20).forEach((part) => { part.open = true; });
            }""")
            report = Axe().run(page).response
            serious = [(each["id"], each["impact"], each["nodes"][0]["html"][:160], each["nodes"][0].get("failureSummary", "")[:200])
                       for each in report["violations"] if each["impact"] in ("serious", "critical")]
            assert not serious, json.dumps(serious, indent=1)
            page.context.close()
    site.check()


def inert(site, name):
    """Hostile texts are shown, and nothing of them is markup."""
    page = site.open(made(name).as_uri())
    for tag in ("img", "iframe", "link", "base", "form", "svg", "object", "embed"):
        assert page.locator(tag).count() == 0, tag
    assert page.locator("script").count() == 1 and page.locator("meta[http-equiv=refresh]").count() == 0
    hrefs = page.evaluate("[...document.querySelectorAll('[href]')].map((a) => a.getAttribute('href')).filter((h) => !h.startsWith('#'))")
    assert all(re.match(r"https?://", href) for href in hrefs), hrefs[:5]
    text = page.locator("main").text_content()
    for part in ("<script>alert(1)</script>", "<img src=x onerror=alert(4)>", "\\u{202E}evil", "\\u{00}"):
        assert part in text, part
    assert not re.search("[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069\u2028\u2029]", text)
    page.locator("article").first.hover()
    page.context.close()
    site.check()


def readable_without_scripts(site, name):
    page = site.open(made(name).as_uri(), java_script_enabled=False)
    assert page.locator("article").count() > 3 and page.locator("nav").is_visible()
    page.context.close()
    site.check()


def looks(site, name):
    """Keeps screenshots in $SHOTS."""
    if not SHOTS:
        return
    pathlib.Path(SHOTS).mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        for width in (360, 1440):
            page = site.open(made(name).as_uri(), width=width, scheme=scheme)
            page.screenshot(path=f"{SHOTS}/{name}-{scheme}-{width}-top.png")
            page.locator("article").nth(3).scroll_into_view_if_needed()
            page.evaluate("document.querySelectorAll('article')[3].scrollIntoView()")
            page.wait_for_timeout(200)
            page.screenshot(path=f"{SHOTS}/{name}-{scheme}-{width}-endpoint.png")
            page.keyboard.press("/")
            page.keyboard.type("list")
            page.screenshot(path=f"{SHOTS}/{name}-{scheme}-{width}-search.png")
            page.context.close()


TESTS = [opens, policy, searches, quick, copies, fits, accessible, inert, readable_without_scripts, looks]


def main():
    (FOLDER / "hostile.json").write_text(json.dumps(hostile()))
    (FOLDER / "large.json").write_text(json.dumps(large()))
    asked = sys.argv[1:]
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        for test in TESTS:
            for name in SOURCES:
                title = f"{test.__name__} {name}"
                if asked and not {test.__name__, name, title} & set(asked) or (test is inert) != (name == "hostile") and test is inert:
                    continue
                try:
                    test(Site(browser), name)
                    print(f"ok    {title}", flush=True)
                except Exception:
                    failed += 1
                    print(f"FAIL  {title}\n{traceback.format_exc(limit=3)}", flush=True)
        browser.close()
    print(f"{failed} failed" if failed else "all pages are as they should be")
    return failed > 0


sys.exit(main())
