/// A spec as in large services: endpoints with one sentence each, most of them a line, some a mapping.
enum SpecText {
  static func endpoints(_ count: Int) -> String {
    var lines = [
      "service: large", "base: https://api.example.com/v1", "auth: bearer ${API_TOKEN}", "types:",
      "  Item: {id: Int, name: String, tags: '[String]?', created_at: Date}", "endpoints:",
    ]
    for i in 0..<count { lines += endpoint(i) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func endpoint(_ i: Int) -> [String] {
    switch i % 4 {
    case 0:
      [
        "  getItem\(i):", "    doc: Gives one item of kind \(i).", "    GET: /kinds/\(i)/items/{id} (id Int, fields [String]?) -> Item",
        "    timeout: 30s",
      ]
    case 1:
      [
        "  listItems\(i):", "    doc: The items of kind \(i), page by page; the largest page has 100 of them.",
        "    GET: /kinds/\(i)/items (page Int = 1, per_page Int = 30, q String?, sort String?) @ data.items -> [Item]",
        "    headers: {X-Kind: kind-\(i)}", "    style: {arrays: csv}",
      ]
    case 2:
      [
        "  addItem\(i):", "    doc: Adds an item of kind \(i).", "    POST: /kinds/\(i)/items", "    params:", "      name: String",
        "      tags: {type: '[String]', default: []}", "      note: {type: String?, doc: What people should know of it.}",
        "    returns: Item",
      ]
    default: ["  removeItem\(i): DELETE /kinds/\(i)/items/{id} (id Int) -> Void"]
    }
  }
}
