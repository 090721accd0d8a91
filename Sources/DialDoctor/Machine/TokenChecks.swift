import Dial

/// The stored tokens, and when they end. Their values are never shown.
package enum TokenChecks {
  package static func checks(_ path: String?, now: Double = WallClock.now()) -> [Check] {
    guard let path else { return [] }
    do throws(TransportError) {
      return try FileTokenStore.stored(in: path).map { check($0.key, $0.profile, $0.token, now) }
    } catch {
      return [.problem("tokens", error.message, "correct or remove the file, and sign in again")]
    }
  }

  private static func check(_ key: TokenKey, _ profile: String, _ token: Token, _ now: Double) -> Check {
    let name = "token"
    let whose = TerminalText.safe("\(key.label) at \(key.origin)") + (profile.isEmpty ? "" : ", profile '\(TerminalText.safe(profile))'")
    guard let end = token.expires else { return .ok(name, "\(whose): no end is known") }
    let left = end.secondsSince1970 - now
    if left > 0 { return .ok(name, "\(whose): ends on \(end.rfc3339), in \(TimeSpan.text(left))") }
    if token.refresh != nil { return .ok(name, "\(whose): ended on \(end.rfc3339); the next call renews it") }
    return .problem(name, "\(whose): ended on \(end.rfc3339)", .signIn)
  }
}

/// A rough duration for people.
enum TimeSpan {
  static func text(_ seconds: Double) -> String {
    let seconds = Int64(max(0, min(seconds, 1e12)))
    let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    let (size, name) = units.first { seconds >= 2 * $0.0 } ?? (1, "second")
    let count = seconds / size
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
