"""The suites: how each turns its cases into operations of the adapter, and judges what comes back."""
import base64
import collections
import json
import os
import re
import tempfile
import urllib.parse

from harness import FaultServer, Failed, Members, RawServer, Skip, b64, check, exact, same, squeeze, suite, unb64


def verdict(sentence):
    """'refused', 'read' or 'either' from a sentence of the abuse suites"""
    first = re.sub(r'\([^)]*\)', '', sentence).split(';')[0].strip()
    if 'documented choice' in sentence:
        return 'refused'
    if ' or ' in first or ', or' in first:
        return 'either'
    if re.match(r'(a clear |clear |decoding )?error\b', first):
        return 'refused'
    if re.match(r'(read\b|the string\b|two keys|plain keys|key kept|reachable|printed back|all four|kept\b)', first):
        return 'read'
    return 'either'


# The documents that are too large to keep as files.
GENERATED = {
    'comment-flood.yaml': b'# x\n' * 200000 + b'a: 1\n',
    'deep-block.yaml': b''.join(b' ' * depth + b'a:\n' for depth in range(1000)),
    'deep-flow-map.yaml': b'{a: ' * 20000 + b'1' + b'}' * 20000,
    'long-key.yaml': b'k' * 200000 + b': v\n',
    'long-scalar.yaml': b'a: ' + b'x' * 500000 + b'\n',
    'quadratic.yaml': b'x: &x ' + b'y' * 50000 + b'\nl: [' + b','.join([b'*x'] * 5000) + b']\n',
    'deep-array-2k.json': b'[' * 2000 + b']' * 2000,
    'deep-array-100k.json': b'[' * 100000 + b']' * 100000,
    'deep-object-50k.json': b'{"a":' * 50000 + b'1' + b'}' * 50000,
}


def load(run, name, c):
    if c['file'] in GENERATED:
        return GENERATED[c['file']]
    with open(run.folder(name, c['file']), 'rb') as f:
        return f.read()


@suite('yaml-abuse')
def _(run):
    cases = list(run.lines('yaml-abuse', 'cases.jsonl'))
    by_id = {c['id']: c for c in cases}

    def case(c, sentence):
        def go():
            data = load(run, 'yaml-abuse', c)
            seconds = re.search(r'within (\d+) s\b', sentence)
            limit = float(seconds.group(1)) + 2 if seconds else 4.0     # two seconds for the start of the program
            answer = run.fresh('yaml', b64=b64(data), limit=limit)
            want = 'either' if re.search('expected a mapping|^error$|empty spec', sentence) and c['bytes'] < 12 else verdict(sentence)
            if want == 'refused' or want == 'either' and not answer.good:
                error = answer.refused('SPEC', 'LIMIT')
                if 'line' in sentence and 'column' in sentence or 'with line' in sentence or 'with position' in sentence:
                    check(isinstance(error.get('line'), int), 'no line: %r', answer)
            elif want == 'read':
                answer.want()
            if answer.good and c['bytes'] < 300:
                text = answer.ok
                value = exact(text)
                texts = data.decode('utf-8', 'replace')
                for digits in re.findall(r': (\d{19,})$', texts, re.M):
                    check(re.search(r'[:,\[]%s[,\]}]' % digits, text), 'digits of %s are lost: %s', digits, text)
                if c['id'] == 'norway':
                    check(text == '{"country":"no","switch":"on","version":1.10,"oct":10,"sexa":"190:20:30","null_":null,"time":"2001-12-14","exp":1e3,"hex":31}'
                          or same(value, exact('{"country":"no","switch":"on","version":1.1,"oct":10,"sexa":"190:20:30","null_":null,"time":"2001-12-14","exp":1000,"hex":31}')), 'not the core schema: %s', text)
                if c['id'] == 'merge':
                    check(same(value, exact('{"base":{"method":"GET"},"x":{"method":"GET","path":"/x"}}'), ordered=False), 'not merged: %s', text)
                if sentence.startswith('the string '):
                    check(value and isinstance(value, Members) and type(value[0][1]) is str and value[0][1] == sentence.split()[2], 'is %s', text)
            # none of these documents is a spec: as a spec each is refused, in time and with a place
            error = run.fresh('bind', spec_b64=b64(data), endpoint='x', args={}, limit=limit).refused('SPEC', 'LIMIT', 'USAGE')
            check(error['code'] != 'USAGE', 'taken for a spec: %s', error)
        return go
    for c in cases:
        sentence = c['expect']
        m = re.match(r'as (\S+)$', sentence)
        if m:
            sentence = by_id[m.group(1)]['expect'] if m.group(1) in by_id else 'error or value'
        yield c['id'], case(c, sentence)


