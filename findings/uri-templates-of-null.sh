#!/usr/bin/env bash
# uritemplate 4.2.0 and uri-template 1.3.0 (PyPI), 2026-11-29: an undefined member of a list or an object is sent as `None`.
#
# RFC 6570, 2.3 and 3.2.1: undefined members are left out, and members of an object keep their order. Guess: both libraries do that, as
# they pass the examples of the RFC. Seen: both leave out a value that is None, but of a list or an object they send the text `None`
# (uritemplate not in `{/list}`). uritemplate sorts the members by their names and sends `True`; uri-template keeps the order and sends
# `true`. What is no expression of the RFC (`{a*b}`, the reserved `{=a}`) is an empty text or `=1` to the first; the second answers None in
# place of the whole URI. No error either way.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check uritemplate==4.2.0 uri-template==1.3.0
cat > check.py <<'P'
import uri_template
import uritemplate

VALUES = {"none": None, "list": ["a", None, "b"], "object": {"z": "1", "b": None, "a": "2"}, "yes": True, "a": "1"}
EXPECTED = {
    "/x{?none}": ("/x", "/x"),
    "/x{?list*}": ("/x?list=a&list=None&list=b", "/x?list=a&list=None&list=b"),
    "/x,{list}": ("/x,a,None,b", "/x,a,None,b"),
    "/x{/list}": ("/x/a,b", "/x/a,None,b"),
    "/x{?object*}": ("/x?a=2&b=None&z=1", "/x?z=1&b=None&a=2"),
    "/x{?yes}": ("/x?yes=True", "/x?yes=true"),
    "/x{a*b}": ("/x", None),
    "/x{=a}": ("/x=1", None),
}
for template, expected in EXPECTED.items():
    seen = uritemplate.expand(template, VALUES), uri_template.expand(template, **VALUES)
    print(template, *seen)
    assert seen == expected, expected
P
v/bin/python check.py
echo "as seen: None is sent, objects are sorted by one of the two, and templates that are none are no error"
