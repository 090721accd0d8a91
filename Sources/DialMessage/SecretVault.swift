import Synchronization

/// Secrets that become known while calls are under way: the tokens of a client. All of its requests look into it when they are shown.
package final class SecretVault: Sendable {
  /// More than one user has within one call; what is older is worth nothing any more.
  private static let maximum = 64
  private let state = Mutex<[String]>([])
  /// What session cookies hold: it is masked where it is told, and decides nothing, as a server may say it in an address on purpose.
  private let told = Mutex<[String]>([])

  package init() {}

  var values: [String] { state.withLock { $0 } }

  /// What is masked in messages beside the secrets.
  var cookies: [String] { told.withLock { $0 } }

  package func add(cookie text: String) { told.withLock { Self.add(text, to: &$0) } }

  package func add(_ text: String) { state.withLock { Self.add(text, to: &$0) } }

  private static func add(_ text: String, to values: inout [String]) {
    if text.isEmpty || values.contains(text) { return }
    values.append(text)
    if values.count > maximum { values.removeFirst() }
  }
}
