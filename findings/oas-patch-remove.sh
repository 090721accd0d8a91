#!/usr/bin/env bash
# oas-patch 0.6.0 (PyPI) with jsonpath-ng 1.16.0, 2026-11-28: `remove` of an overlay is done once for each match, and `remove: false` removes.
#
# Overlay Specification 1.0, 4.4.3: `remove` is a boolean, false unless given, and removes what the target selects. Guess: `[0,1]` of five
# parameters leaves three, and `remove: false` beside nothing else changes nothing. Seen: `[0,1]` leaves one. The expression is evaluated
# anew for each of its two matches, and the second time it removes what has moved up. A filter leaves the right ones, because its matches do
# not move up; so does `[0]`, which has one match. `remove: false` removes what `true` would. Exit code 0 each time, no warning.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check oas-patch==0.6.0 jsonpath-ng==1.16.0
cat >api.yaml <<'END'
openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /a:
    get:
      parameters:
        - {name: a, in: query, schema: {type: string}}
        - {name: b, in: query, schema: {type: string}}
        - {name: c, in: query, schema: {type: string}}
        - {name: d, in: query, schema: {type: string}}
        - {name: e, in: query, schema: {type: string}}
      responses: {"200": {description: ok}}
END
left() {
  printf 'overlay: 1.0.0\ninfo: {title: O, version: "1"}\nactions: [{target: "$.paths[%s/a%s].get.parameters%s", remove: %s}]\n' \
    "'" "'" "$1" "$2" >overlay.yaml
  v/bin/oas-patch overlay api.yaml overlay.yaml -o out.yaml >log
  v/bin/python -c 'import yaml; print("".join(p["name"] for p in yaml.safe_load(open("out.yaml"))["paths"]["/a"]["get"]["parameters"]))'
}
echo "[0]: $(left '[0]' true), [0,1]: $(left '[0,1]' true), filter: $(left "[?@.name == 'a' || @.name == 'b']" true), [0] with false: $(left '[0]' false)"
[ "$(left '[0]' true)" = bcde ]; [ "$(left "[?@.name == 'a' || @.name == 'b']" true)" = cde ]
[ "$(left '[0,1]' true)" = e ]; [ "$(left '[0]' false)" = bcde ]
echo "as seen: two matches by index remove four, and false removes"
