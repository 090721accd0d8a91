#!/usr/bin/env bash
# slurmrestd 22.05.8 (Debian 12), 2026-11-29: what it serves as its OpenAPI document, and how it refuses. No cluster is needed for these.
#
# Guess: openapi.yaml is YAML and openapi.json JSON, the document is valid, what cannot be sent as asked for is 406, and HEAD is GET without the
# body. Seen: the suffix means nothing: without `Accept`, openapi.yaml is JSON, and openapi.json with `Accept: application/x-yaml` is YAML,
# with the tag `!!str` before every text. An `Accept` that it does not know, such as application/yaml, is 415; HEAD is 411, Length Required.
# In the document, the default of a Boolean is the text 'false'. A time that is no number is 400 with an empty list of errors and an empty list
# of jobs, as if none ran. One error has its number in `error_number`, the next in `error_code`; a job without a script is 500.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
chmod 755 . && apt-get download -qq slurmrestd=22.05.8-4+deb12u3 slurm-wlm-basic-plugins=22.05.8-4+deb12u3 libhttp-parser2.9 libjson-c5 libyaml-0-2 2>log || {
  cat log; echo "needs Debian 12"; exit 2; }
for package in *.deb; do dpkg -x "$package" x; done
libraries=$(echo "$PWD"/x/usr/lib/*-linux-gnu); mkdir -m 777 sockets
printf 'ClusterName=c\nSlurmctldHost=localhost\nAuthType=auth/none\nPluginDir=%s\n' "$libraries/slurm-wlm" >slurm.conf
as=(); [ "$(id -u)" != 0 ] || as=(setpriv --reuid 65534 --regid 65534 --clear-groups) # it does not run as root
"${as[@]}" env LD_LIBRARY_PATH="$libraries:$libraries/slurm-wlm" SLURM_CONF="$PWD/slurm.conf" x/usr/sbin/slurmrestd -a rest_auth/local \
  -s openapi/v0.0.38 "unix:$PWD/sockets/s" >log 2>&1 & server=$!
for _ in $(seq 50); do [ ! -S sockets/s ] || break; sleep 0.2; done
ask() { curl -s --max-time 5 --unix-socket sockets/s "http://localhost$1" "${@:2}"; }
status() { ask "$1" -o /dev/null -w '%{http_code} %{content_type}' "${@:2}"; }
expect() { echo "$2"; [ "$2" = "$1" ]; }
expect '200 application/json' "$(status /openapi.yaml)"
ask /openapi.json -H 'Accept: application/x-yaml' >yaml; sed -n 1,6p yaml; grep -q '^%YAML 1.1' yaml; grep -q '!!str openapi: !!str 3.0.2' yaml
expect '415 text/plain' "$(status /openapi -H 'Accept: application/yaml')"
[[ $(status /openapi --head) == 411* ]]
ask /openapi | python3 -c 'import json, sys
schema = json.load(sys.stdin)["components"]["schemas"]["v0.0.38_job_properties"]["properties"]["oversubscribe"]
print(schema); assert schema["type"] == "boolean" and schema["default"] == "false"'
jobs() { python3 -c 'import json, sys; a = json.load(sys.stdin); print(json.dumps([a["errors"], a.get("jobs")]))'; }
expect '[[], []]' "$(ask '/slurm/v0.0.38/jobs?update_time=yesterday' | jobs)"; [[ $(status '/slurm/v0.0.38/jobs?update_time=yesterday') == 400* ]]
keys() { python3 -c 'import json, sys; print(*sorted(json.load(sys.stdin)["errors"][0]))'; }
expect 'description error error_number source' "$(ask /slurm/v0.0.38/job/nonesuch | keys)"
submit=(-H 'Content-Type: application/json' -d '{}')
expect 'error error_code' "$(ask /slurm/v0.0.38/job/submit "${submit[@]}" | keys)"
[[ $(status /slurm/v0.0.38/job/submit "${submit[@]}") == 500* ]]
echo "as seen: YAML by Accept only, 415 for 406, 411 for HEAD, and 400 without an error"