# ---------------------------------------------------------------- JSON

def json_good(answer, source=None):
    """the answer's JSON text, checked to be compact and, where the source can be read here, to say the same"""
    text = answer.want()
    check(isinstance(text, str), 'not text: %s', text)
    try:
        value = exact(text)
    except (ValueError, RecursionError) as e:
        if isinstance(e, RecursionError):
            return text, None
        raise Failed('the print is not JSON: %s: %s' % (e, short(text)))
    check(squeeze(text) == text, 'not compact: %s', text)
    if source is not None:
        try:
            wanted = exact(source)
        except (ValueError, RecursionError):
            return text, value
        names = collections.Counter()

        def count(v):
            if isinstance(v, Members):
                names[id(v)] = len(v) - len({k for k, _ in v})
            if isinstance(v, list):
                for x in v:
                    count(x[1] if isinstance(v, Members) else x)
        count(wanted)
        if not any(names.values()):
            check(same(value, wanted, digits=True), 'is %s, not %s', text, squeeze(source))
    return text, value


def decoded(data):
    text = data.decode('utf-8')
    return text[1:] if text.startswith('\ufeff') else text


REPLY_SPEC = 'service: s\nbase: https://a.test\nendpoints:\n  g: "GET /x%s"\n'


@suite('json-abuse')
def _(run):
    def reply(data, tail):
        return run.call('reply', spec=REPLY_SPEC % tail, endpoint='g', args={}, status=200, headers=[['content-type', 'application/json']], b64=b64(data))

    def case(c):
        def go():
            data, sentence = load(run, 'json-abuse', c), c['expect']
            path = re.match(r'keypath (\S+): error naming (\w+)', sentence)
            if path:
                error = reply(data, ' @ %s -> [JSON]' % path.group(1)).refused('DECODE')
                return check(path.group(2) in error.get('message', ''), 'does not name %s: %s', path.group(2), error)
            if sentence.startswith('positional'):
                answer = reply(data, ' -> (id, name)')
                return answer.refused('DECODE') if 'error' in sentence else json_good(answer)
            answer = run.fresh('json', b64=b64(data), limit=4.0)
            want = verdict(sentence)
            if not answer.good and want != 'read':
                error = answer.refused('DECODE', 'LIMIT')
                return check('says where' not in sentence or isinstance(error.get('offset'), int), 'no offset: %s', error)
            check(want != 'refused', 'not refused: %r', answer)
            try:
                source = decoded(data)
            except UnicodeDecodeError:
                source = None
            text, value = json_good(answer, source if source and not re.search(r'\\u[dD][89a-fA-F]', source) else None)
            for name, member in value if isinstance(value, Members) and len(value) < 20 and len({k for k, _ in value}) == len(value) else []:
                if any(0xD800 <= ord(x) < 0xE000 for x in name):
                    continue
                got = run.call('select', expression=json.dumps(name, ensure_ascii=False), json=text).want()
                check(same(exact(got), member, digits=True), 'the member %s selects %s', name, got)
        return go
    for c in run.lines('json-abuse', 'cases.jsonl'):
        yield c['id'], case(c)


