#!/usr/bin/env python3
r"""faultserver.py - HTTP, TLS, SSE, WebSocket, proxy and cache faults on loopback.  Python 3.8+, stdlib only.

  python3 faultserver.py PORT            (0 = free ports)   prints `ready PORT`, then `ports {...}`
  python3 faultserver.py --list          prints this table as markdown

Listens on 127.0.0.1 only, stops by itself after --max-seconds (7200).  With PORT p: p plain HTTP, p+1 a second
plain origin (for cross-origin checks), p+2 a proxy, p+3 a proxy that wants Basic proxy:secret, then one port a TLS
variant and a few odd ports.  GET /_/ports gives all ports, the folder with ca.pem, client.pem and client.key (made with
the openssl command at start-up), and the SPKI pins.  GET /_/log?since=N&id=X gives every request seen, headers in
order as received: judge credential leaks, retry counts and delays, WebSocket masks and single-flight refresh by it.
POST /_/reset forgets.  Give each test its own ?id= so that counters do not mix.  Waiting routes end after ?s=
seconds (30 at most 60); streaming routes are bounded in bytes.

CLASS is what the engine must make of it, by the class of ../Conformance/README.md: OK CONNECT TLS TIMEOUT TRUNC PROTO LIMIT
STATUS AUTH DECODE REDIRECT.  A route may be read as: what the server does -> what the engine must do [CLASS].

  /echo                    answers with the request: method, raw target, headers in order, body (any deeper path too)
                           -> baseline; the judge of every binding [OK]
  /f/empty                 closes after the request, no byte sent
                           -> error: server closed without answering; retried only if idempotent [PROTO]
  /f/reset                 TCP reset after the request
                           -> error: connection reset; retried only if idempotent [CONNECT]
  /f/reset-mid-headers     reset inside the headers
                           -> error, nothing of the head is used [PROTO]
  /f/reset-mid-body        reset after half of a Content-Length body
                           -> error says N of M bytes; partial body never decoded as complete; a download keeps or removes its .part file, never the final name [TRUNC]
  /f/stall                 reads the request, never answers (?s=30)
                           -> read timeout after the set time, not the default of a minute or more [TIMEOUT]
  /f/stall-mid-headers     half the head, then silence
                           -> read timeout [TIMEOUT]
  /f/stall-mid-body        half the body, then silence
                           -> read timeout; the error gives bytes received [TIMEOUT]
  /f/slow-headers          one header byte every 0.2 s (slow loris, ?s=30)
                           -> total deadline ends it: a per-read timeout alone never fires [TIMEOUT]
  /f/slow-body             one body byte every 0.2 s (?s=30)
                           -> total deadline ends it [TIMEOUT]
  /f/late                  a right answer after ?s=2 seconds
                           -> OK when the timeout is longer; TIMEOUT when shorter, and the late answer is not taken for the next request [OK]
  /f/stale-keepalive       first call on a connection is answered keep-alive, the second is reset
                           -> a GET is sent again on a fresh connection without the user noticing; a POST fails unless marked idempotent [OK]
  /f/close-after           answers keep-alive, then closes the idle connection at once
                           -> the next call opens a new connection, no error [OK]
  /f/early-413             answers 413 before the body is read, then closes
                           -> HTTP error 413 surfaces, not a broken pipe [STATUS]
  /f/expect-417            answers 417 to Expect: 100-continue
                           -> sent again without Expect, or error 417 [STATUS]
  /f/expect-silent         never sends 100 Continue but waits for the body
                           -> the body is sent after at most about 1 s [OK]
  /f/1xx-flood             1000 interim 103 answers, then 200
                           -> the 200 is the answer; memory flat [OK]
  /f/1xx-endless           interim answers without end (bounded by ?s=30)
                           -> total deadline or a limit ends it [LIMIT]
  /f/101-unasked           101 Switching Protocols that nobody asked for
                           -> protocol error [PROTO]
  /f/cl-short              Content-Length 100, 11 bytes sent, then close
                           -> error: 11 of 100 bytes; never decoded as complete [TRUNC]
  /f/cl-long               Content-Length 11, then a second forged answer on the same connection
                           -> first answer used; the extra bytes are never the answer of a later call; connection dropped [OK]
  /f/cl-negative           Content-Length: -1
                           -> protocol error [PROTO]
  /f/cl-garbage            Content-Length: abc
                           -> protocol error [PROTO]
  /f/cl-plus               Content-Length: +11
                           -> protocol error [PROTO]
  /f/cl-overflow           Content-Length: 99999999999999999999999
                           -> protocol error, no allocation of that size [PROTO]
  /f/cl-petabyte           Content-Length: 1125899906842624, 11 bytes, close
                           -> error TRUNC; no allocation from the header [TRUNC]
  /f/cl-twice-same         Content-Length: 11 twice
                           -> accepted or refused, never hanging [OK]
  /f/cl-twice-differ       Content-Length: 11 and 5
                           -> protocol error [PROTO]
  /f/cl-and-te             Content-Length and chunked together
                           -> chunked wins and the connection is closed, or protocol error [PROTO]
  /f/te-unknown            Transfer-Encoding: bogus
                           -> protocol error; the bytes are not shown as data [PROTO]
  /f/te-not-last           Transfer-Encoding: chunked, gzip
                           -> protocol error [PROTO]
  /f/no-length             no length at all, ends by close (legal)
                           -> OK; but over TLS an end without close_notify is TRUNC [OK]
  /f/chunk-cut             chunked, connection closed inside a chunk
                           -> error TRUNC [TRUNC]
  /f/chunk-no-end          chunked, closed before the last chunk, JSON itself complete
                           -> error TRUNC although the JSON parses [TRUNC]
  /f/chunk-bad-size        chunk size "xyz"
                           -> protocol error [PROTO]
  /f/chunk-negative        chunk size "-b"
                           -> protocol error [PROTO]
  /f/chunk-huge            chunk size fffffffffffffffff (over 64 bits)
                           -> protocol error [PROTO]
  /f/chunk-no-crlf         chunk data not followed by CRLF
                           -> protocol error [PROTO]
  /f/chunk-ext             chunk extensions
                           -> OK, ignored [OK]
  /f/chunk-ext-flood       1 MiB of chunk extension
                           -> OK or protocol error, memory flat [PROTO]
  /f/trailers              trailers after chunks, one named Content-Length, one Set-Cookie
                           -> OK; trailers never act as headers [OK]
  /f/trailer-flood         20000 trailers
                           -> limit error or OK, memory flat [LIMIT]
  /f/body-on-204           204 with a Content-Length body
                           -> empty result; the body bytes are not the next answer [OK]
  /f/body-on-304           304 with a body, unasked
                           -> a 304 without a stored answer is an error, not an empty success [PROTO]
  /f/http10                HTTP/1.0 answer without length
                           -> OK [OK]
  /f/one-byte-chunks       a right answer in one-byte TCP segments and chunks, cutting UTF-8 sequences
                           -> OK, text intact [OK]
  /f/status                any status: ?code=418&body=...&ct=...
                           -> STATUS error from 400 up carrying code and body; 2xx OK [STATUS]
  /f/status-999            status 999
                           -> STATUS or PROTO error, never success [STATUS]
  /f/status-0              status 000
                           -> protocol error [PROTO]
  /f/status-1000           status 1000
                           -> protocol error [PROTO]
  /f/status-text           status "OK"
                           -> protocol error [PROTO]
  /f/no-reason             no reason phrase
                           -> OK [OK]
  /f/http09                body with no status line at all
                           -> protocol error (no HTTP/0.9) [PROTO]
  /f/garbage               4 KiB of binary noise
                           -> protocol error; noise not printed raw [PROTO]
  /f/version-9             HTTP/9.9
                           -> protocol error [PROTO]
  /f/ssh                   an SSH banner
                           -> protocol error that shows the first bytes, escaped [PROTO]
  /f/header-nul            NUL inside a header value
                           -> protocol error [PROTO]
  /f/header-lone-cr        lone CR inside a header value
                           -> protocol error, never a second header [PROTO]
  /f/header-no-colon       a header line without colon
                           -> protocol error [PROTO]
  /f/header-space-colon    "Content-Length : 5" (space before colon)
                           -> protocol error, or the header not honoured [PROTO]
  /f/header-fold           obsolete line folding
                           -> joined with a space, or protocol error [PROTO]
  /f/header-empty-name     ": value"
                           -> protocol error [PROTO]
  /f/header-latin1         Latin-1 byte in a header value
                           -> OK, value kept or replaced, no crash [OK]
  /f/header-control        escape sequences in reason and header values
                           -> printed escaped [OK]
  /f/header-8000           8000 headers
                           -> limit error (SwiftNIO stops at 256), memory flat [LIMIT]
  /f/header-1mib           one header of 1 MiB
                           -> limit error (SwiftNIO stops at 80 KiB) [LIMIT]
  /f/cookies-5000          5000 Set-Cookie lines
                           -> limit error or a jar that stays within its limit [LIMIT]
  /f/date-garbage          unreadable Date, Expires, Last-Modified, Age
                           -> OK; treated as stale [OK]
  /f/header-endless        headers without end (bounded: 64 MiB or ?s=20)
                           -> limit error soon, memory flat [LIMIT]
  /f/body-endless          chunked body without end (bounded: 256 MiB or ?s=20)
                           -> the set body limit ends it; with a file target the disk limit; memory flat [LIMIT]
  /f/big                   a right JSON array of ?mib=50 with Content-Length
                           -> OK to a file with flat memory; decoding within a stated multiple of the size [OK]
  /f/gzip                  right gzip
                           -> OK decoded [OK]
  /f/gzip-members          two gzip members one after the other
                           -> OK, both decoded [OK]
  /f/gzip-bomb             512 KiB that unpack to 512 MiB
                           -> limit error by size or ratio, memory flat; -o file obeys the limit too [LIMIT]
  /f/gzip-bomb-2           the same packed twice, Content-Encoding: gzip, gzip
                           -> limit error [LIMIT]
  /f/gzip-cut              gzip cut in half
                           -> error: truncated encoding; not the half text [TRUNC]
  /f/gzip-crc              gzip with a wrong checksum
                           -> error [PROTO]
  /f/gzip-tail             right gzip followed by junk
                           -> OK with the junk ignored, or error; never the junk as data [OK]
  /f/gzip-not              says gzip, sends plain JSON
                           -> error naming the encoding [PROTO]
  /f/gzip-empty            says gzip, empty body
                           -> OK empty [OK]
  /f/deflate-zlib          deflate with zlib wrapper (right by RFC)
                           -> OK [OK]
  /f/deflate-raw           raw deflate (common mistake)
                           -> OK or a clear error [OK]
  /f/coding-unknown        Content-Encoding: bogus
                           -> error naming the encoding; raw bytes may be saved on request [DECODE]
  /f/coding-10             ten layers of gzip
                           -> error (curl allows 5) [LIMIT]
  /f/identity              Content-Encoding: identity
                           -> OK [OK]
  /f/latin1                JSON as ISO-8859-1 with charset
                           -> OK, text right, or a clear error [OK]
  /f/utf16                 JSON as UTF-16LE with BOM
                           -> OK or a clear error [DECODE]
  /f/bom                   UTF-8 BOM before the JSON
                           -> OK [OK]
  /f/charset-unknown       charset=bogus
                           -> OK as UTF-8 or a clear error [OK]
  /f/bad-utf8              invalid UTF-8 in a JSON string
                           -> error or U+FFFD, never a crash [DECODE]
  /f/json-cut              JSON cut short, length right
                           -> decode error with offset [DECODE]
  /f/json-html             200 with an HTML page typed application/json
                           -> decode error that shows the first 200 characters, escaped [DECODE]
  /f/html                  200 text/html where JSON is due
                           -> error naming the content type [DECODE]
  /f/empty-200             200 with no body where JSON is due
                           -> clear error, or empty by the spec of the endpoint [DECODE]
  /f/no-type               JSON without Content-Type
                           -> OK when JSON is expected [OK]
  /f/json-deep             100000 nested arrays
                           -> limit error, no stack overflow, also when freed [LIMIT]
  /f/json-deep-object      50000 nested objects
                           -> limit error, no stack overflow [LIMIT]
  /f/json-numbers          numbers beyond Int64 and Double
                           -> digits kept when printed [OK]
  /f/json-dup              a key twice
                           -> one documented rule [OK]
  /f/json-surrogate        lone surrogate escape
                           -> U+FFFD or error, no crash [OK]
  /f/json-hash-flood       20000 keys and one very long key
                           -> OK within 2 s [OK]
  /f/json-escapes          terminal escapes in strings and keys
                           -> printed escaped on a terminal [OK]
  /f/error-json            422 with problem+json
                           -> STATUS error carrying title, detail and the body [STATUS]
  /f/error-html            502 with an HTML page
                           -> STATUS error; page shortened and escaped [STATUS]
  /f/error-secret          401 whose body repeats the token sent
                           -> the token is not printed unless asked [AUTH]
  /f/error-big             500 with 20 MiB of text
                           -> STATUS error; at most a few KiB shown, memory bounded [STATUS]
  /f/redirect-loop         redirects to itself
                           -> error after the limit (curl 50 in the tool, OkHttp 20, AsyncHTTPClient 5) [REDIRECT]
  /f/redirect-grow         each hop has a new, longer address
                           -> error after the limit [REDIRECT]
  /f/redirect-none         302 without Location
                           -> the 302 is the answer, or an error; no loop [REDIRECT]
  /f/redirect-empty        302 with an empty Location
                           -> error or the 302; no loop [REDIRECT]
  /f/redirect-bad          Location: http://[bad
                           -> error naming the Location, escaped [REDIRECT]
  /f/redirect-file         Location: file:///etc/hostname
                           -> refused; nothing read [REDIRECT]
  /f/redirect-ftp          Location: ftp://127.0.0.1/x
                           -> refused [REDIRECT]
  /f/redirect-unix         Location: http+unix://...
                           -> refused [REDIRECT]
  /f/redirect-data         Location: data: or javascript:
                           -> refused [REDIRECT]
  /f/redirect-cross        to another port (?code=301..308): another origin
                           -> followed without Authorization, Cookie, Proxy-Authorization or any auth header or query key the spec defines (X-Api-Key ...) [OK]
  /f/redirect-cross-host   to localhost instead of 127.0.0.1, same port
                           -> as redirect-cross: another host [OK]
  /f/redirect-back         to another origin, which redirects back here
                           -> credentials stay off after leaving, or only the first origin ever sees them [OK]
  /f/redirect-return       (second hop of redirect-back)
                           -> see redirect-back [OK]
  /f/redirect-userinfo     Location carries user:pw@
                           -> followed without sending that password, or refused [OK]
  /f/redirect-downgrade    from https to http (call it on a TLS port)
                           -> refused by default, or followed without any credential [REDIRECT]
  /f/redirect-upgrade      from http to https (ok certificate)
                           -> followed [OK]
  /f/redirect-relative     Location: ../echo/rel?x=1#frag
                           -> followed to /echo/rel?x=1, fragment not sent [OK]
  /f/redirect-slashes      Location: //127.0.0.1:PORT2/...
                           -> followed as another origin [OK]
  /f/redirect-utf8         raw UTF-8 and a space in Location
                           -> followed with percent-encoding, or a clear error [OK]
  /f/redirect-method       ?code=301/302/303/307/308 of any method to /echo/method
                           -> 301, 302 of POST become GET (with a note), 303 GET, 307 and 308 keep method and body (replayed whole) [OK]
  /f/redirect-304          304 with a Location header
                           -> not followed (AsyncHTTPClient 1.37 counts 304 and 305 as redirects) [PROTO]
  /f/redirect-300          300 Multiple Choices with Location
                           -> followed or returned; documented [OK]
  /f/redirect-chain        ?n=10 hops then /echo
                           -> OK up to the limit [OK]
  /f/redirect-body         302 whose own body never ends (bounded)
                           -> followed without reading it to the end [OK]
  /f/redirect-bomb         302 whose body is a gzip bomb (512 MiB)
                           -> followed without unpacking it (urllib3 CVE-2026-21441) [OK]
  /f/redirect-name         redirects a download to /echo/.bashrc
                           -> the file name never comes from the redirected address (HTTPie CVE-2019-10751), or is made harmless [OK]
  /f/bearer                401 unless Authorization: Bearer of the last token given by /f/token (same ?id=)
                           -> one refresh, one retry, then OK [OK]
  /f/token                 OAuth2 token endpoint: a new access token a call (?expires=3600), refresh tokens rotate (an old one gives 400)
                           -> 50 calls at once with an expired token cause exactly one token request [OK]
  /f/token-html            token endpoint answers 200 HTML
                           -> auth error that says so; the call is not sent [AUTH]
  /f/token-400             token endpoint: invalid_grant
                           -> auth error naming invalid_grant; no loop; the user is told to sign in again [AUTH]
  /f/token-500             token endpoint: 500
                           -> retried by policy, then auth error [AUTH]
  /f/token-empty           token answer without access_token
                           -> auth error [AUTH]
  /f/token-crlf            token value with CR LF inside
                           -> refused, nothing sent with it [AUTH]
  /f/401-always            401 whatever is sent
                           -> one refresh at most, then the 401: no loop [AUTH]
  /f/403                   403
                           -> no refresh, no retry [AUTH]
  /f/401-multi             several challenges in one header, commas inside quotes
                           -> parsed right [AUTH]
  /f/basic                 401 unless Basic aladdin:opensesame
                           -> OK with the right pair; the password never in errors or logs [OK]
  /f/flaky                 first ?n=2 calls of an ?id= fail with ?code=503, then 200 (?ra= sets Retry-After)
                           -> OK after exactly n retries when the method allows; otherwise the first error [OK]
  /f/flaky-reset           first ?n=2 calls are reset, then 200
                           -> GET, PUT, DELETE: OK after retries; POST without an idempotency key: error, sent once [OK]
  /f/flaky-cut             first ?n=1 answers are cut in the body, then right
                           -> GET: OK after a retry, no byte doubled in the output; POST: error [OK]
  /f/retry-after-2         429 once, Retry-After: 2
                           -> second call 2 s later, not sooner [OK]
  /f/retry-after-date      429 once, Retry-After as a date 3 s ahead
                           -> second call not before that date [OK]
  /f/retry-after-year      Retry-After: 31536000
                           -> gives up at once saying how long the server asks to wait [STATUS]
  /f/retry-after-bad       Retry-After: soon
                           -> ignored: the usual backoff [OK]
  /f/retry-after-negative  Retry-After: -5
                           -> ignored: the usual backoff [OK]
  /f/retry-after-huge      Retry-After: 99999999999999999999
                           -> no overflow; gives up at once [STATUS]
  /f/500-always            500 at every call
                           -> at most the set attempts (3 is usual), growing jittered delays, then STATUS error that tells how many attempts [STATUS]
  /f/post-counter          counts executions of a POST per ?id=, answers only after the connection is cut once
                           -> a POST runs once, or with one Idempotency-Key across tries [CONNECT]
  /f/page                  pages ?p=1..3 by Link rel=next and by "next" in the body
                           -> three pages, each once [OK]
  /f/page-loop             next page is the same page
                           -> error: page seen before, or the page limit [LIMIT]
  /f/page-cross            next page on another origin
                           -> refused, or fetched without credentials [LIMIT]
  /f/file                  100000 bytes with ETag, ranges honoured; ?cut=N closes after N bytes on the first call of an ?id=
                           -> a cut download resumes with Range and If-Range and ends with the right SHA-256 [OK]
  /f/range-ignored         200 with the whole file to a Range request
                           -> file written from the start, not appended [OK]
  /f/range-wrong           206 with another Content-Range than asked
                           -> error; the partial file is kept unharmed [PROTO]
  /f/range-none            206 without Content-Range
                           -> error [PROTO]
  /f/range-unasked         206 to a request without Range
                           -> error, never taken for the whole [PROTO]
  /f/download              Content-Disposition with ?name= (raw) or ?cd= (whole header)
                           -> the file lands in the chosen folder under a harmless name; no overwrite without being told [OK]
  /f/cookies               sets cookies: plain, Secure, Domain=com, another domain, Path=/other, __Host- wrong, expired, 5 KiB
                           -> with a jar: only the plain one comes back here; none goes to another host or port-changed origin on redirect [OK]
  /f/cache                 Cache-Control: max-age=60, counts calls
                           -> second call from the cache: the server sees one [OK]
  /f/cache-cut             cacheable, first answer cut in the body
                           -> the cut answer is never stored [OK]
  /f/cache-auth            cacheable answer that names the Authorization it saw
                           -> user B never gets what was stored for user A [OK]
  /f/cache-vary            Vary: Accept-Language
                           -> another language is another entry [OK]
  /f/cache-etag            no-cache with ETag, 304 when it matches
                           -> each call revalidates; the body comes from the cache [OK]
  /f/cache-stale-error     first a fresh-for-0 answer with stale-if-error=60, then 503
                           -> the stored answer is used with a warning mark, or the 503; documented [OK]
  /f/sse                   three events, then end; a reconnect with Last-Event-ID N goes on at N+1; after 6 answers 204
                           -> six events in order, none twice, then a clean end [OK]
  /f/sse-cut               reset in the middle of event 2, whole stream on reconnect
                           -> event 2 delivered once, complete [OK]
  /f/sse-bytes             serves ?b64= as an event stream; ?cut=byte one byte a segment, ?cut=all, ?ends=5,9 at these offsets; ?ct= content type
                           -> runner of the eventsource vectors [OK]
  /f/sse-silent            one event, then silence (?s=30)
                           -> idle timeout reconnects or ends as set; the first event was delivered at once, not held back [TIMEOUT]
  /f/sse-heartbeat         comments every 0.5 s, an event every 5 s (?s=30)
                           -> comments keep it alive and are not events [OK]
  /f/sse-line-endless      one data line without end (bounded 128 MiB)
                           -> limit error, memory flat [LIMIT]
  /f/sse-flood             200000 events at once
                           -> all delivered in order to a slow reader; memory flat (back-pressure) [OK]
  /f/sse-wrong-type        event stream typed text/plain
                           -> error, no event [DECODE]
  /f/sse-204               204
                           -> clean end, no reconnect [OK]
  /f/sse-retry-storm       retry: 0, closes at once each time
                           -> reconnects with a floor and growing pauses, not a busy loop (count at /_/log) [OK]
  /f/sse-gzip              gzip-coded event stream, flushed per event
                           -> events delivered as they come [OK]
  /f/sse-error-event       an OpenAI-style stream that ends with an error object instead of [DONE]
                           -> the error surfaces after the events [STATUS]
  /ws/echo                 echoes messages; answers pings and closes
                           -> baseline [OK]
  /ws/bad-accept           wrong Sec-WebSocket-Accept
                           -> handshake error [PROTO]
  /ws/not-upgraded         200 instead of 101
                           -> handshake error with status and body [PROTO]
  /ws/401                  401 to the handshake
                           -> auth error with body [AUTH]
  /ws/redirect             302 to another origin
                           -> not followed, or followed without credentials [REDIRECT]
  /ws/extra-protocol       a subprotocol that was not asked for
                           -> handshake error [PROTO]
  /ws/extra-extension      an extension that was not asked for
                           -> handshake error [PROTO]
  /ws/masked               a masked server frame
                           -> fails with 1002 [PROTO]
  /ws/rsv                  RSV1 without extension
                           -> fails with 1002 [PROTO]
  /ws/bad-utf8             invalid UTF-8 in a text message
                           -> fails with 1007 [PROTO]
  /ws/huge-frame           a frame that claims 2^62 bytes
                           -> fails with 1009 without allocating [LIMIT]
  /ws/frag-flood           100000 empty fragments without end
                           -> limit error or flat memory [LIMIT]
  /ws/big-message          ?mib=64 in 64 KiB fragments
                           -> delivered, or 1009 past the set limit [LIMIT]
  /ws/ping-flood           100000 pings while the client sends nothing
                           -> memory flat (curl CVE-2026-11586: pongs piled up) [OK]
  /ws/big-ping             a ping of 126 bytes
                           -> fails with 1002 [PROTO]
  /ws/frag-ping            a fragmented ping
                           -> fails with 1002 [PROTO]
  /ws/no-close             never answers the close frame (?s=30)
                           -> the client gives up after its close timeout (5 to 10 s) and ends [OK]
  /ws/reset                TCP reset after the first message
                           -> error 1006; the message was delivered [CONNECT]
  /ws/eof                  TCP close without a close frame
                           -> error 1006 [TRUNC]
  /ws/silent               opens, then silence (?s=30)
                           -> the keep-alive ping finds the peer dead after its timeout [TIMEOUT]
  /ws/close-codes          closes with ?code=4001&reason=bye
                           -> code and reason are reported [OK]
  /ws/data-after-close     a message after the close frame
                           -> ignored [OK]
  /ws/data-with-handshake  first frame in the same segment as the 101
                           -> the frame is not lost [OK]
  tls:ok                   good certificate for localhost and 127.0.0.1 under ca.pem
                           -> OK with ca.pem as trust root; refused with the system roots [OK]
  tls:rotated              another good certificate, other key
                           -> with a pin on ok: refused before any request byte; with both pins: OK [TLS]
  tls:expired              expired 10 days ago
                           -> TLS error naming expiry; a matching pin does not make it good [TLS]
  tls:notyet               valid from 10 days ahead
                           -> TLS error [TLS]
  tls:wronghost            made out to wrong.example
                           -> TLS error naming both hosts; a matching pin does not make it good [TLS]
  tls:selfsigned           self-signed
                           -> TLS error; OK only when it is itself the trust root [TLS]
  tls:untrusted            signed by an unknown root
                           -> TLS error [TLS]
  tls:chain                leaf and intermediate sent
                           -> OK; a pin on the intermediate key matches [OK]
  tls:nochain              intermediate left out
                           -> TLS error saying issuer unknown [TLS]
  tls:leafca               signed by a leaf that is no CA
                           -> TLS error [TLS]
  tls:cnonly               CN only, no subjectAltName
                           -> TLS error [TLS]
  tls:clienteku            key usage for clients only
                           -> TLS error [TLS]
  tls:rsa1024              RSA of 1024 bits
                           -> TLS error [TLS]
  tls:mtls                 wants a client certificate
                           -> TLS error that says so; OK with client.pem and client.key [TLS]
  tls:tls11                speaks TLS 1.1 at most
                           -> TLS error: version [TLS]
  tls:tls-cut              ends every connection without close_notify
                           -> /f/no-length is TRUNC, answers with a length are OK [TLS]
  port:closed              nothing listens
                           -> error: connection refused, at once [CONNECT]
  port:blackhole           connects hang (accept queue full)
                           -> connect timeout after the set time [TIMEOUT]
  port:accept-close        accepts and closes
                           -> error: closed before an answer; over https a TLS error [CONNECT]
  port:accept-stall        accepts, then silence; over https the handshake never ends
                           -> handshake or read timeout [TIMEOUT]
  port:tls-alert           fatal handshake_failure alert
                           -> TLS error naming the alert [TLS]
  port:tls-plain           plain HTTP on an https port
                           -> TLS error that hints at http [TLS]
  port:tls-reset           reset inside the handshake
                           -> TLS or connect error; retried only for idempotent calls [TLS]
  port:proxy               HTTP proxy: absolute-form is recorded, CONNECT tunnels to loopback
                           -> the origin never sees Proxy-Authorization; the proxy never sees the Authorization of https calls [OK]
  port:proxy407            proxy that wants Basic proxy:secret
                           -> 407 surfaces as an auth error naming the proxy [AUTH]
  port:proxy-garbage       proxy answers CONNECT with noise
                           -> protocol error naming the proxy [PROTO]
"""
import argparse, asyncio, base64, collections, contextlib, hashlib, io, json, os, re, shutil, socket, ssl, struct, subprocess, sys, tempfile, time, zlib, gzip
from email.utils import formatdate
from urllib.parse import unquote, unquote_plus

