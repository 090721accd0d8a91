import DialJSON
import DialJSONPath
import DialSyntax

/// The first line is a query, the rest is a document, which is read as JSON and as YAML.
enum JSONPathFuzz {
  static func take(_ bytes: [UInt8]) {
    let (line, rest) = cut(bytes)
    guard let expression = text(line) else { return }
    let query: JSONPathQuery
    do {
      query = try JSONPathQuery(expression)
    } catch {
      claim((0...line.count).contains(error.offset ?? -1), "an offset outside of the query: \(error)")
      claim(!error.message.isEmpty, "an error without words")
      return
    }
    // A small budget, which is reached quickly.
    let small = JSONPathBudget(maxVisits: 100_000, maxMatches: 1_000)
    let json = (try? JSON(parsing: rest)) ?? ["a": [1, ["b": "x", "c": nil]], "b": "text", "c": 1.5]
    var budget = small
    if let matches = try? query.select(in: json, &budget) { check(matches, of: query) { try? $0.select(in: json, &budget) } }
    budget = small
    guard let root = YAMLReader.read(rest, name: "fuzz.yaml").root else { return }
    if let matches = try? query.select(in: root, &budget) { check(matches, of: query) { try? $0.select(in: root, &budget) } }
  }

  private static func check<Tree>(
    _ matches: [JSONPathMatch<Tree>], of query: JSONPathQuery, _ select: (JSONPathQuery) -> [JSONPathMatch<Tree>]?
  ) {
    claim(!query.isSingular || matches.count < 2, "a singular query that selects \(matches.count) values")
    for match in matches.prefix(20) {
      let path = match.location.normalizedPath
      guard let again = try? JSONPathQuery(path) else { fatalError("a path that cannot be read: \(path)") }
      guard let found = select(again) else { return }
      claim(found.map(\.location.normalizedPath) == [path], "a path that does not select its value: \(path)")
    }
  }
}
