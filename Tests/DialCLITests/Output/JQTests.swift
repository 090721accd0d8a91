import DialJSON
import Testing

@testable import DialAdvice
@testable import DialCLI
@testable import DialConsole

/// Expressions of jq: the equivalent in JMESPath selects what jq prints.
@Suite struct JQTests {
  private static let list = #"""
    [{"id":3,"name":"n1","done":true,"tags":["a","b"],"x":{"y":1}},{"id":1,"name":"n2","done":false,"tags":["c"],"x":{"y":2}},{"id":2,"name":"it's","done":true,"tags":[],"x":{"y":3}}]
    """#
  private static let object = #"{"items":\#(list),"count":3,"a b":"z","meta":{"next":null,"k":"v"}}"#

  /// The expressions with the values that jq 1.6 prints; several values are an array in JMESPath.
  @Test(arguments: [
    (#"map(select(.done)) | length"#, #"2"#),
    (#"map(.id) | add"#, #"6"#),
    (#"map(.id)|max"#, #"3"#),
    (#"[.[].id] | max"#, #"3"#),
    (#"map(select(.done)) | .[0]"#, #"{"id":3,"name":"n1","done":true,"tags":["a","b"],"x":{"y":1}}"#),
    (#".[0:2] | .[].name"#, #"["n1","n2"]"#),
    (#".[0:2][].name"#, #"["n1","n2"]"#),
    (#".[] | select(.done | not)"#, #"[{"id":1,"name":"n2","done":false,"tags":["c"],"x":{"y":2}}]"#),
    (#"map(select(.done|not)) | length"#, #"1"#),
    (#".[].name"#, #"["n1","n2","it's"]"#),
    (#".[0]["name"]"#, #""n1""#),
    (#"[.[].id][0]"#, #"3"#),
    (#"[.[] | .id]"#, #"[3,1,2]"#),
    (#".[] | select(.name | startswith("n1"))"#, #"[{"id":3,"name":"n1","done":true,"tags":["a","b"],"x":{"y":1}}]"#),
    (#".[] | select(.name == "it's") | .id"#, #"[2]"#),
    (#".[] | [.id,.name]"#, #"[[3,"n1"],[1,"n2"],[2,"it's"]]"#),
    (#".[] | {id, n: .name}"#, #"[{"id":3,"n":"n1"},{"id":1,"n":"n2"},{"id":2,"n":"it's"}]"#),
    (#"map({id: .id, "first tag": .tags[0]})"#, #"[{"id":3,"first tag":"a"},{"id":1,"first tag":"c"},{"id":2,"first tag":null}]"#),
    (#"map(.tags) | length"#, #"3"#),
    (#".[].tags[]"#, #"["a","b","c"]"#),
    (#"[.[].tags[]] | length"#, #"3"#),
    (#"map(.tags[]) | .[1:]"#, #"["b","c"]"#),
    (#"sort_by(.id) | .[0].name"#, #""n2""#),
    (#"sort_by(.id) | .[].id"#, #"[1,2,3]"#),
    (#"max_by(.id).name"#, #""n1""#),
    (#".[-1].id"#, #"2"#),
    (#".[1:] | length"#, #"2"#),
    (#"last"#, #"{"id":2,"name":"it's","done":true,"tags":[],"x":{"y":3}}"#),
    (#"first | .name"#, #""n1""#),
    (#".[] | select(.id > 1 and .done) | .id"#, #"[3,2]"#),
    (#".[] | select(.id == 1 or .name == "n1") | .id"#, #"[3,1]"#),
    (#".[] | select((.id == 1 or .done) and .id < 3) | .id"#, #"[1,2]"#),
    (#".[] | .name | length"#, #"[2,2,4]"#),
    (#"map(.x.y) | add"#, #"6"#),
    (#".[] | select(.x.y == 2) | .name"#, #"["n2"]"#),
    (#".[] | select(.done) | select(.id == 2) | .name"#, #"["it's"]"#),
    (#"map(select(.tags | length > 1)) | .[0].id"#, #"3"#),
    (#"[.[] | select(.done)][0].id"#, #"3"#),
    (#".[] | select(has("done")) | .id"#, #"[3,1,2]"#),
    (#"map(.name) | join(",")"#, #""n1,n2,it's""#),
    (#"map(.id) | sort | reverse"#, #"[3,2,1]"#),
    (#".[]?.id?"#, #"[3,1,2]"#),
    (#". | length"#, #"3"#),
    (#".[] | select(.name != "n1").id"#, #"[1,2]"#),
    (#"map(.id) | first"#, #"3"#),
    (#".[0] | keys"#, #"["done","id","name","tags","x"]"#),
    (#".[0].tags | .[0]"#, #""a""#),
    (#"[.[0].id, .[1].id]"#, #"[3,1]"#),
    (#"map(.id) | min"#, #"1"#),
    (#".[].id | tostring"#, #"["3","1","2"]"#),
    (#"length"#, #"3"#),
    (#".[] | select(.name | contains("n")) | .id"#, #"[3,1]"#),
    (#".[0] | type"#, #""object""#),
    (#"map(select(.id >= 2)) | map(.name)"#, #"["n1","it's"]"#),
    (#".[] | select(.tags[0] == "c").id"#, #"[1]"#),
    (#".[] | (.x.y) "#, #"[1,2,3]"#),
    (#"map(select(.name | endswith("2")) | .id)"#, #"[1]"#),
    (#".[] | select(.done == true) | .id"#, #"[3,2]"#),
    (#".[2].name | length"#, #"4"#),
    (#"map(.x) | map(.y) | add"#, #"6"#),
    (#".[] | select(.x | .y == 2) | .id"#, #"[1]"#),
    (#"map(.tags | length)"#, #"[2,1,0]"#),
    (
      #".[0:2]"#,
      #"[{"id":3,"name":"n1","done":true,"tags":["a","b"],"x":{"y":1}},{"id":1,"name":"n2","done":false,"tags":["c"],"x":{"y":2}}]"#
    ),
    (#"map(select(.done))|.[1:]|.[].id"#, #"[2]"#),
  ])
  func aList(_ expression: String, _ printed: String) throws { try same(expression, printed, in: Self.list) }

  @Test(arguments: [
    (#".items | map(select(.done)) | .[0].name"#, #""n1""#),
    (#".items[] | .name"#, #"["n1","n2","it's"]"#),
    (#".items | length"#, #"3"#),
    (#"."a b""#, #""z""#),
    (#".["a b"]"#, #""z""#),
    (#".meta.k"#, #""v""#),
    (#".items | map(.id) | add"#, #"6"#),
    (#".items[0:2] | map(.name)"#, #"["n1","n2"]"#),
    (#".meta | keys"#, #"["k","next"]"#),
    (#".items | first | .id"#, #"3"#),
    (#"{n: .count, names: [.items[].name]}"#, #"{"n":3,"names":["n1","n2","it's"]}"#),
    (#".items[] | select(.done) | {id}"#, #"[{"id":3},{"id":2}]"#),
    (#"[.items[] | select(.done) | .id] | length"#, #"2"#),
    (#".items|map(.x.y)|max"#, #"3"#),
    (#".meta | has("k")"#, #"true"#),
    (#".items[1:][].id"#, #"[1,2]"#),
    (#"[.items[0].id, .count]"#, #"[3,3]"#),
    (#".count == 3"#, #"true"#),
    (#".items | sort_by(.name) | map(.id)"#, #"[2,3,1]"#),
  ])
  func anObject(_ expression: String, _ printed: String) throws { try same(expression, printed, in: Self.object) }

  private func same(_ expression: String, _ printed: String, in text: String) throws {
    let own = try #require(JQExpression(expression).jmespath)
    #expect(try JMESPath(own).select(JSON(parsing: text)) == JSON(parsing: printed), "\(own)")
  }

  @Test(arguments: [
    ("map(select(.done)) | length", "length([?done])"), ("map(.id) | add", "sum([*].id)"), ("map(select(.done)) | .[0]", "[?done] | [0]"),
    (".[0:2] | .[].name", "[0:2].name"), (".[0:2][].name", "[0:2].name"), (".[] | select(.done | not)", "[?!done]"),
    (".items | map(select(.done)) | .[0].name", "items[?done] | [0].name"), (".a | length", "length(a)"),
  ])
  func theShortestForm(_ expression: String, _ own: String) { #expect(JQExpression(expression).jmespath == own) }

  /// What JMESPath has no equivalent for, or what is not jq, is not converted.
  @Test(arguments: [
    #".[] | select(.name | test("x"))"#,
    #".a // "x""#,
    #".[] | [.id,.name] | @tsv"#,
    #".[] | "\(.id)""#,
    #".name, .id"#,
    #"del(.id)"#,
    #"group_by(.x)"#,
    #".."#,
    #".a + 1"#,
    #".[] | .id as $x | $x"#,
    #"if .a then .b else .c end"#,
    #".[] | select(.name > "n1")"#,
    #"map(.id) | unique"#,
    #"to_entries"#,
    #"flatten"#,
    #".[] | values"#,
    #"select(.a)"#,
    #".[] | .tags[0:1]"#,
    #"map(map(.x))"#,
    #"reduce .[] as $x (0; . + $x)"#,
    #"[.[] | [.tags[]]]"#,
    #".[] | .id == 1"#,
    #"{ok: (.a and .b)}"#,
    #"map(.id).x"#,
    #".[] | not"#,
    #"(((("#,
    #".a |"#,
    #".["#,
    #"""#,
    #".[] | select("#,
    #"{"#,
    #"{a:"#,
    #"(.a"#,
    #".a."#,
    #".-"#,
    #"map()"#,
    #"$__loc__"#,
    #".a | select(.b) | .c"#,
    String(repeating: "(", count: 100_000), String(repeating: "[", count: 100_000), String(repeating: "not|", count: 10_000),
  ])
  func unknown(_ expression: String) { #expect(JQExpression(expression).jmespath == nil) }

  private func hint(_ expression: String) async -> String {
    let told = await dial(
      "s get --mock --select", [expression],
      specs: ["s": "base: https://a.test\nendpoints:\n  get: {GET: /a, mock: {json: [{id: 1, name: n1}]}}"])
    return told.err
  }

  @Test(arguments: [
    ".[] | select(.name | test(\"x\"))", ".a // \"x\"", ".[] | [.id,.name] | @tsv", ".name, .id", "del(.id)", "group_by( .x)",
  ])
  func jqWithoutAnEquivalent(_ expression: String) async {
    let advice = "hint: this looks like a jq expression, but --select is JMESPath; see https://jmespath.org/tutorial.html\n"
    #expect(await hint(expression).hasSuffix(advice))
  }

  @Test(arguments: [("$.name", "name"), ("$[*].name", "'[*].name'"), ("$.a.b[0]", "'a.b[0]'"), ("$.items[*].id", "'items[*].id'")])
  func jsonPath(_ expression: String, _ own: String) async {
    #expect(await hint(expression).hasSuffix("hint: this is a JSONPath expression; in JMESPath, write: --select \(own)\n"))
  }

  @Test(arguments: ["$..name", "$[?(@.id > 1)]", "$"]) func jsonPathWithoutAnEquivalent(_ expression: String) async {
    #expect(await hint(expression).contains("hint: this looks like a JSONPath expression, but --select is JMESPath; see "))
  }

  @Test(arguments: ["a[", "[?a=", "'a.", "[?a == 'b .c'"]) func otherMistakes(_ expression: String) async {
    #expect(!(await hint(expression).contains("hint: ")))
  }

  @Test(arguments: [
    ("[].name | length", "'length' after '|' selects a member; to call the function, write [].name | length(@)"),
    ("[*] | first | name", "'first' after '|' selects a member; to call the function, write [*] | [0] | name"),
    ("length", "'length' selects a member; to call the function, write length(@)"),
    ("keys", "'keys' selects a member; to call the function, write [*].sort(keys(@))"),
    ("[*].{d: true, id: id}", "'true' selects a member; write the literal in backquotes: `true`"),
    ("[*].{d: null}", "'null' selects a member; write the literal in backquotes: `null`"),
    ("[?True]", "'True' selects a member; write the literal in backquotes: `true`"),
    ("[?!false].id", "'false' selects a member; write the literal in backquotes: `false`"),
    ("not_null(nme, true)", "'true' selects a member; write the literal in backquotes: `true`"),
    ("[?contains(name, n1)]", "the result has no 'n1'; available: 'id', 'name'"),
  ])
  func aWordOfAnotherMeaning(_ expression: String, _ told: String) async {
    let lines = await hint(expression).split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasSuffix("--select: " + told), "\(lines)")
  }

  @Test(arguments: ["[*].{true: id}", "[*].true.a", "[*].id", "[?contains(name, 'n1')]", "[?name=='n1'] | [0].length", "[0] | name"])
  func noOtherMeaning(_ expression: String) async { #expect(!(await hint(expression).contains("warning"))) }
}
