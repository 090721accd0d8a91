"""What the suites stand on: the adapter and its line protocol (see README.md), servers, comparisons, and the run itself."""
import base64
import collections
import concurrent.futures
import decimal
import itertools
import json
import os
import re
import select
import shlex
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback

sys.setrecursionlimit(20000)
HERE = os.path.dirname(os.path.abspath(__file__))
FAULT_SERVER = os.path.join(HERE, os.pardir, 'Faults', 'faultserver.py')
LIMIT = 10.0            # seconds for one request to the adapter
MEMORY = 200 << 20      # bytes that a hostile document may cost
CLASSES = 'USAGE SPEC STATUS AUTH CONNECT TLS TIMEOUT PROTO TRUNC REDIRECT LIMIT DECODE IO UNSUPPORTED'.split()


# ---------------------------------------------------------------- outcome of a case

class Failed(Exception):
    pass


class Skip(Exception):
    pass


def check(condition, message, *values):
    if not condition:
        raise Failed(message % tuple(short(v) for v in values) if values else message)


def short(value, limit=300):
    text = value if isinstance(value, str) else repr(value)
    text = ascii(text)[1:-1] if isinstance(value, str) else text
    return text if len(text) <= limit else text[:limit] + '... (%d characters)' % len(text)


# ---------------------------------------------------------------- JSON that keeps what it read

class Num(str):
    """a JSON number as its text"""
    def value(self):
        try:
            return decimal.Decimal(str(self))
        except decimal.InvalidOperation:
            return None


class Members(list):
    """a JSON object as its members in order, duplicates included"""


def exact(text):
    def refuse(token):
        raise ValueError('%s is not JSON' % token)
    return json.loads(text, parse_int=Num, parse_float=Num, parse_constant=refuse, object_pairs_hook=Members)


def squeeze(text):
    """the text without blanks outside of strings"""
    return re.sub(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+', lambda m: m.group(1) or '', text)


def same(a, b, ordered=True, digits=False):
    """equality of exact() values; numbers by value, or by their digits"""
    if isinstance(a, Num) and isinstance(b, Num):
        if str(a) == str(b):
            return True
        return not digits and a.value() is not None and a.value() == b.value()
    if isinstance(a, Num) or isinstance(b, Num):
        return False
    if isinstance(a, Members) and isinstance(b, Members):
        if len(a) != len(b):
            return False
        if not ordered:
            a, b = sorted(a, key=lambda m: m[0]), sorted(b, key=lambda m: m[0])
        return all(x[0] == y[0] and same(x[1], y[1], ordered, digits) for x, y in zip(a, b))
    if isinstance(a, Members) or isinstance(b, Members):
        return False
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y, ordered, digits) for x, y in zip(a, b))
    return type(a) is type(b) and a == b


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':'))


def b64(data):
    return base64.b64encode(data.encode('utf-8', 'surrogatepass') if isinstance(data, str) else data).decode('ascii')


def unb64(text, what='b64'):
    check(isinstance(text, str), '%s is not text: %s', what, text)
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise Failed('%s is not base64: %s' % (what, short(text)))


# ---------------------------------------------------------------- the adapter

class Answer:
    def __init__(self, op, reply):
        self.op, self.error, self.ok = op, reply.get('error'), reply.get('ok')
        self.good = 'ok' in reply

    @property
    def code(self):
        return self.error['code'] if self.error else None

    def __repr__(self):
        return '%s -> %s' % (self.op, short(self.ok) if self.good else 'error %s: %s' % (self.code, short(self.error.get('message', ''))))

    def want(self):
        check(self.good, 'refused: %r', self)
        return self.ok

    def refused(self, *codes):
        check(not self.good, 'not refused: %r', self)
        check(self.code != 'UNSUPPORTED', '%r', self)
        check(not codes or self.code in codes, 'refused as %s, not as ' + ' or '.join(codes) + ': %r', self.code, self)
        return self.error


