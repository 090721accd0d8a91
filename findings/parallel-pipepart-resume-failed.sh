#!/usr/bin/env bash
# GNU parallel 20221122+ds-2 (Debian 12), 2026-11-28: what --pipepart --resume-failed gives to the jobs that it runs again.
#
# Guess: jobs 3 and 4, which failed, get their blocks again; with --retries, too.
# Seen: --resume-failed runs the jobs again that failed, but with the blocks from the first one on: those of jobs 1 and 2, which had
# succeeded. The blocks of 3 and 4 are never read again, the exit status is 0, and the log says that all four succeeded. With --retries 2, a
# job that failed is run again with nothing on its standard input, which most programs call a success.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"; mkdir archives
apt-get install -y -qq --reinstall --download-only --no-install-recommends -o Dir::Cache::archives="$PWD/archives" parallel=20221122+ds-2 >/dev/null
for package in archives/parallel_*.deb; do dpkg -x "$package" root; done
parallel() { perl root/usr/bin/parallel --will-cite -j1 "$@"; }
seq 1000 1999 >rows
cat >work.sh <<'X'
#!/bin/sh
# Notes its first row and its number of rows, and fails for rows from 1500 on while there is a file `broken`.
cat >block.$$
first=$(head -n 1 block.$$)
echo "${first:-none}" "$(wc -l <block.$$)" >>ran
[ ! -e broken ] || [ "${first:-0}" -lt 1500 ]
X
chmod +x work.sh

touch broken
parallel --pipepart --block 1250 --joblog log -a rows ./work.sh && exit 1
first=$(cat ran)
echo "blocks: $(tr '\n' ',' <ran)"
rm ran broken
parallel --pipepart --block 1250 --joblog log --resume-failed -a rows ./work.sh
echo "run again: $(tr '\n' ',' <ran)"
[ "$(wc -l <<<"$first")" = 4 ]
[ "$(cat ran)" = "$(head -n 2 <<<"$first")" ]
[ "$(cut -f7 log | tail -n +2 | tail -n 2 | sort -u)" = 0 ]

touch broken
rm ran
parallel --pipepart --block 1250 --retries 2 -a rows ./work.sh && status=0 || status=$?
echo "with --retries 2: $(tr '\n' ',' <ran) exit $status"
grep -q '^none 0$' ran
