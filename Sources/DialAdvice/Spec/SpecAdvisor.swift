package import DialBuild
package import DialModel
package import DialSyntax

/// Says what was probably meant in a spec: the mechanisms of this folder, each of which knows one kind of slip.
package struct SpecAdvisor: Advisor {
  /// The maximum number of searches for similar names, because each takes time. A file with more unknown words has no simple mistakes.
  private static let searches = 100

  package init() {}

  package func findings(for faults: [Fault], in declaration: ServiceDeclaration?) -> [Diagnostic] {
    let types = Set(declaration?.level.types.map(\.name) ?? [])
    var searches = 0
    return faults.map { fault in
      let finding = fault.finding
      switch fault.subject {
      case .text(let error): return TextSlip(error, finding, isType: types.contains).advice ?? finding
      case .word(let word):
        searches += 1
        return WordSlip(word: word, finding: finding, mayConsumeTime: searches <= Self.searches).advice ?? finding
      case .key(let key):
        searches += 1
        return KeySlip(key: key).advice(finding, mayConsumeTime: searches <= Self.searches) ?? finding
      case .value(let node, let key): return ValueSlip(node: node, key: key, finding: finding).advice ?? finding
      case .entry(let entry): return UnnamedEndpoint.advice(on: entry, finding) ?? finding
      case .syntax(let error): return SyntaxSlip(error, finding).advice(SpecSyntax.advice) ?? finding
      case nil: return finding
      }
    }
  }

  package func entry(meantBy key: UnknownKey) -> Entry? { KeySlip(key: key).meant }
}
