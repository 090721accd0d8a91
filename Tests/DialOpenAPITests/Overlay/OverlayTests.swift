import DialOpenAPI
import DialSyntax
import Testing

/// Overlays and what they make of a document. The cases named after headings are examples of the Overlay Specification 1.1.
@Suite struct OverlayTests {
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var document: String
    /// The actions of the overlay, each on a line.
    var actions: [String]
    var result: String
    /// The findings, as they are printed.
    var findings = ""

    var description: String { name }
  }

  static let merges: [Case] = [
    Case(
      name: "Structured Overlay", document: "{info: {title: A}, paths: {/: {get: {}}}, tags: [a]}",
      actions: [
        "{target: $, update: {info: {x-overlay-applied: s}, paths: {/: {summary: S, get: {x-rate-limit: 100}}, /pets: {get: {summary: P}}}}}"
      ],
      result:
        "{info: {title: A, x-overlay-applied: s}, paths: {/: {get: {x-rate-limit: 100}, summary: S}, /pets: {get: {summary: P}}}, tags: [a]}"
    ),
    Case(
      name: "Targeted Overlay", document: "{paths: {/foo: {get: {description: old}}, /bar: {get: {description: old}}}}",
      actions: [
        "{target: \"$.paths['/foo'].get.description\", update: This is new}",
        "{target: \"$.paths['/bar'].get\", update: {description: updated}}",
        "{target: \"$.paths['/bar']\", update: {post: {description: child, x-safe: false}}}",
      ],
      result:
        "{paths: {/foo: {get: {description: This is new}}, /bar: {get: {description: updated}, post: {description: child, x-safe: false}}}}"
    ),
    Case(
      name: "Wildcard Overlay",
      document: "{paths: {/a: {get: {parameters: [{name: filter, in: query}, {name: filter, in: header}]}}, /b: {get: {}, put: {}}}}",
      actions: [
        "{target: $.paths.*.get, update: {x-safe: true}}",
        "{target: \"$.paths.*.get.parameters[?@.name=='filter' && @.in=='query']\", update: {schema: {$ref: '#/s'}}}",
      ],
      result:
        "{paths: {/a: {get: {parameters: [{name: filter, in: query, schema: {$ref: '#/s'}}, {name: filter, in: header}], x-safe: true}}, "
        + "/b: {get: {x-safe: true}, put: {}}}}"),
    Case(
      name: "Array Modification", document: "{paths: {/a: {get: {parameters: [{name: dummy}, {name: b}], tags: [dummy, c, dummy]}}}}",
      actions: [
        "{target: $.paths.*.get.parameters, update: {name: newParam, in: query}}",
        "{target: \"$.paths.*.get.parameters[?@.name == 'dummy']\", remove: true}",
        "{target: \"$.paths.*.get.tags[?@ == 'dummy']\", remove: true}", "{target: $.paths.*.get.tags, update: [d, e]}",
        "{target: $.paths.*.get.tags, update: f}",
      ],
      result: "{paths: {/a: {get: {parameters: [{name: b}, {name: newParam, in: query}], tags: [c, d, e, f]}}}}"),
    Case(
      name: "Traits",
      document:
        "{paths: {/items: {get: {x-oai-traits: [paged]}}, /sub: {get: {x-oai-traits: [paged], parameters: [{name: id}]}}, /other: {get: {}}}}",
      actions: ["{target: \"$.paths[?(@.get['x-oai-traits'][?(@ == 'paged')])].get\", update: {parameters: [{name: top}, {name: skip}]}}"],
      result: "{paths: {/items: {get: {x-oai-traits: [paged], parameters: [{name: top}, {name: skip}]}}, "
        + "/sub: {get: {x-oai-traits: [paged], parameters: [{name: id}, {name: top}, {name: skip}]}}, /other: {get: {}}}}"),
    Case(
      name: "Move", document: "{paths: {/items: {get: {responses: {200: {description: OK}}}}, /some-items: {delete: {}}}}",
      actions: [
        "{target: $.paths, update: {/new-items: {}}}", "{target: \"$.paths['/new-items']\", copy: \"$.paths['/items']\"}",
        "{target: \"$.paths['/items']\", remove: true}",
      ],
      result: "{paths: {/some-items: {delete: {}}, /new-items: {get: {responses: {200: {description: OK}}}}}}"),
    Case(
      name: "every kind of replacement", document: "{a: 1, b: 'x', c: null, d: , l: [1], m: {n: 1}}",
      actions: [
        "{target: $, update: {a: '2', b: null, c: {e: 1}, d: [1], l: [2, [3]], m: {n: 2, o: 3}}}", "{target: '$[\"a\", \"b\"]', update: 5}",
      ],
      result: "{a: 5, b: 5, c: {e: 1}, d: [1], l: [1, 2, [3]], m: {n: 2, o: 3}}"),
    Case(
      name: "inner and outer targets", document: "{s: {type: object, p: {type: object, q: {type: string}}}}",
      actions: [
        "{target: \"$..[?@.type == 'object']\", update: {x: 1}}", "{target: $..p, remove: true}",
        "{target: '$[\"s\", \"s\"]', update: {y: 2}}",
      ],
      result: "{s: {type: object, x: 1, y: 2}}"),
    Case(
      name: "remove several and their parents", document: "{l: [0, 1, [2, 3], 4], m: {a: 1, b: 2}}",
      actions: ["{target: '$.l[0, 2, 2][0]', remove: true}", "{target: '$.l[0, 3]', remove: true}", "{target: $.m.*, remove: true}"],
      result: "{l: [1, [3]], m: {}}"),
    Case(
      name: "remove before update", document: "{a: {b: 1}, c: 2}",
      actions: ["{target: $.a, update: {d: 1}, remove: true}", "{target: $.c, remove: false, update: 3}"],
      result: "{c: 3}"),
    Case(
      name: "the last of equal keys", document: "{a: 1, b: 2, a: 3}", actions: ["{target: $.a, update: 4}", "{target: $, update: {a: 5}}"],
      result: "{a: 1, b: 2, a: 5}"),
    Case(name: "the root", document: "[1]", actions: ["{target: $, update: 2}"], result: "[1, 2]"),
  ]

  @Test(arguments: merges) func mergesValues(_ test: Case) throws {
    let (tree, findings) = try apply(test)
    #expect(tree.flat == test.result)
    #expect(findings == "")
  }

  static let faults: [Case] = [
    Case(
      name: "nothing selected", document: "{a: 1}", actions: ["{target: $.b, update: 2}"], result: "{a: 1}",
      findings: """
        o.yaml:4:12: warning: the target '$.b' selects nothing in the document [overlay-target]
        - {target: $.b, update: 2}
                   ^~~
        """),
    Case(
      name: "incompatible", document: "{a: {b: [1]}}",
      actions: ["{target: $, update: {a: {b: 2, c: 3}}}", "{target: $.a, update: {c: 4}}"],
      result: "{a: {b: [1], c: 4}}",
      findings: """
        o.yaml:4:31: error: 'b' is a list in the document, but a single value in 'update' [overlay-merge]
        - {target: $, update: {a: {b: 2, c: 3}}}
                                      ^
        d.yaml:1:9: note: the value in the document is here
        {a: {b: [1]}}
                ^~~
        """),
    Case(
      name: "incompatible target", document: "{a: 1, b: {}}", actions: ["{target: $.a, copy: $.b}"], result: "{a: 1, b: {}}",
      findings: """
        o.yaml:4:23: error: the target is a single value in the document, but a mapping in 'copy' [overlay-merge]
        - {target: $.a, copy: $.b}
                              ^~~
        d.yaml:1:5: note: the value in the document is here
        {a: 1, b: {}}
            ^
        """),
    Case(
      name: "null over a list", document: "{tags: [a]}", actions: ["{target: $, update: {info: 1, tags: }}"],
      result: "{tags: [a], info: 1}",
      findings: """
        o.yaml:4:39: warning: 'tags' is null here, and stays a list; use 'remove' to remove it [overlay-merge]
        - {target: $, update: {info: 1, tags: }}
                                              ^
        """),
    Case(
      name: "several kinds", document: "{a: 1, b: {}, c: []}", actions: ["{target: $.*, update: {x: 1}}"], result: "{a: 1, b: {}, c: []}",
      findings: """
        o.yaml:4:12: error: the target selects mappings and lists and single values; 'update' requires values of one kind [overlay-merge]
        - {target: $.*, update: {x: 1}}
                   ^~~
        """),
    Case(
      name: "the whole document", document: "{a: 1}", actions: ["{target: $, remove: true}"], result: "{a: 1}",
      findings: """
        o.yaml:4:12: error: the whole document cannot be removed [overlay-target]
        - {target: $, remove: true}
                   ^
        """),
    Case(
      name: "copy of none and of several", document: "{a: 1, b: 2}", actions: ["{target: $.a, copy: $.c}", "{target: $.a, copy: $.*}"],
      result: "{a: 1, b: 2}",
      findings: """
        o.yaml:4:23: error: 'copy' must select one value, but '$.c' selects none [overlay-target]
        - {target: $.a, copy: $.c}
                              ^~~
        o.yaml:5:23: error: 'copy' must select one value, but '$.*' selects 2 [overlay-target]
        - {target: $.a, copy: $.*}
                              ^~~
        """),
    Case(
      name: "invalid queries", document: "{a: 1}",
      actions: ["{target: \"$.é.x-a\", update: 2}", "{target: a, update: 2}", "{target: $.a, copy: '$['}"],
      result: "{a: 1}",
      findings: """
        o.yaml:4:17: error: '$.é.x-a' is not a valid JSONPath query: a name with '-' must be in brackets and quotes: ['x-a'] [overlay-query]
        - {target: "$.é.x-a", update: 2}
                        ^
        o.yaml:5:12: error: 'a' is not a valid JSONPath query: expected '$', found 'a' [overlay-query]
        - {target: a, update: 2}
                   ^
        o.yaml:6:26: error: '$[' is not a valid JSONPath query: expected a name in quotes, an index, a slice, '*' or '?', found the end of the query [overlay-query]
        - {target: $.a, copy: '$['}
                                 ^
        """),
    Case(
      name: "keys of actions", document: "{a: 1}",
      actions: [
        "{update: 1}", "{target: $.a}", "{target: $.a, remove: 'yes'}", "{target: $.a, update: 1, copy: $.a}", "{target: [$.a], update: 1}",
        "text",
        "{target: $.a, updat: 1, x-b: 2, update: 3}",
      ],
      result: "{a: 3}",
      findings: """
        o.yaml:4:3: error: an action requires 'target' [overlay-key]
        - {update: 1}
          ^~~~~~~~~~~
        o.yaml:5:3: warning: the action changes nothing; add 'update', 'copy' or 'remove: true' [overlay-key]
        - {target: $.a}
          ^~~~~~~~~~~~~
        o.yaml:6:25: error: 'remove' must be true or false [overlay-key]
        - {target: $.a, remove: 'yes'}
                                ^~~~~
        o.yaml:7:34: error: 'copy' conflicts with 'update'; write two actions [overlay-key]
        - {target: $.a, update: 1, copy: $.a}
                                         ^~~
        o.yaml:8:12: error: 'target' must be a string, but is a list [overlay-key]
        - {target: [$.a], update: 1}
                   ^~~~~
        o.yaml:9:3: error: an action must be a mapping with 'target', but is a string [overlay-key]
        - text
          ^~~~
        o.yaml:10:17: warning: an action does not have a key 'updat'; did you mean 'update'? [overlay-key]
        - {target: $.a, updat: 1, x-b: 2, update: 3}
                        ^~~~~
        """),
  ]

  @Test(arguments: faults) func reportsFaults(_ test: Case) throws {
    let (tree, findings) = try apply(test)
    #expect(tree.flat == test.result)
    #expect(findings == test.findings)
  }

  static let heads: [(overlay: String, findings: String)] = [
    ("overlay: 1.0.3\ninfo: {title: t, version: 1, description: d}\nextends: a.yaml\nactions: [{target: $.a, update: 2}]\nx-a: 1\n", ""),
    (
      "overlay: 2.0.0\nactions: []\n",
      """
      o.yaml:1:10: error: the version '2.0.0' of the Overlay Specification is not supported; supported: 1.0 and 1.1 [overlay-version]
      overlay: 2.0.0
               ^~~~~
      """
    ),
    (
      "overlay: 1.2.0\ninfo: {titel: t, version: 1}\nactions: []\ncomponents: {}\n",
      """
      o.yaml:4:1: warning: an overlay does not have a key 'components' [overlay-key]
      components: {}
      ^~~~~~~~~~
      o.yaml:1:10: warning: the version '1.2.0' of the Overlay Specification is read as 1.1; what it adds is ignored [overlay-version]
      overlay: 1.2.0
               ^~~~~
      o.yaml:2:8: warning: 'info' does not have a key 'titel'; did you mean 'title'? [overlay-key]
      info: {titel: t, version: 1}
             ^~~~~
      o.yaml:2:7: warning: 'info' requires 'title' [overlay-key]
      info: {titel: t, version: 1}
            ^~~~~~~~~~~~~~~~~~~~~~
      o.yaml:3:10: warning: 'actions' is empty; add at least one action [overlay-key]
      actions: []
               ^~
      """
    ),
    (
      "overlay: 1.1.0\nactions: {target: $.a}\nextends: [a]\n",
      """
      o.yaml:1:1: warning: an overlay requires 'info' with 'title' and 'version' [overlay-key]
      overlay: 1.1.0
      ^~~~~~~~~~~~~~
      o.yaml:3:10: error: 'extends' must be a string, but is a list [overlay-key]
      extends: [a]
               ^~~
      o.yaml:2:10: error: 'actions' must be a list, but is a mapping [overlay-key]
      actions: {target: $.a}
               ^~~~~~~~~~~~~
      """
    ),
  ]

  @Test(arguments: heads.indices) func readsTheHead(_ index: Int) throws {
    var diagnostics: [Diagnostic] = []
    let root = try root(Self.heads[index].overlay, "o.yaml")
    #expect(OverlayFormat().knows(root))
    let overlay = OverlayDocument(root, &diagnostics)
    #expect(DiagnosticPrinter(color: false).text(diagnostics) == Self.heads[index].findings)
    #expect(overlay.extends?.text == (index == 0 ? "a.yaml" : nil))
  }

  @Test func knowsOverlaysOfTheSpecificationOnly() throws {
    for (text, isKnown) in [
      ("{overlay: 1.0.0, actions: []}", true), ("{overlay: openapi.json, service: s}", false), ("[overlay, actions]", false),
    ] {
      #expect(OverlayFormat().knows(try root(text, "o.yaml")) == isKnown)
    }
  }

  @Test func keepsFilesAndRanges() throws {
    let test = Case(
      name: "", document: "a: {b: 1}\nc: [2]\n", actions: ["{target: $, update: {a: {b: 3, d: 4}, c: [5]}}", "{target: $.c, copy: $.a}"],
      result: "")
    let (tree, _) = try apply(test)
    #expect(
      tree.places == "d1 {a d1: d1 {b d1: o4, d o4: o4}, c d2: d2 [d2, o4, d1 {b d1: o4, d o4: o4}]}")
  }

  static let limited: [Case] = [
    Case(
      name: "doubling", document: "{a: {b: 1}}",
      actions: (0..<30).map { "{target: $.a, update: {c\($0): {}}}\n- {target: $.a.c\($0), copy: $.a}" }, result: "",
      findings: "error: the actions add more than 1000 keys, values and items [overlay-limit]"),
    Case(
      name: "nesting", document: "{a: {}}",
      actions: (0..<20).map { "{target: $.a\(String(repeating: ".a", count: $0)), update: {a: {}}}" }, result: "",
      findings: "error: the action nests lists and mappings deeper than 16 levels [overlay-limit]"),
    Case(
      name: "rewriting", document: "{a: [" + String(repeating: "1,", count: 1_000) + "1]}",
      actions: Array(repeating: "{target: '$.a[1000]', update: 2}", count: 30), result: "",
      findings: "error: the query visits more than 20000 values [overlay-limit]"),
  ]

  @Test(arguments: limited) func limitsWhatIsAddedAndVisited(_ test: Case) throws {
    let limits = OverlayLimits(maxVisits: 20_000, maxNodes: 1_000, maxDepth: 16)
    let findings = try apply(test, limits).findings
    #expect(findings.contains(test.findings))
    // The actions after it are left out.
    #expect(findings.split(separator: "\n").count == 3)
  }

  private func apply(_ test: Case, _ limits: OverlayLimits = OverlayLimits()) throws -> (tree: Node, findings: String) {
    let text = "overlay: 1.1.0\ninfo: {title: t, version: 1.0.0}\nactions:\n" + test.actions.map { "- \($0)\n" }.joined()
    var diagnostics: [Diagnostic] = []
    let overlay = OverlayDocument(try root(text, "o.yaml"), &diagnostics)
    let tree = overlay.apply(to: try root(test.document, "d.yaml"), limits: limits, &diagnostics)
    return (tree, DiagnosticPrinter(color: false).text(diagnostics))
  }

  private func root(_ text: String, _ name: String) throws -> Node { try #require(YAMLReader.read(text: text, name: name).root) }
}

extension Node {
  /// The tree in one line.
  fileprivate var flat: String {
    switch content {
    case .scalar(let scalar): scalar.text.isEmpty ? "null" : scalar.style == .plain ? scalar.text : "'\(scalar.text)'"
    case .sequence(let items): "[" + items.map(\.flat).joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.name): \($0.value.flat)" }.joined(separator: ", ") + "}"
    }
  }

  /// The tree in one line, each node with the first letter of its file and its line.
  fileprivate var places: String {
    let place = String(range.file.name.prefix(1)) + "\(range.start.line)"
    switch content {
    case .scalar: return place
    case .sequence(let items): return place + " [" + items.map(\.places).joined(separator: ", ") + "]"
    case .mapping(let entries):
      return place + " {" + entries.map { "\($0.name) \($0.key.places): \($0.value.places)" }.joined(separator: ", ") + "}"
    }
  }
}
