#!/usr/bin/env bash
# sushy-tools 2.2.0 (PyPI), 2026-11-29: how its Redfish emulator, with --fake, refuses. Clients for servers' controllers are tested with it.
#
# DSP0266: a value that a property does not take is 400 with the error object of Redfish, a failed If-Match is 412, and /redfish and
# $metadata exist. Guess: the first two, and maybe no $metadata. Seen: an unknown ResetType is 501, none is 500 ("argument of type 'NoneType'…"),
# an unknown IndicatorLED is 500, so a client that repeats server errors repeats mistakes; a boot device that is not in its own AllowableValues
# is 204, and the system then names it. A 400 of PATCH is prose with `Content-Type: application/json`. If-Match is not read. /redfish and
# $metadata, to which its own errors point, are 404, and Storage, which the system links, is 500.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check sushy-tools==2.2.0
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > config.py <<X
SUSHY_EMULATOR_LISTEN_IP = "127.0.0.1"
SUSHY_EMULATOR_LISTEN_PORT = $port
SUSHY_EMULATOR_FAKE_SYSTEMS = [{"uuid": "da69abcc-dae0-4913-9a7b-d344043097c0", "name": "one", "power_state": "Off", "nics": []}]
SUSHY_EMULATOR_STATE_DIR = "$work"
X
v/bin/sushy-emulator --config "$PWD/config.py" --fake >log 2>&1 & server=$!
base=http://127.0.0.1:$port; system=$base/redfish/v1/Systems/da69abcc-dae0-4913-9a7b-d344043097c0
for _ in $(seq 100); do curl -s -o /dev/null "$base/redfish/v1" && break; sleep 0.2; done
status() { curl -s -o body -w '%{http_code} %{content_type}' -H 'Content-Type: application/json' "$@"; }
expect() { echo "$2"; [ "$2" = "$1" ]; }
reset=$system/Actions/ComputerSystem.Reset
expect '204 application/json' "$(status "$reset" -d '{"ResetType": "On"}')"
expect '501 application/json' "$(status "$reset" -d '{"ResetType": "Sideways"}')"
expect '500 application/json' "$(status "$reset" -d '{}')"
expect '500 application/json' "$(status -X PATCH "$system" -d '{"IndicatorLED": "Purple"}')"
expect '400 application/json' "$(status -X PATCH "$system" -d '{"AssetTag": "a"}')"
cat body; echo; ! v/bin/python -m json.tool body >log 2>&1
expect '204 application/json' "$(status -X PATCH "$system" -H 'If-Match: "other"' -d '{"Boot": {"BootSourceOverrideTarget": "Tape"}}')"
look='import json, sys; b = json.load(sys.stdin)["Boot"]; print(b["BootSourceOverrideTarget"], *b["BootSourceOverrideTarget@Redfish.AllowableValues"])'
expect 'Tape Pxe Cd Hdd UefiHttp' "$(curl -s "$system" | v/bin/python -c "$look")"
expect '404 404 500' "$(for p in /redfish '/redfish/v1/$metadata' "${system#"$base"}/Storage"; do status "$base$p"; echo; done | cut -d' ' -f1 | paste -sd' ')"
curl -s "$system" | grep -q '/Storage"'
echo "as seen: mistakes are 500, 501 and 204"
