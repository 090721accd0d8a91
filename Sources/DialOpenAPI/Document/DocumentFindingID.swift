import DialSyntax

/// The ids of the findings in OpenAPI documents.
package enum DocumentFindingID: String, Sendable, CaseIterable {
  /// A reference leads nowhere, or to a file that is not read.
  case documentReference = "document-reference"
  /// An operation cannot be read.
  case documentOperation = "document-operation"
  /// Two operations have the same name.
  case documentName = "document-name"
  /// A parameter cannot be sent, and is left out.
  case documentParameter = "document-parameter"
  /// A constraint cannot be checked.
  case documentConstraint = "document-constraint"
  /// A word is no type.
  case documentType = "document-type"
  /// A server cannot be called, or is only an example.
  case documentServer = "document-server"
  /// Credentials cannot be sent as the document declares them.
  case documentSecurity = "document-security"
  /// An extension has no effect.
  case documentExtension = "document-extension"
  /// The file that says where the document comes from cannot be read.
  case documentSource = "document-source"
  /// Operations seem to have pages.
  case documentPages = "document-pages"
}

extension Diagnostic {
  static func error(_ id: DocumentFindingID, _ message: String, at range: SourceRange, notes: [Note] = []) -> Diagnostic {
    .error(id.rawValue, message, at: range, notes: notes)
  }

  static func warning(_ id: DocumentFindingID, _ message: String, at range: SourceRange, notes: [Note] = []) -> Diagnostic {
    .warning(id.rawValue, message, at: range, notes: notes)
  }

  static func note(_ id: DocumentFindingID, _ message: String, at range: SourceRange, notes: [Note] = []) -> Diagnostic {
    Diagnostic(severity: .note, id: id.rawValue, message: message, range: range, notes: notes)
  }
}
