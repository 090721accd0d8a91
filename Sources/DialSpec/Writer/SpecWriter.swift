package import DialModel
import DialSyntax

/// Writes declarations as a spec in Dial's own format, as a person would have written it.
package struct SpecWriter {
  /// An endpoint that the language cannot express, and why.
  package struct Omission: Sendable, Equatable {
    package let name: String
    package let reason: String

    package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
  }

  private let service: ServiceDeclaration
  private let endpoints: [EndpointDeclaration]
  private var names: [String] = []

  /// - Parameter endpoints: the endpoints in their order; those of the service itself are not read.
  package init(_ service: ServiceDeclaration, _ endpoints: [EndpointDeclaration]) {
    (self.service, self.endpoints) = Self.sharingAuth(service, endpoints)
    var maker = NameMaker()
    names = maker.names(endpoints.map(\.name), fallback: "endpoint")
  }

  /// Moves the credentials that most endpoints have to the service. Those of an endpoint with its own origin stay there.
  private static func sharingAuth(
    _ service: ServiceDeclaration, _ endpoints: [EndpointDeclaration]
  ) -> (ServiceDeclaration, [EndpointDeclaration]) {
    let auths = endpoints.map { endpoint in endpoint.settings.first { $0.name == "auth" } }
    let counts = Dictionary(grouping: auths.compactMap(\.self)) { NodeWriter.flow($0.value) }
    guard !service.level.settings.contains(where: { $0.name == "auth" }),
      let (text, same) = counts.max(by: { $0.value.count < $1.value.count }),
      same.count * 2 > endpoints.count, endpoints.count > 1, text != "none"
    else { return (service, endpoints) }
    var (service, endpoints) = (service, endpoints)
    service.level.settings.append(same[0])
    for (index, auth) in auths.enumerated() where endpoints[index].line?.value.target.isAbsolute == false {
      if let auth, NodeWriter.flow(auth.value) == text {
        endpoints[index].settings.removeAll { $0.name == "auth" }
      } else if auth == nil {
        let none = Node(.scalar(Scalar(text: "none")), range: same[0].value.range)
        endpoints[index].settings.append(Entry(key: same[0].key, value: none))
      }
    }
    return (service, endpoints)
  }

  /// Returns the spec, with a comment for each endpoint that is left out.
  ///
  /// - Parameters:
  ///   - name: the name of the service.
  ///   - omitted: endpoints that are left out, each with the reason.
  package func written(name: String, leavingOut omitted: [Omission] = []) -> WrittenSpec {
    var spec = WrittenSpec()
    spec.add(NodeWriter.lines("service", Node(.scalar(Scalar(text: name, style: .doubleQuoted)), range: service.range), indent: 0))
    let settings = service.level.settings.filter { $0.name != "service" }
    for entry in settings.filter({ $0.name == "doc" }) + settings.filter({ $0.name != "doc" }) {
      spec.add(NodeWriter.lines(entry.name, entry.value, indent: 0))
    }
    if !service.level.types.isEmpty { spec.add(["types:"]) }
    for type in service.level.types {
      spec.add(ShapeWriter.lines(type.name, type.shape.shape, indent: 2))
    }
    let reasons = Dictionary(omitted.map { ($0.name, $0.reason) }, uniquingKeysWith: { first, _ in first })
    spec.add([endpoints.isEmpty ? "endpoints: {}" : "endpoints:"])
    for (endpoint, name) in zip(endpoints, names) {
      let title = endpoint.line.map { " \($0.value.method) \($0.value.target.text)" } ?? ""
      do throws(Unwritable) {
        if let reason = reasons[endpoint.name] { throw Unwritable(reason: reason) }
        spec.add(try EndpointWriter(endpoint, as: name).lines(indent: 2), as: endpoint.name)
      } catch {
        spec.add(["  # \(TerminalText.safe("\(endpoint.name):\(title) is left out: \(error.reason)"))"])
        spec.omitted.append(Omission(name: endpoint.name, reason: error.reason))
      }
    }
    return spec
  }
}

/// The text of a spec, and the lines of each endpoint.
package struct WrittenSpec: Sendable {
  package private(set) var text = ""
  package fileprivate(set) var omitted: [SpecWriter.Omission] = []
  private var lines = 0
  private var places: [(lines: ClosedRange<Int>, name: String)] = []

  /// Returns the endpoint in a line, by its name in the declarations.
  package func endpoint(atLine line: Int) -> String? { places.first { $0.lines.contains(line) }?.name }

  fileprivate mutating func add(_ new: [String], as name: String? = nil) {
    for line in new { text += line + "\n" }
    if let name { places.append((lines + 1...lines + new.count, name)) }
    lines += new.count
  }
}
