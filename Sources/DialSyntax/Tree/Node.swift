/// A node of a YAML file: what it holds, and where it is written.
public struct Node: Sendable {
  /// The content of a node.
  public enum Content: Sendable {
    /// A text, which may mean a number, a Boolean or null.
    case scalar(Scalar)
    /// A list: `[a, b]`, or lines that begin with `-`.
    case sequence([Node])
    /// Keys with their values, in the order of the file.
    case mapping([Entry])
  }

  /// The content, in the order of the file.
  public var content: Content
  /// Where it is written, without its anchor and tag. An alias has its own range, its children have theirs below the anchor.
  public var range: SourceRange
  var storedTag: Tag?

  /// The explicit tag: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map`, `!!seq` or `!`. Others are refused
  /// when the file is read, and setting one here sets none.
  public var tag: String? {
    get { storedTag?.name }
    set { storedTag = newValue.flatMap(Tag.init) }
  }

  /// A node at a place.
  public init(_ content: Content, range: SourceRange, tag: String? = nil) {
    self.init(content, range: range, storedTag: tag.flatMap(Tag.init))
  }

  init(_ content: Content, range: SourceRange, storedTag: Tag?) {
    self.content = content
    self.range = range
    self.storedTag = storedTag
  }
}

/// A key of a mapping with its value.
public struct Entry: Sendable {
  /// The key, always a scalar.
  public var key: Node
  /// The value; an empty plain text where nothing is written.
  public var value: Node

  /// The text of the key.
  public var name: String { key.text ?? "" }

  /// A key with its value.
  public init(key: Node, value: Node) {
    self.key = key
    self.value = value
  }
}

extension Node {
  /// The scalar, if the node is one.
  public var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The text, if the node is a scalar.
  public var text: String? { scalar?.text }

  /// The items, if the node is a list.
  public var sequence: [Node]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries in the order of the file, if the node is a mapping.
  public var mapping: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key, if the node is a mapping that has it. Searches the entries one by one.
  public func value(for key: String) -> Node? {
    mapping?.first { $0.name == key }?.value
  }

  /// What the node is, for messages: "a string", "a list" or "a mapping".
  public var kindName: String {
    switch content {
    case .scalar: "a string"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The range in the file of a slice of the scalar's text. Use ``ScalarPlaces`` for many slices of one text.
  ///
  /// - Parameter utf8: offsets into the UTF-8 of `text`.
  public func range(of utf8: Range<Int>) -> SourceRange { ScalarPlaces(self).range(of: utf8) }
}

extension Node {
  /// True if another node has the same content at the same positions.
  ///
  /// - Parameter isCut: whether the value of an entry may be missing in `other`. The ranges around it may end elsewhere then.
  package func isSame(as other: Node, except isCut: (Entry) -> Bool = { _ in false }) -> Bool {
    guard storedTag == other.storedTag, range.start == other.range.start else { return false }
    switch (content, other.content) {
    case (.scalar(let a), .scalar(let b)): return a == b && range.end == other.range.end
    case (.sequence(let a), .sequence(let b)):
      return range.end == other.range.end && a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.mapping(let a), .mapping(let b)): return a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1, except: isCut) }
    default: return false
    }
  }
}

extension Entry {
  /// True if another entry has the same key and value at the same positions.
  package func isSame(as other: Entry, except isCut: (Entry) -> Bool = { _ in false }) -> Bool {
    guard key.isSame(as: other.key) else { return false }
    return value.isSame(as: other.value, except: isCut) || isCut(self) && other.value.text == ""
  }
}