MIB = 1 << 20
MAX_STREAM = 256 * MIB          # no route sends more than this on the wire
MAX_SECONDS = 60.0              # no route keeps a connection busy longer than this (?s= may lower it)
REQ_LIMIT = 64 * MIB            # request bodies beyond this are counted, not kept
ROUTES = {}                     # path -> (handler, what, expected, class)
PORTS = {}                      # listener name -> port
PINS = {}                       # TLS variant -> base64(sha256(SPKI))
LOG = []                        # every request seen
COUNT = collections.Counter()   # (route, id) -> calls
STATE = {}                      # scratch per id
TLSDIR = None
CONN = 0


def route(path, what, expect, cls):
    def deco(f):
        ROUTES[path] = (f, what, expect, cls)
        return f
    return deco


class Done(Exception):
    """the handler has finished with the connection"""


class Req:
    def __init__(s): s.pairs, s.body, s.body_len = [], b'', 0

    def h(s, n, d=None):
        for k, v in s.pairs:
            if k.lower() == n.lower(): return v
        return d

    def all(s, n): return [v for k, v in s.pairs if k.lower() == n.lower()]


class Conn:
    """one client connection; every handler gets this as c, with the request in c.r"""

    def __init__(s, rd, wr, name):
        global CONN
        CONN += 1
        s.rd, s.wr, s.name, s.n, s.reqs = rd, wr, name, CONN, 0
        s.tls = wr.get_extra_info('ssl_object') is not None
        s.r = None

    def q(s, k, d=None):
        for kv in s.r.query.split('&'):
            a, _, b = kv.partition('=')
            if unquote_plus(a) == k: return unquote_plus(b)
        return d

    def qi(s, k, d): return int(s.q(k, d))

    def id(s): return s.q('id', '-')

    def count(s):
        k = (s.r.path, s.id()); COUNT[k] += 1
        return COUNT[k]

    async def send(s, b):
        s.wr.write(b if isinstance(b, bytes) else b.encode('latin-1'))
        await s.wr.drain()

    def head(s, status='200 OK', hdrs=(), ct='application/json'):
        o = f'HTTP/1.1 {status}\r\nDate: {formatdate(usegmt=True)}\r\nServer: faultserver\r\n'
        if ct and not any(k.lower() == 'content-type' for k, _ in hdrs): o += f'Content-Type: {ct}\r\n'
        return o + ''.join(f'{k}: {v}\r\n' for k, v in hdrs)

    async def reply(s, body=b'{"ok":true}', status='200 OK', hdrs=(), ct='application/json'):
        if isinstance(body, (dict, list)): body = json.dumps(body).encode()
        if isinstance(body, str): body = body.encode()
        code = int(status.split(' ')[0])
        h = s.head(status, hdrs, ct)
        if code not in (204, 304) and code >= 200: h += f'Content-Length: {len(body)}\r\n'
        await s.send(h.encode('latin-1', 'replace') + b'\r\n' + (b'' if s.r.method == 'HEAD' or code in (204, 304) else body))

    async def raw(s, b, close=True):
        await s.send(b)
        if close: raise Done

    def rst(s):
        sock = s.wr.get_extra_info('socket')
        with contextlib.suppress(Exception):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        s.wr.transport.abort()
        raise Done

    async def stall(s, d=30.0):
        t = min(float(s.q('s', d)), MAX_SECONDS)
        end = time.time() + t
        while time.time() < end and not s.wr.is_closing():
            with contextlib.suppress(asyncio.TimeoutError):
                if not await asyncio.wait_for(s.rd.read(65536), 0.5): break
        raise Done

    def origin(s, name='http2', host=None):
        tls = name in TLSNAMES
        return f'{"https" if tls else "http"}://{host or "127.0.0.1"}:{PORTS[name]}'


