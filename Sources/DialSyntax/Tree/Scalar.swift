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

  /// True for a text without quotes that is no block (`|`, `>`).
  public var isPlain: Bool { style == .plain }

  /// A text in a style.
  public init(text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }
}
