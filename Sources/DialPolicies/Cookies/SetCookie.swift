import DialJSON
import DialModel

/// A parsed `Set-Cookie` header (RFC 6265 section 5.2). Unknown and invalid attributes are ignored.
struct SetCookie: Hashable {
  var name: String
  var value: String
  /// The domain in lowercase, without a leading dot; nil if there is none.
  var domain: String?
  /// The path; nil if there is none, or it is not absolute.
  var path: String?
  /// The expiry; nil for the end of the session. A time in the past removes the cookie.
  var expires: Expiry?
  var isSecure = false

  enum Expiry: Hashable {
    /// Seconds from now, from Max-Age, which overrides Expires.
    case after(Int64)
    case at(Timestamp)
  }

  /// The maximum length of name and value together, as in browsers and curl.
  static let longest = 4096

  init?(_ field: String) {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return nil }
    name = String(pair[..<equals].trimmed)
    value = String(pair[pair.index(after: equals)...].trimmed)
    guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.longest, Self.isSendable(name), Self.isSendable(value) else {
      return nil
    }
    var date: Expiry?
    for part in parts.dropFirst() {
      let equals = part.firstIndex(of: "=")
      let key = part[..<(equals ?? part.endIndex)].trimmed.lowercased()
      let value = equals.map { String(part[part.index(after: $0)...].trimmed) } ?? ""
      switch key {
      case "expires": date = CookieDate.read(value).map { .at($0) } ?? date
      case "max-age": if let seconds = Self.seconds(value) { expires = .after(seconds) }
      case "domain":
        let host = value.hasPrefix(".") ? String(value.dropFirst()) : value
        domain = host.isEmpty ? nil : host.lowercased()
      case "path": path = value.hasPrefix("/") ? value : nil
      case "secure": isSecure = true
      default: break
      }
    }
    expires = expires ?? date
  }

  /// Whether the text has no control characters, which would end the header.
  private static func isSendable(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x3B } }

  private static func seconds(_ text: String) -> Int64? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text) ?? (text.hasPrefix("-") ? 0 : .max)
  }
}

/// Parses the date of a cookie in all forms that servers use (RFC 6265 section 5.1.1).
enum CookieDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Returns nil if a part is missing or the date does not exist.
  static func read(_ text: String) -> Timestamp? {
    var (day, month, year, time): (Int?, Int?, Int?, (Int, Int, Int)?)
    for word in words(text) {
      if time == nil, let found = clock(word) {
        time = found
      } else if day == nil, let found = number(word, digits: 1...2) {
        day = found
      } else if month == nil, let found = months.firstIndex(of: String(decoding: word.prefix(3), as: UTF8.self).lowercased()) {
        month = found + 1
      } else if year == nil, let found = number(word, digits: 2...4) {
        year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
      }
    }
    guard let day, let month, let year, let time, (1...31).contains(day), year >= 1601, time.0 < 24, time.1 < 60, time.2 < 60 else {
      return nil
    }
    return Timestamp(year: year, month: month, day: day, secondOfDay: time.0 * 3600 + time.1 * 60 + time.2)
  }

  /// Splits the text at everything except letters, digits and colons.
  private static func words(_ text: String) -> [ArraySlice<UInt8>] {
    Array(text.utf8).split { byte in
      !((0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte >= 0x80)
    }
  }

  /// Parses `8:30:05`; text after the digits is ignored.
  private static func clock(_ word: ArraySlice<UInt8>) -> (Int, Int, Int)? {
    let fields = word.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, let hour = number(fields[0], digits: 1...2, whole: true),
      let minute = number(fields[1], digits: 1...2, whole: true),
      let second = number(fields[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  /// Parses the digits at the start of a word, if their number is in the range.
  private static func number(_ word: ArraySlice<UInt8>, digits: ClosedRange<Int>, whole: Bool = false) -> Int? {
    let leading = word.prefix { (0x30...0x39).contains($0) }
    guard digits.contains(leading.count), !whole || leading.count == word.count else { return nil }
    return Int(String(decoding: leading, as: UTF8.self))
  }
}
