import DialJSON
import DialModel

/// An object with every argument of an endpoint that JSON can give, as `--args` takes it.
struct Skeleton {
  let endpoint: EndpointModel
  let types: TypeTable

  var json: JSON {
    let line = ExampleLine(spec: "", endpoint: endpoint, types: types)
    return .object(
      endpoint.parameters.compactMap { parameter in
        guard !isMade(parameter), let value = Sample(types: types).value(of: parameter, in: endpoint) else { return nil }
        return (line.name(parameter), value)
      })
  }

  /// The arguments that only the command line can give.
  var files: [String] {
    let line = ExampleLine(spec: "", endpoint: endpoint, types: types)
    return endpoint.parameters.filter { Sample(types: types).value(of: $0, in: endpoint) == nil }.map(line.name)
  }

  /// Values that every call makes anew are better left to it.
  private func isMade(_ parameter: ParameterModel) -> Bool {
    switch parameter.defaultValue {
    case .generated?: true
    default: false
    }
  }
}
