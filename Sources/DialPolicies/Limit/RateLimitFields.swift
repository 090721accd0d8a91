import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// Reads `RateLimit` (draft-ietf-httpapi-ratelimit-headers and its earlier versions), `X-RateLimit-…`, and Retry-After with 429 and 503.
enum RateLimitFields {
  /// Returns how long to send no calls; nil if some are left or nothing is declared.
  static func pause(_ response: Response) -> Duration? {
    let fields = response.headers
    if [429, 503].contains(response.status.code), let asked = RetryAfter.wait(fields) { return asked }
    if let text = fields["ratelimit"], let pause = listed(text) { return pause }
    for prefix in ["ratelimit", "x-ratelimit"] {
      guard let left = number(fields["\(prefix)-remaining"]), left == 0, let text = fields["\(prefix)-reset"] else { continue }
      if let pause = number(text).map(seconds) ?? moment(text).map({ max(0, $0 - WallClock.seconds) }) { return .seconds(pause) }
    }
    return nil
  }

  /// Parses `"default";r=0;t=30` and, of earlier drafts, `limit=10, remaining=0, reset=30`. The longest pause applies.
  private static func listed(_ text: String) -> Duration? {
    var longest: Int64?
    var older: (left: Int64?, reset: Int64?) = (nil, nil)
    for item in text.split(separator: ",") {
      var (left, reset): (Int64?, Int64?) = (nil, nil)
      for parameter in item.split(separator: ";") {
        let sides = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
        guard sides.count == 2 else { continue }
        switch sides[0].lowercased() {
        case "r": left = number(sides[1])
        case "t": reset = number(sides[1])
        case "remaining": older.left = number(sides[1])
        case "reset": older.reset = number(sides[1])
        default: break
        }
      }
      if left == 0, let reset { longest = max(longest ?? 0, reset) }
    }
    if older.left == 0, let reset = older.reset { longest = max(longest ?? 0, reset) }
    return longest.map { .seconds($0) }
  }

  /// Some servers send a Unix time instead of the remaining seconds, which are at most a few years.
  private static func seconds(_ reset: Int64) -> Int64 {
    reset > 1_000_000_000 ? max(0, reset - WallClock.seconds) : reset
  }

  /// Parses a Unix time in milliseconds, or a date.
  private static func moment(_ text: String) -> Int64? {
    if text.utf8.count == 13, let milliseconds = Int64(text), milliseconds > 0 { return (milliseconds + 999) / 1000 }
    return (Timestamp(rfc3339: text) ?? Timestamp(httpDate: text))?.seconds
  }

  /// Parses digits, at most a century in seconds, with or without a fraction.
  private static func number(_ text: String?) -> Int64? {
    guard let text else { return nil }
    let digits = text.prefix { $0 != "." }
    guard !digits.isEmpty, digits.utf8.count <= 10, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(digits)
  }
}
