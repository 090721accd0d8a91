import NIOCore

/// What has a time by which something must have happened. Lives on an event loop.
protocol Timed: AnyObject {
  /// When it is to be looked at. A later time needs no word to the timer, which looks in vain then.
  var due: NIODeadline { get }
  /// Its place in the timer.
  var timerIndex: Int? { get set }
  /// Looks at the time, and sets a new one or ends what took too long.
  func check()
}

/// One timer of an event loop for all exchanges and connections of a transport, that of the soonest: most end long before their time, and
/// setting a timer for each takes longer than many of them do.
final class DeadlineTimer {
  private let loop: any EventLoop
  private var members: [any Timed] = []
  private var next: (timer: Scheduled<Void>, due: NIODeadline)?

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Looks at a member when it is due, and again when it has set a new time.
  func add(_ member: any Timed) {
    if member.timerIndex == nil {
      member.timerIndex = members.count
      members.append(member)
    }
    schedule(at: member.due)
  }

  func remove(_ member: any Timed) {
    guard let index = member.timerIndex.take() else { return }
    let last = members.removeLast()
    guard last !== member else { return }
    members[index] = last
    last.timerIndex = index
  }

  func close() {
    for member in members { member.timerIndex = nil }
    members = []
    next?.timer.cancel()
    next = nil
  }

  private func schedule(at due: NIODeadline) {
    guard due < .distantFuture, next.map({ due < $0.due }) ?? true else { return }
    next?.timer.cancel()
    let timer = loop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
      self?.check()
      return
    }
    next = (timer, due)
  }

  private func check() {
    next = nil
    let now = NIODeadline.now()
    // One that ends takes itself out.
    for member in members where member.due <= now { member.check() }
    if let due = members.lazy.map(\.due).min() { schedule(at: due) }
  }
}
