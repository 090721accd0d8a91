import DialSyntax

extension FindingPage {
  static let yaml: [FindingPage] = [
    FindingPage(
      yaml: .yamlSyntax, title: "The file is not valid YAML.",
      wrong: """
        headers: {Accept: application/json
        endpoints:
          list: GET /users
        """,
      fix: """
        The message points to the mistake. A note points to the start of the unfinished part. Common causes are a bracket or quote
        that is not closed, a missing space after `:`, and a wrong indentation.
        """,
      right: """
        headers: {Accept: application/json}
        endpoints:
          list: GET /users
        """,
      reason: """
        Text after such an error is ambiguous. Dial leaves out the endpoint, type or key with the error and checks the rest,
        so that one mistake causes one finding and hides no other. Names are checked once the file is valid YAML, because the part that was
        left out may define them.
        """,
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlQuote, title: "YAML reads a string as something else, so it needs quotes.",
      wrong: """
        endpoints:
          list: GET /users (page: Int)
        """,
      fix: """
        Quote the whole value, as the fix-it shows. A string needs quotes if it contains `: ` or ` #`, or if it starts with one of
        `@ % & * ! | > ? { [ ] } " '` or a backquote. In this example you can also leave out the colon: `(page Int)`.
        """,
      right: """
        endpoints:
          list: GET /users (page Int)
          search: "GET /search (page: Int)"
        """,
      reason: """
        These characters have a meaning in YAML. Most YAML parsers report them in terms of the YAML grammar, such as "mapping values are
        not allowed in this context".
        """,
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlTab, title: "A line is indented with a tab.",
      wrong: .shell(#"printf 'base: https://api.example.com\nendpoints:\n\tlist: GET /users\n' > spec.yaml"#),
      fix: "Indent with spaces, or run `dial check --fix` to replace the tabs.",
      right: """
        endpoints:
          list: GET /users
        """,
      reason: "YAML does not allow tabs for indentation (YAML 1.2.2, section 6.1), because their width depends on the editor.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlEncoding, title: "The file is not encoded in UTF-8.",
      wrong: .shell(#"printf 'base: https://api.example.com\nendpoints:\n  caf\351: GET /cafe\n' > spec.yaml"#),
      fix: "Save the file as UTF-8. Dial also reads UTF-16 with a byte order mark, but not UTF-32.",
      right: """
        endpoints:
          café: GET /cafe
        """,
      reason: "With a guessed encoding, `é` could become `Ã©`.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlControl, title: "The file contains a control character that YAML does not allow, such as ESC or NUL.",
      wrong: .shell(
        #"""
        printf 'base: https://api.example.com\ndoc: \033[1mUsers\nendpoints:\n  list: GET /users\n' > spec.yaml
        """#),
      fix: #"Remove the character. If you need it, write it as an escape in double quotes: `"\x1B"`."#,
      right: #"""
        doc: "\x1B[1mUsers"
        endpoints:
          list: GET /users
        """#,
      reason: "Editors do not show control characters, and terminals act on them. Dial prints them as escapes.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlSize, title: "The file is larger than 64 MiB, or has too many keys, values and items.",
      wrong: .shell(#"head -c 70000000 /dev/zero | tr '\0' '#' > spec.yaml"#),
      fix: """
        Split the file, or remove what is not part of the spec. Put large mock responses into files of their own with `mock: {file: …}`.
        """,
      right: """
        endpoints:
          report:
            GET: /report
            mock: {file: report.json}
        """,
      reason: "A spec can come from anyone. This limit bounds the memory and the time it takes to read one.",
      severity: "Error.", see: ["VariablesAndTrust"]),
    FindingPage(
      yaml: .yamlDepth, title: "Lists and mappings are nested more than 256 levels deep.",
      wrong: .shell(#"head -c 300 /dev/zero | tr '\0' '[' > spec.yaml"#),
      fix: "Use fewer levels. Declare a recursive type once, and refer to it by its name, as `Tree` does here.",
      right: """
        types:
          Tree: {name: String, children: [Tree]}
        endpoints:
          tree: GET /tree -> Tree
        """,
      reason: "Each level takes memory while the file is read. Deeply nested files are used to crash parsers.",
      severity: "Error.", see: ["VariablesAndTrust"]),
    FindingPage(
      yaml: .yamlEmpty, title: "The file is empty or contains only comments.",
      wrong: .yaml("# users.yaml, to be written"),
      fix: "Write at least one endpoint, and a `base` if its target is a path.",
      right: """
        endpoints:
          list: GET /users
        """,
      reason: "An empty file is usually one that was not saved.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlDocuments, title: "The file contains more than one YAML document.",
      wrong: """
        endpoints:
          list: GET /users
        ---
        base: https://other.example.com
        """,
      fix: "Put the second document into its own file. A line `---` is allowed only at the start of the file.",
      right: .yaml(
        """
        ---
        base: https://api.example.com
        endpoints:
          list: GET /users
        """),
      reason: "One file describes one service. With two documents, Dial could not tell which one to call.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlAlias, title: "An alias (`*name`) has no anchor (`&name`) before it.",
      wrong: """
        x-about: &about What users do.
        doc: *abuot
        endpoints:
          list: GET /users
        """,
      fix: "Correct the name, or define the anchor above the alias. Quote a string that starts with `*`.",
      right: """
        x-about: &about What users do.
        doc: *about
        endpoints:
          list: GET /users
        """,
      reason: "Without an anchor, the alias has no value.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlAliasCycle, title: "An alias is inside the value it refers to.",
      wrong: """
        x-tree: &tree {name: root, child: *tree}
        endpoints:
          list: GET /users
        """,
      fix: "Replace the alias with the value. A type can contain itself by its name.",
      right: """
        types:
          Tree: {name: String, child: Tree?}
        endpoints:
          list: GET /users
        """,
      reason: "The value would never end.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlAliasLimit, title: "The aliases of a file expand to more than 100,000 nodes, or to too much text.",
      wrong: """
        x-a: &a [x, x, x, x, x, x, x, x, x, x]
        x-b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
        x-c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
        x-d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
        x-e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
        endpoints:
          list: GET /users
        """,
      fix: "Use fewer aliases that refer to other aliases.",
      right: """
        x-a: &a [x, x, x, x, x, x, x, x, x, x]
        x-b: [*a, *a]
        endpoints:
          list: GET /users
        """,
      reason: """
        Nine lines of aliases can expand to a billion values, an attack known as "billion laughs". Without a limit, reading the file would fill
        the memory.
        """,
      severity: "Error.", see: ["VariablesAndTrust"]),
    FindingPage(
      yaml: .yamlKey, title: "A key is missing, or is not a string.",
      wrong: """
        endpoints:
          list: GET /users
          : GET /groups
        """,
      fix: "Write the key. Quote a key that looks like a list or a mapping.",
      right: """
        endpoints:
          list: GET /users
          groups: GET /groups
        """,
      reason: "Keys are names of endpoints, headers and members. YAML allows a list as a key; JSON and HTTP do not.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .duplicateKey, title: "A mapping contains the same key twice.",
      wrong: """
        endpoints:
          getUser: GET /users/{id}
          getUser: GET /v2/users/{id}
        """,
      fix: "Remove or rename one of the keys. Two mappings that are merged with `<<` can have the same key; explicit keys take precedence.",
      right: """
        endpoints:
          getUser: GET /v2/users/{id}
        """,
      reason: "YAML requires unique keys (YAML 1.2.2, section 3.2.1.1), but most parsers silently use the last one.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlMerge, title: "`<<` is used with a value that cannot be merged.",
      wrong: """
        headers: {<<: common, Accept: application/json}
        endpoints:
          list: GET /users
        """,
      fix: "Write an alias of a mapping after `<<`, or a list of such aliases.",
      right: """
        x-common: &common {X-App: demo}
        headers: {<<: *common, Accept: application/json}
        endpoints:
          list: GET /users
        """,
      reason: "Only mappings can be merged. `common` is a string; `*common` is an alias.",
      severity: "Error.", see: ["SpecFile"]),
    FindingPage(
      yaml: .yamlTag, title: "A tag (`!…`) is unknown, or does not match its value.",
      wrong: """
        headers: {X-Key: !env API_KEY}
        endpoints:
          list: GET /users
        """,
      fix: "Remove the tag. Quote a string that starts with `!`. To pass a value from outside, use a variable.",
      right: """
        headers: {X-Key: "${API_KEY}"}
        endpoints:
          list: GET /users
        """,
      reason: "In some tools, tags run code. A spec does not need them, because the key of a value already defines its meaning.",
      severity: "Error.", see: ["SpecFile"]),
  ]
}
