#!/usr/bin/env bash
# Miller 6.6.0 (Debian 12), 2026-11-28: `mlr --json cat` makes texts of numbers above 2^63 - 1, and `--ojson` writes what is no JSON.
#
# Guess: numbers that nothing computes with pass as they are written, as Miller's documentation says, or become floats. Seen: as written
# holds for `1.0`, `-0.0` and 22 digits after the point; an integer from 9223372036854775808 on becomes a *string*, and so does 1E400. From
# CSV, `0x10`, `0o17`, `.5` and `5.` are taken for numbers and written bare, `+5` and `007` as strings. The control character U+001F, which
# came in as an escape, leaves as the bare byte. Of these lines, a JSON parser reads none.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq miller=6.6.0-2+b3 2>log || { cat log; echo "needs Debian 12 on amd64"; exit 2; }
dpkg -x miller_*.deb x
mlr() { x/usr/bin/mlr "$@"; }
seen=$(echo '{"f":1.0,"z":-0.0,"id":9223372036854775807,"next":9223372036854775808,"e":1E400}' | mlr --ijson --ojsonl cat); echo "$seen"
[ "$seen" = '{"f": 1.0, "z": -0.0, "id": 9223372036854775807, "next": "9223372036854775808", "e": "1E400"}' ]
rows=$(printf 'h,o,d,t,p,z\n0x10,0o17,.5,5.,+5,007\n' | mlr --icsv --ojsonl cat); echo "$rows"
[ "$rows" = '{"h": 0x10, "o": 0o17, "d": .5, "t": 5., "p": "+5", "z": "007"}' ]
control=$(echo '{"s":"a\u001fb"}' | mlr --ijson --ojsonl cat); [ "$control" = $'{"s": "a\x1fb"}' ]
for line in "$rows" "$control"; do ! python3 -c 'import json, sys; json.loads(sys.argv[1])' "$line" 2>log; done
echo "as seen: large integers are texts, and hexadecimal digits and control characters are not JSON"
