#!/usr/bin/env bash
# icalendar 7.3.2 (PyPI), 2026-11-30: of a jCal property with many values it reads the first one, and the rest of the busy time is free.
#
# Guess: `from_jcal` reads all that RFC 7265 allows, or says no, as it does for much (a name that is not lower-case); and what it reads from
# iCalendar is the same after jCal. RFC 7265, 3.4: after the third member, a property has one value or more. Seen: CATEGORIES, EXDATE and RDATE
# have all their values. Of FREEBUSY, of RESOURCES and of a property `x-…` the first value is all that is read, without an error. From
# iCalendar the two periods of a FREEBUSY are two properties, so its own jCal never shows it. A leap month (RFC 7529: `BYMONTH=5L`) is the
# number 5 in jCal, the ordinary month, though it is read from a jCal of others ("5L"). A second 60 in DTSTART makes a text of it. A float must
# have a point: 1 is refused, which JSON does not tell from 1.0; 37 is well in GEO. iCalendar itself has no better time: from iCalendar to
# iCalendar, RESOURCES of two becomes one whose comma is escaped, and of REQUEST-STATUS `2.0;Success` the semicolon is escaped.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v
v/bin/pip install --quiet --disable-pip-version-check icalendar==7.3.2
cat > check.py <<'P'
import json

from icalendar import Calendar
from icalendar.error import JCalParsingError

STAMP = ["dtstamp", {}, "date-time", "2026-01-01T10:00:00Z"]


def lines(calendar, name):
    """The lines of the only component that have this name."""
    text = calendar.to_ical().decode().replace("\r\n ", "")
    return [line for line in text.splitlines() if line.startswith(name.upper())]


def from_jcal(*prop, kind="vevent"):
    """What the property, in a jCal that somebody else wrote, is in iCalendar."""
    inner = [kind, [["uid", {}, "text", "1"], STAMP, list(prop)], []]
    data = ["vcalendar", [["version", {}, "text", "2.0"], ["prodid", {}, "text", "shop"]], [inner]]
    try:
        return lines(Calendar.from_jcal(json.loads(json.dumps(data))), prop[0])
    except JCalParsingError as error:
        return str(error)


def from_ical(line, kind="VEVENT"):
    """What the line is in iCalendar, in jCal, and in the iCalendar of that jCal."""
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:shop", f"BEGIN:{kind}", "UID:1", "DTSTAMP:20260101T100000Z", line, f"END:{kind}", "END:VCALENDAR"]
    calendar = Calendar.from_ical("\r\n".join(text) + "\r\n")
    name = line.replace(";", ":").split(":")[0]
    data = json.loads(json.dumps(calendar.to_jcal()))
    return lines(calendar, name), [prop for prop in data[2][0][1] if prop[0] == name.lower()], lines(Calendar.from_jcal(data), name)


PERIODS = ["2026-01-01T10:00:00Z", "PT1H"], ["2026-01-02T10:00:00Z", "PT2H"]
READ = [
    (["freebusy", {}, "period", *PERIODS], ["FREEBUSY:20260101T100000Z/PT1H"]),
    (["resources", {}, "text", "projector", "screen"], ["RESOURCES:projector"]),
    (["x-sizes", {}, "integer", 1, 2], ["X-SIZES;VALUE=INTEGER:1"]),
    (["x-words", {}, "text", "a", "b"], ["X-WORDS;VALUE=TEXT:a"]),
    (["categories", {}, "text", "a", "b"], ["CATEGORIES:a,b"]),
    (["exdate", {}, "date", "2026-01-01", "2026-01-02"], ["EXDATE;VALUE=DATE:20260101,20260102"]),
    (["rrule", {}, "recur", {"rscale": "CHINESE", "freq": "YEARLY", "bymonth": "5L"}], ["RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5L"]),
    (["geo", {}, "float", [37, 1]], ["GEO:37.0;1.0"]),
]
for prop, want in READ:
    got = from_jcal(*prop, kind="vfreebusy" if prop[0] == "freebusy" else "vevent")
    print(json.dumps(prop), got)
    assert got == want, got
refused = [from_jcal("x-size", {}, "float", 1), from_jcal("Summary", {}, "text", "s")]
print(refused)
assert "must be a float. Got value: 1" in refused[0] and "must be lowercase" in refused[1]

ical, jcal, back = from_ical("FREEBUSY:20260101T100000Z/PT1H,20260102T100000Z/PT2H", "VFREEBUSY")
assert ical == back == ["FREEBUSY:20260101T100000Z/PT1H", "FREEBUSY:20260102T100000Z/PT2H"] and [prop[3:] for prop in jcal] == [[one] for one in PERIODS]
ical, jcal, back = from_ical("RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5L")
print(ical, jcal, back)
assert ical == ["RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5L"] and jcal[0][3]["bymonth"] == [5]
assert back == ["RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5"]
ical, jcal, back = from_ical("DTSTART:20161231T235960Z")
print(ical, jcal, back)
assert jcal == [["dtstart", {}, "text", "20161231T235960Z"]] and back == ["DTSTART;VALUE=TEXT:20161231T235960Z"]
ical, jcal, back = from_ical("RESOURCES:projector,screen")
print(ical, jcal)
assert ical == ["RESOURCES:projector\\,screen"] and jcal == [["resources", {}, "text", "projector,screen"]]
ical, jcal, back = from_ical("REQUEST-STATUS:2.0;Success")
print(ical, jcal)
assert ical == ["REQUEST-STATUS:2.0\\;Success"] and jcal == [["request-status", {}, "text", ["2.0", "Success"]]]
P
v/bin/python check.py
echo "as seen: one of the two busy times is left"
