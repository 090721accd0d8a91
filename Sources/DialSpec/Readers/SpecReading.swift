package import DialModel
package import DialSyntax

/// What became of the tree of a spec.
package struct SpecReading {
  package var service: ServiceModel
  /// All findings, in the order of the file.
  package var diagnostics: [Diagnostic]
  /// Every `endpoints:` of it, in the order in which its endpoints are.
  var blocks: [EndpointBlock]
}

/// The entries of one `endpoints:`, and what is handed down to them.
struct EndpointBlock {
  var level: Level
  var range: SourceRange
  var entries: [Entry]
}