async def read_request(c):
    line = b''
    while not line.strip():
        line = await c.rd.readuntil(b'\n')
    r = Req(); r.raw_head = line
    m = re.match(rb'([^ \r\n]+) (.*?) HTTP/(\d\.\d)\r?\n$', line)
    if not m:
        LOG.append({'n': len(LOG), 'listener': c.name, 'conn': c.n, 'bad_request_line': line[:200].decode('latin-1')})
        await c.send('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'); raise Done
    r.method, r.target, r.version = m.group(1).decode('latin-1'), m.group(2).decode('latin-1'), m.group(3).decode()
    while True:
        l = await c.rd.readuntil(b'\n'); r.raw_head += l
        if l in (b'\r\n', b'\n'): break
        k, _, v = l.decode('latin-1').rstrip('\r\n').partition(':')
        r.pairs.append((k, v.strip(' \t')))
        if len(r.raw_head) > 4 * MIB: raise Done
    t = r.target
    if re.match(r'https?://', t):
        r.absolute = True; t = '/' + t.split('://', 1)[1].partition('/')[2]
    else: r.absolute = False
    p, _, r.query = t.partition('?')
    r.rawpath = p; r.path = unquote(p) if '%' in p else p
    c.r = r; c.reqs += 1
    e = {'n': len(LOG), 't': round(time.time(), 4), 'listener': c.name, 'conn': c.n, 'req_on_conn': c.reqs, 'method': r.method, 'target': r.target, 'headers': r.pairs}
    r.entry = e
    LOG.append(e)
    if len(LOG) > 20000: del LOG[:10000]
    return r


async def read_body(c, limit=REQ_LIMIT):
    r = c.r
    if getattr(r, 'read', False): return
    r.read = True
    hsh = hashlib.sha256(); keep = bytearray()

    def take(b):
        hsh.update(b); r.body_len += len(b)
        if len(keep) < limit: keep.extend(b)
    te, cl = r.h('Transfer-Encoding', ''), r.h('Content-Length')
    if (te or cl not in (None, '0')) and 'continue' in (r.h('Expect') or '').lower() and not getattr(r, 'no100', False):
        await c.send('HTTP/1.1 100 Continue\r\n\r\n')
    if 'chunked' in te.lower():
        while True:
            n = int((await c.rd.readuntil(b'\n')).split(b';')[0], 16)
            if n == 0:
                while (await c.rd.readuntil(b'\n')) not in (b'\r\n', b'\n'): pass
                break
            while n:
                b = await c.rd.read(min(n, MIB))
                if not b: raise Done
                take(b); n -= len(b)
            await c.rd.readuntil(b'\n')
    elif cl:
        n = int(cl)
        while n:
            b = await c.rd.read(min(n, MIB))
            if not b:
                r.entry['body_cut_after'] = r.body_len; raise Done
            take(b); n -= len(b)
    r.body = bytes(keep)
    r.entry.update(body_len=r.body_len, body_sha256=hsh.hexdigest(), body_head=r.body[:400].decode('latin-1'))


# ------------------------------------------------------------------ control
@route('/_/ports', 'lists listeners and ports', '-', '')
async def _(c): await c.reply({'ports': PORTS, 'pins': {k: 'sha256/' + v for k, v in PINS.items()}, 'tls_dir': TLSDIR})


@route('/_/log', 'lists requests seen (?since=N ?id=X)', '-', '')
async def _(c):
    since, i = c.qi('since', 0), c.q('id')
    await c.reply([e for e in LOG if e['n'] >= since and '/_/' not in e.get('target', '') and (i is None or f'id={i}' in e.get('target', ''))])


@route('/_/reset', 'forgets requests and counters', '-', '')
async def _(c): LOG.clear(); COUNT.clear(); STATE.clear(); await c.reply()


@route('/_/routes', 'lists all routes with what and expected', '-', '')
async def _(c): await c.reply([{'route': p, 'what': w, 'expect': e, 'class': k} for p, (f, w, e, k) in ROUTES.items() if not p.startswith('/_/')])


@route('/echo', 'answers with the request: method, raw target, headers in order, body (any deeper path too)', 'baseline; the judge of every binding', 'OK')
async def echo(c):
    await read_body(c)
    r = c.r
    await c.reply({'method': r.method, 'target': r.target, 'path': r.rawpath, 'query': r.query, 'headers': r.pairs, 'body_len': r.body_len, 'body_sha256': hashlib.sha256(r.body).hexdigest(),
                   'body_b64': base64.b64encode(r.body[:MIB]).decode(), 'listener': c.name, 'conn': c.n})


# ------------------------------------------------------------------ connection
@route('/f/empty', 'closes after the request, no byte sent', 'error: server closed without answering; retried only if idempotent', 'PROTO')
async def _(c): c.count(); raise Done


@route('/f/reset', 'TCP reset after the request', 'error: connection reset; retried only if idempotent', 'CONNECT')
async def _(c): c.count(); c.rst()


@route('/f/reset-mid-headers', 'reset inside the headers', 'error, nothing of the head is used', 'PROTO')
async def _(c):
    await c.send('HTTP/1.1 200 OK\r\nContent-Ty'); await asyncio.sleep(0.1); c.rst()


@route('/f/reset-mid-body', 'reset after half of a Content-Length body', 'error says N of M bytes; partial body never decoded as complete; a download keeps or removes its .part file, never the final name', 'TRUNC')
async def _(c):
    await c.send(c.head() + 'Content-Length: 100000\r\n\r\n' + '[' + '1,' * 25000); await asyncio.sleep(0.1); c.rst()


@route('/f/stall', 'reads the request, never answers (?s=30)', 'read timeout after the set time, not the default of a minute or more', 'TIMEOUT')
async def _(c): await c.stall()


@route('/f/stall-mid-headers', 'half the head, then silence', 'read timeout', 'TIMEOUT')
async def _(c): await c.send('HTTP/1.1 200 OK\r\nX-A: 1\r\n'); await c.stall()


@route('/f/stall-mid-body', 'half the body, then silence', 'read timeout; the error gives bytes received', 'TIMEOUT')
async def _(c): await c.send(c.head() + 'Content-Length: 1000\r\n\r\n' + 'x' * 500); await c.stall()


@route('/f/slow-headers', 'one header byte every 0.2 s (slow loris, ?s=30)', 'total deadline ends it: a per-read timeout alone never fires', 'TIMEOUT')
async def _(c):
    end = time.time() + min(float(c.q('s', 30)), MAX_SECONDS)
    await c.send('HTTP/1.1 200 OK\r\nX-Slow: ')
    while time.time() < end: await c.send('a'); await asyncio.sleep(0.2)
    raise Done


@route('/f/slow-body', 'one body byte every 0.2 s (?s=30)', 'total deadline ends it', 'TIMEOUT')
async def _(c):
    end = time.time() + min(float(c.q('s', 30)), MAX_SECONDS)
    await c.send(c.head() + 'Content-Length: 100000\r\n\r\n"')
    while time.time() < end: await c.send('a'); await asyncio.sleep(0.2)
    raise Done


@route('/f/late', 'a right answer after ?s=2 seconds', 'OK when the timeout is longer; TIMEOUT when shorter, and the late answer is not taken for the next request', 'OK')
async def _(c): await asyncio.sleep(min(float(c.q('s', 2)), MAX_SECONDS)); await c.reply({'ok': True, 'late': True})


@route('/f/stale-keepalive', 'first call on a connection is answered keep-alive, the second is reset', 'a GET is sent again on a fresh connection without the user noticing; a POST fails unless marked idempotent', 'OK')
async def _(c):
    await read_body(c)
    if c.reqs > 1: c.rst()
    await c.reply({'conn': c.n}, hdrs=[('Connection', 'keep-alive')])


@route('/f/close-after', 'answers keep-alive, then closes the idle connection at once', 'the next call opens a new connection, no error', 'OK')
async def _(c): await read_body(c); await c.reply({'conn': c.n}, hdrs=[('Connection', 'keep-alive')]); raise Done


@route('/f/early-413', 'answers 413 before the body is read, then closes', 'HTTP error 413 surfaces, not a broken pipe', 'STATUS')
async def _(c):
    c.r.no100 = True
    await c.send(c.head('413 Content Too Large', [('Connection', 'close')]) + 'Content-Length: 17\r\n\r\n{"error":"big"}  ')
    with contextlib.suppress(Exception): await asyncio.wait_for(c.rd.read(65536), 0.3)
    raise Done


@route('/f/expect-417', 'answers 417 to Expect: 100-continue', 'sent again without Expect, or error 417', 'STATUS')
async def _(c):
    if c.r.h('Expect'): await c.reply(b'', '417 Expectation Failed'); raise Done
    await read_body(c); await c.reply()


@route('/f/expect-silent', 'never sends 100 Continue but waits for the body', 'the body is sent after at most about 1 s', 'OK')
async def _(c): c.r.no100 = True; await read_body(c); await c.reply()


@route('/f/1xx-flood', '1000 interim 103 answers, then 200', 'the 200 is the answer; memory flat', 'OK')
async def _(c):
    for _i in range(1000): await c.send('HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n')
    await c.reply()


@route('/f/1xx-endless', 'interim answers without end (bounded by ?s=30)', 'total deadline or a limit ends it', 'LIMIT')
async def _(c):
    end = time.time() + min(float(c.q('s', 30)), MAX_SECONDS)
    while time.time() < end: await c.send('HTTP/1.1 102 Processing\r\n\r\n' * 50); await asyncio.sleep(0.01)
    raise Done