# ---------------------------------------------------------------- forms, headers, text

@suite('urlencoded')
def _(run):
    def case(c):
        def go():
            if c['op'] == 'parse':
                got = run.call('form', text=c['input']).want()
                check(got == c['pairs'], 'is %s, not %s', got, c['pairs'])
            else:
                got = run.call('form', pairs=c['pairs']).want()
                check(got == c['output'], 'is %s, not %s', got, c['output'])
        return go
    for c in run.lines('urlencoded', 'cases.jsonl'):
        yield c['id'], case(c)


@suite('content-disposition')
def _(run):
    def case(c):
        def go():
            name = run.call('content-disposition', text=c['header']).want()
            check(name is None or isinstance(name, str), 'neither text nor null: %s', name)
            if name is not None:
                check(name not in ('', '.', '..') and not re.search('[/\\\\\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]', name) and not name.startswith('.'), 'not safe: %s', name)
                check(len(name.encode()) <= 255, '%s bytes long', len(name.encode()))
            if name is None and re.search(r'\brefuse\b|ignore', c['note']):
                return
            if c['safe_name'] is None and name is not None and re.search(r'replace|strip|take the first', c['note']):
                return
            if isinstance(c['safe_name'], str) and '...' in c['safe_name'] or 'shorten' in c['note'] or 'cut' in c['note']:
                return
            check(name == c['safe_name'], 'is %s, not %s', name, c['safe_name'])
        return go
    for c in run.lines('content-disposition', 'cases.jsonl'):
        yield c['id'], case(c)


@suite('header-values')
def _(run):
    def value_case(c, rule):
        def go():
            answer = run.call('header', name='X-Test', value=c['value'])
            first = rule.split(';')[0]
            if first.startswith('refused') and ' or ' not in first:
                return answer.refused('USAGE')
            if not answer.good:
                check(re.search(r'refused|must not|latin1', rule), 'refused: %r', answer)
                return answer.refused('USAGE', 'LIMIT')
            sent, wanted = unb64(answer.ok.get('b64') if isinstance(answer.ok, dict) else None), c['value'].encode()
            check(not re.search(rb'[\0\r\n\x0b\x7f]', sent), 'a control character is sent: %r', sent)
            check(sent == wanted or 'trimmed' in rule and sent == wanted.strip(b' '), 'sent %r, not %r', sent, wanted)
        return go

    def spec(line, base='https://a.test'):
        return 'service: s\nbase: %s\nendpoints:\n  g: %s\n' % (base, line)

    def rule_case(c):
        rule = c['rule']

        def go():
            m = re.search(r'header name "([^"]*)": refused', rule)
            if m or 'header name with CR LF' in rule or rule == 'refused':
                name = m.group(1) if m else 'X\r\nEvil' if 'CR LF' in rule else ''
                run.call('header', name=name, value='v').refused('USAGE')
                bad = run.call('bind', spec=spec('GET /x (header.h*)'), endpoint='g', args={'h': {name: 'v'}})
                return bad.refused('USAGE')
            m = re.match(r'a method of "(.*?)": refused', rule)
            if m:
                method = m.group(1).replace('\\r', '\r').replace('\\n', '\n')
                return run.call('http', method=method, url='http://127.0.0.1:9/').refused('USAGE')
            if rule.startswith('a path argument'):
                url = run.call('bind', spec=spec('GET /x/{p}'), endpoint='g', args={'p': 'a\r\nb'}).want()['url']
                return check(url == 'https://a.test/x/a%0D%0Ab', 'is %s', url)
            if rule.startswith('an argument bound to Host'):
                for name in ('Host', 'Content-Length', 'Transfer-Encoding', 'Connection'):
                    answer = run.call('bind', spec=spec('GET /x (header.h as %s)' % name), endpoint='g', args={'h': '1'})
                    if not answer.good:
                        answer.refused('USAGE', 'SPEC')
                return
            if 'user:pw@' in rule:
                answer = run.call('bind', spec=spec('GET /x', 'https://user:p4ssw0rd@a.test'), endpoint='g', args={})
                text = json.dumps(answer.ok if answer.good else answer.error)
                check('p4ssw0rd' not in text and base64.b64encode(b'user:p4ssw0rd').decode() not in text, 'the password is shown: %s', text)
                if answer.good:
                    check(any(n == 'authorization' for n, v in answer.ok['headers']), 'no Authorization: %s', text)
                else:
                    answer.refused('SPEC', 'USAGE')
                return
            raise Skip('no automatic judge for this sentence')
        return go
    cases = list(run.lines('header-values', 'cases.jsonl'))
    rules = {c['id']: c['rule'] for c in cases}
    for c in cases:
        if c['value'] is None:
            yield c['id'], rule_case(c)
        else:
            m = re.match(r'as (\w+)$', c['rule'])
            yield c['id'], value_case(c, rules.get(m.group(1), 'refused, or sent as UTF-8 bytes') if m else c['rule'])


