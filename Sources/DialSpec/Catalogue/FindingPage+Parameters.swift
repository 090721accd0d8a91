extension FindingPage {
  static let parameters: [FindingPage] = [
    FindingPage(
      .parameterList, title: "The commas, brackets or spaces of a parameter list are not valid.",
      wrong: """
        endpoints:
          list: GET /users (page, , size)
        """,
      fix: """
        Write one parameter between two commas, and a space after the list. An empty list, `()`, means that the endpoint accepts no
        arguments.
        """,
      right: """
        endpoints:
          list: GET /users (page, size)
        """,
      reason: "An empty item between two commas may be a missing parameter. You would notice it only when a call rejects the argument.",
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .parameter, title: "A parameter is not written as `name type as wire = default`.",
      wrong: """
        endpoints:
          list: GET /users (page Int Int)
        """,
      fix: """
        Write each part at most once, in this order: the name with its location and marks, the type, `as` with the name in the request, and
        `=` with the default. Two marks have limits:

        - `name*` spreads a dictionary, and needs a location that has names
        - `name!` is a key without a value, and belongs in the query
        """,
      right: """
        endpoints:
          list: GET /users (page Int as p = 1)
        """,
      reason: "An unexpected word usually means that a comma is missing. Two parameters would then become one.",
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .tooManyParameters, title: "An endpoint has more than 4096 parameters.",
      wrong: .shell(
        #"""
        { printf 'base: https://api.example.com\nendpoints:\n  search:\n    GET: "/search{?p0'; seq -f ',p%.0f' 1 4096 | tr -d '\n'; echo '}"'; } > spec.yaml
        """#),
      fix: "Combine values that belong together into one parameter: an array, or a dictionary that is spread into the query.",
      right: """
        endpoints:
          search: GET /search (filter* [String:String])
        """,
      reason: """
        A spec may come from anyone. The limit bounds the memory and time for reading it. It counts the parameters of the target,
        of the endpoint line and of `params`, in all files of the spec.
        """,
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .tooManyItems, title: "A type, `headers`, `query` or `auth` has too many items.",
      wrong: .shell(
        #"""
        { printf 'base: https://api.example.com\ntypes:\n  Row:\n'; seq -f '    m%.0f: Int' 4097; echo 'endpoints: {row: GET /row -> Row}'; } > spec.yaml
        """#),
      fix: "Declare members with names like these as a dictionary, and only the headers and credentials that the service reads.",
      right: """
        endpoints:
          row: GET /row -> [String:Int]
        """,
      reason: """
        A spec may come from anyone. The limits bound the time for reading it and for each call: 4096 members of a type, 4096 items of
        `headers` and of `query` with those that an endpoint inherits, and 256 credentials of `auth`.
        """,
      severity: "Error.", see: ["TypesAndShapes", "Endpoints", "Credentials"]),
    FindingPage(
      .place, title: "A location does not exist, or cannot be used for the parameter.",
      wrong: """
        endpoints:
          list: GET /users (head.token)
        """,
      fix: """
        The locations are `path.`, `query.`, `header.`, `cookie.`, `field.` (a body field) and `part.` (a part of a multipart body).
        A file is a part or the whole body, as in `_ photo File`. A WebSocket request has no body.
        """,
      right: """
        endpoints:
          list: GET /users (header.token)
        """,
      reason: "A value in the wrong location can leak. For example, a token in the query appears in the logs of servers and proxies.",
      severity: """
        Error. A warning if `(body User)` is the only field of a body: Dial sends `{"body": …}`, and you probably want `_ body`.
        """, see: ["Parameters"]),
    FindingPage(
      .defaultValue, title: "A default is missing, is not valid JSON, or does not match the type of its parameter.",
      wrong: """
        endpoints:
          list: GET /users (page Int = first)
        """,
      fix: """
        Write a default of the declared type: a JSON literal, an unquoted string for a `String`, `$uuid` or `$now`. Write an empty string as
        `""`. Write a string that contains a bracket, a comma or ` as ` as a JSON string.
        """,
      right: """
        endpoints:
          list: GET /users (page Int = 1, sort String = name)
        """,
      reason: "Dial sends the default when you omit the argument. With a default that is never accepted, you could not omit it.",
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .looseComma,
      title: "A default ends at a comma without a space after it. The comma may be meant to be part of the default.",
      wrong: """
        endpoints:
          list: GET /users (fields = id,name)
        """,
      fix: "If the comma is part of the default, write the default as a JSON string. If it separates two parameters, add a space after it.",
      right: """
        endpoints:
          list: GET /users (fields = "id,name")
        """,
      reason: "`fields = id,name` looks like one value. Dial reads the default `id` and a second parameter `name`.",
      severity: "Warning.", see: ["Parameters"]),
    FindingPage(
      .duplicateParameter, title: "Two parameters of an endpoint have the same name and the same location.",
      wrong: """
        endpoints:
          list: GET /users (q, page, q)
        """,
      fix: """
        Remove one of them. Parameters in different locations can have the same name, as in `query.id, header.id`; callers then add
        the location to the name.
        """,
      right: """
        endpoints:
          list: GET /users (q, page)
        """,
      reason: "Dial could not tell which of the two parameters an argument is for.",
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .duplicateWireName, title: "Two parameters in the same location have the same name in the request.",
      wrong: """
        endpoints:
          rename: POST form /user (first as name, last as name)
        """,
      fix: """
        Give them different names in the request, or make them one parameter. Header names are compared without regard to case. To send
        several values under one name, declare a parameter with an array type.
        """,
      right: """
        endpoints:
          rename: POST form /user (first as first_name, last as last_name)
        """,
      reason: "Servers treat a repeated name differently: they use the first value, the last, or both, or they fail.",
      severity: "Error.", see: ["Parameters"]),
    FindingPage(
      .bodyConflict, title: "An endpoint has two whole bodies, or a whole body and members.",
      wrong: """
        endpoints:
          replace: PUT /users/{id} (id Int, _ user, field.note)
        """,
      fix: """
        Describe the body in one way: one whole argument (`_ user`), members (`name, email`), or a template (`body:`). Give the other
        parameters another location, such as `query.note`.
        """,
      right: """
        endpoints:
          replace: PUT /users/{id} (id Int, _ user, query.note)
        """,
      reason: """
        A request has one body. Adding a member to a body that the caller passes would overwrite a part of it, or fail if the body is
        not an object.
        """,
      severity: "Error.", see: ["Bodies"]),
    FindingPage(
      .bodyUnasked, title: "An endpoint has an encoding but no body.",
      wrong: """
        endpoints:
          search: GET form /search (q)
        """,
      fix: """
        Arguments of GET, HEAD, DELETE, OPTIONS and TRACE are sent in the query. Remove the encoding or declare a body with `field.` or `_`.
        """,
      right: """
        endpoints:
          search: GET form /search (field.q)
        """,
      reason: "Servers and proxies may drop the body of a GET. Dial sends one only when the spec declares it explicitly.",
      severity: "Error.", see: ["Bodies"]),
    FindingPage(
      .connectParameter, title: "A CONNECT endpoint has a parameter outside its target.",
      wrong: """
        endpoints:
          tunnel: CONNECT /{host} (host, q)
        """,
      fix: "Keep only the parameters that the target contains.",
      right: """
        endpoints:
          tunnel: CONNECT /{host} (host)
        """,
      reason: "A CONNECT request has no query and no body (RFC 9110, section 9.3.6). Dial checks such endpoints, but cannot call them yet.",
      severity: "Error.", see: ["Endpoints"]),
    FindingPage(
      .unknownPlaceholder,
      title: "A template uses an argument that the endpoint does not have, or a path parameter has no placeholder.",
      wrong: """
        endpoints:
          getUser:
            GET: /users/{id} (id Int, user String)
            headers: {X-User: "{usr}"}
        """,
      fix: "Write the name of a declared parameter between the braces. A `path.name` parameter needs `{name}` in the target.",
      right: """
        endpoints:
          getUser:
            GET: /users/{id} (id Int, user String)
            headers: {X-User: "{user}"}
        """,
      reason: "Callers could never pass the argument. The header would always be missing, or would contain the braces.",
      severity: """
        Error. A warning if a parameter name is similar to a placeholder, as in `GET /users/{id} (uid Int)`: `uid` is sent in the query.
        """, see: ["Parameters"]),
    FindingPage(
      .example, title: "The example of a parameter does not match its type.",
      wrong: """
        endpoints:
          getUser:
            GET: /users/{id}
            params:
              id: {type: Int, example: seven}
        """,
      fix: "Change the example to a value that can be sent, or correct the type.",
      right: """
        endpoints:
          getUser:
            GET: /users/{id}
            params:
              id: {type: Int, example: 7}
        """,
      reason: "People copy examples, and `dial describe` uses them in its sample calls. A call with this example would fail.",
      severity: "Warning.", see: ["Parameters"]),
    FindingPage(
      .sentLiterally,
      title: "A type such as `Bool?`, `$TOKEN`, or a misspelled `$uuid` is sent literally.",
      wrong: """
        query: {done: Bool?}
        endpoints:
          list: GET /todos
        """,
      fix: """
        Declare types in a parameter list: instead of `query: {done: Bool?}`, write `GET /todos (done? Bool)`. To use a parameter in a body,
        declare it in the endpoint line and write `{title}` in the body. Write variables as `${TOKEN}`, and values generated per call as
        `$uuid`, `$now` or `$timestamp`.
        """,
      right: """
        endpoints:
          list: GET /todos (done? Bool)
        """,
      reason: "Every request would send the name of the type. The server would reject it, or read it as a value.",
      severity: "Warning.", see: ["Parameters"]),
  ]
}
