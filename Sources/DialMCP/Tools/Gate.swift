import Dial

/// Decides which calls are sent without asking: safe methods, and what the person who starts the server allows.
struct Gate: Sendable {
  private let allowed: Set<String>

  init(_ allowed: [String]) { self.allowed = Set(allowed) }

  /// Whether nothing but safe methods is sent.
  var isReadOnly: Bool { allowed.isEmpty }

  func admits(_ method: String, _ endpoint: String, of spec: String) -> Bool {
    // TRACE would send the credentials back.
    Methods.isSafe(method) && method != "TRACE" || !allowed.isDisjoint(with: [method, endpoint, "\(spec)/\(endpoint)"])
  }
}