@suite('terminal')
def _(run):
    def case(c):
        def go():
            text = run.call('terminal', b64=b64(c['text'])).want()
            check(isinstance(text, str), 'not text: %s', text)
            bad = re.search('[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]', text)
            check(not bad, 'U+%s reaches the terminal: %s', '%04X' % ord(bad.group()) if bad else '', text)
            kept = re.sub('[^A-Za-z0-9]', '', c['text'])
            at = iter(text)
            check(all(x in at for x in kept), 'characters are lost: %s', text)
        return go
    for c in run.lines('terminal', 'cases.jsonl'):
        yield c['id'], case(c)


# ---------------------------------------------------------------- multipart, server-sent events

def read_multipart(run, answer):
    """the parts of a multipart answer: header lines and bytes"""
    ok = answer.want()
    check(isinstance(ok, dict), 'not an object: %s', ok)
    m = re.fullmatch(r'multipart/form-data; *boundary=(?:"([^"]+)"|([!#$%&\'*+.^_`|~0-9A-Za-z-]+))', ok.get('content_type') or '')
    check(m, 'content_type is %s', ok.get('content_type'))
    boundary = m.group(1) or m.group(2)
    check(re.fullmatch(r"[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]", boundary), 'the boundary is %s', boundary)
    body, mark = unb64(ok.get('b64')), b'--' + boundary.encode()
    check(body.startswith(mark + b'\r\n') and re.search(re.escape(b'\r\n' + mark + b'--') + rb'(\r\n)?$', body), 'no frame of boundaries: %r', body)
    parts = []
    for piece in body[len(mark) + 2:body.rindex(b'\r\n' + mark + b'--')].split(b'\r\n' + mark + b'\r\n'):
        check(b'\r\n\r\n' in piece, 'a part without a head: %r', piece)
        head, content = piece.split(b'\r\n\r\n', 1)
        parts.append(([l.split(b': ', 1) for l in head.split(b'\r\n')], content))
        check(mark not in content, 'the boundary stands in a part')
    return boundary, parts


def header_of(part, name):
    found = [l[1] for l in part[0] if len(l) == 2 and l[0].lower() == name.encode()]
    check(len(found) < 2, 'two %s in a part', name)
    return found[0] if found else None


