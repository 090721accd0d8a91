extension Diagnostic {
  /// Lists and mappings beyond the limit of levels.
  static func tooDeep(_ limits: YAMLLimits, at range: SourceRange) -> Diagnostic {
    .error(.yamlDepth, "nested deeper than \(limits.maxDepth) levels: use fewer lists and mappings inside each other", at: range)
  }

  /// Lists, mappings and texts beyond the limit of nodes.
  static func tooManyNodes(_ limits: YAMLLimits, at range: SourceRange) -> Diagnostic {
    .error(.yamlSize, "the text has more than \(limits.maxNodes) keys, values and items: split it into files", at: range)
  }

  /// A tag that no standard node has.
  static func unknownTag(_ name: String, at range: SourceRange) -> Diagnostic {
    let prefix = "tag:yaml.org,2002:"
    let short = name.hasPrefix(prefix) ? "!!" + name.dropFirst(prefix.count) : name
    return .error(
      .yamlTag, "the tag '\(short.excerpt)' is not known: remove it, or quote the text if it just begins with '!'", at: range)
  }

  /// A standard tag before a node of another kind.
  static func unfitTag(_ tag: Tag, before content: Node.Content, at range: SourceRange) -> Diagnostic {
    .error(
      .yamlTag, "the tag '\(tag.name)' does not fit \(Node(content, range: range, storedTag: nil).kindName): remove it",
      at: range)
  }
}
