import Crypto
import DialLibc
package import DialMessage
package import DialModel

/// How the rates of `limit` are shared with other processes.
package struct RateSharing: Sendable {
  /// The folder that all processes name; nil if only this one has the rate.
  package var folder: String?
  /// Is the same for processes that share the rate.
  package var name: String
  /// The part of each rate that this machine has: the first of 16 is `(1, 16)`.
  package var part: (number: Int, of: Int)?

  package init(folder: String? = nil, name: String, part: (number: Int, of: Int)? = nil) {
    (self.folder, self.name, self.part) = (folder, name, part)
  }

  /// Returns the part of a rate that all processes of this machine have together.
  func own(_ rate: LimitModel.Rate) -> LimitModel.Rate {
    guard let part else { return rate }
    return LimitModel.Rate(count: rate.count, per: rate.per * part.of, text: rate.text)
  }
}

/// A rate that all processes of a machine keep together: a token bucket (GCRA) in a file that they change under its lock.
///
/// Nothing is reserved: a call waits until its turn has come, and only then takes it. So a process that is killed holds nothing, and the
/// system releases its lock.
package final class SharedRate: Sendable {
  private let path: String
  /// In nanoseconds: between two calls, and how far ahead of its regular time a call may be.
  private let (interval, ahead): (Int64, Int64)
  private let file: Int32
  /// The calls of this process, one after the other.
  private let turn = Semaphore(1)

  /// - Parameter name: is the same for processes that share the rate.
  package init(folder: String, name: String, _ rate: LimitModel.Rate) throws(TransportError) {
    try PrivateFolder.makeOwn(folder)
    let digest = String(PercentEncoding.hex(SHA256.hash(data: Array(name.utf8))).prefix(16))
    let path = "\(folder)/rate-\(digest)"
    file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileWriter.fault(path) }
    guard FileKind(open: file)?.isOwn == true else {
      close(file)
      throw TransportError(.io, "'\(path)' is not a regular file of this user; remove it")
    }
    self.path = path
    let seconds = rate.per / .seconds(1)
    interval = max(1, Int64((seconds / Double(rate.count) * 1e9).rounded()))
    let burst = max(1, Int64((Double(rate.count) / seconds).rounded(.down)))
    ahead = interval * (burst - 1)
  }

  deinit { close(file) }

  /// Waits for the turn of a call. Calls of one process have their turns in order.
  ///
  /// - Parameters:
  ///   - late: makes the error of a call that has no time for that.
  ///   - sleep: waits for a pause.
  package func take(
    before deadline: ContinuousClock.Instant?, late: () -> TransportError, _ sleep: (Duration) async throws -> Void
  ) async throws {
    let permit = try await turn.take(before: deadline, late: late)
    while let pause = try attempt() { try await sleep(.nanoseconds(pause)) }
    withExtendedLifetime(permit) {}
  }

  /// Takes a turn, or returns how many nanoseconds to wait before the next attempt.
  private func attempt() throws(TransportError) -> Int64? {
    // The thread may be that of the connections, so it does not wait.
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return 1_000_000 }
      guard errno == EINTR else { throw FileWriter.fault(path) }
    }
    defer { flock(file, LOCK_UN) }
    var next: Int64 = 0
    _ = pread(file, &next, 8, 0)
    let now = Self.now()
    // Nothing is ever so far ahead, unless the machine was started again meanwhile.
    if next > now + ahead + interval || next < now { next = now }
    if next - ahead > now { return next - ahead - now }
    next += interval
    guard pwrite(file, &next, 8, 0) == 8 else { throw FileWriter.fault(path) }
    return nil
  }

  /// The time since the start of the machine, the same in all processes.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
