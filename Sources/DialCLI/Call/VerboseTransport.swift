import DialMessage
import DialSyntax
import HTTPTypes
import Synchronization

/// Tells, for `-v`, what leaves beside the request that was shown: headers that policies put in, such as that of a token, and the requests
/// that fetch it.
struct VerboseTransport: SocketTransport {
  let inner: any SocketTransport
  let shown: ShownRequest
  let showsSecrets: Bool
  let console: Console

  func send(_ request: PreparedRequest) async throws -> Response {
    tell(request)
    return try await inner.send(request)
  }

  func connect(_ request: PreparedRequest) async throws -> Response {
    tell(request)
    return try await inner.connect(request)
  }

  private func tell(_ request: PreparedRequest) {
    let secrets = showsSecrets ? Secrets() : request.secrets.withNamed(of: request)
    let lines =
      switch shown.news(in: request) {
      case .other: ["* token request: \(request.method.rawValue) \(secrets.redact(url: request.url))"]
      case .fields(let fields): fields.map { "* added \($0.name.rawName): \(secrets.redact($0.value))" }
      }
    for line in lines { console.note(TerminalText.safe(line)) }
  }
}

/// The request that `-v` has shown last, and what was told beside it.
final class ShownRequest: Sendable {
  enum News {
    /// Another request than the one that was shown.
    case other
    case fields([HTTPField])
  }

  private let state = Mutex((endpoint: "", fields: Set<HTTPField>()))

  func show(_ request: PreparedRequest) { state.withLock { $0 = (request.endpoint, Set(request.headers)) } }

  /// What nobody has seen yet of a request that leaves; a next try has nothing new.
  func news(in request: PreparedRequest) -> News {
    state.withLock { state in
      guard request.endpoint == state.endpoint else { return .other }
      return .fields(request.headers.filter { state.fields.insert($0).inserted })
    }
  }
}
