extension FindingPage {
  static let keys: [FindingPage] = [
    FindingPage(
      .unknownKey, title: "The spec has a key that does not exist at this level.",
      wrong: """
        timout: 3s
        endpoints:
          list: GET /users
        """,
      fix: """
        Use the key that the message suggests, or run `dial check --fix` when there is one suggestion. For your own notes, or for
        another tool, start the key with `x-`; Dial ignores such keys.

        Dial knows the names that other tools use: for `url`, `description`, `parameters` or `response`, it suggests its own key.
        An OpenAPI document is reported as such.
        """,
      right: """
        timeout: 3s
        x-owner: team-users
        endpoints:
          list: GET /users
        """,
      reason: "A key that is ignored is a setting that does nothing. With `timout`, every call would use the default timeout of 60 s.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      .missingKey, title: "A required key is missing.",
      wrong: """
        endpoints:
          list:
            doc: All users.
        """,
      fix: """
        Add the key that the message names. A spec needs `endpoints:` or `groups:`. An endpoint needs a method. A method that Dial does
        not know also needs `hasBody: true` or `hasBody: false`.
        """,
      right: """
        endpoints:
          list:
            doc: All users.
            GET: /users
        """,
      reason: "Dial cannot infer a method or an endpoint from the rest of the spec, and a guess such as GET could be wrong.",
      severity: "Error.", see: ["Endpoints"]),
    FindingPage(
      .misplacedKey, title: "A key is at the wrong level, or an endpoint is outside `endpoints`.",
      wrong: """
        endpoints:
          list:
            GET: /users
            vars: {REGION: eu}
        show: GET /users/{id}
        """,
      fix: """
        Move the key to the level that the message names. Indentation sets the level of a key: endpoints are below `endpoints`, and
        the keys of an endpoint are below its name.
        """,
      right: """
        vars: {REGION: eu}
        endpoints:
          list:
            GET: /users
          show: GET /users/{id}
        """,
      reason: """
        The key exists, so "unknown key" would send you looking for a typo. At this level it would have no effect.
        """,
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      .expectedText, title: "A value is a list or a mapping, but must be a string.",
      wrong: """
        endpoints:
          getUser:
            GET: /users/{id}
            params: {id: Int, token: String}
            headers: {X-Token: {token}}
        """,
      fix: "Quote the value. YAML reads a value that starts with `{` as a mapping, and one that starts with `[` as a list.",
      right: """
        endpoints:
          getUser:
            GET: /users/{id}
            params: {id: Int, token: String}
            headers: {X-Token: "{token}"}
        """,
      reason: """
        The value of a header is one string. Dial does not convert a mapping into a string, because you may have meant the placeholder
        `{token}`.
        """,
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      .expectedMapping, title: "A value is a string, a list or empty, but must be a mapping of `key: value` pairs.",
      wrong: """
        headers: Accept
        endpoints:
          list: GET /users
        """,
      fix: "Write the pairs in braces or on the lines below the key. If the key has no value, remove it.",
      right: """
        headers: {Accept: application/json}
        endpoints:
          list: GET /users
        """,
      reason: "The names in the pairs define what each value is for. An empty key is usually a mistake in the indentation.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      .expectedList, title: "A value is a string or a mapping, but must be a list.",
      wrong: """
        endpoints:
          list:
            GET: /users
            params: {sort: {values: asc}}
        """,
      fix: "Write a list, even for one item: `[asc]`, or a line starting with `- ` for each item.",
      right: """
        endpoints:
          list:
            GET: /users
            params: {sort: {values: [asc, desc]}}
        """,
      reason: "YAML reads `values: asc, desc` as one string. If Dial split it, a value could not contain a comma.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      .expectedValue, title: "A value is not one of the words that its key accepts, or has the wrong format.",
      wrong: """
        style: {arrays: commas}
        endpoints:
          list: GET /users (tags)
        """,
      fix: """
        Use one of the words in the message. Dial also reports these mistakes under this id:

        - a key without a space after its colon: YAML reads `{id:Int}` as one key; write `{id: Int}`
        - a rate that is not written like `10/s`
        - a media type that is not written like `image/jpeg`
        - a placeholder in a body that needs quotes
        """,
      right: """
        style: {arrays: csv}
        endpoints:
          list: GET /users (tags)
        """,
      reason: "For an unknown value Dial would have to fall back to a default. The calls would then work, but not as you wrote them.",
      severity: "Error.", see: ["CallPolicies"]),
    FindingPage(
      .expectedNumber, title: "A value is not an integer, or is out of range.",
      wrong: """
        redirects: {max: ten}
        endpoints:
          list: GET /users
        """,
      fix: "Write the number in digits, within the range in the message. A status starts at 100; a number of redirects starts at 0.",
      right: """
        redirects: {max: 10}
        endpoints:
          list: GET /users
        """,
      reason: "A limit that cannot be read would not limit anything.",
      severity: "Error.", see: ["CallPolicies"]),
    FindingPage(
      .invalidName, title: "The name of an endpoint, group, type, parameter or member is not valid.",
      wrong: """
        endpoints:
          2fa: POST /login/code (code)
        """,
      fix: """
        Use letters, digits, `_` and `-`, and start with a letter or `_`. Type names start with a capital letter. The name in the
        request can be any string: with `code as "2fa"`, a parameter has one name in Dial and another one in the request.
        """,
      right: """
        endpoints:
          secondFactor: POST /login/code (code as "2fa")
        """,
      reason: """
        You use the name as a word in a shell, as a method in Swift, and in braces in a template. A valid name works in all three.
        Capital letters distinguish types from names, so `name User` does not need a colon.
        """,
      severity: "Error.", see: ["Endpoints"]),
    FindingPage(
      .invalidBase, title: "`base` is not an absolute URL that targets can be appended to.",
      wrong: .yaml(
        """
        base: api.example.com/v1
        endpoints:
          list: GET /users
        """),
      fix: """
        Start with `https://` or `http://`, name a host, and leave out `?` and `#`. The parts follow these rules:

        | part | rule |
        | --- | --- |
        | host | an ASCII name or an IP address; IPv6 in brackets, as in `https://[::1]:8443` |
        | port | a number from 1 to 65535 |
        | varying part | a variable, as in `https://${TENANT}.example.com` |
        | query | belongs in `query:` |
        | user and password | belong in `auth:`, because the URL is printed and logged |
        """,
      right: .yaml(
        """
        base: https://api.example.com/v1
        endpoints:
          list: GET /users
        """),
      reason: "Dial sends credentials only to the origin of `base`: its scheme, host and port. A URL without a scheme has no origin.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      .fileOutside, title: "The spec names a file outside its own folder.",
      wrong: """
        endpoints:
          getUser:
            GET: /users/{id}
            mock: {file: ../fixtures/user.json}
        """,
      fix: "Move the file into the folder of the spec, or into a folder below it.",
      right: """
        endpoints:
          getUser:
            GET: /users/{id}
            mock: {file: fixtures/user.json}
        """,
      reason: """
        Someone else may have written the spec. If a spec could name `/etc/passwd` or `../../.ssh/id_ed25519`, it could read and send
        any of your files.
        """,
      severity: "Error.", see: ["VariablesAndTrust"]),
    FindingPage(
      .fileUnreadable, title: "Dial cannot read a file that the spec includes or overlays.",
      wrong: .yaml(
        """
        include: common.yaml
        base: https://api.example.com
        endpoints:
          getUser: GET /users/{id} -> User
        """),
      fix: """
        Name an existing file, relative to the file that names it. A spec from standard input or from a string in your program cannot
        include files; write their contents into the spec. Files cannot include each other in a cycle.
        """,
      right: """
        types: {User: {id: Int, name: String}}
        endpoints:
          getUser: GET /users/{id} -> User
        """,
      reason: "Without the file, Dial would call endpoints with some of their headers missing.",
      severity: "Error. A warning for the file of a `mock`, because calls to the server do not need it.", see: ["GroupsAndFiles", "Mocks"]),
  ]
}