@suite('multipart')
def _(run):
    def case(c):
        def go():
            part = {'name': c['name'], 'value': c['value']}
            if c.get('filename') is not None:
                part['filename'] = c['filename']
            _, parts = read_multipart(run, run.call('multipart', parts=[part]))
            check(len(parts) == 1, '%s parts', len(parts))
            got = header_of(parts[0], 'content-disposition')
            check(got == c['content_disposition'].encode(), 'is %r, not %r', got, c['content_disposition'])
            check(parts[0][1] == c['value'].encode(), 'the value is %r, not %r', parts[0][1], c['value'])
        return go

    def ask(*parts):
        return run.call('multipart', parts=list(parts))

    def fresh():
        seen = {read_multipart(run, ask({'name': 'a', 'value': 'b'}))[0] for _ in range(20)}
        check(len(seen) == 20, 'the boundary comes again')

    def order():
        want = [('b', '1'), ('a', '2'), ('b', '3'), ('a', '')]
        _, parts = read_multipart(run, ask(*({'name': n, 'value': v} for n, v in want)))
        check([(header_of(p, 'content-disposition'), p[1]) for p in parts] == [(b'form-data; name="%s"' % n.encode(), v.encode()) for n, v in want], 'is %s', parts)
        body = run.call('bind', spec='service: s\nbase: https://a.test\nendpoints:\n  g: POST multipart /x (z, tags, a)\n', endpoint='g', args={'a': 'x', 'tags': ['1', '2'], 'z': 'y'}).want()
        names = re.findall(r'name="(\w+)"', json.dumps(body.get('body')).replace('\\"', '"'))
        check(names == ['z', 'tags', 'tags', 'a'], 'the parts of a call are %s', names)

    def types():
        _, parts = read_multipart(run, ask({'name': 'a', 'value': 'x'}, {'name': 'b', 'value': '{}', 'type': 'application/json'}, {'name': 'c', 'b64': b64(b'\xff\0'), 'filename': 'c.bin', 'type': 'image/png'}))
        got = [header_of(p, 'content-type') for p in parts]
        check(got == [None, b'application/json', b'image/png'], 'are %s', got)
        check(parts[2][1] == b'\xff\0', 'the bytes are %r', parts[2][1])

    def crlf():
        for part in ({'type': 'text/plain\r\nX: 1'}, {'type': 'a\nb'}, {'headers': [['X-A', 'a\r\nX: 1']]}, {'headers': [['X\r\nY', 'a']]}):
            ask(dict(name='a', value='b', **part)).refused('USAGE')

    def chosen():
        spec = 'service: s\nbase: https://a.test\nendpoints:\n  g:\n    POST: multipart /x (a)\n    headers: {Content-Type: "multipart/form-data; boundary=mine"}\n'
        answer = run.call('bind', spec=spec, endpoint='g', args={'a': 'v'})
        if not answer.good:
            return answer.refused('SPEC', 'USAGE')
        head = [v for n, v in answer.ok['headers'] if n == 'content-type']
        m = re.search(r'boundary="?([^";]+)', head[0] if len(head) == 1 else '')
        check(m and json.dumps('--' + m.group(1))[1:-1] in json.dumps(answer.ok['body']), 'header %s, body %s', head, answer.ok['body'])

    def missing():
        spec = 'service: s\nbase: https://a.test\nendpoints:\n  g: POST multipart /x (f File)\n'
        path = os.path.join(tempfile.gettempdir(), 'no-such-folder-4711', 'no-such-file')
        error = run.call('bind', spec=spec, endpoint='g', args={}, files={'f': {'path': path}}).refused('IO', 'USAGE')
        check('no-such-file' in error.get('message', ''), 'does not name the file: %s', error)

    def length():
        server = run.server(FaultServer)
        answer = ask({'name': 'a', 'b64': b64(bytes(range(256)) * 300), 'filename': 'x'}).want()
        body = unb64(answer['b64'])
        echo = run.call('http', method='POST', url='http://%s/echo' % server.address, headers=[['Content-Type', answer['content_type']]], b64=answer['b64']).want()
        got = json.loads(unb64(echo['b64']))
        check(unb64(got['body_b64']) == body, 'the server got %s bytes, not %s', got['body_len'], len(body))

    rules = {'boundary is random': fresh, 'parts keep the order': order, 'a part has the content type': types, 'CR or LF in a part': crlf,
             'a caller-given Content-Type': chosen, 'a missing or unreadable file': missing, 'Content-Length (or chunked)': length}
    for c in run.lines('multipart', 'cases.jsonl'):
        if 'rule' not in c:
            yield c['id'], case(c)
        else:
            found = [f for k, f in rules.items() if k in c['rule']]
            yield c['id'], found[0] if found else Skip('judged on the whole program: files that change, streaming, replay')


