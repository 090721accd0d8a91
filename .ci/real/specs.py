"""Every endpoint of the shipped specs of real servers.

.ci/server-calls has the calls, a block for each spec: lines of the shell without the spec, in order. `NAME=$(…)` keeps what a call
prints. A call must succeed, and every endpoint of the spec must be called. Of a vendor's document that is changed by an overlay, every
endpoint that the overlay changes must be called."""

import json
import os
import pathlib
import re
import subprocess
import urllib.parse
import urllib.request

from .asgi import JUPYTER, jupyter
from .calls import DIAL
from .podman import engine
from .server import ROOT, Server, program

AWS = ["--var", "AWS_ACCESS_KEY_ID=$KEY", "--var", "AWS_SECRET_ACCESS_KEY=$SECRET"]


def access_key(base):
    """A user of moto who may do everything. After these three calls moto checks every signature."""
    scope = "Credential=x/20200101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=x"
    policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}

    def ask(action, **items):
        body = urllib.parse.urlencode({"Action": action, "UserName": "dial", "Version": "2010-05-08", **items}).encode()
        request = urllib.request.Request(base, body, {"Authorization": "AWS4-HMAC-SHA256 " + scope})
        return urllib.request.urlopen(request, timeout=30).read().decode()

    ask("CreateUser")
    ask("PutUserPolicy", PolicyName="all", PolicyDocument=json.dumps(policy))
    answer = ask("CreateAccessKey")
    return {name: re.search(f"<{tag}>(.*?)<", answer)[1] for name, tag in (("KEY", "AccessKeyId"), ("SECRET", "SecretAccessKey"))}


def prometheus(folder, ports):
    pathlib.Path(folder, "prometheus.yml").write_text(
        "global: {scrape_interval: 1s}\n"
        f"scrape_configs: [{{job_name: self, static_configs: [{{targets: ['127.0.0.1:{ports[0]}']}}]}}]\n")
    return ["--config.file=prometheus.yml", "--storage.tsdb.path=data", f"--web.listen-address=127.0.0.1:{ports[0]}",
            "--web.enable-admin-api", "--web.enable-lifecycle"]


def etcd(folder, ports):
    own, peer = (f"http://127.0.0.1:{number}" for number in ports)
    return ["--data-dir=data", f"--listen-client-urls={own}", f"--advertise-client-urls={own}", f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}", f"--initial-cluster=default={peer}"]


def rabbitmq(folder, ports):
    pathlib.Path(folder, "plugins").write_text("[rabbitmq_management].\n")
    pathlib.Path(folder, "rabbit.conf").write_text(
        f"listeners.tcp.1 = 127.0.0.1:{ports[1]}\nmanagement.tcp.port = {ports[0]}\nmanagement.tcp.ip = 127.0.0.1\n")
    return {"RABBITMQ_NODENAME": f"dial{ports[1]}@localhost", "RABBITMQ_MNESIA_BASE": folder + "/data", "RABBITMQ_LOG_BASE": folder,
            "RABBITMQ_ENABLED_PLUGINS_FILE": folder + "/plugins", "RABBITMQ_CONFIG_FILE": folder + "/rabbit.conf",
            "RABBITMQ_DIST_PORT": str(ports[2]), "ERL_EPMD_ADDRESS": "127.0.0.1"}


def transmission(folder, ports):
    return ["--foreground", "--config-dir", folder, "--download-dir", folder, "--port", str(ports[0]), "--peerport", str(ports[1]),
            "--no-portmap", "--no-dht", "--no-lpd", "--rpc-bind-address", "127.0.0.1", "--no-auth"]


def moto(folder, ports):
    return ["-H", "127.0.0.1", "-p", str(ports[0])]


SIGNED = {"INITIAL_NO_AUTH_ACTION_COUNT": "3"}
SERVERS = {
    "prometheus": Server(program("prometheus"), prometheus, "/-/ready"),
    "etcd": Server(program("etcd"), etcd, "/health", ports=2),
    "rabbitmq": Server(
        program("rabbitmq-server", "/usr/lib/rabbitmq/bin/rabbitmq-server"), lambda *_: [], "/api/overview", "/api",
        ["--var", "RABBITMQ_PASSWORD=guest"], rabbitmq, ports=3),
    "transmission": Server(program("transmission-daemon"), transmission, "/transmission/rpc", "/transmission", ports=2),
    "dynamodb": Server(program("moto_server"), moto, "/moto-api/", "", AWS, lambda *_: SIGNED, access_key),
    "docker": engine(),
    "docker-openapi": engine("/v1.41"),
    "etcd-openapi": Server(program("etcd"), etcd, "/health", ports=2),
    "jupyter": Server(JUPYTER, jupyter, "/api", "", ["--var", "JUPYTER_TOKEN=t0p"]),
    "s3": Server(program("moto_server"), moto, "/moto-api/", "", AWS, lambda *_: SIGNED, access_key),
}


def calls(spec):
    text = pathlib.Path(ROOT, ".ci/server-calls").read_text()
    return dict(part.split("\n", 1) for part in re.split(r"^== ", text, flags=re.M)[1:])[spec]


def script(spec, base, server, values, lines):
    """The lines as one script of the shell."""
    path = ROOT / "specs" / f"{spec}.yaml"
    flags = " ".join(f'"{word}"' for word in ["--base", base, *server.flags])
    head = "".join(f"{name}={value!r}\n" for name, value in values.items())
    return f"""set -euo pipefail
{head}dial() {{ "{DIAL}" call "{path}" "$@" {flags}; }}
awaits() {{ "{DIAL}" wait "{path}" "$@" {flags}; }}
{lines}"""


def endpoints(spec):
    text = (ROOT / "specs" / f"{spec}.yaml").read_text()
    if "\noverlay: " in text:
        return set(re.findall(r"^  (\w+): ", text.partition("\nendpoints:\n")[2], re.M))
    output = subprocess.run([DIAL, "list", ROOT / "specs" / f"{spec}.yaml", "-o", "json"], capture_output=True, check=True).stdout
    return {endpoint["name"] for endpoint in json.loads(output)}


def run(spec, folder, shows):
    server, lines = SERVERS[spec], calls(spec)
    called = set(re.findall(r"\b(?:dial|awaits) ([\w.]+)", lines))
    if missing := endpoints(spec) - called:
        return ["no call of " + ", ".join(sorted(missing))]
    with server.running(folder) as (base, values):
        done = subprocess.run(
            ["bash", "-x", "-c", script(spec, base, server, values, lines)], cwd=folder, capture_output=True, text=True, timeout=300)
    if shows:
        print(done.stderr, done.stdout, sep="\n")
    return [] if done.returncode == 0 else [f"exit {done.returncode}\n{done.stderr[-2000:]}"]
