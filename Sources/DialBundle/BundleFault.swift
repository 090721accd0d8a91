/// Why a bundle cannot be made or read: one sentence, in lowercase, without a full stop.
package struct BundleFault: Error, Sendable, Equatable {
  package let message: String

  init(_ message: String) { self.message = message }

  static let damaged = BundleFault("this program is damaged: its archive is incomplete or was changed; build or download it again")

  package static let unreadable = BundleFault("the program cannot read its own file, which may be a bundle; allow its user to read it")
}