class Adapter:
    def __init__(self, command):
        self.command, self.process, self.buffer = command, None, b''

    def start(self):
        self.stop()
        try:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError as e:
            sys.exit('the adapter does not start: %s' % e)
        for pipe in (self.process.stdin, self.process.stdout):
            os.set_blocking(pipe.fileno(), False)
        self.buffer = b''

    def stop(self):
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except OSError:
                pass
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None

    def peak(self):
        """the greatest resident size of the program so far, in bytes, or None"""
        try:
            with open('/proc/%d/status' % self.process.pid) as f:
                return int(re.search(r'VmHWM:\s+(\d+) kB', f.read()).group(1)) << 10
        except (OSError, AttributeError):
            return None

    def lost(self, why):
        code = self.process.poll()
        if code is None:
            try:
                code = self.process.wait(0.3)
            except subprocess.TimeoutExpired:
                pass
        self.stop()
        raise Failed('%s%s' % (why, '' if code is None else ', exit status %d' % code))

    def call(self, op, limit=LIMIT, **members):
        if self.process is None or self.process.poll() is not None:
            self.start()
        line = json.dumps(dict(op=op, **members)).encode('ascii') + b'\n'
        end, sent = time.monotonic() + limit, 0
        read, write = self.process.stdout.fileno(), self.process.stdin.fileno()
        while True:
            left = end - time.monotonic()
            if left <= 0:
                self.lost('no answer to %s within %g s' % (op, limit))
            ready = select.select([read], [write] if sent < len(line) else [], [], left)
            try:
                if ready[1]:
                    sent += os.write(write, line[sent:sent + 65536])
                if ready[0]:
                    data = os.read(read, 1 << 20)
                    if not data:
                        self.lost('the adapter ended at %s' % op)
                    self.buffer += data
            except BrokenPipeError:
                self.lost('the adapter ended at %s' % op)
            except BlockingIOError:
                continue
            if b'\n' in self.buffer:
                break
        text, self.buffer = self.buffer.split(b'\n', 1)
        if self.buffer or sent < len(line):
            self.lost('the adapter wrote more than one line, or before it was asked')
        try:
            reply = json.loads(text.decode('utf-8'))
        except (ValueError, RecursionError) as e:
            self.lost('the answer to %s is not JSON: %s: %s' % (op, e, short(text.decode('utf-8', 'replace'))))
        if not isinstance(reply, dict) or len(reply) != 1 or not ('ok' in reply or isinstance(reply.get('error'), dict)):
            self.lost('the answer is neither {"ok"} nor {"error"}: %s' % short(text.decode('utf-8', 'replace')))
        if 'error' in reply and reply['error'].get('code') not in CLASSES:
            raise Failed('error.code is not a class of README.md: %s' % short(reply['error']))
        return Answer(op, reply)


# ---------------------------------------------------------------- servers

