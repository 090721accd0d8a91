import Dial
import DialText

/// An object with every argument of an endpoint that JSON can express, for `--args`.
struct Skeleton {
  let endpoint: EndpointModel
  let types: TypeTable

  var json: JSON {
    let line = ExampleLine(spec: "", endpoint: endpoint, types: types)
    return .object(
      listed.compactMap { parameter in
        // A default that is generated for each call is better omitted.
        if case .generated? = parameter.defaultValue { return nil }
        guard let value = Sample(types: types).value(of: parameter, in: endpoint) else { return nil }
        return (line.name(parameter), value)
      })
  }

  /// The arguments that only the command line can pass.
  var files: [String] {
    let line = ExampleLine(spec: "", endpoint: endpoint, types: types)
    return listed.filter { Sample(types: types).value(of: $0, in: endpoint) == nil }.map(line.name)
  }

  /// The parameters, without the whole of a body whose members are listed one by one.
  private var listed: [ParameterModel] {
    endpoint.parameters.filter { parameter in
      !parameter.isSpread || !endpoint.parameters.contains { $0.place == parameter.place && !$0.isSpread }
    }
  }
}
