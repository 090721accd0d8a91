#!/usr/bin/env python3
"""speed.py [ROWS [ROUNDS]]: `dial each` next to curl -Z, aiohttp and AsyncHTTPClient against nginx on this machine, 64 at once, in turns.

Each prints its requests in a second as the median of the rounds, dial with a journal and two selected members; and the peak of its memory.
`make each` installs the peers: aiohttp in .build/speed, and AsyncHTTPClient with JSONSerialization as a part of dial-bench.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

DIAL = str(pathlib.Path(os.environ.get("DIAL", ".build/release/dial")).resolve())
ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
PORT = 18971
BENCH, PYTHON = pathlib.Path(".build/release/dial-bench").resolve(), pathlib.Path(".build/speed/bin/python3").absolute()

AIOHTTP = """
import asyncio, json, sys, aiohttp

async def main(path, base):
    rows = iter(open(path))
    out = open(sys.argv[3], "w")
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=64)) as session:
        async def work():
            for line in rows:
                async with session.get(f"{base}/users/{json.loads(line)['id']}") as reply:
                    user = await reply.json()
                    out.write(json.dumps([user["id"], user["name"]]) + "\\n")
        await asyncio.gather(*[work() for _ in range(64)])

asyncio.run(main(sys.argv[1], sys.argv[2]))
"""


def nginx(folder):
    body = json.dumps({"id": 7, "name": "Ann", "email": "ann@example.com", "roles": ["admin", "user"], "active": True})
    (folder / "nginx.conf").write_text(
        f"""worker_processes 1; pid {folder}/pid; error_log {folder}/error.log; daemon off;
events {{ worker_connections 1024; }}
http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
scgi_temp_path {folder}; keepalive_requests 100000000;
server {{ listen 127.0.0.1:{PORT}; location / {{ default_type application/json; return 200 '{body}'; }} }} }}"""
    )
    process = subprocess.Popen(["/usr/sbin/nginx", "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    return process


def measured(words, out):
    with open(out, "wb") as file:
        start = time.monotonic()
        process = subprocess.Popen(words, stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit(f"{words[0]} ended with {status}")
        return ROWS / (time.monotonic() - start), usage.ru_maxrss / 1024, (usage.ru_utime + usage.ru_stime) * 1e6 / ROWS


def main():
    with tempfile.TemporaryDirectory(prefix="speed-") as name:
        folder = pathlib.Path(name)
        server = nginx(folder)
        base = f"http://127.0.0.1:{PORT}"
        try:
            rows, urls, spec = folder / "rows.jsonl", folder / "urls", folder / "users.yaml"
            # Line by line: the memory of this process would count as that of those it starts.
            with open(rows, "w") as row, open(urls, "w") as url:
                for number in range(ROWS):
                    row.write(f'{{"id":{number}}}\n')
                    url.write(f'url = "{base}/users/{number}"\noutput = "/dev/null"\n')
            spec.write_text(f"service: users\nbase: {base}\nendpoints:\n  get: GET /users/{{id}} (id Int)\n")
            (folder / "peer.py").write_text(AIOHTTP)
            journal = folder / "journal"
            each = [DIAL, "each", str(spec), "get", "--rows", str(rows), "--parallel", "64", "-s", "[id, name]"]
            tools = {
                "dial each, journal": [*each, "--journal", str(journal)],
                "dial each": each,
                "curl -Z": ["curl", "-sZ", "--parallel-max", "64", "-K", str(urls)],
            }
            if BENCH.exists():
                tools["AsyncHTTPClient"] = [str(BENCH), "each", str(rows), base, str(folder / "peer.out")]
            if PYTHON.exists():
                tools["aiohttp"] = [str(PYTHON), str(folder / "peer.py"), str(rows), base, str(folder / "peer.out")]
            found = {name: [] for name in tools}
            for _ in range(ROUNDS):
                for name, words in tools.items():
                    journal.unlink(missing_ok=True)
                    found[name].append(measured(words, folder / "out"))
            curl = statistics.median(rate for rate, *_ in found["curl -Z"])
            print(f"{ROWS} rows, {ROUNDS} rounds, 64 at once\n")
            print("| | requests/s | to curl -Z | µs of CPU a request | peak MB |\n| --- | ---: | ---: | ---: | ---: |")
            for name, all in found.items():
                rate = statistics.median(rate for rate, *_ in all)
                cpu, memory = statistics.median(cpu for *_, cpu in all), max(memory for _, memory, _ in all)
                print(f"| {name} | {rate:,.0f} | {rate / curl:.2f} | {cpu:.1f} | {memory:.0f} |")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