class FaultServer:
    """The server of Tests/Faults as a child"""
    def __init__(self, *arguments):
        self.process = subprocess.Popen([sys.executable, FAULT_SERVER, '0', '--no-tls', *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line.startswith('ready '):
            raise RuntimeError('faultserver.py did not start')
        self.address = '127.0.0.1:%d' % int(line.split()[1])
        self.process.stdout.readline()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class RawServer:
    """Serves given bytes on loopback: serve(replies) gives an address; request k gets replies[k], the last again and again.
    A reply is bytes, sent and followed by the end of the connection, or RESET. Keeps the requests seen."""
    RESET = object()

    def __init__(self):
        self.scripts, self.lock, self.count = {}, threading.Lock(), itertools.count(1)
        self.listener = socket.create_server(('127.0.0.1', 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def serve(self, replies):
        key = str(next(self.count))
        with self.lock:
            self.scripts[key] = {'replies': replies, 'seen': []}
        return 'http://127.0.0.1:%d/raw%s' % (self.port, key), self.scripts[key]['seen']

    def accept(self):
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(peer,), daemon=True).start()

    def answer(self, peer):
        with peer:
            peer.settimeout(8)
            try:
                data = b''
                while b'\r\n\r\n' not in data:
                    more = peer.recv(65536)
                    if not more:
                        return
                    data += more
                head, body = data.split(b'\r\n\r\n', 1)
                text = head.decode('latin-1')
                method, target = text.split('\r\n')[0].split(' ')[:2]
                length = re.search(r'(?im)^content-length:\s*(\d+)', text)
                if re.search(r'(?im)^expect:\s*100-continue', text):
                    peer.sendall(b'HTTP/1.1 100 Continue\r\n\r\n')
                while length and len(body) < int(length.group(1)):
                    body += peer.recv(65536)
                while not length and re.search(r'(?im)^transfer-encoding:', text) and not body.endswith(b'0\r\n\r\n'):
                    body += peer.recv(65536)
                script = self.scripts.get((re.match(r'/raw(\d+)', target) or [None, None])[1])
                if script is None:
                    return peer.sendall(b'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
                with self.lock:
                    script['seen'].append({'method': method, 'target': target, 'head': text, 'body': body, 'time': time.monotonic()})
                    reply = script['replies'][min(len(script['seen']), len(script['replies'])) - 1]
                if reply is self.RESET:
                    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
                    return
                peer.sendall(reply)
                peer.shutdown(socket.SHUT_WR)
                while peer.recv(65536):
                    pass
            except (OSError, ValueError):
                pass

    def stop(self):
        try:
            self.listener.shutdown(socket.SHUT_RDWR)    # wakes the thread that accepts
        except OSError:
            pass
        self.listener.close()


# ---------------------------------------------------------------- a run

class Run:
    def __init__(self, options, data):
        self.options, self.data, self.command = options, data, shlex.split(options.adapter)
        self.own, self.adapters, self.shared, self.lock = threading.local(), [], {}, threading.Lock()

    def folder(self, *names):
        return os.path.join(self.data, *names)

    def lines(self, *names):
        path = self.folder(*names)
        if not os.path.exists(path):
            return
        with open(path, encoding='utf-8') as f:
            for line in f:
                if line.strip():
                    yield json.loads(line)

    def adapter(self):
        if not hasattr(self.own, 'adapter'):
            self.own.adapter = Adapter(self.command)
            self.adapters.append(self.own.adapter)
        return self.own.adapter

    def call(self, op, **members):
        return self.adapter().call(op, **members)

    def fresh(self, op, **members):
        """asks a new adapter, and holds it to the memory limit"""
        a = self.adapter()
        a.start()
        answer = a.call(op, **members)
        peak = a.peak()
        check(peak is None or peak <= MEMORY, '%s MiB of memory: %r', (peak or 0) >> 20, answer)
        return answer

    def server(self, kind, *arguments):
        key = (kind.__name__,) + arguments
        with self.lock:
            if key not in self.shared:
                self.shared[key] = kind(*arguments)
            return self.shared[key]

    def close(self):
        for a in self.adapters:
            a.stop()
        for s in self.shared.values():
            s.stop()


SUITES = collections.OrderedDict()


def suite(name):
    def put(f):
        SUITES[name] = f
        return f
    return put


def run_suite(run, name):
    """results as (id, kind, message), kind one of passed, failed, skipped"""
    results, todo = [], []
    for key, what in SUITES[name](run):
        if isinstance(what, Skip):
            results.append((key, 'skipped', str(what)))
        else:
            todo.append((key, what))

    def one(item):
        key, go = item
        try:
            go()
            return key, 'passed', ''
        except Skip as e:
            return key, 'skipped', str(e)
        except Failed as e:
            return key, 'failed', str(e)
        except Exception as e:
            # an answer of the wrong shape (a missing member, a wrong type) ends here
            where = traceback.extract_tb(e.__traceback__)[-1]
            return key, 'failed', 'the answer cannot be judged: %s: %s (%s:%d)' % (type(e).__name__, e, os.path.basename(where.filename), where.lineno)
    if run.options.jobs > 1:
        with concurrent.futures.ThreadPoolExecutor(run.options.jobs) as pool:
            results += pool.map(one, todo)
    else:
        results += map(one, todo)
    return results
