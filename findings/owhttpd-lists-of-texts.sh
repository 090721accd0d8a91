#!/usr/bin/env bash
# owhttpd 3.2p4 (Debian 12), 2026-11-29: the JSON of the 1-Wire sensors. Its --fake makes devices with values by chance.
#
# Guess: /json/DEVICE/temperature is a number, an array property an array, a Boolean a Boolean; PUT changes a value or is 405. Seen: a property
# is a list of one text, `[ "26.6666" ]`, even if it is a Boolean, and as a member of its device a text without the list; the two counters of
# counters.ALL are one text in the list, `[ "252,103" ]`; a device in a folder is an empty list. HEAD is 400, so is DELETE, and PUT, POST
# with a body the same, gets no response at all: the connection is closed, which a client takes for a fault to try again.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq owhttpd=3.2p4+dfsg1-4.1+b1 libow-3.2-4=3.2p4+dfsg1-4.1+b1 libusb-1.0-0 libftdi1-2 2>log || {
  cat log; echo "needs Debian 12 on amd64"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
export LD_LIBRARY_PATH; LD_LIBRARY_PATH=$(echo "$PWD"/x/usr/lib/*-linux-gnu):$(echo "$PWD"/x/lib/*-linux-gnu)
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'); base=http://127.0.0.1:$port/json
x/usr/bin/owhttpd --fake=10,1D -p "127.0.0.1:$port" --foreground >log 2>&1 & server=$!
for _ in $(seq 50); do curl -s -o /dev/null "$base/" && break; sleep 0.2; done
curl -s "$base/" >devices; sensor=$(grep -o '10\.[0-9A-F]*' devices); counter=$(grep -o '1D\.[0-9A-F]*' devices)
grep -qF "\"$sensor\":[]" devices
say() { curl -s --max-time 5 "$base/$1" "${@:2}" | tr -d '\n'; echo; }
match() { echo "$2"; [[ $2 =~ ^$1$ ]]; }
match '\[ "[-+0-9.e]+" \]' "$(say "$sensor/temperature")"
match '\[ "(true|false)" \]' "$(say "$sensor/power")"
match '\[ "[0-9]+,[0-9]+" \]' "$(say "$counter/counters.ALL")"
match '.*"temperature":"[-+0-9.e]+",.*' "$(say "$sensor")"
status() { curl -s --max-time 5 -o /dev/null -w '%{http_code}' "$base/$sensor/temphigh" "$@" || true; }
match '400 400 000 000 200' "$(status -I) $(status -X DELETE) $(status -X PUT -d 30) $(status -d temphigh=30) $(status)"
echo "as seen: lists of one text, and no response to PUT"
