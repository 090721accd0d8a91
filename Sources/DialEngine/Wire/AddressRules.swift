import DialJSON
import DialModel

/// Rules that protect the address of a request from values.
enum AddressRules {
  static let hostRule = "cannot stand in a host: letters, digits, '-' and '.'"

  static func isHostPart(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("..") && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.utf8.allSatisfy { Name.isASCIIPart($0) && $0 != UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
  }

  /// Returns a fault for each value without encoding that would leave the path or the query.
  static func strayFaults(_ value: JSON, _ who: String, in place: String) -> [String] {
    if let items = value.asArray { return items.flatMap { strayFaults($0, who, in: place) } }
    if let members = value.asObject {
      return members.flatMap { strayFaults(.string($0.name), who, in: place) + strayFaults($0.value, who, in: place) }
    }
    guard let text = ValueText.plain(value),
      let stray = text.unicodeScalars.first(where: { $0 == "?" || $0 == "#" || $0.value < 0x20 || $0.value == 0x7F })
    else { return [] }
    let shown = stray.value < 0x20 || stray.value == 0x7F ? "a control character" : "'\(stray)'"
    return ["\(who) goes into the \(place) as it is and may not hold \(shown)"]
  }

  /// Returns why a segment from `who` is invalid: empty, `.` or `..`, in any encoding (trap T1).
  static func segmentFault(_ text: ArraySlice<UInt8>, _ who: [String]) -> String? {
    if text.isEmpty { return "\(who.joined(separator: " and ")) is empty: the path needs a value" }
    guard PercentEncoding.holdsDotSegment(text) else { return nil }
    return "\(who.joined(separator: " and ")) makes a segment '.' or '..' of the path, which would lead elsewhere"
  }
}
