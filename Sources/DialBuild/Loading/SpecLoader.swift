import DialMessage
package import DialModel
package import DialSyntax

/// Reads documents of several formats: text, tree, declarations, model.
package struct SpecLoader: Sendable {
  let frontEnds: [any FrontEnd]

  private let advisor: (any Advisor)?

  /// - Parameters:
  ///   - frontEnds: the formats; the last one takes what no other knows.
  ///   - advisor: says what was probably meant, when there are findings.
  package init(_ frontEnds: [any FrontEnd], advisor: (any Advisor)? = nil) {
    (self.frontEnds, self.advisor) = (frontEnds, advisor)
  }

  /// The maximum size that is read at all; the language allows less.
  private static let maxBytes: Int64 = 512 << 20

  /// Returns the model of a text, and all findings.
  ///
  /// - Parameter folder: the folder of other files; nil if none may be read.
  package func check(_ bytes: [UInt8], name: String, folder: String?) -> SpecReading {
    check(frontEnds.document(bytes, name: name), folder: folder)
  }

  func check(_ document: YAMLDocument, folder: String?) -> SpecReading {
    let findings = Findings(advisor: advisor)
    let files = SpecFiles(findings, name: document.file.name, folder: folder, frontEnds)
    guard let declared = frontEnds.declarations(of: document, files) else {
      let service = ServiceModel(file: document.file, name: "")
      return SpecReading(service: service, diagnostics: findings.advised(in: nil).inOrder(), places: [])
    }
    var reading = ServiceBuilder.build(declared, findings)
    reading.folder = files.folder
    return reading
  }

  /// Returns the declarations of a text in whatever format it is, and what was found while it was read; nil if nothing could be read.
  ///
  /// - Parameter folder: the folder of other files; nil if none may be read.
  package func declarations(
    _ bytes: [UInt8], name: String, folder: String?
  ) -> (service: ServiceDeclaration?, diagnostics: [Diagnostic]) {
    let findings = Findings(advisor: advisor)
    let document = frontEnds.document(bytes, name: name)
    let declared = frontEnds.declarations(of: document, SpecFiles(findings, name: name, folder: folder, frontEnds))
    return (declared, findings.advised(in: nil).inOrder())
  }

  /// Returns what a text says about its service as a whole; nil if its format has no such part.
  package func info(_ bytes: [UInt8], name: String) -> DocumentInfo? { frontEnds.info(of: frontEnds.document(bytes, name: name)) }

  /// Returns the contents of a file, or an error at its start.
  func contents(_ path: String) throws(SpecError) -> [UInt8] {
    switch File(path).contents(upTo: Self.maxBytes) {
    case .success(let bytes): return bytes
    case .failure(let fault):
      let start = Position(line: 1, column: 1)
      let place = SourceRange(file: SourceFile(name: path, text: ""), start: start, end: start)
      throw SpecError([.error("unreadable", "cannot read '\(path)': \(fault.reason)", at: place)])
    }
  }

  /// Returns the model of an endpoint in a text of its own, for a typed request, and the service with its secrets.
  func endpoint(
    _ signature: String, name: String, in service: ServiceModel
  ) throws(SpecError) -> (endpoint: EndpointModel, service: ServiceModel) {
    let findings = Findings(advisor: advisor)
    let declared = frontEnds.lazy.compactMap { $0.endpoint(signature, name: name, findings) }.first
    let context = BuildContext(findings, paths: SpecPaths(), service: service.name, types: service.types)
    let endpoint = declared.flatMap { EndpointBuilder.build($0, in: service.level.inner(), context) }
    let rules = TypeRules(types: service.types, findings: findings)
    rules.checkNames(context)
    if let endpoint { rules.checkDefaults(endpoint.parameters) }
    let diagnostics = findings.advised(in: nil).inOrder()
    guard let endpoint, !findings.hasErrors else { throw SpecError(diagnostics) }
    var own = service
    own.secretVariables.formUnion(endpoint.auth.variables)
    own.closeSecrets()
    return (endpoint, own)
  }
}
