package import DialModel
package import DialSyntax

/// The result of reading a spec.
package struct SpecReading {
  package var service: ServiceModel
  /// All findings, in the order of the file.
  package var diagnostics: [Diagnostic]
  /// Every `endpoints:`, in the order of its endpoints.
  var blocks: [EndpointBlock]
}

/// The entries of one `endpoints:`, and their inherited settings.
struct EndpointBlock {
  var level: Level
  var range: SourceRange
  var entries: [Entry]
}

/// The findings of a spec, and the places of its endpoints.
struct SpecFindings: Sendable {
  private struct Place {
    var name: String
    var range: SourceRange
  }

  let all: [Diagnostic]
  /// The endpoints of each file, in order.
  private let places: [String: [Place]]

  /// Returns nil if there are none.
  init?(_ reading: SpecReading) {
    if reading.diagnostics.isEmpty { return nil }
    var places: [String: [Place]] = [:]
    for block in reading.blocks {
      for entry in block.entries {
        let range = entry.key.range.file.range(from: entry.key.range.start, to: entry.value.range.end)
        places[range.file.name, default: []].append(Place(name: block.level.name(of: entry.name), range: range))
      }
    }
    all = reading.diagnostics
    self.places = places.mapValues { $0.sorted { $0.range.start < $1.range.start } }
  }

  /// Returns the findings of one endpoint and of the shared parts.
  func of(_ endpoint: String) -> [Diagnostic] {
    all.filter { found in
      guard let places = places[found.range.file.name] else { return true }
      let next = places.partitioningIndex { $0.range.start > found.range.start }
      return next == 0 || found.range.start > places[next - 1].range.end || places[next - 1].name == endpoint
    }
  }
}
