import DialMessage
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a reply tells of how many calls a server takes: `RateLimit` (draft-ietf-httpapi-ratelimit-headers, also as it was in earlier
/// drafts), `X-RateLimit-Remaining` and `X-RateLimit-Reset`, Retry-After beside 429 and 503.
enum RateLimitFields {
  /// How long no call is wanted; nil where some are left, or nobody says.
  static func pause(_ response: Response) -> Duration? {
    let fields = response.headers
    if [429, 503].contains(response.status.code), let asked = RetryAfter.wait(fields) { return asked }
    if let text = fields["ratelimit"], let pause = listed(text) { return pause }
    for prefix in ["ratelimit", "x-ratelimit"] {
      guard let left = number(fields["\(prefix)-remaining"]), left == 0, let reset = number(fields["\(prefix)-reset"]) else { continue }
      return .seconds(seconds(reset))
    }
    return nil
  }

  /// `"default";r=0;t=30` and, of earlier drafts, `limit=10, remaining=0, reset=30`. Of several policies the longest pause holds.
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

  /// Some servers tell the time since 1970 in place of the seconds that are left; these are no more than a few years.
  private static func seconds(_ reset: Int64) -> Int64 {
    reset > 1_000_000_000 ? max(0, reset - Int64(Date().timeIntervalSince1970)) : reset
  }

  /// Digits, of no more than a century of seconds, with or without a fraction.
  private static func number(_ text: String?) -> Int64? {
    guard let text else { return nil }
    let digits = text.prefix { $0 != "." }
    guard !digits.isEmpty, digits.utf8.count <= 10, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(digits)
  }
}
