import DialCore
import DialSyntax

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
