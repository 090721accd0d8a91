import DialHTTP
import DialMessage
import HTTPTypes

/// One request over its own transport, and its result.
enum Calls {
  static func request(
    _ method: HTTPRequest.Method = .get, _ url: String, headers: HTTPFields = [:], body: RequestBody = .none,
    _ change: (inout PreparedRequest) -> Void = { _ in }
  ) -> PreparedRequest {
    var request = PreparedRequest(endpoint: "test", method: method, url: url, headers: headers, body: body)
    request.policy.readTimeout = .seconds(5)
    request.policy.connectTimeout = .seconds(5)
    change(&request)
    return request
  }

  static func fetch(_ request: PreparedRequest, proxies: HTTPTransport.Proxies = .none) async throws -> (Response, String) {
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = proxies
    let transport = HTTPTransport(configuration: configuration)
    do {
      let response = try await transport.send(request)
      let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
      await transport.shutdown()
      return (response, String(decoding: body, as: UTF8.self))
    } catch {
      await transport.shutdown()
      throw error
    }
  }

  /// Returns the results of two concurrent requests over one connection.
  static func two<Value: Sendable>(
    _ url: String, _ value: @escaping @Sendable (Response) async throws -> Value
  ) async throws -> [Value] {
    var configuration = HTTPTransport.Configuration.direct
    configuration.connectionsPerHost = 1
    let transport = HTTPTransport(configuration: configuration)
    let values = try await withThrowingTaskGroup(of: Value.self) { group in
      for _ in 0..<2 { group.addTask { try await value(try await transport.send(request(.get, url))) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    await transport.shutdown()
    return values
  }

  /// Returns `200 body`, or the kind and the message of the error, with `ADDRESS` for the server.
  static func outcome(_ request: PreparedRequest, proxies: HTTPTransport.Proxies = .none) async -> String {
    do {
      let (response, body) = try await fetch(request, proxies: proxies)
      return "\(response.status.code) \(body)"
    } catch let error as TransportError {
      let address = request.url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      return "\(error.kind.rawValue): \(error.message.replacing(address, with: "ADDRESS"))"
    } catch {
      return "unmapped: \(error)"
    }
  }
}
