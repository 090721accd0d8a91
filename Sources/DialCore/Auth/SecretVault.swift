import Synchronization

/// Secrets that become known while calls are under way: the tokens of a client. All of its requests look into it when they are shown.
package final class SecretVault: Sendable {
  /// More than one user has within one call; what is older is worth nothing any more.
  private static let most = 256
  private let state = Mutex<[String]>([])

  init() {}

  var values: [String] { state.withLock { $0 } }

  func add(_ token: Token) {
    for text in [token.access, token.refresh ?? ""] { add(text) }
  }

  func add(_ text: String) {
    state.withLock { values in
      if text.isEmpty || values.contains(text) { return }
      values.append(text)
      if values.count > Self.most { values.removeFirst() }
    }
  }
}
