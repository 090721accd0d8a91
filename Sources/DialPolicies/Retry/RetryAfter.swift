import DialJSON
import DialMessage
import DialModel
package import HTTPTypes

/// Reads Retry-After (RFC 9110 section 10.2.3): seconds or a date.
package enum RetryAfter {
  /// The maximum, longer than any wait.
  private static let longest: Int64 = 36_500 * 86_400

  /// Returns nil if the header is absent or invalid. A date is compared with the Date of the server, if there is one.
  package static func wait(_ fields: HTTPFields?) -> Duration? {
    guard let text = fields?["retry-after"], !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return .seconds(min(Int64(text) ?? longest, longest)) }
    guard let date = Timestamp(httpDate: text) else { return nil }
    let now = fields?["date"].flatMap { Timestamp(httpDate: $0) }?.seconds ?? WallClock.seconds
    return .seconds(min(max(date.seconds - now, 0), longest))
  }
}
