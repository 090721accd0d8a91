/// The limits for a YAML file. A spec is untrusted input.
public struct YAMLLimits: Sendable, Hashable {
  /// The size of the text in bytes.
  public var maxBytes: Int
  /// The nodes (keys, values, items, lists and mappings) that the text writes out, an alias counted as one.
  public var maxNodes: Int
  /// The levels of lists and mappings, aliases followed.
  public var maxDepth: Int
  /// The maximum number of nodes that all aliases produce.
  public var maxAliasNodes: Int
  /// The maximum number of bytes of text that all aliases produce.
  public var maxAliasBytes: Int

  /// The limits of the language: 64 MB, 2,000,000 nodes, 256 levels, 100,000 nodes (and 16 MB of text) made by aliases.
  public init(
    maxBytes: Int = 64 << 20, maxNodes: Int = 2_000_000, maxDepth: Int = 256, maxAliasNodes: Int = 100_000, maxAliasBytes: Int = 16 << 20
  ) {
    self.maxBytes = maxBytes
    self.maxNodes = maxNodes
    self.maxDepth = maxDepth
    self.maxAliasNodes = maxAliasNodes
    self.maxAliasBytes = maxAliasBytes
  }
}

extension Diagnostic {
  /// Sequences and mappings beyond the limit of levels.
  static func tooDeep(_ limits: YAMLLimits, at range: SourceRange) -> Diagnostic {
    .error(.yamlDepth, "nested deeper than \(limits.maxDepth) levels; reduce the nesting of lists and mappings", at: range)
  }

  /// Nodes beyond the limit.
  static func tooManyNodes(_ limits: YAMLLimits, at range: SourceRange) -> Diagnostic {
    .error(.yamlSize, "the file has more than \(limits.maxNodes) keys, values and items; split it into several files", at: range)
  }
}
