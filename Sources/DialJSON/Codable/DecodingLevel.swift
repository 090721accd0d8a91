/// The state shared by the decoders of all values at the same depth and with the same layout, so that copying a decoder is cheap.
final class DecodingLevel {
  let document: JSONDocument
  let members: MemberTable
  let options: JSONDecodingOptions
  /// The node at which the decoding began.
  let root: Int
  let depth: Int
  /// The layout of the values at this level.
  private let layout: JSONLayout?
  /// The value at this level if it was built in code and parts of it have their own layouts. The document contains its text.
  private let built: JSON?
  private let isBare: Bool
  // These properties are never changed and read at the same time, so the run-time check is not needed.
  @exclusivity(unchecked) private var below: DecodingLevel?
  @exclusivity(unchecked) private var laidOut: [ObjectIdentifier: DecodingLevel] = [:]
  /// The last type that decodes itself, and the last that is an array.
  @exclusivity(unchecked) private var plain: Any.Type = DecodingLevel.self
  @exclusivity(unchecked) private var list: Any.Type = DecodingLevel.self
  @exclusivity(unchecked) private var listReader: (any DecodableList.Type)?

  /// The greatest depth of a decoding, which recurses with the type.
  static let maxDepth = 512

  private init(_ document: JSONDocument, root: Int, depth: Int, layout: JSONLayout?, built: JSON?, options: JSONDecodingOptions) {
    self.document = document
    self.root = root
    self.depth = depth
    self.layout = layout
    self.built = built
    self.options = options
    isBare = layout == nil && built == nil
    members = MemberTable(document, keys: options.keys)
  }

  /// Returns a decoder for an existing value. A value built in code is written and parsed first.
  static func decoder(of json: JSON, options: JSONDecodingOptions) throws(JSONError) -> ValueDecoder {
    if case .node(let document, let node) = json.storage {
      let level = DecodingLevel(document, root: node, depth: 0, layout: json.layout, built: nil, options: options)
      return ValueDecoder(level, node)
    }
    let document = try JSONDocument(JSONWriter.bytes(json), limits: JSONLimits(maxDepth: .max))
    let built = json.hasInnerLayout ? json : nil
    return ValueDecoder(DecodingLevel(document, root: 0, depth: 0, layout: json.layout, built: built, options: options), 0)
  }

  func json(_ node: Int) -> JSON { built ?? JSON(.node(document, node), layout: layout) }

  /// The node of the member with the name of a property.
  @inline(__always) func find(_ name: String, in node: Int) -> Int? {
    layout == nil ? members.find(name, of: node) : labelled(name, in: node)
  }

  /// Finds the node with a layout: the name in JSON wins over the label.
  private func labelled(_ name: String, in node: Int) -> Int? {
    let word = document.word(node)
    if word.is(.object), let found = members.find(name, of: node) { return found }
    guard let record = layout?.record, let position = record.position(ofLabel: name) else { return nil }
    if word.is(.object) { return members.find(record[position].wire, of: node) }
    return position < word.length ? document.element(position, of: node) : nil
  }

  /// The next step of the path to a missing member.
  func step(_ name: String, in node: Int) -> JSONPath.Step {
    guard document.word(node).is(.array), let position = layout?.record?.position(ofLabel: name) else { return .member(name) }
    return .index(position)
  }

  /// The level of a member of the object `node`, or of an element that the layout calls so.
  @inline(__always) func level(of child: Int, named name: String, in node: Int) -> DecodingLevel {
    if isBare { return next }
    return level(of: json(node).member(document.word(node).is(.object) ? document.text(child - 1) : name))
  }

  /// The level of an element of the array `node`.
  @inline(__always) func level(at position: Int, in node: Int) -> DecodingLevel {
    isBare ? next : level(of: json(node).element(position))
  }

  private var next: DecodingLevel { below ?? grow() }

  private func grow() -> DecodingLevel {
    let level = DecodingLevel(document, root: root, depth: depth + 1, layout: nil, built: nil, options: options)
    below = level
    return level
  }

