package import DialSyntax

/// A service as written, with the place of each part: what a front end reads, an overlay changes and the builder resolves.
///
/// Nothing in it is inferred, inherited or checked against another part, and nothing in it depends on the format that it was read from.
package struct ServiceDeclaration: Sendable {
  package var file: SourceFile
  /// The whole text.
  package var range: SourceRange
  /// The settings, types, endpoints and groups of the service itself.
  package var level: LevelDeclaration
  /// The document that this one changes; nil if it stands alone.
  package var base: Shared<ServiceDeclaration>?
  /// The other files, whose paths lead into the folder of the service.
  package var paths: SpecPaths
  /// The servers of a document, the first of which is its base.
  package var servers: [ServerModel] = []
  /// What could not be read; nil if everything was.
  package var gaps: DocumentGaps?
  /// Whether all named files exist and are usable.
  package var hasAllFiles = true

  package init(file: SourceFile, range: SourceRange, level: LevelDeclaration, paths: SpecPaths) {
    self.file = file
    self.range = range
    self.level = level
    self.paths = paths
  }
}

/// A declaration that is passed on by reference: one with many parts is costly to copy.
package final class Shared<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

/// The folder of a service, and where its files are in it. Paths in a file are relative to the folder of that file.
package struct SpecPaths: Sendable {
  /// The folder of the service; nil if no other file may be read.
  package var folder: String?
  /// The folders of its files below that one, each with a slash at its end, by the names of the files.
  package var subfolders: [String: String] = [:]

  package init(folder: String? = nil) { self.folder = folder }

  /// Returns a path that is written in a file, from the folder of the service.
  package func path(_ written: String, in file: SourceFile) -> String {
    subfolders.isEmpty ? written : subfolders[file.name, default: ""] + written
  }
}

/// The parts of a document that were left out because of syntax errors, and what is unknown because of that.
package struct DocumentGaps: Sendable {
  package var ranges: [SourceRange]
  /// The names of the types that were left out.
  package var types: Set<String> = []
  /// Whether there may be more types, whose names are unknown.
  package var hidesTypes = false
  /// Whether only endpoints were left out, so that everything shared was read.
  package var areEndpoints = true

  package init(_ ranges: [SourceRange]) { self.ranges = ranges }

  /// Whether a finding may be caused by what is missing: it is around a gap, or it is a warning and a shared part is missing.
  package func mayCause(_ finding: Diagnostic) -> Bool {
    ranges.contains { $0.overlaps(finding.range) } || finding.severity != .error && !areEndpoints
  }
}

/// A comparison of two names, such as `step == done`. It is a mistake if the response has the first as a member, but not the second.
package struct Comparison: Sendable {
  package let root: String
  package let name: String
  package let finding: Diagnostic

  package init(root: String, name: String, finding: Diagnostic) {
    self.root = root
    self.name = name
    self.finding = finding
  }
}
