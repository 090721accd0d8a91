/// How much a text may ask of the parser.
///
/// ```swift
/// let json = try JSON(parsing: bytes, limits: JSONLimits(maxDepth: 32))
/// ```
public struct JSONLimits: Sendable, Hashable {
  /// The greatest number of arrays and objects inside of each other. `[[1]]` is two deep. 512 by default.
  public var maxDepth: Int

  /// Limits with the given depth.
  public init(maxDepth: Int = 512) {
    self.maxDepth = maxDepth
  }
}
