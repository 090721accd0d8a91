import Synchronization

/// The one line of a terminal that tells of a call under way, and is drawn over itself: why it waits, else how far it is.
final class StatusLine: Sendable {
  enum Part: Sendable { case wait, progress }

  private struct State {
    var texts: [Part: String] = [:]
    var shown: String?
  }

  private let state = Mutex(State())

  /// Shows a part, which stands behind a wait; nil takes it away.
  func show(_ text: String?, as part: Part, on console: Console) {
    state.withLock { state in
      state.texts[part] = text
      let line = state.texts[.wait] ?? state.texts[.progress]
      guard line != state.shown else { return }
      state.shown = line
      try? console.err(Array("\r\(line ?? "")\u{1B}[K".utf8))
    }
  }
}
