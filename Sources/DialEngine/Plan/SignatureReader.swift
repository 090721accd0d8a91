import DialModel
import DialSpec
import DialSyntax

/// Reads the signature of a request as an endpoint of the given service.
struct SignatureReader {
  let service: ServiceModel

  /// Returns the endpoint and its service. Throws all findings, each with its place in the signature.
  func read(_ signature: String, name: String) throws(SpecError) -> (endpoint: EndpointModel, service: ServiceModel) {
    let file = SourceFile(name: name, text: signature.replacing("\n", with: " "))
    let findings = Findings()
    let endpoint = node(file, findings).flatMap { node in
      let key = Node(.scalar(Scalar(text: name)), range: node.range)
      return EndpointReader(findings: findings).read(Entry(key: key, value: node), in: service.level.inner())
    }
    let rules = TypeRules(types: service.types, findings: findings)
    rules.checkNames()
    if let endpoint { rules.checkDefaults(endpoint.parameters) }
    let diagnostics = findings.diagnostics.inOrder()
    guard let endpoint, !diagnostics.contains(where: { $0.severity == .error }) else { throw SpecError(diagnostics) }
    var own = service
    own.secretVariables.formUnion(endpoint.auth.variables)
    own.closeSecrets()
    return (endpoint, own)
  }

  /// A line is the text itself; the long form is a YAML mapping.
  private func node(_ file: SourceFile, _ findings: Findings) -> Node? {
    if file.bytes.first != UInt8(ascii: "{") {
      let end = Position(line: 1, column: 1 + file.text.unicodeScalars.count)
      return Node(.scalar(Scalar(text: file.text)), range: file.range(from: Position(line: 1, column: 1), to: end))
    }
    let document = YAMLReader.read(file.bytes, name: file.name)
    findings.add(document.diagnostics)
    return document.root
  }
}
