import DialModel
import DialSyntax

/// How the value of a parameter, or of a member of a form, is written (OpenAPI 3.1.1 section 4.8.12.4).
struct ParameterStyle {
  let name: String
  let explodes: Bool

  /// The styles of OpenAPI 3 for the formats of Swagger 2.0.
  private static let formats = [
    "csv": "form", "multi": "form", "ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited",
  ]

  /// The words of the key `style`: for one text, and for one item of each value. Other styles are those of ``joined``.
  private static let words: [String: (joined: [Word], exploded: [Word])] = [
    "deepObject": (
      [("objects", "nest"), ("nesting", "brackets"), ("arrays", "indices")],
      [("objects", "nest"), ("nesting", "brackets"), ("arrays", "indices")]
    ),
    "spaceDelimited": ([("arrays", "space"), ("objects", "pairs")], []),
    "pipeDelimited": ([("arrays", "pipes"), ("objects", "pairs")], []),
    "tabDelimited": ([("arrays", "tabs"), ("objects", "pairs")], []),
  ]
  private static let joined: [Word] = [("arrays", "csv"), ("objects", "pairs")]
  /// Without a location here, the style of the level applies, by which each value is one item.
  private static let exploded: [Place: [Word]] = [
    .header: [("arrays", "csv"), ("objects", "equals")], .cookie: [("arrays", "repeat"), ("objects", "spread")],
    .field: [("arrays", "repeat"), ("objects", "spread")], .part: [("arrays", "repeat")],
  ]

  private typealias Word = (key: String, value: String)

  /// The style of a parameter in a place.
  init(of node: Node, in place: String, isSwagger: Bool) {
    if isSwagger || node.value(for: "collectionFormat") != nil {
      let format = node.text(for: "collectionFormat") ?? "csv"
      self.init(name: Self.formats[format] ?? "form", explodes: format == "multi")
    } else {
      self.init(node, standard: ["query", "querystring", "cookie"].contains(place) ? "form" : "simple")
    }
  }

  /// The style of a member of a form, whose `encoding` says it.
  init(ofMember rule: Node) { self.init(rule, standard: "form") }

  private init(_ node: Node, standard: String) {
    let name = node.text(for: "style").flatMap(Self.known) ?? standard
    self.init(name: name, explodes: node.value(for: "explode")?.isTrue ?? (name == "form" || name == "cookie"))
  }

  private static let names = [
    "matrix", "label", "form", "simple", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject", "cookie",
  ]

  /// Returns the style that a word means, in capitals or not; nil if there is none.
  private static func known(_ word: String) -> String? { names.first { $0.lowercased() == word.lowercased() } }

  /// Reports an unknown style of a parameter.
  static func fault(of node: Node) -> Diagnostic? {
    guard let style = node.value(for: "style"), known(style.text ?? "") == nil else { return nil }
    return .warning(
      .documentParameter,
      "'\(style.text?.excerpt ?? "")' is not a style, so that of its location is used; the styles are "
        + names.filter { $0 != "tabDelimited" }.joined(separator: ", "), at: style.range)
  }

  private init(name: String, explodes: Bool) { (self.name, self.explodes) = (name, explodes) }

  /// Returns the type of a value. The members of objects in an array of the style deepObject are items, and not JSON text.
  func written(_ shape: Shape?) -> Shape? {
    if name == "deepObject", case .array(let item)? = shape?.wrapped, item.isUntyped { return nil }
    return shape
  }

  /// Returns the key `style`; nil if it says nothing, or if the template of a path says it.
  ///
  /// - Parameters:
  ///   - isObject: whether the value is an object, whose members are items of a query.
  ///   - isJSON: whether the value is JSON text.
  func entry(_ location: Place, _ range: SourceRange, isObject: Bool = false, isJSON: Bool = false) -> Entry? {
    let known = Self.words[name].map { explodes ? $0.exploded : $0.joined }
    var words = known ?? (location == .path ? [] : explodes ? Self.exploded[location] ?? [] : Self.joined)
    if location == .query, isObject, known == nil, explodes { words = [("objects", "spread")] }
    if isJSON { words = [("strings", "json")] }
    if words.isEmpty { return nil }
    let entries = words.map { Literal.entry($0.key, $0.value, range) }
    return Entry(Literal.node("style", range), Node(.mapping(entries), range: range))
  }
}
