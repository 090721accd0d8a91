/// A file as an argument.
struct File: Sendable, Encodable {
  var path: String
  var range: Range<Int64>?
}

// What lets `.file(…)` and `.null` stand where any Encodable is expected.
extension Encodable where Self == File {
  static func file(_ path: String, range: Range<Int64>? = nil) -> File { File(path: path, range: range) }
}

extension Encodable where Self == JSON {
  static var null: JSON { JSON(.null) }
}

/// The arguments of one call, in the order written.
struct Arguments: Sendable, ExpressibleByDictionaryLiteral {
  typealias Value = (any Encodable & Sendable)?
  var names: [String] = []
  var values: [Value] = []

  init(dictionaryLiteral elements: (String, Value)...) {
    names = elements.map(\.0)
    values = elements.map(\.1)
  }

  /// `name: Type` of each value, `name: absent` for Swift's nil.
  var description: [String] {
    zip(names, values).map { name, value in "\(name): \(value.map { "\(type(of: $0))" } ?? "absent")" }
  }

  /// Arguments whose values are literals only, so that nested mixed ones need no word.
  struct Literals: Sendable, ExpressibleByDictionaryLiteral {
    var names: [String] = []
    var values: [JSON?] = []

    init(dictionaryLiteral elements: (String, JSON?)...) {
      names = elements.map(\.0)
      values = elements.map(\.1)
    }

    var description: [String] {
      zip(names, values).map { name, value in "\(name): \(value == nil ? "absent" : "literal")" }
    }
  }
}
