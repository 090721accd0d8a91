import Crypto
import Dial
import Synchronization

/// Seals the state of a question to the person, so that an answer counts only for the call that was shown, for two minutes, and once.
final class Confirmations: Sendable {
  enum Fault: Error { case forged, expired, used }

  static let lifetime = Duration.seconds(120)

  private let key = SymmetricKey(size: .bits256)
  private let start = ContinuousClock.now
  /// The time since the start, which tests set.
  private let clock: (@Sendable () -> Duration)?
  /// The numbers of the used states with the ends of their lives.
  private let used = Mutex<[String: Int64]>([:])

  init(clock: (@Sendable () -> Duration)? = nil) { self.clock = clock }

  private var now: Int64 { (clock?() ?? ContinuousClock.now - start).components.seconds }

  /// - Parameter digest: the digest of endpoint and arguments.
  func seal(_ digest: String) -> String {
    let (end, number) = (now + Self.lifetime.components.seconds, PercentEncoding.hex(Self.random()))
    return "\(end).\(number).\(PercentEncoding.hex(code(end, number, digest)))"
  }

  func open(_ state: String, for digest: String) throws(Fault) {
    let parts = state.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let end = Int64(parts[0]), let given = Self.bytes(parts[2]),
      HMAC<SHA256>.isValidAuthenticationCode(given, authenticating: Self.text(end, String(parts[1]), digest), using: key)
    else { throw .forged }
    let now = now
    guard now < end else { throw .expired }
    let isFirst = used.withLock { used in
      used = used.filter { $0.value > now }
      return used.updateValue(end, forKey: String(parts[1])) == nil
    }
    guard isFirst else { throw .used }
  }

  /// Returns an id that cannot be guessed.
  static func random() -> [UInt8] { SymmetricKey(size: .bits128).withUnsafeBytes(Array.init) }

  static func digest(_ texts: String...) -> String {
    PercentEncoding.hex(SHA256.hash(data: Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8)))
  }

  private func code(_ end: Int64, _ number: String, _ digest: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Self.text(end, number, digest), using: key))
  }

  private static func text(_ end: Int64, _ number: String, _ digest: String) -> [UInt8] { Array("\(end).\(number).\(digest)".utf8) }

  private static func bytes(_ hex: Substring) -> [UInt8]? {
    let digits = Array(hex.utf8)
    guard digits.count == 64 else { return nil }
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) }
    return bytes.count == 32 ? bytes : nil
  }
}
