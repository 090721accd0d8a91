/// How the value of a ``RequestComponent`` is sent.
public enum ComponentForm: Sendable {
  /// As one item with its name.
  case item
  /// As one item for each member of a dictionary; the name of the component is a prefix of theirs.
  case spread
  /// As a key without a value if true; omitted if false.
  case flag
}
