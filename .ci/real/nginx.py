"""nginx: a server of it from some lines of configuration, and what it does with redirects, DAV, packed bodies and includes."""

import os
import pathlib
import subprocess

from .server import Server, program

NGINX = program("nginx")
HEAD = """daemon off; pid nginx.pid; error_log error.log; worker_processes 2; {user}
events {{ worker_connections 1024; }}
http {{
  access_log off; default_type application/octet-stream;
  types {{ text/html html; text/plain txt; application/json json; }}
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; scgi_temp_path scgi; uwsgi_temp_path uwsgi;
  server {{ listen 127.0.0.1:{port}; root files; }}
{config}
}}
"""


def nginx(config, ports=2):
    """Port 0 answers that the server is ready; the configuration uses the others, as $port1$ and so on."""

    def words(folder, numbers):
        text = config
        for index, number in enumerate(numbers):
            text = text.replace(f"$port{index}$", str(number))
        user = "user root;" if os.getuid() == 0 else ""
        pathlib.Path(folder, "nginx.conf").write_text(HEAD.format(user=user, port=numbers[0], config=text))
        return ["-p", folder, "-e", "error.log", "-c", "nginx.conf"]

    return Server(NGINX, words, ports=ports)


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem", "-out",
         "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        cwd=folder, check=True, capture_output=True)


GROUPS = {}
