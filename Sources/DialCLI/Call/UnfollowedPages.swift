import Dial

/// The only page of a call without a spec, whose body may name more pages than the header Link.
struct UnfollowedPages {
  /// The member that looks like the way to the next page: `meta.next_cursor`; nil if there is none.
  private let member: String?

  /// Returns nil for a list, which is whole without the header.
  init?(_ value: JSON) {
    guard let object = value.asObject else { return nil }
    let inner = object.compactMap { outer in outer.value.asObject.map { (outer.name, $0) } }
    member =
      object.first { Self.isWay($0.name, $0.value) }?.name
      ?? inner.lazy.compactMap { name, members in members.first { Self.isWay($0.name, $0.value) }.map { "\(name).\($0.name)" } }.first
  }

  private static let words = ["next", "cursor", "continu", "hasmore", "morepages"]

  private static func isWay(_ name: String, _ value: JSON) -> Bool {
    let letters = name.lowercased().filter(\.isLetter)
    guard words.contains(where: letters.contains), !letters.contains("prev") else { return false }
    return value.asString.map { !$0.isEmpty } ?? value.asBool ?? (value.asInt.map { $0 > 0 } ?? (value.asObject != nil))
  }

  var note: String {
    let found = member.map { ", but its body has '\($0)'" } ?? ""
    return "only one page was read, because the response has no header 'Link'\(found); to read others, save the endpoint with --save and "
      + "add 'paginate' to it"
  }
}
