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
    var searchesLeft = Self.searches
    return faults.map { fault in
      let finding = fault.finding
      switch fault.subject {
      case .text(let error): return TextSlip(error, finding, isType: types.contains).advice ?? finding
      case .word(let word):
        return WordSlip(word: word, finding: finding).advice {
          searchesLeft -= 1
          return searchesLeft < 0 ? nil : Suggestion.nearest(to: word.word, among: word.known)
        } ?? finding
      case nil: return QuoteMistakes.refined(finding)
      }
    }
  }
}
