#!/usr/bin/env bash
# jo 1.9 (Debian 12), 2026-11-30: the JSON that it makes of `name=value` has other ids, phone numbers and hashes than were given.
#
# Scripts make the bodies of their requests with it; a value that looks like a number becomes one. Guess: what JSON writes as a number does,
# as it was written, and 007, +49 or 0x1F are texts. Seen: all that strtod of C takes is a number, so that a phone number loses its plus, a
# postal code its 0, ` 1` its space, and 0x1F is 31; the short hash of a commit, 7e10, is 70000000000. A number above 2^53 has 16 digits and
# an exponent: the id 175928847299117063 is 1.759288472991171e+17, which is another one, and that inside a value that is JSON, too. Yet
# 1e400 stays a text. `-s` in front of a value keeps it. Of the path `a[b][c]=1` the first step is lost, without an error.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq jo=1.9-1 2>log || { cat log; echo "needs Debian 12"; exit 2; }
dpkg -x jo_*.deb x
expect() { local got; got=$(x/usr/bin/jo -- "${@:2}"); echo "${*:2}: $got"; [ "$got" = "$1" ]; }
expect '{"phone":491234567,"code":1099,"one":1}' phone=+491234567 code=01099 'one= 1'
expect '{"dotted":"1.1.1","version":1.1,"spaced":"1 "}' dotted=1.1.1 version=1.10 'spaced=1 '
expect '{"colour":31,"power":16,"commit":70000000000,"other":"7e10a"}' colour=0x1F power=0x1p4 commit=7e10 other=7e10a
expect '{"id":1.759288472991171e+17}' id=175928847299117063
expect '{"ids":[1.759288472991171e+17]}' 'ids=[175928847299117063]'
expect '{"least":9007199254740992,"most":9.223372036854776e+18}' least=9007199254740993 most=9223372036854775807
expect '{"large":1e+300,"larger":"1e400"}' large=1e300 larger=1e400
expect '{"id":"175928847299117063","code":"01099"}' -s id=175928847299117063 -s code=01099
expect '{"a":{"b":1}}' 'a[b]=1'
expect '{"a":{"b":1}}' 'a[b][c]=1'
sent=$(python3 -c 'from decimal import Decimal; print(int(Decimal("1.759288472991171e+17")))'); [ "$sent" = 175928847299117100 ]
echo "as seen: the id that is sent is $sent"
