import DialCore
import DialHTTP
import HTTPTypes

/// One request over a transport of its own, and what came of it.
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

  /// Sends and reads the whole body.
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

  /// `200 body`, or the kind and the message of the error, with the server's address as `ADDRESS`.
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
