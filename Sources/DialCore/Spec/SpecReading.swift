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
  let handed: HandedLevel
  var range: SourceRange
  var entries: [Entry]

  var level: Level { handed.level }
}

/// A level that is looked at again and again, in one place.
final class HandedLevel: Sendable {
  let level: Level

  init(_ level: Level) { self.level = level }
}
