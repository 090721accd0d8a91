package import DialJSON

/// Rules that protect the address of a request from values.
package enum AddressRules {
  package static let hostRule = "cannot be used in a host; use only letters, digits, '-' and '.'"

  package static func isHostPart(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("..") && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.utf8.allSatisfy { Name.isASCIIPart($0) && $0 != UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
  }

  /// Returns a fault for each value without encoding that would leave the path or the query.
  package static func strayFaults(_ value: JSON, _ who: String, in place: String) -> [String] {
    if let items = value.asArray { return items.flatMap { strayFaults($0, who, in: place) } }
    if let members = value.asObject {
      return members.flatMap { strayFaults(.string($0.name), who, in: place) + strayFaults($0.value, who, in: place) }
    }
    guard let text = ValueText.plain(value),
      let stray = text.unicodeScalars.first(where: { $0 == "?" || $0 == "#" || $0.value < 0x20 || $0.value == 0x7F })
    else { return [] }
    let shown = stray.value < 0x20 || stray.value == 0x7F ? "a control character" : "'\(stray)'"
    return ["\(who) is sent in the \(place) without encoding and cannot contain \(shown)"]
  }

  /// Returns why a segment from `who` is invalid: empty, `.` or `..`, in any encoding (Endpoints.md#The-target).
  package static func segmentFault(_ text: ArraySlice<UInt8>, _ who: [String]) -> String? {
    if text.isEmpty { return "\(who.joined(separator: " and ")) is empty, but the path requires a value" }
    guard PercentEncoding.holdsDotSegment(text) else { return nil }
    return "\(who.joined(separator: " and ")) creates the path segment '.' or '..', which would change the path"
  }
}
