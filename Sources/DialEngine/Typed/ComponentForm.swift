/// What the value of a ``RequestComponent`` becomes.
public enum ComponentForm: Sendable {
  /// One item of its name.
  case item
  /// A dictionary: one item for each of its members; the name of the component goes before theirs.
  case spread
  /// A key without a value where it is true, nothing where it is false.
  case flag
}
