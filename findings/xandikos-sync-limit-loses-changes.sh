#!/usr/bin/env bash
# xandikos 0.4.10 with dulwich 1.2.21 and icalendar 7.3.2 (PyPI), 2026-11-29: a CalDAV client that syncs in pages never hears of the rest.
#
# RFC 6578, 3.6: a server may cut a report short, says so with 507 for the collection, and gives a token from which the rest comes; if it
# cannot keep to `limit`, the report fails. Guess: one of the two. Seen: `nresults` cuts the list, deletions first of all, as they come
# last, and the token is that of the newest state, without a 507. The next report from there is empty, so that the other changes are lost;
# with `nresults` 0 all of them. Its other answers, next to it: POST of a new member is 200 with `Location: //user/calendars/…`, which
# names a host `user`. Queries for what is not there (`is-not-defined` of a component, a text in a parameter that an event does not have)
# and an unknown collation are 500, the last one for RFC 4791's 403; `is-not-defined` of a property or a parameter is answered.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check xandikos==0.4.10 dulwich==1.2.21 icalendar==7.3.2 vobject==0.9.9 aiohttp==3.14.5
export port; port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir dav; HOME=$work v/bin/xandikos serve -d dav -l 127.0.0.1 -p "$port" --defaults >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import os
import re
import urllib.error
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}/user/calendars/calendar/"
NAMES = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
PROPERTY = "<prop><getetag/></prop>"


def ask(method, name, body="", kind="text/calendar", **fields):
    request = urllib.request.Request(BASE + name, body.encode() or None, {"Content-Type": kind} | fields, method=method)
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    return response.status, response.read().decode(), response.headers


def event(uid, title="a"):
    lines = "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//a//EN", "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", \
        "DTSTART:20260110T100000Z", f"SUMMARY:{title}", "END:VEVENT", "END:VCALENDAR", ""
    return "\r\n".join(lines)


def sync(token="", limit=None):
    """The members of the report with their status, and the token that it gives."""
    cut = "" if limit is None else f"<limit><nresults>{limit}</nresults></limit>"
    body = f"<sync-collection {NAMES}><sync-token>{token}</sync-token><sync-level>1</sync-level>{cut}{PROPERTY}</sync-collection>"
    status, text, _ = ask("REPORT", "", body, "application/xml")
    assert status == 207, (status, text)
    members = re.findall(r"href>[^<]*/([^<]*)</.*?HTTP/1.1 (\d+)", text)
    return sorted(members), re.search(r"sync-token>([^<]+)<", text)[1]


def query(inner):
    body = f'<C:calendar-query {NAMES}>{PROPERTY}<C:filter><C:comp-filter name="VCALENDAR">{inner}</C:comp-filter></C:filter></C:calendar-query>'
    return ask("REPORT", "", body, "application/xml", Depth="1")[0]


def of_event(inner):
    return query(f'<C:comp-filter name="VEVENT">{inner}</C:comp-filter>')


for name in "abc":
    assert ask("PUT", f"{name}.ics", event(name))[0] == 201
_, before = sync()
assert ask("DELETE", "a.ics")[0] == 204 and ask("PUT", "b.ics", event("b", "changed"))[0] == 204 and ask("PUT", "d.ics", event("d"))[0] == 201
everything, now = sync(before)
print("all changes:", everything)
assert everything == [("a.ics", "404"), ("b.ics", "200"), ("d.ics", "200")]
for limit in (2, 1, 0):
    page, token = sync(before, limit)
    print(f"limit {limit}:", page, "and then:", sync(token)[0], "the newest token:", token == now)
    assert page == [("b.ics", "200"), ("d.ics", "200")][:limit] and token == now and sync(token)[0] == []

status, _, fields = ask("POST", "", event("e"))
print("POST:", status, fields["Location"])
assert status == 200 and fields["Location"].startswith("//user/calendars/calendar/")

text = '<C:text-match>a</C:text-match>'
seen = {
    "a component": query('<C:comp-filter name="VTODO"><C:is-not-defined/></C:comp-filter>'),
    "a property": of_event('<C:prop-filter name="LOCATION"><C:is-not-defined/></C:prop-filter>'),
    "a parameter": of_event('<C:prop-filter name="DTSTART"><C:param-filter name="TZID"><C:is-not-defined/></C:param-filter></C:prop-filter>'),
    "its text": of_event(f'<C:prop-filter name="DTSTART"><C:param-filter name="TZID">{text}</C:param-filter></C:prop-filter>'),
    "a text": of_event(f'<C:prop-filter name="SUMMARY">{text}</C:prop-filter>'),
    "a collation": of_event('<C:prop-filter name="SUMMARY"><C:text-match collation="i;none">a</C:text-match></C:prop-filter>'),
}
print("queries:", seen)
assert seen == {"a component": 500, "a property": 207, "a parameter": 207, "its text": 500, "a text": 207, "a collation": 500}
P
python3 check.py
echo "as seen: a page of changes, and nothing after it"
