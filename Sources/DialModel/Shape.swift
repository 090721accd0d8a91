import DialJSON
package import DialSyntax

/// A declared type of an argument or a result (language section 3).
package indirect enum Shape: Sendable {
  /// Any JSON value; also the type of an undeclared one.
  case json
  case string, int, int64, uint64, double, decimal, bool, date, day, data, url, uuid, file, void
  case literals([String])
  case array(Shape)
  case dictionary(Shape)
  case optional(Shape)
  case record(Record)
  /// A name from `types:`, resolved through ``TypeTable``, so that types can refer to themselves.
  case named(String)

  /// A record whose members have an order: filled by label from an object, by position from an array.
  package struct Record: Sendable {
    package var members: [Member]

    package init(members: [Member]) {
      self.members = members
    }
  }

  /// A member of a result that the head of a reply gives.
  package enum HeadPart: Sendable, Hashable {
    case status
    case header(String)
  }

  package struct Member: Sendable {
    package var label: String
    /// The name in JSON: the label, unless `as` sets another one.
    package var wire: String
    package var shape: Shape
    package var range: SourceRange
    /// Where it comes from, if not from the body.
    package var head: HeadPart?

    package init(label: String, wire: String, shape: Shape, range: SourceRange, head: HeadPart? = nil) {
      self.label = label
      self.wire = wire
      self.shape = shape
      self.range = range
      self.head = head
    }

    package var isOptional: Bool { shape.isOptional }
  }

  package var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// The shape without `?`.
  package var wrapped: Shape {
    if case .optional(let inner) = self { inner.wrapped } else { self }
  }

  package var isUntyped: Bool {
    if case .json = wrapped { true } else { false }
  }

  package var isFile: Bool {
    if case .file = wrapped { true } else { false }
  }

  /// The built-in types, in the order of the language.
  package static let builtins: [(name: String, shape: Shape)] = [
    ("String", .string), ("Int", .int), ("Int64", .int64), ("UInt64", .uint64), ("Double", .double),
    ("Decimal", .decimal), ("Bool", .bool), ("Date", .date), ("Day", .day), ("Data", .data), ("URL", .url), ("UUID", .uuid),
    ("File", .file), ("JSON", .json), ("Void", .void),
  ]

  /// Their names as numbers, which compare faster than strings.
  private static let byNumber = builtins.map { (number: number($0.name).whole, shape: $0.shape) }

  /// Packs a name of up to seven letters after a leading 1, and the same without its last letter.
  private static func number(_ name: String) -> (whole: UInt64, butLast: UInt64) {
    var name = name
    return name.withUTF8 { bytes in
      var (whole, butLast): (UInt64, UInt64) = (1, 0)
      for byte in bytes { (butLast, whole) = (whole, whole << 8 | UInt64(byte)) }
      return (whole, butLast)
    }
  }

  private static func builtin(_ number: UInt64) -> Shape? {
    for index in byNumber.indices where byNumber[index].number == number { return byNumber[index].shape }
    return nil
  }

  /// Returns the built-in type with this name.
  package static func builtin(_ name: String) -> Shape? { name.utf8.count <= 7 ? builtin(number(name).whole) : nil }

  /// Returns the built-in type in a text, with an optional `?`; nil for other types.
  package static func plain(_ text: String) -> Shape? {
    let count = text.utf8.count
    guard count <= 8 else { return nil }
    let (whole, butLast) = number(text)
    if whole & 0xFF == UInt64(UInt8(ascii: "?")) { return builtin(butLast).map { .optional($0) } }
    return count <= 7 ? builtin(whole) : nil
  }

  /// The shape as in a spec, such as `[(id Int, name String?)]`.
  package var spelling: String {
    switch self {
    case .literals(let words): words.map { JSONWriter.quote($0) }.joined(separator: " | ")
    case .array(let item): "[\(item.spelling)]"
    case .dictionary(let value): "[String: \(value.spelling)]"
    case .optional(let inner): inner.spelling + "?"
    case .named(let name): name
    case .record(let record): "(" + record.members.map(\.spelling).joined(separator: ", ") + ")"
    default: Shape.builtins.first { $0.shape.sameBuiltin(as: self) }?.name ?? "JSON"
    }
  }

  private func sameBuiltin(as other: Shape) -> Bool {
    switch (self, other) {
    case (.json, .json), (.string, .string), (.int, .int), (.int64, .int64), (.uint64, .uint64), (.double, .double),
      (.decimal, .decimal), (.bool, .bool), (.date, .date), (.day, .day), (.data, .data), (.url, .url), (.uuid, .uuid),
      (.file, .file), (.void, .void):
      true
    default: false
    }
  }
}

extension Shape.Member {
  fileprivate var spelling: String {
    var text = label
    switch head {
    case .status?: return text == "status" ? text : text + " status"
    case .header(let name)?: return "\(text) header.\(name)" + (shape.isUntyped ? "" : " " + shape.spelling)
    case nil: break
    }
    if isOptional { text += "?" }
    if !shape.isUntyped { text += " " + shape.wrapped.spelling }
    if wire != label { text += " as " + wire }
    return text
  }
}
