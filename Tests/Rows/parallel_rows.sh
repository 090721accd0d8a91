#!/bin/sh
# parallel_rows.sh ROWS FOLDER COMMAND…: calls an endpoint for each row with several processes of `dial each`, whose journals are in FOLDER.
# The same command continues after an interruption: each block of rows has its own journal. $BLOCK: the size of a block. $JOBS: how many at
# once. $RETRIES: how often a block is started before it fails. $SSHLOGIN: the machines, as in 4/ann@one,4/ann@two; FOLDER is on each of
# them, and a block that moves to another one finds no journal there, so that $RETRIES needs a common FOLDER or one machine.
# Not --line-buffer, which also prints the results of a block that is started again. Not --pipepart with --resume or --retries, which runs
# finished blocks again, and never the unfinished ones: resuming is the journal's work.
set -eu
rows=$1 folder=$2
shift 2
mkdir -p "$folder"
parallel --pipe --block "${BLOCK:-1M}" --jobs "${JOBS:-4}" --retries "${RETRIES:-1}" ${SSHLOGIN:+--sshlogin "$SSHLOGIN"} --keep-order \
  --joblog "$folder/joblog" \
  "$* --rows - --rows-format jsonl --journal $folder/{#}.journal --key-prefix {#} --failures ok" <"$rows"
