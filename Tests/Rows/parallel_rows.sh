#!/bin/sh
# parallel_rows.sh ROWS FOLDER COMMAND…: calls an endpoint for each row with several processes of `dial each`, whose journals are in FOLDER.
# The same command continues after an interruption: each block of rows has its own journal.
# Not --pipepart with --resume or --retries: it runs finished blocks again, and never the unfinished ones. Resuming is the journal's work.
set -eu
rows=$1 folder=$2
shift 2
mkdir -p "$folder"
parallel --pipe --block "${BLOCK:-1M}" --jobs "${JOBS:-4}" --keep-order --line-buffer --joblog "$folder/joblog" \
  "$* --rows - --rows-format jsonl --journal $folder/{#}.journal --key-prefix {#} --failures ok" <"$rows"
