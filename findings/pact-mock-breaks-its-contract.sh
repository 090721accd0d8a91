#!/usr/bin/env bash
# pact-python 4.2.0, pact-python-ffi 0.5.12.1 (PyPI), 2026-11-30: its mock server answers what the verifier of the same contract refuses.
#
# A consumer's test runs against the mock, and writes the contract that the provider is checked by. Guess: the mock, checked by its own
# contract, passes; a number of a body is the number that was given. Seen: `match.decimal()` without a value is a text in the mock's
# answer ("60599781.48"), `each_like(..., min=2)` is a list of one, and `uuid(format="uppercase")` is in lower case; the verifier refuses
# these three, and takes `int()`, `date()`, and `regex()`, whose values the mock makes up, too. Of a datetime, the mock serves no fraction
# of a second, and the rule for one in ISO 8601 refuses `Z`, which strptime reads by the same `%z`. About one in ten doubles with 16 or 17
# digits is the one next to it, in the answer and in the file of the contract, and 1.602176634e-19 is 1.6021766340000001e-19.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv v; v/bin/pip install --quiet --disable-pip-version-check pact-python==4.2.0 pact-python-ffi==0.5.12.1
cat >check.py <<'P'
import datetime
import json
import random
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pact import Pact, Verifier, match


def contract(name, body):
    """A pact in which GET /NAME is answered with the body."""
    pact = Pact("consumer", "provider").with_specification("V4")
    pact.upon_receiving(name).with_request("GET", "/" + name).will_respond_with(200).with_body(body)
    return pact


def get(url):
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


def fits(pact, url):
    """Whether the verifier takes what the server answers."""
    pact.write_file("pacts", overwrite=True)
    verifier = Verifier("provider", host=url.split(":")[1].strip("/")).add_source("pacts/consumer-provider.json")
    try:
        verifier.add_transport(url=url).verify()
    except RuntimeError:
        return False
    return True


def mocked(name, body):
    """The body that the mock answers, and whether it fits the contract of the mock."""
    pact = contract(name, body)
    with pact.serve(raises=False) as server:
        url = str(server.url).rstrip("/")
        seen = get(f"{url}/{name}"), fits(pact, url)
    print("SEEN", name, *seen)
    return seen


class Provider(BaseHTTPRequestHandler):
    body = b""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_):
        pass


for name, matcher in (("integer", match.int()), ("date", match.date()), ("regex", match.regex(regex="[a-z]{5}")), ("uuid", match.uuid())):
    assert mocked(name, {"v": matcher})[1]
body, fit = mocked("decimal", {"v": match.decimal()})
assert isinstance(body["v"], str) and float(body["v"]) and not fit
assert mocked("list", match.each_like({"a": match.int(1)}, min=2)) == ([{"a": 1}], False)
body, fit = mocked("upper", {"v": match.uuid(format="uppercase")})
assert body["v"] == body["v"].lower() and not fit

moment = datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=datetime.timezone.utc)
assert mocked("moment", {"v": match.datetime(moment)}) == ({"v": "2026-01-02T03:04:05+0000"}, True)
provider = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=provider.serve_forever, daemon=True).start()
for text, taken in (("2026-01-02T03:04:05+0000", True), ("2026-01-02T03:04:05Z", False)):
    Provider.body = json.dumps({"v": text}).encode()
    datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z")
    assert fits(contract("moment", {"v": match.datetime(moment)}), f"http://127.0.0.1:{provider.server_port}") is taken

random.seed(1)
numbers = [1.602176634e-19, 0.5] + [random.uniform(-180, 180) for _ in range(2000)]
(first, second, *rest), _ = mocked("numbers", numbers)
changed = sum(one != other for one, other in zip(rest, numbers[2:]))
print("SEEN", first, second, changed, "of 2000 changed")
assert (first, second) == (1.6021766340000001e-19, 0.5) and 100 < changed < 400
with open("pacts/consumer-provider.json") as file:
    assert json.load(file)["interactions"][0]["response"]["body"]["content"][0] == first
P
export PACT_DO_NOT_TRACK=true
v/bin/python check.py >log 2>&1 || { tail -n 5 log; exit 1; }
grep '^SEEN' log | cut -c1-100
echo "as seen: the mock does not pass its own contract"
