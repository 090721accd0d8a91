import NIOCore

/// Rings the clocks of one connection with one timer, that of the soonest: over HTTP/2 there is a clock for each stream, which often lives
/// for less than it takes to set a timer and to take it back. Lives on the connection's event loop.
final class Alarm {
  private var clocks: [SilenceClock] = []
  private var next: (timer: Scheduled<Void>, due: NIODeadline)?

  /// Rings a clock at its ``SilenceClock/due``, and again when it has set a new one.
  func add(_ clock: SilenceClock, _ loop: any EventLoop) {
    if clock.place == nil {
      clock.place = clocks.count
      clocks.append(clock)
    }
    ring(at: clock.due, loop)
  }

  /// A timer that is set for it rings in vain: setting it anew costs more.
  func remove(_ clock: SilenceClock) {
    guard let place = clock.place.take() else { return }
    let last = clocks.removeLast()
    guard last !== clock else { return }
    clocks[place] = last
    last.place = place
  }

  /// The connection has ended.
  func close() {
    for clock in clocks { clock.place = nil }
    clocks = []
    next?.timer.cancel()
    next = nil
  }

  private func ring(at due: NIODeadline, _ loop: any EventLoop) {
    if let next, next.due <= due { return }
    next?.timer.cancel()
    let timer = loop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      self?.ring(loop)
      return
    }
    next = (timer, due)
  }

  private func ring(_ loop: any EventLoop) {
    next = nil
    let now = NIODeadline.now()
    // One that ends its stream takes itself out.
    for clock in clocks where clock.due <= now { clock.ring() }
    if let due = clocks.lazy.map(\.due).min(), due < .distantFuture { ring(at: due, loop) }
  }
}
