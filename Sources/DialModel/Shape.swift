package import DialJSON
package import DialSyntax

/// A declared type of an argument or a result (TypesAndShapes.md#The-types).
package indirect enum Shape: Sendable {
  /// Any JSON value; also the type of an undeclared one.
  case json
  case string, int, int64, uint64, double, decimal, bool, date, day, data, url, uuid, file, void
  /// One of these values: mostly strings.
  case literals([JSON])
  case array(Shape)
  case dictionary(Shape)
  case optional(Shape)
  case record(Record)
  /// One of several types.
  case union(Union)
  /// A name from `types:`, resolved through ``TypeTable``, so that types can refer to themselves.
  case named(String)

  /// A record whose members have an order: filled by label from an object, by position from an array.
  package struct Record: Sendable {
    package var members: [Member]
    /// What members without a declaration must be; nil if a contract check reports them.
    package var rest: Shape?
    /// Whether values are arrays; nil if they are objects or arrays, as in the language.
    package var isArray: Bool?

    package init(members: [Member], rest: Shape? = nil, isArray: Bool? = nil) {
      self.members = members
      self.rest = rest
      self.isArray = isArray
    }
  }

  /// Types of which a value has at least one.
  package struct Union: Sendable {
    package var alternatives: [Shape]
    /// The member whose value names the alternative, if a document says so.
    package var tag: Tag?

    package init(_ alternatives: [Shape], tag: Tag? = nil) { (self.alternatives, self.tag) = (alternatives, tag) }

    package struct Tag: Sendable {
      package var wire: String
      /// The index of the alternative for each value.
      package var places: [String: Int]

      package init(wire: String, places: [String: Int]) { (self.wire, self.places) = (wire, places) }
    }
  }

  /// A member of a result that comes from the head of a response.
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
    /// The source of the member, if it is not the body.
    package var head: HeadPart?
    /// Whether it has a type; without one, `shape` is `json`.
    package var isTyped: Bool
    /// Whether it can be absent; nil if it can be absent or null exactly if its shape is optional, as in the language.
    package var canBeAbsent: Bool?

    package init(
      label: String, wire: String, shape: Shape, range: SourceRange, head: HeadPart? = nil, isTyped: Bool = true, canBeAbsent: Bool? = nil
    ) {
      self.label = label
      self.wire = wire
      self.shape = shape
      self.range = range
      self.head = head
      self.isTyped = isTyped
      self.canBeAbsent = canBeAbsent
    }

    package var isOptional: Bool { canBeAbsent ?? shape.isOptional }
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

  /// Whether a result of the type comes from JSON, and not from a text, bytes or the head of a response alone.
  package var comesFromJSON: Bool {
    switch wrapped {
    case .string, .data, .file, .void: false
    case .record(let record): record.members.contains { $0.head == nil }
    default: true
    }
  }

  package var isFile: Bool {
    if case .optional(let inner) = self { inner.isFile } else if case .file = self { true } else { false }
  }

  /// Whether it is a file or a list of files.
  package var holdsFile: Bool { isFile || isFileList }

  package var isFileList: Bool {
    if case .optional(let inner) = self { inner.isFileList } else if case .array(let item) = self { item.isFile } else { false }
  }

  /// Whether its values are bytes, as they are or in a file.
  package var takesRaw: Bool {
    switch self {
    case .file, .data: true
    default: false
    }
  }

  /// Returns the value that a text means in this type: a number or a Boolean if the type is one and the text is, too, otherwise the text.
  /// The shape has no name and is not optional.
  package func value(of text: String) -> JSON {
    switch self {
    case .int, .int64, .uint64, .double, .decimal: JSON.number(text) ?? .string(text)
    // As in YAML (1.2 core schema); tables write them in capitals.
    case .bool:
      switch text {
      case "true", "True", "TRUE": true
      case "false", "False", "FALSE": false
      default: .string(text)
      }
    case .literals(let values):
      values.first { ValueText.plain($0) == text } ?? JSON.number(text).flatMap { number in values.first { $0 == number } } ?? .string(text)
    case .union(let union): union.value(of: text)
    default: .string(text)
    }
  }

  /// Whether every value of the type is a string in JSON.
  package var isText: Bool {
    switch self {
    case .string, .date, .day, .url, .uuid, .data: true
    case .literals(let values): values.allSatisfy { $0.asKind == .string }
    case .union(let union): union.alternatives.allSatisfy(\.isText)
    default: false
    }
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
    case .literals(let values): values.map { JSONWriter.text($0) }.joined(separator: " | ")
    case .union(let union): union.alternatives.map(\.spelling).joined(separator: " | ")
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

  package var phrase: String {
    switch self {
    case .string: "a string"
    case .int, .int64: "an integer"
    case .uint64: "an unsigned integer"
    case .double, .decimal: "a number"
    case .bool: "true or false"
    case .date: "a date and time such as 2024-01-31T10:00:00Z"
    case .day: "a date such as 2024-01-31"
    case .data: "base64 data"
    case .url: "a URL"
    case .uuid: "a UUID"
    case .file: "a file"
    default: spelling
    }
  }

  /// Whether a word of a union is best written as a literal without quotes: lowercase, no JSON value, and no type in lowercase.
  package static func isLiteral(_ word: String) -> Bool {
    guard let first = word.utf8.first, first &- 0x61 < 26, word.utf8.allSatisfy(Name.isASCIIPart) else { return false }
    return !["true", "false", "null"].contains(word) && type(inLowercase: word) == nil
  }

  /// Returns the type that a word in lowercase probably means: a built-in one, or a kind of value in JSON (RFC 8259 section 3).
  package static func type(inLowercase word: String) -> String? {
    switch word {
    case "integer": "Int"
    case "number": "Double"
    case "boolean": "Bool"
    case "object": "[String: JSON]"
    case "array": "[JSON]"
    default: builtins.first { $0.name.lowercased() == word }?.name
    }
  }

  /// Returns a union without repetitions. What allows anything makes all of it any JSON, and a type that can be null makes it optional.
  ///
  /// - Parameter tag: what names the alternatives, as long as they are those that were given.
  package static func union(_ shapes: [Shape], _ tag: Union.Tag? = nil) -> Shape {
    var (all, seen, isOptional): ([Shape], Set<String>, Bool) = ([], [], false)
    var (values, place): ([JSON], Int?) = ([], nil)
    func add(_ shape: Shape) {
      switch shape {
      case .optional(let inner):
        isOptional = true
        add(inner)
      case .union(let union): union.alternatives.forEach(add)
      case .literals(let others) where others.allSatisfy(\.isNull): isOptional = true
      case .literals(let others):
        // All of them are one type, where the first one is.
        if place == nil {
          place = all.count
          all.append(shape)
        }
        values += others.filter { seen.insert("= " + JSONWriter.text($0)).inserted }
      default: if seen.insert(shape.spelling).inserted { all.append(shape) }
      }
    }
    shapes.forEach(add)
    if let place { all[place] = .literals(values) }
    guard let first = all.first else { return isOptional ? .literals([.null]) : .json }
    if all.contains(where: \.isUntyped) { return .json }
    let isKept = all.count == shapes.count
    let shape = all.count == 1 ? first : .union(Union(all, tag: isKept ? tag : nil))
    return isOptional ? .optional(shape) : shape
  }

  /// The names of types in it.
  package var names: [String] {
    switch self {
    case .named(let name): [name]
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.names
    case .record(let record): record.members.flatMap(\.shape.names) + (record.rest?.names ?? [])
    case .union(let union): union.alternatives.flatMap(\.names)
    default: []
    }
  }

  /// The names that a value of this shape requires: not those in an array, a dictionary or an optional.
  var required: [String] {
    switch self {
    case .named(let name): [name]
    case .record(let record): record.members.flatMap(\.shape.required)
    // One alternative without a name has a value; otherwise only a name that all of them have is required.
    case .union(let union):
      union.alternatives.dropFirst().reduce(union.alternatives.first?.required ?? []) { names, other in
        let others = other.required
        return names.filter(others.contains)
      }
    default: []
    }
  }
}

extension Shape.Member {
  /// The member as in a spec, such as `name? String`.
  package var spelling: String {
    var text = label
    switch head {
    case .status?: return text == "status" ? text : text + " status"
    case .header(let name)?: return "\(text) header.\(name)" + (shape.isUntyped ? "" : " " + shape.spelling)
    case nil: break
    }
    if isOptional { text += "?" }
    if !shape.isUntyped { text += " " + (canBeAbsent == nil || isOptional ? shape.wrapped : shape).spelling }
    if wire != label { text += " as " + wire }
    return text
  }
}

extension Shape.Union {
  /// Returns the value that a text means in the first type that takes it as another value than a text; otherwise the text.
  fileprivate func value(of text: String) -> JSON {
    let values = alternatives.lazy.map { $0.wrapped.value(of: text) }
    return values.first { $0.asKind != .string } ?? .string(text)
  }
}
