extension FindingPage {
  static let lines: [FindingPage] = [
    FindingPage(
      .method, title: "An endpoint does not start with a method, or Dial does not know the method.",
      wrong: """
        endpoints:
          list: get /users
        """,
      fix: """
        Write the method in capital letters, before the target. An endpoint has one method; write a second endpoint for a second method.

        Dial knows GET, HEAD, OPTIONS, TRACE, DELETE, CONNECT, POST, PUT, PATCH, QUERY and WS. For another method, use the long form
        and add `hasBody: true` or `hasBody: false`.
        """,
      right: """
        endpoints:
          list: GET /users
          purge: {PURGE: /cache, hasBody: false}
        """,
      reason: """
        Methods are case-sensitive (RFC 9110, section 9.1), and servers reject `get`. Whether a method has a body decides where Dial
        sends arguments.
        """,
      severity: "Error.", see: ["Endpoints"]),
    FindingPage(
      .target, title: "A target is not a path, an absolute URL or a valid URI template.",
      wrong: """
        endpoints:
          getUser: GET /users/{user id}
        """,
      fix: """
        Start the target with `/`, `https://` or `http://`. Write the name of an argument between each pair of braces. Leave out the
        fragment (`#…`), which is never sent.
        """,
      right: """
        endpoints:
          getUser: GET /users/{userId}
        """,
      reason: "The server would receive a literal brace, and return 404.",
      severity: "Error.", see: ["Endpoints"]),
    FindingPage(
      .encoding, title: "The word between the method and the target is not a body encoding.",
      wrong: """
        endpoints:
          create: POST xml /users (name)
        """,
      fix: """
        The encodings are `json` (the default), `form`, `multipart`, `text` and `bytes`. To send another format, pass the body as text
        or bytes and set its `Content-Type` header.
        """,
      right: """
        endpoints:
          create:
            POST: text /users (_ document String)
            headers: {Content-Type: application/xml}
        """,
      reason: "Dial builds the body from your arguments. It can do that only for formats it knows.",
      severity: "Error.", see: ["Bodies"]),
    FindingPage(
      .codec, title: "The name of a codec is misspelled, or your program has to register it.",
      wrong: """
        endpoints:
          report: {GET: /report, decode: jsno}
          saved: {GET: /saved, decode: plist}
        """,
      fix: """
        The built-in codecs are `json`, `text`, `form`, `lines` and `bytes`; `encoding` has its own words. Any other name is a codec
        that your program registers. In that case you can ignore the note.
        """,
      right: """
        endpoints:
          report: {GET: /report, decode: json}
        """,
      reason: """
        Otherwise only a call would find the mistake. A name close to a built-in one is probably a typo, so it is an error. For any
        other name, the note shows how to register it.
        """,
      severity: "Error or note.", see: ["Bodies"]),
    FindingPage(
      .signature, title: "A part of an endpoint is unexpected, appears twice, or is not closed.",
      wrong: """
        endpoints:
          list: GET /users [JSON]
        """,
      fix: """
        Write the parts in this order: `METHOD encoding target (parameters) @ path -> result ! failure`. Everything after the target is
        optional. Put `->` before the result, and close brackets and quotes. Quote the whole value if it contains ` #`, which starts a
        comment in YAML.
        """,
      right: """
        endpoints:
          list: GET /users -> [JSON]
        """,
      reason: "With one fixed order, Dial detects a missing arrow, and does not mistake the part for something else.",
      severity: "Error.", see: ["Endpoints"]),
    FindingPage(
      .swallowedList, title: "The space before the parameter list is missing, so Dial reads the list as part of the target.",
      wrong: """
        endpoints:
          list: GET /users(page, size)
        """,
      fix: "Put a space before `(`. If the target really ends in parentheses, as in OData, write them as `%28` and `%29`.",
      right: """
        endpoints:
          list: GET /users (page, size)
        """,
      reason: "Parentheses are valid in a path. Without the space, the endpoint would request `/users(page,` and accept any argument.",
      severity: "Warning.", see: ["Endpoints"]),
    FindingPage(
      .selection, title: "An expression is missing or is not valid JMESPath.",
      wrong: """
        endpoints:
          list: GET /users @ data..list
        """,
      fix: """
        Write a path such as `data.list` or `items[0]`. After `@` the expression cannot contain spaces; write a longer one in `select:`,
        and quote it if it contains `: ` or ` #`.

        Dial warns when you compare with a name in double quotes: `state == "done"` compares the members `state` and `done`. Write a string
        in single quotes, `state == 'done'`. `dial check --fix` writes it as JSON in backquotes.
        """,
      right: """
        endpoints:
          list: GET /users @ data.list
        """,
      reason: "Dial compiles the expression when it reads the spec. Otherwise the mistake would show only after the request was sent.",
      severity: "Error. A warning for names in double quotes.", see: ["Responses"]),
    FindingPage(
      .hiddenName, title: "In Swift, a member of `Client` hides an endpoint of the same name.",
      wrong: """
        endpoints:
          call: POST /calls (number)
        """,
      fix: """
        You can leave the spec as it is. The name works on the command line; in Swift, write `phone["call"](number: "…")`. If you rename
        the endpoint, you do not need the brackets.
        """,
      right: """
        endpoints:
          startCall: POST /calls (number)
        """,
      reason: "Swift prefers declared members of a type over names that are resolved at run time.",
      severity: "Note.", see: ["Endpoints"]),
    FindingPage(
      .sharedName, title: "A group has the same name as an endpoint next to it.",
      wrong: """
        endpoints:
          admin: GET /admin
        groups:
          admin:
            endpoints: {users: GET /admin/users}
        """,
      fix: "Rename the group or the endpoint.",
      right: """
        endpoints:
          adminPage: GET /admin
        groups:
          admin:
            endpoints: {users: GET /admin/users}
        """,
      reason: "You can call both `admin` and `admin.users`, but readers of the spec cannot tell which one `admin` means.",
      severity: "Warning.", see: ["GroupsAndFiles"]),
  ]
}