@suite('eventsource')
def _(run):
    def case(c):
        def go():
            data = unb64(c['stream_b64'])
            ways = {'whole': [data], 'thirds': [data[i:i + 3] for i in range(0, len(data), 3)]}
            if len(data) <= 20000:
                ways['bytes'] = [data[i:i + 1] for i in range(len(data))]
            if c.get('chunk_ends'):
                ends = [0] + list(c['chunk_ends']) + [len(data)]
                ways['given'] = [data[a:b] for a, b in zip(ends, ends[1:])]
            for way, chunks in ways.items():
                ok = run.call('sse', chunks=[b64(x) for x in chunks if x]).want()
                for member in ('events', 'last_event_id', 'retry_ms'):
                    check(isinstance(ok, dict) and ok.get(member) == c[member], '%s, cut %s: is %s, not %s', member, way, ok.get(member) if isinstance(ok, dict) else ok, c[member])
        return go
    for c in run.lines('eventsource', 'cases.jsonl'):
        yield c['id'], case(c)
    for c in run.lines('eventsource', 'http-behaviour.jsonl'):
        yield c['id'], Skip('judged on the whole program: reconnecting streams')


# ---------------------------------------------------------------- building requests

def spec_of(endpoints, base='https://a.test', **more):
    """a spec as YAML text; JSON's strings are YAML's, but for escapes above U+FFFF"""
    return json.dumps(dict(service='s', base=base, **more, endpoints=endpoints), ensure_ascii=False, indent=1)


# ---------------------------------------------------------------- JSONPath

@suite('jsonpath')
def _(run):
    def case(c, **tree):
        def go():
            document = json.dumps(c.get('document'), ensure_ascii=False)
            answer = run.call('jsonpath', query=c['selector'], json=document, **tree)
            if c.get('invalid_selector'):
                return answer.refused('SPEC')
            got = answer.want()
            values = exact(got['values'])
            # Where the order of members is open, several results are right.
            wanted = [exact(json.dumps(r)) for r in c.get('results', [c.get('result')])]
            check(any(same(values, w, ordered=False) for w in wanted), 'is %s, not %s', got['values'], json.dumps(c.get('result')))
            paths = c.get('results_paths', [c.get('result_paths')])
            check(got['paths'] in paths, 'at %s, not %s', got['paths'], paths[0])
        return go
    for c in run.lines('jsonpath', 'cases.jsonl'):
        yield c['id'], case(c)
        yield c['id'] + ' (YAML)', case(c, tree='yaml')


