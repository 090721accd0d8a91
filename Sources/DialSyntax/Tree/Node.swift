/// A node of a YAML file: its content, and its place. One that was read is a number in the tree of its file.
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

  private enum Source {
    case read(NodeTree, UInt32)
    case made(MadeNode)
  }

  private let source: Source

  /// The content, in the order of the file. It is made of what was read whenever it is asked for.
  public var content: Content {
    get {
      switch source {
      case .made(let node): return node.content
      case .read(let tree, let index):
        if let scalar = tree.scalar(Int(index)) { return .scalar(scalar) }
        return tree.mapping(Int(index)).map { .mapping($0) } ?? .sequence(tree.sequence(Int(index)) ?? [])
      }
    }
    set { self = Node(newValue, range: range, storedTag: storedTag, isAlias: isAlias) }
  }

  /// Where it is written, without its anchor and tag. An alias has its own range, its children have theirs below the anchor.
  public var range: SourceRange {
    get {
      switch source {
      case .read(let tree, let index): tree.range(Int(index))
      case .made(let node): node.range
      }
    }
    set { self = Node(content, range: newValue, storedTag: storedTag, isAlias: isAlias) }
  }

  var storedTag: Tag? {
    switch source {
    case .read(let tree, let index): tree.records[tree.records.resolved(Int(index))].tag
    case .made(let node): node.tag
    }
  }

  /// Whether it is written as an alias, so that the text at its place is another one.
  var isAlias: Bool {
    switch source {
    case .read(let tree, let index): tree.records[Int(index)].kind == .alias
    case .made(let node): node.isAlias
    }
  }

  /// The explicit tag: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map`, `!!seq` or `!`. Others cannot be set.
  public var tag: String? {
    get { storedTag?.rawValue }
    set { self = Node(content, range: range, storedTag: newValue.flatMap { Tag($0) }, isAlias: isAlias) }
  }

  /// A node at a place.
  public init(_ content: Content, range: SourceRange, tag: String? = nil) {
    self.init(content, range: range, storedTag: tag.flatMap { Tag($0) }, isAlias: false)
  }

  private init(_ content: Content, range: SourceRange, storedTag: Tag?, isAlias: Bool) {
    source = .made(MadeNode(content: content, range: range, tag: storedTag, isAlias: isAlias))
  }

  /// A node of a tree.
  init(_ tree: NodeTree, _ index: Int) { source = .read(tree, UInt32(index)) }

  /// The scalar, if the node is one.
  public var scalar: Scalar? {
    switch source {
    case .read(let tree, let index): tree.scalar(Int(index))
    case .made(let node): if case .scalar(let scalar) = node.content { scalar } else { nil }
    }
  }

  /// The text, if the node is a scalar.
  public var text: String? {
    switch source {
    case .read(let tree, let index): tree.text(Int(index))
    case .made: scalar?.text
    }
  }

  /// The items, if the node is a list.
  public var sequence: [Node]? {
    switch source {
    case .read(let tree, let index): tree.sequence(Int(index))
    case .made(let node): if case .sequence(let items) = node.content { items } else { nil }
    }
  }

  /// The entries in the order of the file, if the node is a mapping.
  public var mapping: [Entry]? {
    switch source {
    case .read(let tree, let index): tree.mapping(Int(index))
    case .made(let node): if case .mapping(let entries) = node.content { entries } else { nil }
    }
  }

  /// The value of a key, if the node is a mapping that has it. Searches the entries one by one.
  public func value(for key: String) -> Node? {
    switch source {
    case .read(let tree, let index): tree.value(Int(index), for: key).map { Node(tree, $0) }
    case .made: mapping?.first { $0.name == key }?.value
    }
  }

  /// What tells its content from that of all other nodes, equal or not; an alias has that of what it stands for.
  package var identity: NodeIdentity {
    switch source {
    case .read(let tree, let index): NodeIdentity(object: tree, index: tree.records.resolved(Int(index)))
    case .made(let node): NodeIdentity(object: node, index: 0)
    }
  }

  /// What the node is, for messages: "a string", "a list" or "a mapping".
  public var kindName: String { content.kindName }

  /// Returns the range in the file of a slice of the text, in UTF-8 offsets. Use ``ScalarPlaces`` for many slices.
  public func range(of utf8: Range<Int>) -> SourceRange { ScalarPlaces(self).range(of: utf8) }
}

extension Node.Content {
  var kindName: String {
    switch self {
    case .scalar: "a string"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A node that was not read.
private final class MadeNode: Sendable {
  let content: Node.Content
  let range: SourceRange
  let tag: Tag?
  let isAlias: Bool

  init(content: Node.Content, range: SourceRange, tag: Tag?, isAlias: Bool) {
    (self.content, self.range, self.tag, self.isAlias) = (content, range, tag, isAlias)
  }
}

/// Tells nodes apart. It keeps their tree, so that no other node gets the same place in memory.
package struct NodeIdentity: Hashable, Sendable {
  fileprivate let object: any AnyObject & Sendable
  fileprivate let index: Int

  package static func == (a: NodeIdentity, b: NodeIdentity) -> Bool { a.index == b.index && a.object === b.object }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(object))
    hasher.combine(index)
  }
}

/// A key of a mapping with its value.
public struct Entry: Sendable {
  private enum Source {
    case read(NodeTree, key: UInt32, value: UInt32)
    case made(MadeEntry)
  }

  private let source: Source

