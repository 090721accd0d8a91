package import DialSyntax

/// The endpoints of a document that has many: only their names are read at first, and each one when it is asked for.
package protocol EndpointIndex: Sendable {
  /// The names, in the order of the document.
  var names: [String] { get }
  /// What is wrong with the document as a whole, and does not matter for a call.
  var findings: [Diagnostic] { get }
  /// The types of results, which are read when they are asked for; nil if the document has none.
  var types: (any LateTypes)? { get }
  /// The variables of all credentials, whose values are secret.
  var secretVariables: [String] { get }
  /// Whether some credentials are tokens that are stored, fetched and renewed.
  var hasTokens: Bool { get }

  /// The tags by which a list is grouped, in the order of the document.
  var tags: [EndpointTag] { get }
  /// What is worth a note, although nothing is wrong.
  var notes: [Diagnostic] { get }

  /// Returns the tags of an endpoint and those above them, the nearest one last.
  func tags(at index: Int) -> [String]

  /// Returns what a list shows of an endpoint, without reading all of it.
  func summary(at index: Int) -> EndpointSummary

  /// Returns the index of an endpoint by its name, or by another one that it answers to.
  func place(of name: String) -> Int?

  /// Returns more names that an endpoint answers to.
  func otherNames(at index: Int) -> [String]

  /// Returns an endpoint. Throws what is wrong with it.
  ///
  /// - Parameter note: gets what is wrong and does not matter for a call.
  func endpoint(at index: Int, note: (Diagnostic) -> Void) throws(Diagnostic) -> EndpointDeclaration
}

/// The endpoints of an index, and what overlays change in them.
package struct LateEndpoints: Sendable {
  package let index: any EndpointIndex
  /// The changes of each endpoint, the innermost overlay first.
  package var changes: [Int: [Shared<EndpointDeclaration>]] = [:]
  package var removed: Set<Int> = []
  /// The settings that overlays give to all endpoints with a tag, the innermost overlay first.
  package var groups: [(tag: String, settings: [Entry])] = []

  /// Whether an overlay says which credentials the service has, instead of those that operations declare.
  package var replacesAuth = false

  package init(_ index: any EndpointIndex) { self.index = index }
}
