extension FindingPage {
  static let settings: [FindingPage] = [
    FindingPage(
      .headerName, title: "A header name is not valid.",
      wrong: """
        headers: {X Trace: "1"}
        endpoints:
          list: GET /users
        """,
      fix: "Use only letters, digits and the characters that the message lists. Most header names are words joined with `-`.",
      right: """
        headers: {X-Trace: "1"}
        endpoints:
          list: GET /users
        """,
      reason: "RFC 9110, section 5.1 defines header names. A space or a colon in a name could turn one header into two.",
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .headerValue, title: "A header value contains characters that headers cannot contain.",
      wrong: """
        headers: {X-Author: Zoë}
        endpoints:
          list: GET /users
        """,
      fix: """
        Use printable ASCII characters and tabs. Encode other characters as the service expects, usually with percent signs (RFC 8187).
        """,
      right: """
        headers: {X-Author: Zo%C3%AB}
        endpoints:
          list: GET /users
        """,
      reason: """
        A line feed would end the header and start another one. For characters outside ASCII, clients and servers do not agree on an
        encoding.
        """,
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .headerOwned, title: "The spec sets a header that the HTTP protocol controls.",
      wrong: """
        headers: {Host: internal.example.com}
        endpoints:
          list: GET /users
        """,
      fix: "Remove the header. To call another server, change `base`, or pass `--base` on the command line or `base:` in Swift.",
      right: .yaml(
        """
        base: https://internal.example.com
        endpoints:
          list: GET /users
        """),
      reason: """
        Host, Content-Length, Transfer-Encoding, Connection and Upgrade control where a request ends and where it is sent. If two of them
        disagree, one request can hide another (RFC 9112, section 11.2).
        """,
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .duration, title: "A value is not a valid duration.",
      wrong: """
        timeout: 30
        endpoints:
          list: GET /users
        """,
      fix: """
        Write a number and one of the units `ms`, `s`, `m`, `h` and `d`, without a space: `500ms`, `30s`, `1m30s`. Write a range, as in
        `backoff`, as `200ms..20s`.
        """,
      right: """
        timeout: 30s
        endpoints:
          list: GET /users
        """,
      reason: """
        Some libraries read 30 as seconds, others as milliseconds. On the command line, as in curl, a number without a unit is in
        seconds.
        """,
      severity: "Error.", see: ["CallPolicies"]),
    FindingPage(
      .size, title: "A value is not a valid size.",
      wrong: """
        endpoints:
          upload:
            POST: multipart /photos
            params: {photo: {type: File, max: ten megabytes}}
        """,
      fix: """
        Write a number of bytes, or a number with a unit: `KB`, `MB` and `GB` are powers of 1000, `KiB`, `MiB` and `GiB` are powers of
        1024.
        """,
      right: """
        endpoints:
          upload:
            POST: multipart /photos
            params: {photo: {type: File, max: 10MB}}
        """,
      reason: "With this limit, Dial rejects a file that is too large before it sends anything.",
      severity: "Error.", see: ["Bodies"]),
    FindingPage(
      .statuses, title: "A value is not a status or a class of statuses.",
      wrong: """
        accept: [2xx, missing]
        endpoints:
          list: GET /users
        """,
      fix: "Write a number (`200`), a class (`2xx`), a list of them, or `any`. In `retry: {on: …}` you can also use the word `network`.",
      right: """
        accept: [2xx, 404]
        endpoints:
          list: GET /users
        """,
      reason: "These statuses decide whether a call succeeds or fails. An unknown word would match no status.",
      severity: "Error.", see: ["CallPolicies"]),
    FindingPage(
      .auth, title: "Credentials are not written as a kind and its values.",
      wrong: """
        auth: bearer
        endpoints:
          list: GET /users
        """,
      fix: """
        Write one of these:

        | kind | written as |
        | --- | --- |
        | no credentials | `none` |
        | bearer token | `bearer ${TOKEN}` |
        | basic | `basic ${USER} ${PASSWORD}` |
        | digest | `digest ${USER} ${PASSWORD}` |
        | header | `header X-Api-Key ${KEY}` |
        | query | `query key ${KEY}` |

        To sign in and store a token, write a mapping. Its `login` and `refresh` name existing endpoints that accept the given arguments
        and do not need the token themselves. Dial does not print a line that may contain a token.
        """,
      right: """
        auth: bearer ${API_TOKEN}
        endpoints:
          list: GET /users
        """,
      reason: "The service would reject a call without credentials, and its message would not point to this line.",
      severity: "Error.", see: ["VariablesAndTrust"]),
    FindingPage(
      .literalSecret, title: "The spec contains a token.",
      wrong: """
        auth: bearer 4fd1c0a97be24c6e8d5f
        endpoints:
          list: GET /users
        """,
      fix: """
        Write a variable instead. Pass its value when you call: with `--var API_TOKEN=…`, in the environment, or with `variables:` in
        Swift. If the spec was ever committed, revoke the token and create a new one.
        """,
      right: """
        auth: bearer ${API_TOKEN}
        endpoints:
          list: GET /users
        """,
      reason: """
        People share, copy and commit specs, and the token with them. Dial does not print the line, to keep the token out of your CI log.
        """,
      severity: "Warning.", see: ["VariablesAndTrust"]),
    FindingPage(
      .noEffect, title: "A setting is valid but has no effect here.",
      wrong: """
        redirects: {max: 0, trust: [cdn.example.com]}
        endpoints:
          list: GET /users
        """,
      fix: """
        Remove the setting, or change the one that disables it. In the example, allow redirects. Dial also reports under this id:

        - the mark `+` on a parameter whose value is never encoded
        - `filename`, `mimeType` and `max` on a parameter that is not a file
        - `events` on an endpoint whose result is not an event stream
        - a domain in `cookies` that does not include the host of `base`
        """,
      right: """
        redirects: {max: 3, trust: [cdn.example.com]}
        endpoints:
          list: GET /users
        """,
      reason: "You probably expect the setting to do something. The finding is only a warning, because the request is still correct.",
      severity: "Warning.", see: ["CallPolicies"]),
    FindingPage(
      .singlePin, title: "A host has only one pin.",
      wrong: """
        tls:
          pins: {api.example.com: [sha256/Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=]}
        endpoints:
          list: GET /users
        """,
      fix: "Create a second key, store it separately, and add its pin.",
      right: """
        tls:
          pins:
            api.example.com:
              - sha256/Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=
              - sha256/lCppFqbkrlJ3EcVFAkeip0+44VaoJUymbnOaEUk7tEU=
        endpoints:
          list: GET /users
        """,
      reason: """
        A server gets a new key when the old one is lost or stolen. Without a second pin, calls fail until users have a new spec.
        RFC 7469 requires a backup pin for this reason.
        """,
      severity: "Warning.", see: ["TLS"]),
    FindingPage(
      .unsafeRepeat, title: "A stream reconnects by sending a request that may not be safe to repeat.",
      wrong: """
        endpoints:
          answer:
            POST: /answers (prompt String) -> events
            events: {reconnect: true}
        """,
      fix: """
        Remove `reconnect` if a second request would start a second job. If the server recognizes a repeated request, send an
        `Idempotency-Key`; each attempt sends the same one. If repeating does no harm, set `retry: {unsafe: true}`.
        """,
      right: """
        endpoints:
          answer:
            POST: /answers (prompt String, header.Idempotency-Key = $uuid) -> events
            events: {reconnect: true}
          watch:
            POST: /watches (topic String) -> events
            events: {reconnect: true}
            retry: {unsafe: true}
        """,
      reason: """
        GET, HEAD, OPTIONS, QUERY, PUT and DELETE can be sent twice with the same effect as once (RFC 9110, section 9.2.2). A repeated POST
        can charge a customer twice.
        """,
      severity: "Warning.", see: ["Streams"]),
    FindingPage(
      .jsonValue, title: "A value cannot be written in JSON.",
      wrong: """
        endpoints:
          stats:
            GET: /stats
            mock: {json: {mean: .inf}}
        """,
      fix: "Quote the value to make it a string, or write a number. A tag such as `!!int` must match its value.",
      right: """
        endpoints:
          stats:
            GET: /stats
            mock: {json: {mean: "Infinity"}}
        """,
      reason: "JSON has no infinity and no NaN (RFC 8259, section 6). The server would receive a different value.",
      severity: "Error.", see: ["Mocks"]),
    FindingPage(
      .paginate, title: "The keys of `paginate` contradict each other, or do not match the endpoint.",
      wrong: """
        endpoints:
          list:
            GET: /items (q?, after?) @ items
            paginate: {cursor: meta.next, as: cursor}
        """,
      fix: """
        Use one of `next`, `cursor`, `page` and `offset`. `as` belongs to `cursor`; `step` and `total` belong to `offset`. The argument that
        changes from page to page must be a parameter of the endpoint.

        Dial warns when it cannot find the next page at the given path: the declared type has no such member, or the first of several
        mocks has no value there. The call would end after the first page, without an error.
        """,
      right: """
        endpoints:
          list:
            GET: /items (q?, after?) @ items
            paginate: {cursor: meta.next, as: after}
        """,
      reason: "If the argument is not sent, the server returns the first page again and again.",
      severity: "Error. A warning if the next page cannot be found.", see: ["Pagination"]),
    FindingPage(
      .poll, title: "`poll` calls an endpoint that does not exist, or passes arguments that it does not accept.",
      wrong: """
        endpoints:
          begin:
            POST: /jobs (size Int)
            poll: {call: job, args: {number: "{id}"}, until: state == 'done'}
          job: GET /jobs/{id} (id Int)
        """,
      fix: """
        `args` contains the arguments of the called endpoint, by name. `{id}` is a member of the first response, and `{args.size}` is an
        argument of the original call.

        Dial does not repeat a POST, PUT, PATCH or DELETE to check progress. It warns when such an endpoint has `until` but no `call`: the
        call fails if the response does not contain a status URL (`Location` with status 202, or `Operation-Location`).
        """,
      right: """
        endpoints:
          begin:
            POST: /jobs (size Int)
            poll: {call: job, args: {id: "{id}"}, until: state == 'done'}
          job: GET /jobs/{id} (id Int)
        """,
      reason: "Otherwise the mistake would show only after the job was started.",
      severity: "Error. A warning if the response may not contain a status URL.", see: ["Polling"]),
    FindingPage(
      .mock, title: "A mock is not a valid response.",
      wrong: """
        endpoints:
          getUser:
            GET: /users/{id}
            mock: hello
        """,
      fix: """
        Write a mapping with `status`, `headers`, `delay` and one body (`json`, `text`, `file` or `events`), or with `error`. For several
        responses in turn, write a list of such mappings.
        """,
      right: """
        endpoints:
          getUser:
            GET: /users/{id}
            mock: {text: hello}
        """,
      reason: "A single word could be a text, a file name or the name of an error.",
      severity: "Error.", see: ["Mocks"]),
  ]
}