  private func level(of child: JSON) -> DecodingLevel {
    let isBuilt = child.hasInnerLayout
    guard isBuilt || child.layout != nil else { return next }
    let id = child.layout.map { ObjectIdentifier($0) }
    if !isBuilt, let id, let known = laidOut[id] { return known }
    let level = DecodingLevel(document, root: root, depth: depth + 1, layout: child.layout, built: isBuilt ? child : nil, options: options)
    if !isBuilt, let id { laidOut[id] = level }
    return level
  }

  /// The names of the members of an object as properties are named, or the labels of an array that has a record's layout.
  func names(_ node: Int) -> [String] {
    if document.word(node).is(.object) { return members.names(of: node) }
    return layout?.record?.map(\.label) ?? []
  }

  /// Whether the members of a node can be read: of an object, or an array with a record's layout.
  func isKeyed(_ node: Int) -> Bool {
    document.word(node).is(.object) || document.word(node).is(.array) && layout?.record != nil
  }

  /// The value at a node of this level.
  @inline(__always) func value<T: Decodable>(_ type: T.Type, _ node: Int) throws -> T {
    if type == String.self, let text = document.string(node) { return retyped(text, as: type) }
    if type == Int.self, let number = document.integer(node) { return retyped(number, as: type) }
    if type == Double.self, let number = document.double(node) { return retyped(number, as: type) }
    if type == plain { return try type.init(from: ValueDecoder(self, node)) }
    if type == [String].self, let list = document.strings(node) { return retyped(list, as: type) }
    if type == list, let listReader, document.word(node).is(.array) { return try listReader.read(self, node, as: type) }
    return try other(type, node)
  }

  private func other<T: Decodable>(_ type: T.Type, _ node: Int) throws -> T {
    let decoder = ValueDecoder(self, node)
    guard depth <= Self.maxDepth else {
      throw decoder.corrupted(JSONError(.depth, "nested deeper than \(Self.maxDepth) levels"))
    }
    if let value = try decoder.special(type) { return value }
    if let reader = type as? any DecodableList.Type {
      (list, listReader) = (type, reader)
      if document.word(node).is(.array) { return try reader.read(self, node, as: type) }
    } else {
      plain = type
    }
    return try type.init(from: decoder)
  }
}

extension [JSONLayout.Member] {
  func position(ofLabel label: String) -> Int? { firstIndex { $0.label.utf8.elementsEqual(label.utf8) } }
}

/// An Array of anything that is Decodable, read without an unkeyed container.
protocol DecodableList {
  /// The elements of the array at a node, as the type that this is.
  static func read<T>(_ level: DecodingLevel, _ node: Int, as type: T.Type) throws -> T
}

extension Array: DecodableList where Element: Decodable {
  static func read<T>(_ level: DecodingLevel, _ node: Int, as type: T.Type) throws -> T {
    let document = level.document
    let word = document.word(node)
    var element = node + 1
    var list: [Element] = []
    list.reserveCapacity(word.length)
    while element < word.offset {
      list.append(try level.level(at: list.count, in: node).value(Element.self, element))
      element = document.next(element)
    }
    return retyped(list, as: type)
  }
}

/// Options for decoding: `try json.decode(User.self, options: JSONDecodingOptions(keys: .snake))`.
public struct JSONDecodingOptions: Sendable, Hashable {
  /// How the names of properties and members meet.
  public enum Keys: Sendable, Hashable {
    /// The names are equal.
    case asIs
    /// `push_reply_me` in JSON is `pushReplyMe` in Swift.
    case snake
  }

  /// How a Date is read.
  public enum Dates: Sendable, Hashable {
    /// RFC 3339 text with any fraction and offset, or without one for UTC, or a number of seconds since 1970. Numbers from 1e11 are
    /// milliseconds.
    case automatic
  }

  /// How the names of properties and members meet.
  public var keys: Keys
  /// How a Date is read.
  public var dates: Dates

  /// Creates options; by default, names are equal and dates are read automatically.
  public init(keys: Keys = .asIs, dates: Dates = .automatic) {
    self.keys = keys
    self.dates = dates
  }
}
