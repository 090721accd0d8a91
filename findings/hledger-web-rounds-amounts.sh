#!/usr/bin/env bash
# hledger-web 1.25 (Debian 12), 2026-11-29: `PUT /add` writes other amounts than were sent, with 201.
#
# The server of a plain-text ledger, with --serve-api. Guess: /add writes the amounts as they were sent: their mantissa and their number
# of places are members of their own. Seen: an amount is written with the digits that its *style* has (`astyle.asprecision`, which is that
# of the transaction copied if one makes a new one of it), rounded half to even: 12.345 is 12.34, and 12.355 is 12.36. Tags (`ttags`),
# which GET has, too, are dropped.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq hledger-web=1.25-1 libyaml-0-2 libgmp10 2>log || {
  cat log; echo "needs Debian 12"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LANG=C.UTF-8 LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu)
printf '2026-01-01 opening\n    assets:cash  10.00 EUR\n    equity\n' >cash.journal
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); export port
x/usr/bin/hledger-web -f cash.journal --serve-api --host 127.0.0.1 --port "$port" >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/version" && break; sleep 0.2; done
cat > check.py <<'P'
import copy
import json
import os
import time
import urllib.request

BASE = f"http://127.0.0.1:{os.environ['port']}"


def transactions():
    """What GET has; a status other than 2xx is an exception."""
    return json.load(urllib.request.urlopen(BASE + "/transactions"))


def put(*amounts, precision=2, **changed):
    """The status of the addition of a transaction, made of one that the server gave; each amount is (mantissa, places)."""
    transaction = copy.deepcopy(opening) | changed
    posting, transaction["tpostings"] = transaction["tpostings"][0], []
    for number, (mantissa, places) in enumerate(amounts):
        new = copy.deepcopy(posting) | {"paccount": f"a{number}"}
        new["pamount"][0]["aquantity"] = {"decimalMantissa": mantissa, "decimalPlaces": places, "floatingPoint": mantissa / 10**places}
        new["pamount"][0]["astyle"]["asprecision"] = precision
        transaction["tpostings"].append(new)
    body = json.dumps(transaction).encode()
    request = urllib.request.Request(BASE + "/add", body, {"Content-Type": "application/json"}, method="PUT")
    return urllib.request.urlopen(request).status


def written():
    return [line.split()[1] for line in open("cash.journal").read().rsplit("\n2026", 1)[1].splitlines()[1:] if line]


opening, = transactions()
assert opening["tpostings"][0]["pamount"][0]["astyle"]["asprecision"] == 2

time.sleep(1.1)
assert put((12345, 3), (12355, 3), (-24700, 3), ttags=[["shop", "corner"]]) == 201 and len(transactions()) == 2
print("12.345 + 12.355 - 24.7 is written as", *written())
assert written() == ["12.34", "12.36", "-24.70"] and "corner" not in open("cash.journal").read()
P
python3 check.py
echo "as seen: the digits of the style, not those of the amount"
