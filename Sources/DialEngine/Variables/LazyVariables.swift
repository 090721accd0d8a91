import Synchronization

/// Values of variables that are computed when they are first needed, such as the output of a program.
package final class LazyVariables: Sendable {
  /// A value, or why there is none.
  package typealias Outcome = Result<String, Reason>

  package struct Reason: Error {
    package let text: String
    package init(_ text: String) { self.text = text }
  }

  private let names: Set<String>
  private let make: @Sendable (String) -> Outcome
  private let made = Mutex<[String: Outcome]>([:])

  package init(_ names: some Sequence<String>, _ make: @escaping @Sendable (String) -> Outcome) {
    self.names = Set(names)
    self.make = make
  }

  func value(_ name: String) -> String? { try? outcome(name)?.get() }

  /// Returns why a requested value does not exist.
  func reason(_ name: String) -> String? { if case .failure(let reason)? = outcome(name) { reason.text } else { nil } }

  private func outcome(_ name: String) -> Outcome? {
    guard names.contains(name) else { return nil }
    return made.withLock { made in
      if let known = made[name] { return known }
      let outcome = make(name)
      made[name] = outcome
      return outcome
    }
  }
}
