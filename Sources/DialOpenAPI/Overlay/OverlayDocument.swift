import DialJSONPath
package import DialSyntax

/// An overlay of the OpenAPI Overlay Specification 1.0 or 1.1: actions that change the tree of a document before it is read.
///
/// Both versions are read alike: what 1.1 defines is what 1.0 leaves open, and an overlay of 1.0 with `copy` means what it says. An
/// overlay is text from somebody else: the queries, what they visit and what is added are limited.
package struct OverlayDocument: Sendable {
  /// The document that the overlay was written for; nil if it does not say so. Who applies an overlay to another document ignores it.
  package let extends: Node?
  let actions: [OverlayAction]

  /// Reads an overlay. Actions that cannot be read are findings, and left out.
  package init(_ root: Node, _ diagnostics: inout [Diagnostic]) {
    var reader = OverlayReader()
    reader.read(root)
    (extends, actions) = (reader.extends, reader.actions)
    diagnostics += reader.diagnostics
  }

  /// Returns the tree of a document after all actions, one after the other. Nodes keep their files and ranges, so that later findings
  /// point at the document or at the overlay. An action that cannot be applied changes nothing and is a finding. The first action that
  /// exceeds a limit is the last.
  package func apply(to document: Node, limits: OverlayLimits = OverlayLimits(), _ diagnostics: inout [Diagnostic]) -> Node {
    var editor = OverlayEditor(document, limits)
    for action in actions { editor.apply(action) }
    diagnostics += editor.diagnostics
    return editor.tree
  }
}

/// Limits what all actions of an overlay do together.
package struct OverlayLimits: Sendable {
  /// The maximum number of values that are visited or copied.
  let maxVisits: Int
  /// The maximum number of keys, values and items that are added.
  let maxNodes: Int
  /// The maximum depth of what is added.
  let maxDepth: Int

  /// By default, 10,000,000 visits, which take about a second, and the limits of one file for what is added.
  package init(maxVisits: Int = 10_000_000, maxNodes: Int = YAMLLimits().maxNodes, maxDepth: Int = YAMLLimits().maxDepth) {
    (self.maxVisits, self.maxNodes, self.maxDepth) = (maxVisits, maxNodes, maxDepth)
  }
}

/// One change of a document.
struct OverlayAction: Sendable {
  enum Change: Sendable {
    /// Merges a value with each target.
    case update(Node)
    /// Merges a value of the document, which the query selects, with each target.
    case copy(JSONPathQuery, at: Node)
    case remove
  }

  let target: JSONPathQuery
  /// The text of the target, for findings.
  let targetNode: Node
  let change: Change
}

/// The ids of the findings in overlays.
package enum OverlayDiagnosticID: String, Sendable, CaseIterable {
  /// The version of the specification is missing or unknown.
  case overlayVersion = "overlay-version"
  /// A key is missing, unknown, or has a value of a wrong kind.
  case overlayKey = "overlay-key"
  /// A query is not valid.
  case overlayQuery = "overlay-query"
  /// The target of an action selects nothing.
  case overlayTarget = "overlay-target"
  /// A value cannot be merged with its target.
  case overlayMerge = "overlay-merge"
  /// The actions visit or add more than the limit.
  case overlayLimit = "overlay-limit"
}

extension Diagnostic {
  static func error(_ id: OverlayDiagnosticID, _ message: String, at range: SourceRange, notes: [Note] = []) -> Diagnostic {
    .error(id.rawValue, message, at: range, notes: notes)
  }

  static func warning(_ id: OverlayDiagnosticID, _ message: String, at range: SourceRange, notes: [Note] = []) -> Diagnostic {
    .warning(id.rawValue, message, at: range, notes: notes)
  }
}
