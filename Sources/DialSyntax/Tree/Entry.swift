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
