#!/usr/bin/env bash
# icecast2 2.4.4-4+b1 (Debian 12), 2026-11-27: what it keeps of a PUT.
#
# Guess: a body with `Transfer-Encoding: chunked` is decoded or refused (411, 501), and a body with Content-Length is kept as a whole.
# Seen: the server answers 200 to the head, takes the framing of the chunks for sound (the dump begins with the length of the first chunk in
# hexadecimal), and keeps whole blocks of 1,400 bytes only: of 3,000 bytes it drops the last 200, without a word to the sender.
set -euo pipefail
work=$(mktemp -d); trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$work"' EXIT; cd "$work"; chmod 777 .; mkdir archives
apt-get install -y -qq --reinstall --download-only --no-install-recommends -o Dir::Cache::archives="$PWD/archives" icecast2=2.4.4-4+b1 >/dev/null
for package in archives/*.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH="$PWD/root/usr/lib/x86_64-linux-gnu"
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat > icecast.xml <<X
<icecast><limits><clients>9</clients><sources>4</sources><source-timeout>2</source-timeout></limits>
<authentication><source-password>pass</source-password><admin-password>admin</admin-password></authentication>
<hostname>localhost</hostname><listen-socket><port>$port</port><bind-address>127.0.0.1</bind-address></listen-socket>
<mount><mount-name>/whole.mp3</mount-name><dump-file>$work/whole</dump-file></mount>
<mount><mount-name>/chunks.mp3</mount-name><dump-file>$work/chunks</dump-file></mount>
<paths><basedir>$work</basedir><logdir>$work</logdir><webroot>$work</webroot><adminroot>$work</adminroot></paths>
<logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog></logging>
<security><chroot>0</chroot><changeowner><user>nobody</user><group>nogroup</group></changeowner></security></icecast>
X
root/usr/bin/icecast2 -c icecast.xml >log 2>&1 & server=$!
for _ in $(seq 50); do (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.2; done
python3 - "$port" <<'P'
import base64, socket, sys, time

HEAD = "PUT /{}.mp3 HTTP/1.1\r\nHost: localhost\r\nContent-Type: audio/mpeg\r\nAuthorization: Basic {}\r\n{}\r\n\r\n"
credentials = base64.b64encode(b"source:pass").decode()


def put(name, length, body):
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as client:
        client.sendall(HEAD.format(name, credentials, length).encode())
        answer = client.recv(100)
        client.sendall(body)
        time.sleep(1)
    time.sleep(3)
    return answer.split(b"\r\n")[0], open(name, "rb").read()


sound = bytes(range(250)) * 12
whole = put("whole", "Content-Length: 3000", sound)
chunks = put("chunks", "Transfer-Encoding: chunked", b"bb8\r\n" + sound + b"\r\n0\r\n\r\n")
print(whole[0], len(whole[1]), "bytes;", chunks[0], chunks[1][:8])
assert whole == (b"HTTP/1.0 200 OK", sound[:2800])
assert chunks == (b"HTTP/1.0 200 OK", (b"bb8\r\n" + sound)[:2800])
P
echo "as seen: the framing is sound, and the tail is lost"
