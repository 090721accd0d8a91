import DialMessage
import DialSyntax
import HTTPTypes
import Synchronization

/// Prints, for `-v`, headers that policies add when a request is sent, such as that of a token, and the token requests.
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
      case .other: ["* for a token: \(request.method.rawValue) \(secrets.redact(url: request.url))"]
      case .fields(let fields): fields.map { "* with \($0.name.rawName): \(secrets.redact($0.value))" }
      }
    for line in lines { console.note(TerminalText.safe(line)) }
  }
}

/// The last request that `-v` has shown, and what was added.
final class ShownRequest: Sendable {
  enum News {
    /// A different request.
    case other
    case fields([HTTPField])
  }

  private let state = Mutex((endpoint: "", fields: Set<HTTPField>()))

  func show(_ request: PreparedRequest) { state.withLock { $0 = (request.endpoint, Set(request.headers)) } }

  /// Returns what is new in a request; a retry has nothing new.
  func news(in request: PreparedRequest) -> News {
    state.withLock { state in
      guard request.endpoint == state.endpoint else { return .other }
      return .fields(request.headers.filter { state.fields.insert($0).inserted })
    }
  }
}
