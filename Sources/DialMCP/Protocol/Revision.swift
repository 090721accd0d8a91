/// A revision of the Model Context Protocol that Dial speaks, the newest first.
enum Revision: String, CaseIterable, Sendable {
  case july2026 = "2026-07-28"
  case november2025 = "2025-11-25"
  case june2025 = "2025-06-18"

  /// Whether each request says its revision, so that there is no handshake.
  var isModern: Bool { self == .july2026 }

  /// Returns the revision of a handshake: the one that the client asks for, otherwise the newest that has one.
  static func agreed(_ asked: String?) -> Revision {
    guard let revision = asked.flatMap(Revision.init(rawValue:)), !revision.isModern else { return .november2025 }
    return revision
  }
}
