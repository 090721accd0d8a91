package import Dial

/// A spec that is served, which is read while the first requests are answered.
package struct ServedSpec: Sendable {
  /// Why a spec cannot be used.
  package struct Fault: Error {
    let message: String

    package init(_ message: String) { self.message = message }
  }

  let name: String
  private let loading: Task<Result<Client, Fault>, Never>

  /// - Parameter name: the name in addresses and in front of the names of endpoints.
  package init(_ name: String, _ load: @escaping @Sendable () async -> Result<Client, Fault>) {
    self.name = name
    loading = Task { await load() }
  }

  var client: Result<Client, Fault> { get async { await loading.value } }

  /// The names of the endpoints; nil if the spec cannot be used.
  package var endpoints: [String]? {
    get async { if case .success(let client) = await client { client.engine.spec.service.endpoints.names } else { nil } }
  }

  var address: String { "dial://" + PercentEncoding.encode(name) }
  var pattern: String { address + "/{endpoint}" }

  func endpoint(in address: String) -> String { PercentEncoding.decode(String(address.dropFirst(self.address.count + 1))) }

  var resource: JSON {
    ["uri": .string(address), "name": .string(name), "description": .string("The endpoints of '\(name)'"), "mimeType": "text/plain"]
  }

  var template: JSON {
    [
      "uriTemplate": .string(pattern), "name": .string("\(name) endpoint"), "description": "Arguments and result of an endpoint",
      "mimeType": "application/json",
    ]
  }
}
