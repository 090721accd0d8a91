import NIOCore

/// An object with a deadline. Must be used on an event loop.
protocol Timed: AnyObject {
  /// When to check it. If it becomes later, the timer is not told, and checks once too early.
  var due: NIODeadline { get }
  /// Its index in the timer.
  var timerIndex: Int? { get set }
  /// Checks the time, and sets a new deadline or ends what took too long.
  func check()
}

/// One timer of an event loop for all exchanges and connections of a transport, set to the earliest deadline. Most end long before
/// theirs, and a timer for each would cost more than many of them take.
final class DeadlineTimer {
  private let loop: any EventLoop
  private var members: [any Timed] = []
  private var next: (timer: Scheduled<Void>, due: NIODeadline)?

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Adds a member, which is checked at its deadline, and again at the next one.
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
    // A member that ends removes itself.
    for member in members where member.due <= now { member.check() }
    if let due = members.lazy.map(\.due).min() { schedule(at: due) }
  }
}
