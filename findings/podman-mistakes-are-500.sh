#!/usr/bin/env bash
# podman 4.3.1+ds1-8+deb12u1+b3 (Debian 12), 2026-11-27: what its Docker API makes of mistakes of the caller. Needs root.
#
# Guess, from the Docker Engine API 1.41 that it says it speaks: an unknown filter and a flag that is no Boolean are 400, and an unknown
# query item is 400 or at least not a command without its condition.
# Seen: the filter and the flag are 500, so a client that repeats server errors repeats them; and `volumes/prune?label=a` (the filter beside
# `filters`) deletes every unused volume, 200. A volume that is there is created again with 201.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT; cd "$work"; mkdir archives
apt-get install -y -qq --reinstall --download-only --no-install-recommends -o Dir::Cache::archives="$PWD/archives" \
  podman=4.3.1+ds1-8+deb12u1+b3 conmon=2.1.6+ds1-1 crun=1.8.1-1+deb12u1 >/dev/null 2>&1
for package in archives/*.deb; do dpkg -x "$package" root; done
export PATH="$PWD/root/usr/bin:$PATH" LD_LIBRARY_PATH="$PWD/root/usr/lib/x86_64-linux-gnu" HOME="$work"
export CONTAINERS_CONF="$work/containers.conf" CONTAINERS_STORAGE_CONF="$work/storage.conf"
cat > containers.conf <<X
[engine]
cgroup_manager="cgroupfs"
events_logger="file"
runtime="crun"
conmon_path=["$work/root/usr/bin/conmon"]
tmp_dir="$work/tmp"
[engine.runtimes]
crun=["$work/root/usr/bin/crun"]
[network]
network_config_dir="$work/networks"
X
printf '[storage]\ndriver="vfs"\ngraphroot="%s"\nrunroot="%s"\n' "$work/graph" "$work/run" > storage.conf
podman system service --time=0 "unix://$work/api.sock" >log 2>&1 & server=$!
for _ in $(seq 50); do [ -S api.sock ] && break; sleep 0.2; done
ask() { curl -s -m 20 -o body -w '%{http_code}' --unix-socket api.sock "$@"; }
expect() { local wanted=$1 found; shift; found=$(ask "$@"); echo "$found ${*: -1}"; [ "$found" = "$wanted" ] || { cat body; return 1; }; }
url=http://x/v1.41 json='Content-Type: application/json'
expect 500 "$url/volumes?filters=%7B%22nope%22%3A%5B%22x%22%5D%7D"
expect 500 "$url/containers/json?all=maybe"
for name in one two one; do expect 201 -X POST -H "$json" -d "{\"Name\": \"$name\"}" "$url/volumes/create"; done
expect 200 -X POST "$url/volumes/prune?filters=%7B%22label%22%3A%5B%22a%22%5D%7D"
grep -q '"VolumesDeleted":\[\]' body
expect 200 -X POST "$url/volumes/prune?label=a"
grep -q '"VolumesDeleted":\["one","two"\]' body
echo "as seen: mistakes are errors of the server, or are not seen at all"
