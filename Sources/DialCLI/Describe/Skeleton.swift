import DialJSON
import DialModel

/// An object with every argument of an endpoint that JSON can express, for `--args`.
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

  /// The arguments that only the command line can pass.
  var files: [String] {
    let line = ExampleLine(spec: "", endpoint: endpoint, types: types)
    return endpoint.parameters.filter { Sample(types: types).value(of: $0, in: endpoint) == nil }.map(line.name)
  }

  /// Whether the default is generated for each call, and is better omitted.
  private func isMade(_ parameter: ParameterModel) -> Bool {
    switch parameter.defaultValue {
    case .uuid?, .now?: true
    default: false
    }
  }
}