@suite('openapi-params')
def _(run):
    def sets(query):
        return sorted(query.split('&')) if query else []

    def case(c):
        style, explode, value, name = c['style'], c['explode'], c['value'], c['name']
        kind = 'object' if isinstance(value, dict) else 'array' if isinstance(value, list) else 'scalar'
        args = {name: value}
        star = '*' if explode else ''
        if c['in'] == 'path':
            line = 'GET /p/{%s%s%s}' % ({'matrix': ';', 'label': '.', 'simple': ''}[style], name, star)
        elif c['in'] == 'header':
            if kind == 'object':
                return Skip('an object in a header is not promised')
            line = 'GET /p (header.%s)' % name
        elif c['in'] == 'cookie':
            if kind != 'scalar':
                return Skip('an array or object in a cookie is not promised')
            line = 'GET /p (cookie.%s)' % name
        elif style == 'form':
            line = 'GET /p (%s?)' % name if kind == 'scalar' else 'GET /p{?%s%s}' % (name, star)
        elif style in ('spaceDelimited', 'pipeDelimited'):
            if kind != 'array':
                return Skip('an object with spaces or pipes is not promised')
            line = {'GET': '/p (%s)' % name, 'style': {'arrays': {'spaceDelimited': 'space', 'pipeDelimited': 'pipes'}[style]}}
            if explode:
                line = 'GET /p (%s)' % name
        elif style == 'deepObject':
            line, args = {'GET': '/p (all)', 'style': {'nesting': 'brackets'}}, {'all': {name: value}}
        else:
            return Skip('style %s is not promised' % style)

        def go():
            if value is None:
                args.clear()                       # null on a GET is an error by the language; absent is what the suite means
            answer = run.call('bind', spec=spec_of({'g': line}), endpoint='g', args=args)
            wanted = c['serialized']
            if c['in'] == 'path' and not answer.good:
                segment = urllib.parse.unquote(wanted or str(value))
                check(re.search(r'(^|[/\\])\.{0,2}($|[/\\])', segment) or value == '' or wanted in ('.', '..'), 'refused: %r', answer)
                return answer.refused('USAGE')
            ok = answer.want()
            url = urllib.parse.urlsplit(ok['url'])
            if c['in'] == 'header':
                got = [v for n, v in ok['headers'] if n == name.lower()]
                return check(len(got) == 1 and re.sub(', ', ',', got[0]) == wanted, 'is %s, not %s', got, wanted)
            if c['in'] == 'cookie':
                got = [v for n, v in ok['headers'] if n == 'cookie']
                return check(got == [wanted], 'is %s, not %s', got, wanted)
            if wanted is None and c['in'] == 'path':
                return check(url.path.startswith('/p/') and not re.search(r'/\.{1,2}(/|$)', url.path), 'is %s', ok['url'])
            if wanted is None:
                pairs = urllib.parse.parse_qsl(url.query, keep_blank_values=True)
                return check(pairs == [(name, value)] and not url.fragment, 'is %s', ok['url'])
            if c['in'] == 'path':
                got = url.path[len('/p/'):] if url.path.startswith('/p/') else url.path
                return check(got == wanted, 'is %s, not %s', got, wanted)
            allowed = [sets(w) for w in [wanted] + c.get('also_ok', [])]
            loose = [[urllib.parse.unquote(x) for x in w] for w in allowed]
            got = sets(url.query)
            check(got in allowed or style in ('deepObject', 'pipeDelimited', 'spaceDelimited') and [urllib.parse.unquote(x) for x in got] in loose, 'is %s, not %s', url.query, wanted)
        return go
    for c in run.lines('openapi-params', 'cases.jsonl'):
        yield c['id'], case(c)

# ---------------------------------------------------------------- retry

