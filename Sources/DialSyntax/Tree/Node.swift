/// A node of a YAML file: what it holds, and where it is written.
public struct Node: Sendable {
  /// What a node holds.
  public enum Content: Sendable {
    /// A text, which may stand for a number, a Boolean or null.
    case scalar(Scalar)
    /// A list: `[a, b]`, or lines that begin with `-`.
    case sequence([Node])
    /// Keys with their values, in the order of the file.
    case mapping([Entry])
  }

  /// What the node holds, in the order of the file.
  public var content: Content
  /// Where it is written, without its anchor and tag. An alias has the place of the alias, its children those of the anchor.
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
