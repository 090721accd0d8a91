#!/usr/bin/env bash
# Radicale 3.9.0 with vobject 0.9.9 (PyPI), 2026-11-29: of many values it keeps only what is before the first comma, with 201 and a strong ETag.
#
# Guess: it writes what it got, or says no; RFC 4791, 5.3.4, and RFC 6352, 6.3.2.3, forbid a strong ETag for what is stored in another form.
# Seen: it writes what vobject reads. Of a property that vobject does not know as a list the text up to the first comma is left, and a
# semicolon gets a backslash, though neither is to be escaped in a URI and a list is what the formats have there. So a picture in a vCard
# 4.0 (`data:image/png;base64,…`) is lost, a URL with `?ids=1,2` in a vCard becomes another one, and a place (`geo:1.5,2.5`) in an
# iCalendar loses its longitude. It depends on the name alone: URL is kept in an event, not in a contact; CATEGORIES is, NICKNAME not.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check radicale==3.9.0 vobject==0.9.9
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
v/bin/radicale --config '' --server-hosts "127.0.0.1:$port" --auth-type none --storage-filesystem-folder "$work/dav" >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import os
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}/ann/"
KINDS = {
    "contacts": ("<CR:addressbook/>", "text/vcard", "BEGIN:VCARD VERSION:4.0 UID:{uid} FN:Ann {line} END:VCARD"),
    "calendar": ("<C:calendar/>", "text/calendar", "BEGIN:VCALENDAR VERSION:2.0 PRODID:-//a//a//EN BEGIN:VEVENT UID:{uid} DTSTAMP:20260101T000000Z "
                 "DTSTART:20260110T100000Z {line} END:VEVENT END:VCALENDAR"),
}


def ask(method, path, body=None, kind="application/xml"):
    """The response, which is an exception if its status is not 2xx."""
    data = None if body is None else body.encode()
    return urllib.request.urlopen(urllib.request.Request(BASE + path, data, {"Content-Type": kind, "Authorization": "Basic YW5uOg=="}, method=method))


def stored(collection, number, line):
    """What comes back in place of a line; its ETag is a strong one, and the same at PUT and GET."""
    _, kind, template = KINDS[collection]
    sent = [part.format(uid=number, line=line) for part in template.split(" ")]
    put = ask("PUT", f"{collection}/{number}", "\r\n".join([*sent, ""]), kind)
    got = ask("GET", f"{collection}/{number}")
    assert put.status == 201 and put.headers["ETag"] == got.headers["ETag"] and put.headers["ETag"].startswith('"')
    lines = got.read().decode().replace("\r\n ", "").split("\r\n")
    found, = (one for one in lines if one and (one == line or one not in sent))
    return found


def check(collection, seen):
    inner = f"<resourcetype><collection/>{KINDS[collection][0]}</resourcetype>"
    names = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CR="urn:ietf:params:xml:ns:carddav"'
    assert ask("MKCOL", collection, f"<mkcol {names}><set><prop>{inner}</prop></set></mkcol>").status == 201
    for number, (line, expected) in enumerate(seen.items()):
        value = stored(collection, number, line)
        print(f"{line:50}", "the same" if value == line else value)
        assert value == (expected or line)


check("contacts", {
    "PHOTO:data:image/png;base64,iVBORw0KGgo=": r"PHOTO:data:image/png\;base64",
    "URL:https://example.com/?ids=1,2": "URL:https://example.com/?ids=1",
    "NICKNAME:a,b": "NICKNAME:a",
    "TEL;VALUE=uri:tel:+1;ext=5": r"TEL;VALUE=uri:tel:+1\;ext=5",
    "GENDER:F;woman": r"GENDER:F\;woman",
    "CLIENTPIDMAP:1;urn:uuid:1": r"CLIENTPIDMAP:1\;urn:uuid:1",
    "CATEGORIES:a,b": None,
    "GEO:geo:1.5,2.5": None,
    "ADR:;;s,t;c;;;": None,
    r"NOTE:a\,b": None,
})
check("calendar", {
    "CONFERENCE;VALUE=URI:https://example.com/1,2": "CONFERENCE;VALUE=URI:https://example.com/1",
    "IMAGE;VALUE=URI:https://example.com/1,2": "IMAGE;VALUE=URI:https://example.com/1",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:1.5,2.5": "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:1.5",
    "URL:https://example.com/?ids=1,2": None,
    "ATTACH:https://example.com/1,2": None,
    "CATEGORIES:a,b": None,
    "RDATE:20260111T100000Z,20260112T100000Z": None,
    r"SUMMARY:a\,b": None,
})
P
python3 check.py
echo "as seen: a list, a URI and a picture end at the first comma"