@suite('retry')
def _(run):
    def vector(c):
        model = c['model']
        if model.startswith('AWS retry quota as shipped') or 'header_ms' in c:
            return Skip('another system\'s quota or header')
        base = {'AWS standard as shipped': '1s..20s', 'AWS standard 2.1 (2026, behind a flag)': '50ms..20s', 'AWS standard 2.1, throttling error': '1s..20s', 'curl --retry': '1s..600s'}.get(model)

        def delays():
            failures = [{'status': 503, 'headers': []}] * c['attempt']
            ok = run.call('retry-delays', retry={'max': c['attempt'], 'on': [503], 'backoff': base}, failures=failures, success=True).want()
            lo, hi = ok['waits'][-1]
            check(len(ok['waits']) == c['attempt'] and lo == 0 and abs(hi - c['delay_s']) < 0.001, 'waits %s, the last at most %s s wanted', ok['waits'], c['delay_s'])

        def retry_after():
            def ask(headers):
                return run.call('retry-delays', retry={'max': 3, 'on': [429, 503], 'backoff': '200ms..20s'}, failures=[{'status': 503, 'headers': headers}], success=True).want()['waits'][0]
            got, plain, want = ask([['Retry-After', c['header']]]), ask([]), c['delay_s']
            if want is None:
                return check(got == plain, 'waits %s, not the usual %s', got, plain)
            if want == 'cap' or want > 60:
                return check(got is None, 'waits %s, but a wait over 60 s gives up', got)
            check(got is not None and want <= got[0] and got[1] <= want + 20, 'waits %s, not %s s', got, want)

        def quota():
            event = c['id'].split('|')[1]
            on = {'max': 3, 'on': [429, 503, 'network'], 'backoff': '1ms..2ms'}
            if event.startswith('start'):
                failures, success = [], False
            elif 'throttling' in event:
                failures, success = [{'status': 429, 'headers': []}], False
            else:
                failures, success = [{'status': 503, 'headers': []}], event.startswith('success')
            tokens = run.call('retry-delays', retry=on, failures=failures, success=success).want()['tokens']
            check(tokens == c['tokens_after'], '%s tokens, not %s', tokens, c['tokens_after'])
        return delays if base else retry_after if model.startswith('RFC') else quota if 'quota' in model else Skip('another model')

    ok = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'

    def reply(instruction):
        if instruction.startswith('return-reset'):
            return RawServer.RESET
        if instruction.startswith('return-broken-stream'):
            return b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 20\r\nConnection: close\r\n\r\n{"a":'
        status = int(re.search(r'\d{3}', instruction).group())
        return b'HTTP/1.1 %d Scripted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' % status

    def verb(name):
        last = name.split('.')[-1]
        return {'get': 'GET', 'list': 'GET', 'getIamPolicy': 'GET', 'testIamPermissions': 'GET', 'delete': 'DELETE', 'patch': 'PATCH', 'update': 'PUT', 'setIamPolicy': 'PUT'}.get(last, 'POST')

    def storage(t, instructions, method):
        unsafe = method in ('POST', 'PATCH')
        if t['id'] == 7:
            return Skip('resumable uploads are not promised')
        if t['id'] in (3, 4) and not unsafe:
            return Skip('HTTP calls this method idempotent')

        def go():
            url, seen = run.server(RawServer).serve([reply(i) for i in instructions] + [ok])
            keyed = unsafe and (t['preconditionProvided'] or t['expectSuccess'])
            members = {'b64': b64('{}')} if method in ('POST', 'PATCH', 'PUT') else {}
            answer = run.call('http', method=method, url=url, timeout_ms=8000, headers=[['Idempotency-Key', 'k1']] if keyed else [], retry={'max': 4, 'on': [408, 429, '5xx', 'network'], 'backoff': '5ms..20ms'}, **members)
            if t['expectSuccess']:
                check(answer.good and answer.ok['status'] == 200, '%r after %s requests', answer, len(seen))
                return check(len(seen) == len(instructions) + 1, '%s requests, not %s', len(seen), len(instructions) + 1)
            wanted = len(instructions) if t['id'] == 6 else 1
            check(len(seen) == wanted, '%s requests, not %s', len(seen), wanted)
            status = re.search(r'\d{3}', instructions[wanted - 1])
            if status:
                check(answer.good and answer.ok['status'] == int(status.group()), '%r', answer)
            else:
                answer.refused('CONNECT', 'PROTO')
        return go
    for c in run.lines('retry', 'vectors.jsonl'):
        yield c['id'], vector(c)
    path = run.folder('retry', 'retry_tests.json')
    if os.path.exists(path):
        with open(path) as f:
            tests = json.load(f)['retryTests']
        for t in tests:
            for c in t['cases']:
                for method in sorted({verb(m['name']) for m in t['methods']}):
                    yield 'storage|%d|%s|%s' % (t['id'], '+'.join(c['instructions']), method), storage(t, c['instructions'], method)
