import DialJSON
import DialJSONPath
import DialSyntax
import Testing

@Suite struct JSONPathQueryTests {
  static let invalid: [(query: String, message: String)] = [
    ("", "column 1: the query is empty"), ("a", "column 1: expected '$', found 'a'"),
    ("$ ", "column 2: expected '.', '[' or the end of the query, found ' '"),
    ("$a", "column 2: expected '.', '[' or the end of the query, found 'a'"),
    ("$.", "column 3: expected a name or '*' after '.', found the end of the query"),
    ("$..", "column 4: expected a name, '*' or '[' after '..', found the end of the query"),
    ("$.x-a", "column 3: a name with '-' must be in brackets and quotes: ['x-a']"),
    ("$[a]", "column 3: expected a name in quotes, an index, a slice, '*' or '?', found 'a'"),
    ("$[0", "column 4: expected ',' or ']', found the end of the query"), ("$[01]", "column 3: '01' is not a valid integer"),
    ("$[-0]", "column 3: '-0' is not a valid integer"), ("$[-]", "column 4: expected a digit, found ']'"),
    ("$[9007199254740992]", "column 3: '9007199254740992' is out of range"), ("$['a]", "column 3: the string is not closed"),
    (#"$['\x']"#, #"column 4: '\x' is not an escape of JSONPath"#), (#"$['\"']"#, #"column 4: '\"' is not an escape of JSONPath"#),
    (#"$['\ud800']"#, "column 4: half of a surrogate pair"), (#"$['\u12']"#, #"column 4: expected four hexadecimal digits after '\u'"#),
    ("$['\n']", "column 4: a control character must be escaped in a string"),
    ("$[?@.a == ]", "column 11: expected a query, a literal or a function, found ']'"),
    ("$[?1]", "column 4: a literal must be compared with something"),
    ("$[?count(@.*)]", "column 4: the result of the function must be compared with something"),
    ("$[?@.* == 1]", "column 4: only a query of names and indices can be compared; use 'value()' or 'count()'"),
    ("$[?match(@, 'a') == true]", "column 4: the result of 'match' cannot be compared"),
    ("$[?@.a == 01]", "column 11: '01' is not a valid number"), ("$[?@.a = 1]", "column 8: expected ',' or ']', found '='"),
    ("$[?(@.a]", "column 8: expected '&&', '||' or ')', found ']'"),
    ("$[?@.a == True]", "column 11: expected a query, a literal or a function, found 'T'"),
    ("$[?@.a == yes]", "column 11: unknown word 'yes'; to use a text, quote it"),
    ("$[?lenght(@) > 1]", "column 4: unknown function 'lenght'; did you mean 'length'?"),
    ("$[?keys(@) > 1]", "column 4: unknown function 'keys'; available: 'length', 'count', 'match', 'search', 'value'"),
    ("$[?length(@, 1) > 1]", "column 4: 'length' requires 1 argument, not 2"),
    ("$[?match(@) ]", "column 4: 'match' requires 2 arguments, not 1"),
    ("$[?length(@.*) > 1]", "column 11: 'length' requires a value; a query must consist of names and indices"),
    ("$[?count(1) > 1]", "column 10: 'count' requires a query"),
    (String(repeating: "$[?(", count: 200), "column 204: the query is nested too deeply"),
    ("$[?" + String(repeating: "(", count: 200), "column 104: the query is nested too deeply"),
    ("$[?" + String(repeating: "length(", count: 200), "column 703: the query is nested too deeply"),
  ]

  @Test(arguments: invalid.indices) func refuses(_ index: Int) {
    let (query, message) = Self.invalid[index]
    let error = #expect(throws: JSONPathError.self) { try JSONPathQuery(query) }
    #expect(error?.description == message)
  }

  static let document = """
    {"store": {"book": [{"title": "A", "price": 8, "tags": ["x"]}, {"title": "B", "price": 12.50}, {"title": "C", "isbn": null}],
      "it's": {"price": 8.0, "on": true}}, "limit": 10}
    """

  static let selected: [(query: String, paths: String)] = [
    ("$", "$"), ("$.store.book[*].title", "$['store']['book'][0]['title'] $['store']['book'][1]['title'] $['store']['book'][2]['title']"),
    ("$..price", #"$['store']['book'][0]['price'] $['store']['book'][1]['price'] $['store']['it\'s']['price']"#),
    ("$.store.book[-1, 0]", "$['store']['book'][2] $['store']['book'][0]"),
    ("$.store.book[::-2]", "$['store']['book'][2] $['store']['book'][0]"),
    ("$..[?@.price < $.limit]", #"$['store']['it\'s'] $['store']['book'][0]"#),
    ("$..[?@.price == 8]", #"$['store']['it\'s'] $['store']['book'][0]"#),
    ("$..[?@.isbn == null]", "$['store']['book'][2]"), ("$..[?@.on]", #"$['store']['it\'s']"#),
    ("$.store.book[?!@.price || @.title == 'B']", "$['store']['book'][1] $['store']['book'][2]"),
    ("$.store.book[?search(@.title, '[AC]')].title", "$['store']['book'][0]['title'] $['store']['book'][2]['title']"),
    ("$.store[?length(@) == 3]", "$['store']['book']"), ("$..[?count(@.*) == 3]", "$['store']['book'] $['store']['book'][0]"),
    ("$.store.book[?value(@..tags) == @.tags]", "$['store']['book'][0] $['store']['book'][1] $['store']['book'][2]"), ("$.limit.a", ""),
    ("$.store[0]", ""),
  ]

  @Test(arguments: selected.indices) func selectsFromBothTrees(_ index: Int) throws {
    let query = try JSONPathQuery(Self.selected[index].query)
    var budget = JSONPathBudget()
    let json = try query.select(in: try JSON(parsing: Self.document), &budget)
    let tree = try query.select(in: try #require(YAMLReader.read(text: Self.document, name: "t").root), &budget)
    #expect(json.map(\.location.normalizedPath).joined(separator: " ") == Self.selected[index].paths)
    #expect(tree.map(\.location.normalizedPath) == json.map(\.location.normalizedPath))
    #expect(tree.map(\.value.primitive) == json.map(\.value.primitive))
  }

  @Test func keepsTheRangesOfATree() throws {
    let root = try #require(YAMLReader.read(text: "a:\n  - {b: 'x'}\n  - b: 0x10\n  - b: yes\n", name: "t").root)
    var budget = JSONPathBudget()
    let matches = try JSONPathQuery("$..b").select(in: root, &budget)
    #expect(matches.map { "\($0.value.range.start.line):\($0.value.range.start.column)" } == ["2:9", "3:8", "4:8"])
    #expect(matches.map(\.value.primitive) == ["x", 16, "yes"])
    #expect(try JSONPathQuery("$.a[?@.b == 16]").select(in: root, &budget).count == 1)
  }

  static let limited: [(query: String, message: String)] = [
    ("$[" + String(repeating: "*,", count: 400) + "*]", "the query selects more than 1000 values"),
    ("$..[?count($..*) > 5]", "the query visits more than 20000 values"),
    ("$[*][?@ == count($..*)]", "the query visits more than 20000 values"),
    ("$[*][?search($.text, '(x+x+)+y')]", "the query visits more than 20000 values"), ("$.list[?search('a', @)]", ""),
    ("$[*][?@ == $.list]", ""),
  ]

  @Test(arguments: limited.indices) func limitsWhatItVisits(_ index: Int) throws {
    let list = JSON.array((0..<300).map { JSON($0) })
    let root: JSON = ["list": list, "other": list, "text": .string(String(repeating: "x", count: 1_000))]
    let query = try JSONPathQuery(Self.limited[index].query)
    var message = ""
    var budget = JSONPathBudget(maxVisits: 20_000, maxMatches: 1_000)
    do throws(JSONPathError) {
      _ = try query.select(in: root, &budget)
    } catch {
      message = error.description
    }
    #expect(message == Self.limited[index].message)
  }
}
