import Dial
import Synchronization

/// The reports to listeners, as text.
final class Told: Sendable {
  private let events = Mutex<[String]>([])

  var all: [String] { events.withLock { $0 } }

  func add(_ event: Event) {
    let word =
      switch event.kind {
      case .started: "started"
      case .retried(let attempt, _, _): "retried \(attempt)"
      case .received(let status): "received \(status)"
      case .failed(let error): "failed \(error.code)"
      case .finished: "finished"
      default: "more"
      }
    events.withLock { $0.append("\(event.call) \(word)") }
  }
}

func refusal(_ call: () async throws -> Void) async -> CallError {
  do {
    try await call()
  } catch {
    return error as? CallError ?? CallError(CallError.Code(rawValue: "unmapped"), "\(error)")
  }
  return CallError(CallError.Code(rawValue: "none"), "it did not fail")
}
