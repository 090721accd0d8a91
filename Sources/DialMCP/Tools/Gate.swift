import Dial

/// Decides which endpoints an agent sees, and which calls are sent without asking: safe methods, and what the person who starts the server
/// allows.
struct Gate: Sendable {
  private let allowed: Set<String>
  private let only: Set<String>

  /// - Parameter only: the endpoints that the agent sees; all if empty.
  init(_ allowed: [String], only: [String] = []) { (self.allowed, self.only) = (Set(allowed), Set(only)) }

  /// Whether nothing but safe methods is sent.
  var isReadOnly: Bool { allowed.isEmpty }

  func shows(_ endpoint: String, of spec: String) -> Bool {
    only.isEmpty || !only.isDisjoint(with: [endpoint, "\(spec)/\(endpoint)"])
  }

  func admits(_ method: String, _ endpoint: String, of spec: String) -> Bool {
    // TRACE would send the credentials back.
    Methods.isSafe(method) && method != "TRACE" || !allowed.isDisjoint(with: [method, endpoint, "\(spec)/\(endpoint)"])
  }
}
