import Synchronization

/// Standard input, which one word of a command line can ask for.
final class StandardInput: Sendable {
  private let context: Context
  private let owner = Mutex<String?>(nil)

  init(context: Context) { self.context = context }

  /// Says what standard input is for. Throws where something else has it.
  func reserve(_ what: String) throws(Failure) {
    let other = owner.withLock { owner in
      defer { owner = owner ?? what }
      return owner
    }
    if let other { throw .usage("standard input can be read only once, but \(other) and \(what) both use it") }
  }

  /// Whether nothing has asked for it.
  var isFree: Bool { owner.withLock { $0 == nil } }

  func read(for what: String) throws(Failure) -> [UInt8] {
    try reserve(what)
    do throws(Failure) {
      return try context.stdin()
    } catch {
      throw .io("cannot read standard input for \(what): \(error.message)")
    }
  }
}