@route('/f/101-unasked', '101 Switching Protocols that nobody asked for', 'protocol error', 'PROTO')
async def _(c): await c.raw(b'HTTP/1.1 101 Switching Protocols\r\nUpgrade: foo\r\nConnection: Upgrade\r\n\r\n\x00\x01\x02')


# ------------------------------------------------------------------ framing
def fixed(path, what, expect, cls, head, body=b'', close=True):
    @route(path, what, expect, cls)
    async def _(c):
        await read_body(c)
        b = body.encode() if isinstance(body, str) else body
        h = head.replace('@LEN', str(len(b)))
        await c.raw(h.encode('latin-1') + b, close)
    return _


OKJ = b'{"ok":true}'
H = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
fixed('/f/cl-short', 'Content-Length 100, 11 bytes sent, then close', 'error: 11 of 100 bytes; never decoded as complete', 'TRUNC', H + 'Content-Length: 100\r\n\r\n', OKJ)
fixed('/f/cl-long', 'Content-Length 11, then a second forged answer on the same connection', 'first answer used; the extra bytes are never the answer of a later call; connection dropped', 'OK', H + 'Content-Length: 11\r\n\r\n', OKJ + b'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"evil":"true"}', close=False)
fixed('/f/cl-negative', 'Content-Length: -1', 'protocol error', 'PROTO', H + 'Content-Length: -1\r\n\r\n', OKJ)
fixed('/f/cl-garbage', 'Content-Length: abc', 'protocol error', 'PROTO', H + 'Content-Length: abc\r\n\r\n', OKJ)
fixed('/f/cl-plus', 'Content-Length: +11', 'protocol error', 'PROTO', H + 'Content-Length: +11\r\n\r\n', OKJ)
fixed('/f/cl-overflow', 'Content-Length: 99999999999999999999999', 'protocol error, no allocation of that size', 'PROTO', H + 'Content-Length: 99999999999999999999999\r\n\r\n', OKJ)
fixed('/f/cl-petabyte', 'Content-Length: 1125899906842624, 11 bytes, close', 'error TRUNC; no allocation from the header', 'TRUNC', H + 'Content-Length: 1125899906842624\r\n\r\n', OKJ)
fixed('/f/cl-twice-same', 'Content-Length: 11 twice', 'accepted or refused, never hanging', 'OK', H + 'Content-Length: 11\r\nContent-Length: 11\r\n\r\n', OKJ)
fixed('/f/cl-twice-differ', 'Content-Length: 11 and 5', 'protocol error', 'PROTO', H + 'Content-Length: 11\r\nContent-Length: 5\r\n\r\n', OKJ)
fixed('/f/cl-and-te', 'Content-Length and chunked together', 'chunked wins and the connection is closed, or protocol error', 'PROTO', H + 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', b'b\r\n{"ok":true}\r\n0\r\n\r\n')
fixed('/f/te-unknown', 'Transfer-Encoding: bogus', 'protocol error; the bytes are not shown as data', 'PROTO', H + 'Transfer-Encoding: bogus\r\n\r\n', OKJ)
fixed('/f/te-not-last', 'Transfer-Encoding: chunked, gzip', 'protocol error', 'PROTO', H + 'Transfer-Encoding: chunked, gzip\r\n\r\n', OKJ)
fixed('/f/no-length', 'no length at all, ends by close (legal)', 'OK; but over TLS an end without close_notify is TRUNC', 'OK', H + 'Connection: close\r\n\r\n', OKJ)
fixed('/f/chunk-cut', 'chunked, connection closed inside a chunk', 'error TRUNC', 'TRUNC', H + 'Transfer-Encoding: chunked\r\n\r\n', b'20\r\n{"ok":true')
fixed('/f/chunk-no-end', 'chunked, closed before the last chunk, JSON itself complete', 'error TRUNC although the JSON parses', 'TRUNC', H + 'Transfer-Encoding: chunked\r\n\r\n', b'b\r\n{"ok":true}\r\n')
fixed('/f/chunk-bad-size', 'chunk size "xyz"', 'protocol error', 'PROTO', H + 'Transfer-Encoding: chunked\r\n\r\n', b'xyz\r\n{"ok":true}\r\n0\r\n\r\n')
fixed('/f/chunk-negative', 'chunk size "-b"', 'protocol error', 'PROTO', H + 'Transfer-Encoding: chunked\r\n\r\n', b'-b\r\n{"ok":true}\r\n0\r\n\r\n')
fixed('/f/chunk-huge', 'chunk size fffffffffffffffff (over 64 bits)', 'protocol error', 'PROTO', H + 'Transfer-Encoding: chunked\r\n\r\n', b'fffffffffffffffff\r\n{"ok":true}\r\n')
fixed('/f/chunk-no-crlf', 'chunk data not followed by CRLF', 'protocol error', 'PROTO', H + 'Transfer-Encoding: chunked\r\n\r\n', b'b\r\n{"ok":true}XX0\r\n\r\n')
fixed('/f/chunk-ext', 'chunk extensions', 'OK, ignored', 'OK', H + 'Transfer-Encoding: chunked\r\n\r\n', b'b;a=1;b="x\\"y"\r\n{"ok":true}\r\n0\r\n\r\n')
fixed('/f/chunk-ext-flood', '1 MiB of chunk extension', 'OK or protocol error, memory flat', 'PROTO', H + 'Transfer-Encoding: chunked\r\n\r\n', b'b;' + b'a' * MIB + b'\r\n{"ok":true}\r\n0\r\n\r\n')
fixed('/f/trailers', 'trailers after chunks, one named Content-Length, one Set-Cookie', 'OK; trailers never act as headers', 'OK', H + 'Transfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n', b'b\r\n{"ok":true}\r\n0\r\nX-T: 1\r\nContent-Length: 3\r\nSet-Cookie: evil=1\r\n\r\n')
fixed('/f/trailer-flood', '20000 trailers', 'limit error or OK, memory flat', 'LIMIT', H + 'Transfer-Encoding: chunked\r\n\r\n', b'b\r\n{"ok":true}\r\n0\r\n' + b''.join(b'X-%d: y\r\n' % i for i in range(20000)) + b'\r\n')
fixed('/f/body-on-204', '204 with a Content-Length body', 'empty result; the body bytes are not the next answer', 'OK', 'HTTP/1.1 204 No Content\r\nContent-Length: 11\r\n\r\n', OKJ)
fixed('/f/body-on-304', '304 with a body, unasked', 'a 304 without a stored answer is an error, not an empty success', 'PROTO', 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\nContent-Length: 11\r\n\r\n', b'')
fixed('/f/http10', 'HTTP/1.0 answer without length', 'OK', 'OK', 'HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n', OKJ)


@route('/f/one-byte-chunks', 'a right answer in one-byte TCP segments and chunks, cutting UTF-8 sequences', 'OK, text intact', 'OK')
async def _(c):
    await c.send(c.head() + 'Transfer-Encoding: chunked\r\n\r\n')
    c.wr.get_extra_info('socket').setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for b in '{"t":"h\u00e9\u20ac\U0001F4A9"}'.encode():
        await c.send(b'1\r\n' + bytes([b]) + b'\r\n'); await asyncio.sleep(0.002)
    await c.send('0\r\n\r\n')


# ------------------------------------------------------------------ status line and headers
@route('/f/status', 'any status: ?code=418&body=...&ct=...', 'STATUS error from 400 up carrying code and body; 2xx OK', 'STATUS')
async def _(c):
    await read_body(c)
    code = c.qi('code', 500)
    await c.reply(c.q('body', '{"error":{"code":"E","message":"m"}}'), f'{code} {c.q("reason", "Status")}', ct=c.q('ct', 'application/json'))


fixed('/f/status-999', 'status 999', 'STATUS or PROTO error, never success', 'STATUS', 'HTTP/1.1 999 Odd\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/status-0', 'status 000', 'protocol error', 'PROTO', 'HTTP/1.1 000 Zero\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/status-1000', 'status 1000', 'protocol error', 'PROTO', 'HTTP/1.1 1000 Big\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/status-text', 'status "OK"', 'protocol error', 'PROTO', 'HTTP/1.1 OK\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/no-reason', 'no reason phrase', 'OK', 'OK', 'HTTP/1.1 200\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/http09', 'body with no status line at all', 'protocol error (no HTTP/0.9)', 'PROTO', '', b'<html>hello</html>')
fixed('/f/garbage', '4 KiB of binary noise', 'protocol error; noise not printed raw', 'PROTO', '', bytes((i * 73 + 41) & 255 for i in range(4096)))
fixed('/f/version-9', 'HTTP/9.9', 'protocol error', 'PROTO', 'HTTP/9.9 200 OK\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/ssh', 'an SSH banner', 'protocol error that shows the first bytes, escaped', 'PROTO', '', b'SSH-2.0-OpenSSH_9.2\r\n')
fixed('/f/header-nul', 'NUL inside a header value', 'protocol error', 'PROTO', H + 'X-A: a\x00b\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-lone-cr', 'lone CR inside a header value', 'protocol error, never a second header', 'PROTO', H + 'X-A: a\rX-Evil: 1\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-no-colon', 'a header line without colon', 'protocol error', 'PROTO', H + 'JustText\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-space-colon', '"Content-Length : 5" (space before colon)', 'protocol error, or the header not honoured', 'PROTO', H + 'Content-Length : 5\r\nConnection: close\r\n\r\n', OKJ)
fixed('/f/header-fold', 'obsolete line folding', 'joined with a space, or protocol error', 'PROTO', H + 'X-A: a\r\n b\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-empty-name', '": value"', 'protocol error', 'PROTO', H + ': value\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-latin1', 'Latin-1 byte in a header value', 'OK, value kept or replaced, no crash', 'OK', H + 'X-A: caf\xe9\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-control', 'escape sequences in reason and header values', 'printed escaped', 'OK', 'HTTP/1.1 200 \x1b]0;pwned\x07OK\r\nX-Note: \x1b[2J\x1b[31m\r\nContent-Type: application/json\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-8000', '8000 headers', 'limit error (SwiftNIO stops at 256), memory flat', 'LIMIT', H + ''.join(f'X-{i}: y\r\n' for i in range(8000)) + 'Content-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/header-1mib', 'one header of 1 MiB', 'limit error (SwiftNIO stops at 80 KiB)', 'LIMIT', H + 'X-Big: ' + 'a' * MIB + '\r\nContent-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/cookies-5000', '5000 Set-Cookie lines', 'limit error or a jar that stays within its limit', 'LIMIT', H + ''.join(f'Set-Cookie: c{i}=v\r\n' for i in range(5000)) + 'Content-Length: @LEN\r\n\r\n', OKJ)
fixed('/f/date-garbage', 'unreadable Date, Expires, Last-Modified, Age', 'OK; treated as stale', 'OK', 'HTTP/1.1 200 OK\r\nDate: yesterday\r\nExpires: 0\r\nLast-Modified: soon\r\nAge: -5\r\nCache-Control: max-age=banana, , =, max-age\r\nContent-Type: application/json\r\nContent-Length: @LEN\r\n\r\n', OKJ)


@route('/f/header-endless', 'headers without end (bounded: 64 MiB or ?s=20)', 'limit error soon, memory flat', 'LIMIT')
async def _(c):
    end, n = time.time() + min(float(c.q('s', 20)), MAX_SECONDS), 0
    await c.send(H)
    while time.time() < end and n < 64 * MIB:
        b = (f'X-{n}: ' + 'a' * 4000 + '\r\n').encode(); n += len(b); await c.send(b)
    raise Done


@route('/f/body-endless', 'chunked body without end (bounded: 256 MiB or ?s=20)', 'the set body limit ends it; with a file target the disk limit; memory flat', 'LIMIT')
async def _(c):
    end, n = time.time() + min(float(c.q('s', 20)), MAX_SECONDS), 0
    await c.send(c.head() + 'Transfer-Encoding: chunked\r\n\r\n1\r\n"\r\n')
    b = b'10000\r\n' + b'x' * 65536 + b'\r\n'
    while time.time() < end and n < MAX_STREAM: await c.send(b); n += 65536
    raise Done


@route('/f/big', 'a right JSON array of ?mib=50 with Content-Length', 'OK to a file with flat memory; decoding within a stated multiple of the size', 'OK')
async def _(c):
    n = min(c.qi('mib', 50), 200) * MIB
    row = b'{"id":1234567,"name":"abcdefghij","tags":["x","y","z"],"v":1.25},\n'
    k = n // len(row)
    await c.send(c.head() + f'Content-Length: {k * len(row) + 4}\r\n\r\n[')
    left = k
    while left:
        m = min(left, 2000); await c.send(row * m); left -= m
    await c.send(b'{}]\n')


# ------------------------------------------------------------------ content coding and charset
def enc(path, what, expect, cls, coding, maker):
    @route(path, what, expect, cls)
    async def _(c):
        b = maker()
        await c.send(c.head(hdrs=[('Content-Encoding', coding)] if coding else []) + f'Content-Length: {len(b)}\r\n\r\n'); await c.send(b)
    return _


def gz(b): return gzip.compress(b, 9, mtime=0)


_bombs = {}


def bomb(layers, mib):
    """gzip of mib MiB of zeros inside a JSON string, cached"""
    k = (layers, mib)
    if k not in _bombs:
        blk = b'0' * MIB
        z = zlib.compressobj(9, zlib.DEFLATED, -15); one = z.compress(blk) + z.flush(zlib.Z_FULL_FLUSH)
        q = zlib.compressobj(9, zlib.DEFLATED, -15); first = q.compress(b'"') + q.flush(zlib.Z_FULL_FLUSH); last = q.compress(b'"') + q.flush()
        crc = zlib.crc32(b'"')
        for _i in range(mib): crc = zlib.crc32(blk, crc)
        crc = zlib.crc32(b'"', crc)
        b = b'\x1f\x8b\x08\0\0\0\0\0\x02\xff' + first + one * mib + last + struct.pack('<II', crc, mib * MIB + 2)
        for _i in range(layers - 1): b = gz(b)
        _bombs[k] = b
    return _bombs[k]


enc('/f/gzip', 'right gzip', 'OK decoded', 'OK', 'gzip', lambda: gz(OKJ))
enc('/f/gzip-members', 'two gzip members one after the other', 'OK, both decoded', 'OK', 'gzip', lambda: gz(b'{"ok":') + gz(b'true}'))
enc('/f/gzip-bomb', '512 KiB that unpack to 512 MiB', 'limit error by size or ratio, memory flat; -o file obeys the limit too', 'LIMIT', 'gzip', lambda: bomb(1, 512))
enc('/f/gzip-bomb-2', 'the same packed twice, Content-Encoding: gzip, gzip', 'limit error', 'LIMIT', 'gzip, gzip', lambda: bomb(2, 512))
enc('/f/gzip-cut', 'gzip cut in half', 'error: truncated encoding; not the half text', 'TRUNC', 'gzip', lambda: gz(json.dumps(list(range(2000))).encode())[:1500])
enc('/f/gzip-crc', 'gzip with a wrong checksum', 'error', 'PROTO', 'gzip', lambda: gz(OKJ)[:-8] + b'\0\0\0\0' + gz(OKJ)[-4:])
enc('/f/gzip-tail', 'right gzip followed by junk', 'OK with the junk ignored, or error; never the junk as data', 'OK', 'gzip', lambda: gz(OKJ) + b'JUNKJUNK')
enc('/f/gzip-not', 'says gzip, sends plain JSON', 'error naming the encoding', 'PROTO', 'gzip', lambda: OKJ)
enc('/f/gzip-empty', 'says gzip, empty body', 'OK empty', 'OK', 'gzip', lambda: b'')
enc('/f/deflate-zlib', 'deflate with zlib wrapper (right by RFC)', 'OK', 'OK', 'deflate', lambda: zlib.compress(OKJ))
enc('/f/deflate-raw', 'raw deflate (common mistake)', 'OK or a clear error', 'OK', 'deflate', lambda: zlib.compress(OKJ)[2:-4])
enc('/f/coding-unknown', 'Content-Encoding: bogus', 'error naming the encoding; raw bytes may be saved on request', 'DECODE', 'bogus', lambda: OKJ)
enc('/f/coding-10', 'ten layers of gzip', 'error (curl allows 5)', 'LIMIT', ', '.join(['gzip'] * 10), lambda: bomb(10, 1))
enc('/f/identity', 'Content-Encoding: identity', 'OK', 'OK', 'identity', lambda: OKJ)


def body(path, what, expect, cls, ct, b, status='200 OK'):
    @route(path, what, expect, cls)
    async def _(c): await read_body(c); await c.reply(b, status, ct=ct)


body('/f/latin1', 'JSON as ISO-8859-1 with charset', 'OK, text right, or a clear error', 'OK', 'application/json; charset=iso-8859-1', '{"t":"caf\xe9"}'.encode('latin-1'))
body('/f/utf16', 'JSON as UTF-16LE with BOM', 'OK or a clear error', 'DECODE', 'application/json; charset=utf-16', '\ufeff{"a":1}'.encode('utf-16-le'))
body('/f/bom', 'UTF-8 BOM before the JSON', 'OK', 'OK', 'application/json', b'\xef\xbb\xbf{"a":1}')
body('/f/charset-unknown', 'charset=bogus', 'OK as UTF-8 or a clear error', 'OK', 'application/json; charset=bogus', OKJ)
body('/f/bad-utf8', 'invalid UTF-8 in a JSON string', 'error or U+FFFD, never a crash', 'DECODE', 'application/json', b'{"a":"\xff\xfe"}')
body('/f/json-cut', 'JSON cut short, length right', 'decode error with offset', 'DECODE', 'application/json', b'{"a":[1,2,')
body('/f/json-html', '200 with an HTML page typed application/json', 'decode error that shows the first 200 characters, escaped', 'DECODE', 'application/json', b'<!doctype html><title>Sign in</title>')
body('/f/html', '200 text/html where JSON is due', 'error naming the content type', 'DECODE', 'text/html', b'<html><body>maintenance</body></html>')
body('/f/empty-200', '200 with no body where JSON is due', 'clear error, or empty by the spec of the endpoint', 'DECODE', 'application/json', b'')
body('/f/no-type', 'JSON without Content-Type', 'OK when JSON is expected', 'OK', '', OKJ)
body('/f/json-deep', '100000 nested arrays', 'limit error, no stack overflow, also when freed', 'LIMIT', 'application/json', b'[' * 100000 + b']' * 100000)
body('/f/json-deep-object', '50000 nested objects', 'limit error, no stack overflow', 'LIMIT', 'application/json', b'{"a":' * 50000 + b'1' + b'}' * 50000)
body('/f/json-numbers', 'numbers beyond Int64 and Double', 'digits kept when printed', 'OK', 'application/json', b'{"a":12345678901234567890123,"b":18446744073709551615,"c":0.1,"d":1.0,"e":-0.0,"f":1E400}')
body('/f/json-dup', 'a key twice', 'one documented rule', 'OK', 'application/json', b'{"a":1,"a":2}')
body('/f/json-surrogate', 'lone surrogate escape', 'U+FFFD or error, no crash', 'OK', 'application/json', b'{"a":"\\ud800","\\udc00":1}')
body('/f/json-hash-flood', '20000 keys and one very long key', 'OK within 2 s', 'OK', 'application/json', b'{' + b','.join(b'"k%d":0' % i for i in range(20000)) + b',"' + b'k' * 100000 + b'":1}')
body('/f/json-escapes', 'terminal escapes in strings and keys', 'printed escaped on a terminal', 'OK', 'application/json', b'{"\\u001b[2J":"\\u001b]52;c;cm0=\\u0007","x":"\\u202etxt","y":"\\u009b31m"}')
body('/f/error-json', '422 with problem+json', 'STATUS error carrying title, detail and the body', 'STATUS', 'application/problem+json', b'{"type":"about:blank","title":"Bad","status":422,"detail":"name is empty"}', '422 Unprocessable Content')
body('/f/error-html', '502 with an HTML page', 'STATUS error; page shortened and escaped', 'STATUS', 'text/html', b'<html><h1>502 Bad Gateway</h1>' + b'<p>x</p>' * 2000, '502 Bad Gateway')
body('/f/error-secret', '401 whose body repeats the token sent', 'the token is not printed unless asked', 'AUTH', 'application/json', b'{"error":"token Bearer SECRET-TOKEN-123 expired"}', '401 Unauthorized')
body('/f/error-big', '500 with 20 MiB of text', 'STATUS error; at most a few KiB shown, memory bounded', 'STATUS', 'text/plain', b'E' * (20 * MIB), '500 Internal Server Error')


# ------------------------------------------------------------------ redirects
def redir(path, what, expect, cls, loc, status='302 Found'):
    @route(path, what, expect, cls)
    async def _(c):
        await read_body(c); c.count()
        l = loc(c) if callable(loc) else loc
        s = f'{c.q("code")} Redirect' if c.q('code') else status
        await c.reply(b'moved', s, [('Location', l)] if l is not None else [], ct='text/plain')


def fwd(c): return f'?id={c.id()}'


redir('/f/redirect-loop', 'redirects to itself', 'error after the limit (curl 50 in the tool, OkHttp 20, AsyncHTTPClient 5)', 'REDIRECT', lambda c: '/f/redirect-loop' + fwd(c))
redir('/f/redirect-grow', 'each hop has a new, longer address', 'error after the limit', 'REDIRECT', lambda c: f'/f/redirect-grow?id={c.id()}&n=' + 'x' * (COUNT[(c.r.path, c.id())] * 10))
redir('/f/redirect-none', '302 without Location', 'the 302 is the answer, or an error; no loop', 'REDIRECT', None)
redir('/f/redirect-empty', '302 with an empty Location', 'error or the 302; no loop', 'REDIRECT', '')
redir('/f/redirect-bad', 'Location: http://[bad', 'error naming the Location, escaped', 'REDIRECT', 'http://[bad')
redir('/f/redirect-file', 'Location: file:///etc/hostname', 'refused; nothing read', 'REDIRECT', 'file:///etc/hostname')
redir('/f/redirect-ftp', 'Location: ftp://127.0.0.1/x', 'refused', 'REDIRECT', 'ftp://127.0.0.1/x')
redir('/f/redirect-unix', 'Location: http+unix://...', 'refused', 'REDIRECT', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/info')
redir('/f/redirect-data', 'Location: data: or javascript:', 'refused', 'REDIRECT', 'data:application/json,{"evil":1}')
redir('/f/redirect-cross', 'to another port (?code=301..308): another origin', 'followed without Authorization, Cookie, Proxy-Authorization or any auth header or query key the spec defines (X-Api-Key ...)', 'OK', lambda c: c.origin() + '/echo/landed' + fwd(c))
redir('/f/redirect-cross-host', 'to localhost instead of 127.0.0.1, same port', 'as redirect-cross: another host', 'OK', lambda c: f'http://localhost:{PORTS["http"]}/echo/landed{fwd(c)}')
redir('/f/redirect-back', 'to another origin, which redirects back here', 'credentials stay off after leaving, or only the first origin ever sees them', 'OK', lambda c: c.origin() + f'/f/redirect-return?id={c.id()}')
redir('/f/redirect-return', '(second hop of redirect-back)', 'see redirect-back', 'OK', lambda c: c.origin('http') + '/echo/back' + fwd(c))
redir('/f/redirect-userinfo', 'Location carries user:pw@', 'followed without sending that password, or refused', 'OK', lambda c: f'http://evil:pw@127.0.0.1:{PORTS["http2"]}/echo/landed{fwd(c)}')
redir('/f/redirect-downgrade', 'from https to http (call it on a TLS port)', 'refused by default, or followed without any credential', 'REDIRECT', lambda c: c.origin('http') + '/echo/plain' + fwd(c))
redir('/f/redirect-upgrade', 'from http to https (ok certificate)', 'followed', 'OK', lambda c: c.origin('ok', 'localhost') + '/echo/tls' + fwd(c))
redir('/f/redirect-relative', 'Location: ../echo/rel?x=1#frag', 'followed to /echo/rel?x=1, fragment not sent', 'OK', lambda c: '../echo/rel?x=1#frag')
redir('/f/redirect-slashes', 'Location: //127.0.0.1:PORT2/...', 'followed as another origin', 'OK', lambda c: f'//127.0.0.1:{PORTS["http2"]}/echo/landed{fwd(c)}')
redir('/f/redirect-utf8', 'raw UTF-8 and a space in Location', 'followed with percent-encoding, or a clear error', 'OK', lambda c: '/echo/caf\u00e9 x'.encode().decode('latin-1'))
redir('/f/redirect-method', '?code=301/302/303/307/308 of any method to /echo/method', '301, 302 of POST become GET with a note (an error where Location differs only in scheme, host, port or a final slash), 303 GET, 307 and 308 keep method and body (replayed whole)', 'OK', lambda c: '/echo/method' + fwd(c))
redir('/f/redirect-304', '304 with a Location header', 'not followed (AsyncHTTPClient 1.37 counts 304 and 305 as redirects)', 'PROTO', lambda c: '/echo/wrong', '304 Not Modified')
redir('/f/redirect-300', '300 Multiple Choices with Location', 'followed or returned; documented', 'OK', lambda c: '/echo/choice', '300 Multiple Choices')


@route('/f/redirect-chain', '?n=10 hops then /echo', 'OK up to the limit', 'OK')
async def _(c):
    n = c.qi('n', 10)
    await c.reply(b'', '302 Found', [('Location', f'/f/redirect-chain?n={n - 1}&id={c.id()}' if n > 1 else f'/echo/end?id={c.id()}')])


@route('/f/redirect-body', '302 whose own body never ends (bounded)', 'followed without reading it to the end', 'OK')
async def _(c):
    await c.send(c.head('302 Found', [('Location', '/echo/end')]) + 'Transfer-Encoding: chunked\r\n\r\n')
    for _i in range(1000): await c.send(b'10000\r\n' + b'x' * 65536 + b'\r\n'); await asyncio.sleep(0.02)
    raise Done


@route('/f/redirect-bomb', '302 whose body is a gzip bomb (512 MiB)', 'followed without unpacking it (urllib3 CVE-2026-21441)', 'OK')
async def _(c):
    b = bomb(1, 512)
    await c.send(c.head('302 Found', [('Location', '/echo/end'), ('Content-Encoding', 'gzip')]) + f'Content-Length: {len(b)}\r\n\r\n'); await c.send(b)


redir('/f/redirect-name', 'redirects a download to /echo/.bashrc', 'the file name never comes from the redirected address (HTTPie CVE-2019-10751), or is made harmless', 'OK', lambda c: '/echo/.bashrc' + fwd(c))


# ------------------------------------------------------------------ auth
@route('/f/bearer', '401 unless Authorization: Bearer of the last token given by /f/token (same ?id=)', 'one refresh, one retry, then OK', 'OK')
async def _(c):
    await read_body(c); c.count()
    good = STATE.get(('token', c.id()))
    if good and c.r.h('Authorization') == 'Bearer ' + good: await c.reply({'ok': True, 'token': good})
    else: await c.reply({'error': 'invalid_token'}, '401 Unauthorized', [('WWW-Authenticate', 'Bearer error="invalid_token"')])


@route('/f/token', 'OAuth2 token endpoint: a new access token a call (?expires=3600), refresh tokens rotate (an old one gives 400)', '50 calls at once with an expired token cause exactly one token request', 'OK')
async def _(c):
    await read_body(c)
    n = c.count(); i = c.id()
    form = dict((unquote_plus(a), unquote_plus(b)) for a, _, b in (kv.partition('=') for kv in c.r.body.decode('latin-1').split('&')))
    want = STATE.get(('refresh', i))
    if form.get('grant_type') == 'refresh_token' and want and form.get('refresh_token') != want:
        return await c.reply({'error': 'invalid_grant'}, '400 Bad Request')
    await asyncio.sleep(float(c.q('s', 0.2)))
    STATE[('token', i)] = f'tok-{i}-{n}'; STATE[('refresh', i)] = f'ref-{i}-{n}'
    await c.reply({'access_token': STATE[('token', i)], 'token_type': 'Bearer', 'expires_in': int(c.q('expires', 3600)), 'refresh_token': STATE[('refresh', i)]}, hdrs=[('Cache-Control', 'no-store')])


body('/f/token-html', 'token endpoint answers 200 HTML', 'auth error that says so; the call is not sent', 'AUTH', 'text/html', b'<html>login</html>')
body('/f/token-400', 'token endpoint: invalid_grant', 'auth error naming invalid_grant; no loop; the user is told to sign in again', 'AUTH', 'application/json', b'{"error":"invalid_grant","error_description":"Token has been revoked."}', '400 Bad Request')
body('/f/token-500', 'token endpoint: 500', 'retried by policy, then auth error', 'AUTH', 'application/json', b'{}', '500 Internal Server Error')
body('/f/token-empty', 'token answer without access_token', 'auth error', 'AUTH', 'application/json', b'{"token_type":"Bearer"}')
body('/f/token-crlf', 'token value with CR LF inside', 'refused, nothing sent with it', 'AUTH', 'application/json', b'{"access_token":"a\\r\\nX-Evil: 1","token_type":"Bearer","expires_in":3600}')


@route('/f/401-always', '401 whatever is sent', 'one refresh at most, then the 401: no loop', 'AUTH')
async def _(c): await read_body(c); c.count(); await c.reply({'error': 'no'}, '401 Unauthorized', [('WWW-Authenticate', 'Bearer')])


@route('/f/403', '403', 'no refresh, no retry', 'AUTH')
async def _(c): await read_body(c); c.count(); await c.reply({'error': 'forbidden'}, '403 Forbidden')


@route('/f/401-multi', 'several challenges in one header, commas inside quotes', 'parsed right', 'AUTH')
async def _(c): await c.reply({}, '401 Unauthorized', [('WWW-Authenticate', 'Newauth realm="apps", type=1, title="Login, \\"apps\\"", Basic realm="simple"')])


@route('/f/basic', '401 unless Basic aladdin:opensesame', 'OK with the right pair; the password never in errors or logs', 'OK')
async def _(c):
    await read_body(c)
    if c.r.h('Authorization') == 'Basic YWxhZGRpbjpvcGVuc2VzYW1l': await c.reply()
    else: await c.reply({}, '401 Unauthorized', [('WWW-Authenticate', 'Basic realm="x", charset="UTF-8"')])


# ------------------------------------------------------------------ retry
@route('/f/flaky', 'first ?n=2 calls of an ?id= fail with ?code=503, then 200 (?ra= sets Retry-After)', 'OK after exactly n retries when the method allows; otherwise the first error', 'OK')
async def _(c):
    await read_body(c)
    k = c.count()
    if k <= c.qi('n', 2): await c.reply({'error': 'try later', 'call': k}, f'{c.qi("code", 503)} Fail', [('Retry-After', c.q('ra'))] if c.q('ra') is not None else [])
    else: await c.reply({'ok': True, 'call': k, 'idempotency_key': c.r.h('Idempotency-Key')})


@route('/f/flaky-reset', 'first ?n=2 calls are reset, then 200', 'GET, PUT, DELETE: OK after retries; POST without an idempotency key: error, sent once', 'OK')
async def _(c):
    await read_body(c)
    k = c.count()
    if k <= c.qi('n', 2): c.rst()
    await c.reply({'ok': True, 'call': k, 'idempotency_key': c.r.h('Idempotency-Key')})


@route('/f/flaky-cut', 'first ?n=1 answers are cut in the body, then right', 'GET: OK after a retry, no byte doubled in the output; POST: error', 'OK')
async def _(c):
    await read_body(c)
    k = c.count()
    if k <= c.qi('n', 1): await c.raw(c.head() + 'Content-Length: 1000\r\n\r\n{"part":')
    await c.reply({'ok': True, 'call': k})


def ra(path, what, expect, val, cls='STATUS'):
    @route(path, what, expect, cls)
    async def _(c):
        await read_body(c); k = c.count()
        if k <= c.qi('n', 1): await c.reply({'call': k}, '429 Too Many Requests', [('Retry-After', val() if callable(val) else val)])
        else: await c.reply({'ok': True, 'call': k})


ra('/f/retry-after-2', '429 once, Retry-After: 2', 'second call 2 s later, not sooner', '2', 'OK')
ra('/f/retry-after-date', '429 once, Retry-After as a date 3 s ahead', 'second call not before that date', lambda: formatdate(time.time() + 3, usegmt=True), 'OK')
ra('/f/retry-after-year', 'Retry-After: 31536000', 'gives up at once saying how long the server asks to wait', '31536000')
ra('/f/retry-after-bad', 'Retry-After: soon', 'ignored: the usual backoff', 'soon', 'OK')
ra('/f/retry-after-negative', 'Retry-After: -5', 'ignored: the usual backoff', '-5', 'OK')
ra('/f/retry-after-huge', 'Retry-After: 99999999999999999999', 'no overflow; gives up at once', '99999999999999999999')


@route('/f/500-always', '500 at every call', 'at most the set attempts (3 is usual), growing jittered delays, then STATUS error that tells how many attempts', 'STATUS')
async def _(c): await read_body(c); c.count(); await c.reply({'error': 'boom'}, '500 Internal Server Error')


@route('/f/post-counter', 'counts executions of a POST per ?id=, answers only after the connection is cut once', 'a POST runs once, or with one Idempotency-Key across tries', 'CONNECT')
async def _(c):
    await read_body(c); k = c.count()
    STATE.setdefault(('keys', c.id()), []).append(c.r.h('Idempotency-Key'))
    if k == 1: c.rst()
    await c.reply({'executions': k, 'keys': STATE[('keys', c.id())]})


# ------------------------------------------------------------------ pages, ranges, downloads, cookies
@route('/f/page', 'pages ?p=1..3 by Link rel=next and by "next" in the body', 'three pages, each once', 'OK')
async def _(c):
    p = c.qi('p', 1); nxt = f'/f/page?p={p + 1}&id={c.id()}' if p < 3 else None
    c.count(); await c.reply({'items': [p * 10 + i for i in range(3)], 'next': nxt}, hdrs=[('Link', f'<{nxt}>; rel="next"')] if nxt else [])


@route('/f/page-loop', 'next page is the same page', 'error: page seen before, or the page limit', 'LIMIT')
async def _(c): c.count(); await c.reply({'items': [1], 'next': f'/f/page-loop?id={c.id()}'}, hdrs=[('Link', f'</f/page-loop?id={c.id()}>; rel="next"')])


@route('/f/page-cross', 'next page on another origin', 'refused, or fetched without credentials', 'LIMIT')
async def _(c): await c.reply({'items': [1], 'next': c.origin() + '/echo/page2' + fwd(c)}, hdrs=[('Link', f'<{c.origin()}/echo/page2{fwd(c)}>; rel="next"')])


BLOB = bytes((i * 31 + 7) & 255 for i in range(100000))


@route('/f/file', '100000 bytes with ETag, ranges honoured; ?cut=N closes after N bytes on the first call of an ?id=', 'a cut download resumes with Range and If-Range and ends with the right SHA-256', 'OK')
async def _(c):
    k = c.count(); rg = c.r.h('Range')
    hd = [('ETag', '"v1"'), ('Accept-Ranges', 'bytes')]
    m = re.match(r'bytes=(\d+)-(\d*)$', rg or '')
    if m and int(m.group(1)) >= len(BLOB): return await c.reply(b'', '416 Range Not Satisfiable', [('Content-Range', f'bytes */{len(BLOB)}')])
    if m and c.r.h('If-Range', '"v1"') == '"v1"':
        a = int(m.group(1)); b = min(int(m.group(2) or len(BLOB) - 1), len(BLOB) - 1)
        return await c.reply(BLOB[a:b + 1], '206 Partial Content', hd + [('Content-Range', f'bytes {a}-{b}/{len(BLOB)}')], 'application/octet-stream')
    if c.q('cut') and k == 1:
        await c.raw(c.head('200 OK', hd, 'application/octet-stream').encode() + b'Content-Length: %d\r\n\r\n' % len(BLOB) + BLOB[:c.qi('cut', 0)])
    await c.reply(BLOB, '200 OK', hd, 'application/octet-stream')


def rng(path, what, expect, cls, status, hdrs, data):
    @route(path, what, expect, cls)
    async def _(c): c.count(); await c.reply(data, status, hdrs, 'application/octet-stream')


rng('/f/range-ignored', '200 with the whole file to a Range request', 'file written from the start, not appended', 'OK', '200 OK', [('ETag', '"v2"')], BLOB)
rng('/f/range-wrong', '206 with another Content-Range than asked', 'error; the partial file is kept unharmed', 'PROTO', '206 Partial Content', [('Content-Range', 'bytes 0-99/100000')], BLOB[:100])
rng('/f/range-none', '206 without Content-Range', 'error', 'PROTO', '206 Partial Content', [], BLOB[:100])
rng('/f/range-unasked', '206 to a request without Range', 'error, never taken for the whole', 'PROTO', '206 Partial Content', [('Content-Range', 'bytes 0-99/100000')], BLOB[:100])


@route('/f/download', 'Content-Disposition with ?name= (raw) or ?cd= (whole header)', 'the file lands in the chosen folder under a harmless name; no overwrite without being told', 'OK')
async def _(c):
    cd = c.q('cd') or f'attachment; filename="{c.q("name", "../../etc/passwd")}"'
    b = c.head('200 OK', [], 'application/octet-stream').encode('latin-1') + b'Content-Disposition: ' + cd.encode('utf-8').replace(b'\r', b'').replace(b'\n', b'') + b'\r\nContent-Length: 4\r\n\r\ndata'
    await c.send(b)


@route('/f/cookies', 'sets cookies: plain, Secure, Domain=com, another domain, Path=/other, __Host- wrong, expired, 5 KiB', 'with a jar: only the plain one comes back here; none goes to another host or port-changed origin on redirect', 'OK')
async def _(c):
    await c.reply({'sent': c.r.all('Cookie')}, hdrs=[('Set-Cookie', v) for v in ('plain=1; Path=/', 'sec=1; Secure', 'sup=1; Domain=com', 'oth=1; Domain=evil.example', 'pth=1; Path=/other', '__Host-x=1; Path=/', 'old=1; Max-Age=0', 'big=' + 'b' * 5000)])


# ------------------------------------------------------------------ caching
@route('/f/cache', 'Cache-Control: max-age=60, counts calls', 'second call from the cache: the server sees one', 'OK')
async def _(c): await c.reply({'call': c.count()}, hdrs=[('Cache-Control', 'max-age=60')])


@route('/f/cache-cut', 'cacheable, first answer cut in the body', 'the cut answer is never stored', 'OK')
async def _(c):
    k = c.count()
    if k == 1: await c.raw(c.head(hdrs=[('Cache-Control', 'max-age=60')]) + 'Content-Length: 100\r\n\r\n{"call":')
    await c.reply({'call': k}, hdrs=[('Cache-Control', 'max-age=60')])


@route('/f/cache-auth', 'cacheable answer that names the Authorization it saw', 'user B never gets what was stored for user A', 'OK')
async def _(c): c.count(); await c.reply({'you': c.r.h('Authorization')}, hdrs=[('Cache-Control', 'max-age=60')])


@route('/f/cache-vary', 'Vary: Accept-Language', 'another language is another entry', 'OK')
async def _(c): c.count(); await c.reply({'lang': c.r.h('Accept-Language')}, hdrs=[('Cache-Control', 'max-age=60'), ('Vary', 'Accept-Language')])


@route('/f/cache-etag', 'no-cache with ETag, 304 when it matches', 'each call revalidates; the body comes from the cache', 'OK')
async def _(c):
    k = c.count()
    if c.r.h('If-None-Match') == '"e1"': return await c.reply(b'', '304 Not Modified', [('ETag', '"e1"'), ('Cache-Control', 'no-cache'), ('X-Call', str(k))])
    await c.reply({'call': k}, hdrs=[('ETag', '"e1"'), ('Cache-Control', 'no-cache')])


@route('/f/cache-stale-error', 'first a fresh-for-0 answer with stale-if-error=60, then 503', 'the stored answer is used with a warning mark, or the 503; documented', 'OK')
async def _(c):
    k = c.count()
    if k == 1: return await c.reply({'call': k}, hdrs=[('Cache-Control', 'max-age=0, stale-if-error=60'), ('ETag', '"s"')])
    await c.reply({'error': 'down'}, '503 Service Unavailable')


# ------------------------------------------------------------------ SSE
SSEH = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n'


@route('/f/sse', 'three events, then end; a reconnect with Last-Event-ID N goes on at N+1; after 6 answers 204', 'six events in order, none twice, then a clean end', 'OK')
async def _(c):
    last = int(c.r.h('Last-Event-ID') or 0)
    c.count()
    if last >= 6: return await c.reply(b'', '204 No Content')
    await c.raw((SSEH + '\r\nretry: 50\n\n' + ''.join(f'id: {i}\ndata: {{"n":{i}}}\n\n' for i in range(last + 1, last + 4))))


@route('/f/sse-cut', 'reset in the middle of event 2, whole stream on reconnect', 'event 2 delivered once, complete', 'OK')
async def _(c):
    await read_body(c)
    last = c.r.h('Last-Event-ID'); k = c.count()
    if k == 1:
        await c.send(SSEH + '\r\nretry: 50\n\nid: 1\ndata: one\n\nid: 2\ndata: tw'); await asyncio.sleep(0.1); c.rst()
    await c.raw(SSEH + f'\r\nid: 2\ndata: two\n\nid: 3\ndata: three after {last}\n\n')


@route('/f/sse-bytes', 'serves ?b64= as an event stream; ?cut=byte one byte a segment, ?cut=all, ?ends=5,9 at these offsets; ?ct= content type', 'runner of the eventsource vectors', 'OK')
async def _(c):
    b = base64.b64decode(c.q('b64', '').replace('-', '+').replace('_', '/') + '==')
    await c.send(SSEH.replace('text/event-stream', c.q('ct', 'text/event-stream')) + '\r\n')
    sock = c.wr.get_extra_info('socket'); sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    ends = [int(x) for x in c.q('ends', '').split(',') if x] or (list(range(1, len(b) + 1)) if c.q('cut') == 'byte' and len(b) < 5000 else [len(b)])
    o = 0
    for e in ends:
        await c.send(b[o:e]); o = e; await asyncio.sleep(0.001)
    raise Done


@route('/f/sse-silent', 'one event, then silence (?s=30)', 'idle timeout reconnects or ends as set; the first event was delivered at once, not held back', 'TIMEOUT')
async def _(c): await c.send(SSEH + '\r\ndata: first\n\n'); await c.stall()


@route('/f/sse-heartbeat', 'comments every 0.5 s, an event every 5 s (?s=30)', 'comments keep it alive and are not events', 'OK')
async def _(c):
    await c.send(SSEH + '\r\n'); end = time.time() + min(float(c.q('s', 30)), MAX_SECONDS); i = 0
    while time.time() < end:
        i += 1; await c.send(': hb\n\n' if i % 10 else f'data: {i}\n\n'); await asyncio.sleep(0.5)
    raise Done


@route('/f/sse-line-endless', 'one data line without end (bounded 128 MiB)', 'limit error, memory flat', 'LIMIT')
async def _(c):
    await c.send(SSEH + '\r\ndata: ')
    for _i in range(2048): await c.send(b'x' * 65536)
    raise Done


@route('/f/sse-flood', '200000 events at once', 'all delivered in order to a slow reader; memory flat (back-pressure)', 'OK')
async def _(c):
    await c.send(SSEH + '\r\n')
    for i in range(200): await c.send(''.join(f'id: {i * 1000 + j}\ndata: {i * 1000 + j}\n\n' for j in range(1000)))
    raise Done


body('/f/sse-wrong-type', 'event stream typed text/plain', 'error, no event', 'DECODE', 'text/plain', b'data: x\n\n')
body('/f/sse-204', '204', 'clean end, no reconnect', 'OK', '', b'', '204 No Content')


@route('/f/sse-retry-storm', 'retry: 0, closes at once each time', 'reconnects with a floor and growing pauses, not a busy loop (count at /_/log)', 'OK')
async def _(c): c.count(); await c.raw(SSEH + '\r\nretry: 0\n\n')


@route('/f/sse-gzip', 'gzip-coded event stream, flushed per event', 'events delivered as they come', 'OK')
async def _(c):
    z = zlib.compressobj(9, zlib.DEFLATED, 31)
    await c.send(SSEH + 'Content-Encoding: gzip\r\n\r\n')
    for i in range(3): await c.send(z.compress(f'data: {i}\n\n'.encode()) + z.flush(zlib.Z_SYNC_FLUSH)); await asyncio.sleep(0.2)
    await c.send(z.flush()); raise Done


@route('/f/sse-error-event', 'an OpenAI-style stream that ends with an error object instead of [DONE]', 'the error surfaces after the events', 'STATUS')
async def _(c): await c.raw(SSEH + '\r\ndata: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: {"error":{"message":"overloaded"}}\n\n')


# ------------------------------------------------------------------ WebSocket
GUID = b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11'


def accept_key(k): return base64.b64encode(hashlib.sha1(k.encode() + GUID).digest()).decode()


def frame(op, data=b'', fin=True, rsv=0, mask=None, length=None):
    b0 = (0x80 if fin else 0) | (rsv << 4) | op
    n = len(data) if length is None else length
    m = 0x80 if mask else 0
    h = bytes([b0, m | n]) if n < 126 else (bytes([b0, m | 126]) + struct.pack('>H', n) if n < 65536 else bytes([b0, m | 127]) + struct.pack('>Q', n))
    if mask: data = mask + bytes(x ^ mask[i & 3] for i, x in enumerate(data))
    return h + data


class WS:
    def __init__(s, c): s.c, s.masked_ok = c, True

    async def open(s, extra='', accept=None):
        c = s.c
        k = c.r.h('Sec-WebSocket-Key')
        if not k or 'websocket' not in (c.r.h('Upgrade') or '').lower():
            await c.reply({'error': 'not a websocket request'}, '426 Upgrade Required', [('Upgrade', 'websocket')]); raise Done
        await c.send(f'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept or accept_key(k)}\r\n{extra}\r\n')

    async def recv(s):
        rd = s.c.rd
        a, b = await rd.readexactly(2)
        n = b & 127
        if n == 126: n = struct.unpack('>H', await rd.readexactly(2))[0]
        elif n == 127: n = struct.unpack('>Q', await rd.readexactly(8))[0]
        if n > REQ_LIMIT: raise Done
        mask = await rd.readexactly(4) if b & 128 else None
        ms = s.c.r.entry.setdefault('ws_masks', [])
        if mask and len(ms) < 8: ms.append(mask.hex())
        if mask is None: s.masked_ok = False
        d = await rd.readexactly(n)
        if mask:
            k = (mask * (n // 4 + 1))[:n]
            d = (int.from_bytes(d, 'big') ^ int.from_bytes(k, 'big')).to_bytes(n, 'big') if n else b''
        return a & 15, bool(a & 128), (a >> 4) & 7, d

    async def finish(s, t=2.0):
        """answer the client's close, or wait a little for it"""
        with contextlib.suppress(Exception):
            end = time.time() + t
            while time.time() < end:
                op, fin, rsv, d = await asyncio.wait_for(s.recv(), end - time.time())
                if op == 8:
                    s.c.r.entry['ws_close'] = struct.unpack('>H', d[:2])[0] if len(d) >= 2 else None
                    return
        raise Done


@route('/ws/echo', 'echoes messages; answers pings and closes', 'baseline', 'OK')
async def _(c):
    w = WS(c)
    p = c.r.h('Sec-WebSocket-Protocol')
    await w.open(f'Sec-WebSocket-Protocol: {p.split(",")[0].strip()}\r\n' if p else '')
    buf, op0 = b'', 1
    while True:
        op, fin, rsv, d = await w.recv()
        c.r.entry['masked'] = w.masked_ok
        if op == 8: await c.send(frame(8, d[:125])); raise Done
        if op == 9: await c.send(frame(10, d)); continue
        if op == 10: continue
        if op: op0, buf = op, d
        else: buf += d
        if fin: await c.send(frame(op0, buf))


def ws(path, what, expect, cls):
    def deco(f):
        @route(path, what, expect, cls)
        async def _(c):
            w = WS(c); await f(c, w); raise Done
        return f
    return deco


@ws('/ws/bad-accept', 'wrong Sec-WebSocket-Accept', 'handshake error', 'PROTO')
async def _(c, w): await w.open(accept='AAAAAAAAAAAAAAAAAAAAAAAAAAA='); await w.finish()


@ws('/ws/not-upgraded', '200 instead of 101', 'handshake error with status and body', 'PROTO')
async def _(c, w): await c.reply({'hello': 'plain'})


@ws('/ws/401', '401 to the handshake', 'auth error with body', 'AUTH')
async def _(c, w): await c.reply({'error': 'no token'}, '401 Unauthorized')


@ws('/ws/redirect', '302 to another origin', 'not followed, or followed without credentials', 'REDIRECT')
async def _(c, w): await c.reply(b'', '302 Found', [('Location', f'ws://127.0.0.1:{PORTS["http2"]}/ws/echo')])


@ws('/ws/extra-protocol', 'a subprotocol that was not asked for', 'handshake error', 'PROTO')
async def _(c, w): await w.open('Sec-WebSocket-Protocol: evil\r\n'); await w.finish()


@ws('/ws/extra-extension', 'an extension that was not asked for', 'handshake error', 'PROTO')
async def _(c, w): await w.open('Sec-WebSocket-Extensions: x-foo\r\n'); await w.finish()


@ws('/ws/masked', 'a masked server frame', 'fails with 1002', 'PROTO')
async def _(c, w): await w.open(); await c.send(frame(1, b'hi', mask=b'abcd')); await w.finish()


@ws('/ws/rsv', 'RSV1 without extension', 'fails with 1002', 'PROTO')
async def _(c, w): await w.open(); await c.send(frame(1, b'hi', rsv=4)); await w.finish()


@ws('/ws/bad-utf8', 'invalid UTF-8 in a text message', 'fails with 1007', 'PROTO')
async def _(c, w): await w.open(); await c.send(frame(1, b'\xff\xfe')); await w.finish()


@ws('/ws/huge-frame', 'a frame that claims 2^62 bytes', 'fails with 1009 without allocating', 'LIMIT')
async def _(c, w): await w.open(); await c.send(frame(2, b'x' * 100, length=1 << 62)); await w.finish()


@ws('/ws/frag-flood', '100000 empty fragments without end', 'limit error or flat memory', 'LIMIT')
async def _(c, w):
    await w.open(); await c.send(frame(1, b'a', fin=False))
    for _i in range(100): await c.send(frame(0, b'', fin=False) * 1000)
    await w.finish()


@ws('/ws/big-message', '?mib=64 in 64 KiB fragments', 'delivered, or 1009 past the set limit', 'LIMIT')
async def _(c, w):
    await w.open(); n = min(c.qi('mib', 64), 200) * 16
    for i in range(n): await c.send(frame(2 if i == 0 else 0, b'x' * 65536, fin=i == n - 1))
    await w.finish(10)


@ws('/ws/ping-flood', '100000 pings while the client sends nothing', 'memory flat (curl CVE-2026-11586: pongs piled up)', 'OK')
async def _(c, w):
    await w.open()
    for _i in range(100): await c.send(frame(9, b'p' * 100) * 1000)
    await c.send(frame(1, b'done')); await w.finish(20)


@ws('/ws/big-ping', 'a ping of 126 bytes', 'fails with 1002', 'PROTO')
async def _(c, w): await w.open(); await c.send(frame(9, b'p' * 126)); await w.finish()


@ws('/ws/frag-ping', 'a fragmented ping', 'fails with 1002', 'PROTO')
async def _(c, w): await w.open(); await c.send(frame(9, b'p', fin=False)); await w.finish()


@ws('/ws/no-close', 'never answers the close frame (?s=30)', 'the client gives up after its close timeout (5 to 10 s) and ends', 'OK')
async def _(c, w):
    await w.open(); await c.send(frame(1, b'hello')); await asyncio.sleep(min(float(c.q('s', 30)), MAX_SECONDS))


@ws('/ws/reset', 'TCP reset after the first message', 'error 1006; the message was delivered', 'CONNECT')
async def _(c, w): await w.open(); await c.send(frame(1, b'hello')); await asyncio.sleep(0.1); c.rst()


@ws('/ws/eof', 'TCP close without a close frame', 'error 1006', 'TRUNC')
async def _(c, w): await w.open(); await c.send(frame(1, b'hello'))


@ws('/ws/silent', 'opens, then silence (?s=30)', 'the keep-alive ping finds the peer dead after its timeout', 'TIMEOUT')
async def _(c, w): await w.open(); await asyncio.sleep(min(float(c.q('s', 30)), MAX_SECONDS))


@ws('/ws/close-codes', 'closes with ?code=4001&reason=bye', 'code and reason are reported', 'OK')
async def _(c, w): await w.open(); await c.send(frame(8, struct.pack('>H', c.qi('code', 4001)) + c.q('reason', 'bye').encode())); await w.finish()


@ws('/ws/data-after-close', 'a message after the close frame', 'ignored', 'OK')
async def _(c, w): await w.open(); await c.send(frame(8, struct.pack('>H', 1000)) + frame(1, b'late')); await w.finish()


@ws('/ws/data-with-handshake', 'first frame in the same segment as the 101', 'the frame is not lost', 'OK')
async def _(c, w):
    k = c.r.h('Sec-WebSocket-Key')
    await c.send(f'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept_key(k)}\r\n\r\n'.encode() + frame(1, b'early'))
    await w.finish()


# ------------------------------------------------------------------ proxy
async def proxy(c, need_auth):
    r = c.r
    if need_auth and r.h('Proxy-Authorization') != 'Basic cHJveHk6c2VjcmV0':
        await c.reply(b'', '407 Proxy Authentication Required', [('Proxy-Authenticate', 'Basic realm="p"')]); return
    if r.method == 'CONNECT':
        host, _, port = r.target.rpartition(':')
        if host not in ('127.0.0.1', 'localhost', '[::1]'):
            await c.reply(b'', '403 Forbidden'); return
        try: rd2, wr2 = await asyncio.open_connection('127.0.0.1', int(port))
        except OSError: await c.reply(b'', '502 Bad Gateway'); return
        await c.send('HTTP/1.1 200 Connection established\r\n\r\n')

        async def pipe(a, b):
            with contextlib.suppress(Exception):
                while True:
                    d = await a.read(65536)
                    if not d: break
                    b.write(d); await b.drain()
            with contextlib.suppress(Exception): b.close()
        await asyncio.wait_for(asyncio.gather(pipe(c.rd, wr2), pipe(rd2, c.wr)), MAX_SECONDS)
        raise Done
    await read_body(c)
    await c.reply({'proxied': r.target, 'headers': r.pairs})


# ------------------------------------------------------------------ listeners
async def serve(rd, wr, name):
    c = Conn(rd, wr, name)
    try:
        while True:
            await read_request(c)
            if name in ('proxy', 'proxy407'):
                await proxy(c, name == 'proxy407'); continue
            p = c.r.path
            f = ROUTES.get(p)
            if f: f = f[0]
            elif p.startswith('/echo/'): f = echo
            if f is None:
                await read_body(c); await c.reply({'error': 'no such route', 'see': '/_/routes'}, '404 Not Found')
            else: await f(c)
            if not getattr(c.r, 'read', False) and not c.wr.is_closing(): await read_body(c)
            if 'close' in (c.r.h('Connection') or '').lower() or (c.r.version == '1.0' and 'keep-alive' not in (c.r.h('Connection') or '').lower()): break
    except (Done, asyncio.IncompleteReadError, ConnectionError, asyncio.LimitOverrunError, ssl.SSLError, asyncio.TimeoutError, OSError, ValueError) as e:
        if isinstance(e, ValueError): LOG.append({'n': len(LOG), 'listener': name, 'conn': c.n, 'error': repr(e)})
    finally:
        with contextlib.suppress(Exception):
            if not wr.transport.is_closing():
                if name == 'tls-cut': wr.transport.abort()
                else: wr.close()


TLSNAMES = {}


def sh(*a, **k): subprocess.run(a, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=TLSDIR, **k)


def make_certs():
    """CA, intermediate and one leaf per TLS fault, with the openssl command (about 1 s in all)"""
    d = TLSDIR
    w = lambda n, t: open(os.path.join(d, n), 'w').write(t)
    key = lambda n: sh('openssl', 'ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', n + '.key')
    w('ca.cnf', '[ca]\ndefault_ca=d\n[d]\ndir=.\ndatabase=./index.txt\nserial=./serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nunique_subject=no\ncopy_extensions=none\n[p]\ncommonName=supplied\n[v3ca]\nbasicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n')
    w('index.txt', ''); w('serial', '1000\n')

    def root(n, cn):
        key(n); sh('openssl', 'req', '-x509', '-new', '-key', n + '.key', '-sha256', '-days', '3650', '-subj', f'/CN={cn}', '-out', n + '.pem', '-addext', 'keyUsage=critical,keyCertSign,cRLSign')

    def leaf(n, ca='ca', san='DNS:localhost,IP:127.0.0.1', eku='serverAuth', start='-1', end='+825', cn='localhost', isca=False, md='sha256', rsa=None):
        if rsa: sh('openssl', 'genrsa', '-out', n + '.key', str(rsa))
        else: key(n)
        sh('openssl', 'req', '-new', '-key', n + '.key', '-subj', f'/CN={cn}', '-out', n + '.csr')
        ext = '[e]\nbasicConstraints=critical,CA:' + ('true' if isca else 'false') + '\nkeyUsage=critical,' + ('keyCertSign,cRLSign' if isca else 'digitalSignature') + '\n'
        if eku: ext += f'extendedKeyUsage={eku}\n'
        if san: ext += f'subjectAltName={san}\n'
        w(n + '.ext', ext)
        day = lambda x: time.strftime('%Y%m%d%H%M%SZ', time.gmtime(time.time() + float(x) * 86400))
        sh('openssl', 'ca', '-batch', '-config', 'ca.cnf', '-cert', ca + '.pem', '-keyfile', ca + '.key', '-in', n + '.csr', '-out', n + '.pem', '-startdate', day(start), '-enddate', day(end), '-md', md, '-extfile', n + '.ext', '-extensions', 'e', '-notext')
    root('ca', 'faultserver test root'); root('otherca', 'some other root')
    leaf('inter', cn='faultserver intermediate', isca=True, san=None, eku=None)
    leaf('ok'); leaf('rotated'); leaf('expired', start='-40', end='-10'); leaf('notyet', start='+10'); leaf('wronghost', san='DNS:wrong.example', cn='wrong.example')
    leaf('untrusted', ca='otherca'); leaf('chain', ca='inter'); leaf('nochain', ca='inter'); leaf('cnonly', san=None); leaf('clienteku', eku='clientAuth'); leaf('leafca', ca='ok'); leaf('mtls'); leaf('client', san='DNS:client', eku='clientAuth', cn='client'); leaf('rsa1024', rsa=1024)
    key('selfsigned'); sh('openssl', 'req', '-x509', '-new', '-key', 'selfsigned.key', '-sha256', '-days', '100', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-out', 'selfsigned.pem')
    cat = lambda o, *i: w(o, ''.join(open(os.path.join(d, x)).read() for x in i))
    cat('chain.full.pem', 'chain.pem', 'inter.pem'); cat('leafca.full.pem', 'leafca.pem', 'ok.pem')
    for n in ('ok', 'rotated', 'expired', 'notyet', 'wronghost', 'untrusted', 'chain', 'nochain', 'cnonly', 'clienteku', 'leafca', 'mtls', 'selfsigned', 'rsa1024', 'inter', 'ca'):
        der = subprocess.run(f'openssl x509 -in {n}.pem -pubkey -noout | openssl pkey -pubin -outform der', shell=True, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=d).stdout
        PINS[n] = base64.b64encode(hashlib.sha256(der).digest()).decode()


TLS_VARIANTS = {  # name: (cert file, key file, what, expected)
    'ok': ('ok.pem', 'ok.key', 'good certificate for localhost and 127.0.0.1 under ca.pem', 'OK with ca.pem as trust root; refused with the system roots'),
    'rotated': ('rotated.pem', 'rotated.key', 'another good certificate, other key', 'with a pin on ok: refused before any request byte; with both pins: OK'),
    'expired': ('expired.pem', 'expired.key', 'expired 10 days ago', 'TLS error naming expiry; a matching pin does not make it good'),
    'notyet': ('notyet.pem', 'notyet.key', 'valid from 10 days ahead', 'TLS error'),
    'wronghost': ('wronghost.pem', 'wronghost.key', 'made out to wrong.example', 'TLS error naming both hosts; a matching pin does not make it good'),
    'selfsigned': ('selfsigned.pem', 'selfsigned.key', 'self-signed', 'TLS error; OK only when it is itself the trust root'),
    'untrusted': ('untrusted.pem', 'untrusted.key', 'signed by an unknown root', 'TLS error'),
    'chain': ('chain.full.pem', 'chain.key', 'leaf and intermediate sent', 'OK; a pin on the intermediate key matches'),
    'nochain': ('nochain.pem', 'nochain.key', 'intermediate left out', 'TLS error saying issuer unknown'),
    'leafca': ('leafca.full.pem', 'leafca.key', 'signed by a leaf that is no CA', 'TLS error'),
    'cnonly': ('cnonly.pem', 'cnonly.key', 'CN only, no subjectAltName', 'TLS error'),
    'clienteku': ('clienteku.pem', 'clienteku.key', 'key usage for clients only', 'TLS error'),
    'rsa1024': ('rsa1024.pem', 'rsa1024.key', 'RSA of 1024 bits', 'TLS error'),
    'mtls': ('mtls.pem', 'mtls.key', 'wants a client certificate', 'TLS error that says so; OK with client.pem and client.key'),
    'tls11': ('ok.pem', 'ok.key', 'speaks TLS 1.1 at most', 'TLS error: version'),
    'tls-cut': ('ok.pem', 'ok.key', 'ends every connection without close_notify', '/f/no-length is TRUNC, answers with a length are OK'),
}


async def main(a):
    global TLSDIR
    host = '127.0.0.1'
    names = ['http', 'http2', 'proxy', 'proxy407']
    base = a.port

    def want(i): return 0 if base == 0 else base + i

    async def listen(name, idx, **k):
        h = lambda rd, wr: serve(rd, wr, name)
        try: s = await asyncio.start_server(h, host, want(idx), limit=8 * MIB, backlog=512, **k)
        except OSError:
            if idx == 0: raise
            s = await asyncio.start_server(h, host, 0, limit=8 * MIB, backlog=512, **k)
        PORTS[name] = s.sockets[0].getsockname()[1]
        return s
    for i, n in enumerate(names): await listen(n, i)
    idx = len(names)
    if not a.no_tls and shutil.which('openssl'):
        TLSDIR = os.path.abspath(a.tls_dir) if a.tls_dir else tempfile.mkdtemp(prefix='faultserver-tls-')
        os.makedirs(TLSDIR, exist_ok=True)
        make_certs()
        for n, (crt, ky, what, exp) in TLS_VARIANTS.items():
            x = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            x.minimum_version = ssl.TLSVersion.TLSv1_2
            if n in ('rsa1024', 'tls11'): x.set_ciphers('ALL:@SECLEVEL=0')
            if n == 'tls11':
                import warnings; warnings.simplefilter('ignore')
                x.minimum_version = ssl.TLSVersion.TLSv1; x.maximum_version = ssl.TLSVersion.TLSv1_1
            if n == 'mtls': x.verify_mode = ssl.CERT_REQUIRED; x.load_verify_locations(os.path.join(TLSDIR, 'ca.pem'))
            x.load_cert_chain(os.path.join(TLSDIR, crt), os.path.join(TLSDIR, ky))
            TLSNAMES[n] = 1
            await listen(n, idx, ssl=x, ssl_handshake_timeout=20); idx += 1

    async def odd(name, f):
        nonlocal idx
        async def g(rd, wr):
            with contextlib.suppress(Exception): await asyncio.wait_for(f(rd, wr), MAX_SECONDS)
            with contextlib.suppress(Exception): wr.close()
        try: s = await asyncio.start_server(g, host, want(idx))
        except OSError: s = await asyncio.start_server(g, host, 0)
        PORTS[name] = s.sockets[0].getsockname()[1]; idx += 1
    async def f1(rd, wr): pass
    async def f2(rd, wr): await asyncio.sleep(30)
    async def f3(rd, wr): await rd.read(100); wr.write(b'\x15\x03\x03\x00\x02\x02\x28'); await wr.drain()
    async def f4(rd, wr): await rd.read(100); wr.write(b'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'); await wr.drain()
    async def f5(rd, wr): await rd.read(100); wr.write(b'\x16\x03\x03'); await wr.drain(); await asyncio.sleep(0.1); wr.transport.abort()
    async def f6(rd, wr): await rd.readuntil(b'\r\n\r\n'); wr.write(b'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 garbage'); await wr.drain()
    await odd('accept-close', f1); await odd('accept-stall', f2); await odd('tls-alert', f3); await odd('tls-plain', f4); await odd('tls-reset', f5); await odd('proxy-garbage', f6)
    # a port that nothing listens on, and one whose queue is full so that connects hang
    s = socket.socket(); s.bind((host, 0)); PORTS['closed'] = s.getsockname()[1]; s.close()
    hole = socket.socket(); hole.bind((host, 0)); hole.listen(0); PORTS['blackhole'] = hole.getsockname()[1]
    keep = []
    for _i in range(4):
        k = socket.socket(); k.setblocking(False)
        with contextlib.suppress(BlockingIOError): k.connect((host, PORTS['blackhole']))
        keep.append(k)
    print(f'ready {PORTS["http"]}', flush=True)
    print('ports ' + json.dumps(PORTS), flush=True)
    await asyncio.sleep(a.max_seconds)


def table():
    rows = [(p, w, e, k) for p, (f, w, e, k) in ROUTES.items() if not p.startswith('/_/') and k]
    rows += [('tls:' + n, w, e, 'TLS' if not e.startswith('OK') else 'OK') for n, (_, _, w, e) in TLS_VARIANTS.items()]
    rows += [(f'port:{n}', w, e, k) for n, w, e, k in ODD]
    return rows


ODD = [
    ('closed', 'nothing listens', 'error: connection refused, at once', 'CONNECT'),
    ('blackhole', 'connects hang (accept queue full)', 'connect timeout after the set time', 'TIMEOUT'),
    ('accept-close', 'accepts and closes', 'error: closed before an answer; over https a TLS error', 'CONNECT'),
    ('accept-stall', 'accepts, then silence; over https the handshake never ends', 'handshake or read timeout', 'TIMEOUT'),
    ('tls-alert', 'fatal handshake_failure alert', 'TLS error naming the alert', 'TLS'),
    ('tls-plain', 'plain HTTP on an https port', 'TLS error that hints at http', 'TLS'),
    ('tls-reset', 'reset inside the handshake', 'TLS or connect error; retried only for idempotent calls', 'TLS'),
    ('proxy', 'HTTP proxy: absolute-form is recorded, CONNECT tunnels to loopback', 'the origin never sees Proxy-Authorization; the proxy never sees the Authorization of https calls', 'OK'),
    ('proxy407', 'proxy that wants Basic proxy:secret', '407 surfaces as an auth error naming the proxy', 'AUTH'),
    ('proxy-garbage', 'proxy answers CONNECT with noise', 'protocol error naming the proxy', 'PROTO'),
]

if __name__ == '__main__':
    ap = argparse.ArgumentParser(description='HTTP, TLS, SSE and WebSocket fault server on loopback (see the docstring)')
    ap.add_argument('port', type=int, nargs='?', default=0, help='main port; 0 picks free ones')
    ap.add_argument('--tls-dir', help='where to put the generated certificates (default: a new temporary folder)')
    ap.add_argument('--no-tls', action='store_true')
    ap.add_argument('--max-seconds', type=float, default=7200, help='the server stops by itself after this time')
    ap.add_argument('--list', action='store_true', help='print the table of faults as markdown and stop')
    a = ap.parse_args()
    if a.list:
        for p, w, e, k in table(): print(f'| `{p}` | {w} | {e} | {k} |')
        sys.exit(0)
    try: asyncio.run(main(a))
    except KeyboardInterrupt: pass
