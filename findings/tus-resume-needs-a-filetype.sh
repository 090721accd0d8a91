#!/usr/bin/env bash
# tuspyserver 4.4.3 with tuspy 1.1.0 and uvicorn 0.54.0 (PyPI), 2026-11-29: uploads that can be made, and cannot be resumed.
#
# tus 1.0.0: HEAD answers with Upload-Offset, which is how a client resumes; Upload-Metadata is optional. Guess: an upload without
# metadata is resumed like another. Seen: HEAD is 400 unless the metadata have a `filename` (or `name`) and a `filetype` (or `type`) that
# are not empty, which neither POST nor PATCH asks for. Thus an upload goes through if nothing breaks, and tuspy, which sends no metadata
# by itself, ends with TusCommunicationError if it has to resume. A `partial` upload is the exception: it needs no metadata. A key without
# a value is dropped.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; sleep 0.3; rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check tuspyserver==4.4.3 tuspy==1.1.0 fastapi==0.165.0 uvicorn==0.54.0 h11==0.16.0
cat > app.py <<'P'
from fastapi import FastAPI
from tuspyserver import create_tus_router

app = FastAPI()
app.include_router(create_tus_router(files_dir="files", prefix="files"))
P
export port; port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir files; v/bin/uvicorn --http h11 --port "$port" app:app >log 2>&1 & server=$!
for _ in $(seq 100); do curl -s -o /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
cat > check.py <<'P'
import io
import os

import requests
from tusclient.client import TusClient
from tusclient.exceptions import TusCommunicationError

BASE = f"http://127.0.0.1:{os.environ['port']}/files/"
VERSION = {"Tus-Resumable": "1.0.0"}
BYTES = b"0123456789"
client = TusClient(BASE)


def resumed(metadata):
    """The status of the HEAD that another client begins with, or the offset at the end."""
    first = client.uploader(file_stream=io.BytesIO(BYTES), chunk_size=4, metadata=metadata)
    first.upload(stop_at=4)
    assert first.offset == 4
    try:
        second = client.uploader(file_stream=io.BytesIO(BYTES), chunk_size=4, url=first.url)
    except TusCommunicationError as error:
        return f"HEAD is {error.status_code}"
    second.upload()
    return second.offset


whole = client.uploader(file_stream=io.BytesIO(BYTES), chunk_size=4)
whole.upload()
assert whole.offset == 10
cases = None, {"filename": "a"}, {"filename": "a", "filetype": ""}, {"filename": "a", "filetype": "t"}, {"name": "a", "type": "t"}
seen = [resumed(case) for case in cases]
for case, found in zip(cases, seen):
    print(case, "->", found)
assert seen == ["HEAD is 400"] * 3 + [10] * 2
partial = requests.post(BASE, headers=VERSION | {"Upload-Concat": "partial", "Upload-Length": "10"})
assert requests.head(partial.headers["Location"], headers=VERSION).headers["Upload-Offset"] == "0"

listed = requests.post(BASE, headers=VERSION | {"Upload-Length": "5", "Upload-Metadata": "filename YQ==,filetype dA==,draft"})
metadata = requests.head(listed.headers["Location"], headers=VERSION).headers["Upload-Metadata"]
print("filename, filetype and draft ->", metadata)
assert metadata == "filename YQ==, filetype dA=="
P
v/bin/python check.py
echo "as seen: no offset for what has no filetype"
