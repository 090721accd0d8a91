import DialModel
import DialSpec
import DialSyntax

/// Every variable that a spec mentions, in the order of their first use.
struct SpecVariables {
  let names: [String]

  init(_ service: ServiceModel) {
    var seen: Set<String> = []
    var texts = service.base.map { [$0] } ?? []
    texts += service.vars.sorted { $0.key < $1.key }.map(\.value)
    let all = texts.flatMap(\.variables) + service.vars.keys.sorted() + service.traits.variables
    names = all.filter { seen.insert($0).inserted }
  }

  /// That a name given by a flag is none of them; nil where it is one.
  func doubt(_ name: String, _ flag: String) -> String? {
    guard !names.contains(name) else { return nil }
    let known = names.isEmpty ? "the spec has no variables" : "available: \(names.prefix(8).map { "'\($0)'" }.joined(separator: ", "))"
    let nearest = Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" } ?? known
    return "\(flag): unknown variable '\(name)'; \(nearest)"
  }
}

/// The variables that a call of an endpoint needs and the spec has no value for.
struct EndpointVariables {
  /// Read from the environment where nobody gives them.
  var ofFields: [String]
  /// Given by the caller: `--var`, or `--env` to let the environment give them.
  var ofStructure: [String]

  init(_ endpoint: EndpointModel, of service: ServiceModel, trust: Spec.Trust) {
    var seen: Set<String> = Set(service.vars.keys)
    func fresh(_ names: [String]) -> [String] { names.filter { seen.insert($0).inserted } }
    let target = Text(endpoint.target.text, range: endpoint.target.range, arguments: false).variables
    let base = endpoint.target.isAbsolute ? [] : service.base?.variables ?? []
    let structure = fresh(base + target + (endpoint.body?.variables ?? []))
    let fields = fresh(endpoint.auth.variables + (endpoint.headers + endpoint.query).flatMap(\.value.variables))
    switch trust {
    case .untrusted: (ofFields, ofStructure) = ([], structure + fields)
    case .folder: (ofFields, ofStructure) = (fields, structure)
    case .full: (ofFields, ofStructure) = (fields + structure, [])
    }
  }
}
