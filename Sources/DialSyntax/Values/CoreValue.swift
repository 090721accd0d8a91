/// A scalar as the YAML 1.2 core schema understands it, for places that take JSON.
public enum CoreValue: Sendable, Hashable {
  /// No text at all, `~`, `null`, `Null` or `NULL`.
  case null
  /// `true`, `True`, `TRUE`, `false`, `False` or `FALSE`.
  case bool(Bool)
  /// The digits of a JSON number (RFC 8259), as close to the written ones as JSON allows: `1.10` and `1e3` stay,
  /// `+1` is `1`, `010` is `10`, `.5` is `0.5`, `1.` is `1.0`, `0x1F` is `31`.
  case number(String)
  /// Every other text, and every text in quotes or in a block.
  case string(String)
  /// `.inf`, `-.inf` or `.nan`, which JSON does not have.
  case notFinite(String)
}