  /// The key, always a scalar.
  public var key: Node {
    switch source {
    case .read(let tree, let key, _): Node(tree, Int(key))
    case .made(let entry): entry.key
    }
  }

  /// The value; an empty plain text if there is none.
  public var value: Node {
    switch source {
    case .read(let tree, _, let value): Node(tree, Int(value))
    case .made(let entry): entry.value
    }
  }

  /// The text of the key. Readers compare it many times.
  public let name: String

  /// A key with its value.
  public init(key: Node, value: Node) { (source, name) = (.made(MadeEntry(key: key, value: value)), key.text ?? "") }

  /// An entry of a tree.
  init(_ tree: NodeTree, _ key: Int, _ value: Int) {
    (source, name) = (.read(tree, key: UInt32(key), value: UInt32(value)), tree.text(key) ?? "")
  }
}

/// An entry that was not read.
private final class MadeEntry: Sendable {
  let key: Node
  let value: Node

  init(key: Node, value: Node) { (self.key, self.value) = (key, value) }
}

/// A text of a YAML file and the way it was written.
public struct Scalar: Sendable, Hashable {
  /// How a text was written; only a plain one may become a number, a Boolean or null in a JSON place.
  public enum Style: Sendable, Hashable {
    /// Without quotes, in `'`, in `"`, as a block after `|`, as a block after `>` (YAML 1.2.2 sections 7.3 and 8.1).
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// The text, quotes and escapes undone and lines folded.
  public var text: String
  /// How it was written.
  public var style: Style

  /// True for a text without quotes that is not a block (`|`, `>`).
  public var isPlain: Bool { style == .plain }

  /// A text in a style.
  public init(text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// The tags that are accepted, by their short forms.
enum Tag: String, Sendable {
  case nonSpecific = "!"
  case string = "!!str"
  case int = "!!int"
  case float = "!!float"
  case bool = "!!bool"
  case null = "!!null"
  case map = "!!map"
  case sequence = "!!seq"

  /// The tag of a short form (`!!str`) or a full one (`tag:yaml.org,2002:str`).
  init?(_ name: String) { self.init(rawValue: Self.short(name)) }

  static func short(_ name: String) -> String {
    let prefix = "tag:yaml.org,2002:"
    return name.hasPrefix(prefix) ? "!!" + name.dropFirst(prefix.count) : name
  }

  /// True if a node of this kind may have the tag.
  func fits(_ content: Node.Content) -> Bool {
    switch (self, content) {
    case (.nonSpecific, _), (.map, .mapping), (.sequence, .sequence): true
    case (.string, .scalar), (.int, .scalar), (.float, .scalar), (.bool, .scalar), (.null, .scalar): true
    default: false
    }
  }
}

/// Finds the exact ranges in the file of slices of a scalar's text. For an alias, a list, a mapping, or a slice beyond the text, the result
/// is the range of the whole node.
public struct ScalarPlaces: Sendable {
  private enum Lookup {
    /// The text is ASCII on one line, written as it is, and starts at a position.
    case line(Position)
    /// The text is in the file byte for byte, from an offset on.
    case verbatim(Int)
    case mapped(ScalarSourceMap)
    case unknown
  }

  private let whole: SourceRange
  private let count: Int
  private let lookup: Lookup

  /// Compares a node's text with its file.
  public init(_ node: Node) {
    whole = node.range
    guard let scalar = node.scalar, !node.isAlias else {
      (count, lookup) = (0, .unknown)
      return
    }
    count = scalar.text.utf8.count
    let file = whole.file
    if scalar.isOneLine(whole) {
      lookup = .line(whole.start)
      return
    }
    let source = file.offset(of: whole.start)..<file.offset(of: whole.end)
    if let start = scalar.verbatimStart(in: file.bytes, source) {
      lookup = .verbatim(start)
    } else if let map = ScalarSourceMap(scalar, in: file.bytes, source) {
      lookup = .mapped(map)
    } else {
      lookup = .unknown
    }
  }

  /// Returns the range of a slice, in UTF-8 offsets of the text.
  public func range(of utf8: Range<Int>) -> SourceRange {
    guard utf8.lowerBound >= 0, utf8.upperBound <= count else { return whole }
    switch lookup {
    case .line(let start):
      return SourceRange(file: whole.file, start: start.moved(utf8.lowerBound), end: start.moved(utf8.upperBound))
    case .verbatim(let start): return whole.file.range(of: start + utf8.lowerBound..<start + utf8.upperBound)
    case .mapped(let map): return whole.file.range(of: map.source(of: utf8))
    case .unknown: return whole
    }
  }
}

extension Position {
  /// A position on the same line, `columns` further on.
  fileprivate func moved(_ columns: Int) -> Position { Position(line: line, column: column + columns) }
}

extension Scalar {
  /// Whether the text is plain ASCII on one line: then it has as many columns as bytes.
  fileprivate func isOneLine(_ range: SourceRange) -> Bool {
    style == .plain && range.start.line == range.end.line && range.end.column - range.start.column == text.utf8.count
  }

  /// Where the text begins in the source, if it is there byte for byte.
  fileprivate func verbatimStart(in bytes: [UInt8], _ source: Range<Int>) -> Int? {
    let border: Int
    switch style {
    case .plain: border = 0
    case .singleQuoted, .doubleQuoted: border = 1
    case .literal, .folded: return nil
    }
    guard source.count == text.utf8.count + 2 * border else { return nil }
    let content = bytes[source.lowerBound + border..<source.upperBound - border]
    return content.elementsEqual(text.utf8) ? content.startIndex : nil
  }
}
