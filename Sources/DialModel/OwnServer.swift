/// The server that a document gives one operation. It is an origin of its own: a call that chooses the base replaces it.
package struct OwnServer: Sendable {
  /// The target below the base.
  package let below: TargetModel
  /// Whether the document requires credentials, or the endpoint declares them itself. Only then can trust in its host send them there.
  package let isSecured: Bool
  /// Whether the credentials are those that the document itself declares, which belong to its servers.
  package let hasCredentials: Bool

  package init(below: TargetModel, isSecured: Bool, hasCredentials: Bool) {
    (self.below, self.isSecured, self.hasCredentials) = (below, isSecured, hasCredentials)
  }
}

extension TargetModel {
  /// Creates the target of a base without arguments.
  package convenience init(base: Text) {
    self.init(template: URITemplate(parts: base.pieces.map(\.part)), text: base.spelling, range: base.range, isAbsolute: true)
  }

  /// Returns the target of a call, which is below the base if the caller chose one.
  package func of(isBaseChosen: Bool) -> TargetModel { isBaseChosen ? own?.below ?? self : self }

  /// Returns this target, which is below a base, at another server. One that is relative stays below the base if that is not known.
  package func at(_ server: Text, base: TargetModel?, isSecured: Bool, hasCredentials: Bool = false) -> TargetModel {
    var parts = server.pieces.map(\.part)
    var text = server.spelling
    if !text.contains("://") {
      guard let base, let place = Self.resolved(server, against: base) else { return self }
      (parts, text) = (place.parts, place.text)
    }
    return TargetModel(
      template: URITemplate(parts: parts + template.parts), text: text + self.text, range: range, isAbsolute: true,
      own: OwnServer(below: self, isSecured: isSecured, hasCredentials: hasCredentials))
  }

  private static func resolved(_ server: Text, against base: TargetModel) -> (parts: [URITemplate.Part], text: String)? {
    let whole = TargetParts(base)
    let authority = whole.authority ?? []
    var text = ""
    for part in authority {
      switch part {
      case .literal(let literal): text += literal
      case .variable(let name): text += "${\(name)}"
      case .expression(let expression): text += "{\(expression.variables.map(\.name).joined(separator: ","))}"
      }
    }
    if server.spelling == "/" { return (authority, text) }
    if server.spelling.hasPrefix("/") { return (authority + server.pieces.map(\.part), text + server.spelling) }
    let path = whole.segments.map { segment in
      segment.reduce("") { if case .literal(let literal) = $1 { $0 + literal } else { $0 + "x" } }
    }
    guard let reference = server.literal else { return nil }
    let rest = URLReference.path(reference, against: path.joined(separator: "/"))
    return (authority + [.literal(rest)], text + rest)
  }
}

extension Text.Piece {
  /// The piece as a part of a target. Only texts and variables can be one.
  fileprivate var part: URITemplate.Part {
    switch self {
    case .literal(let text): .literal(text)
    case .variable(let name): .variable(name)
    case .argument(let name, _): .literal("{\(name)}")
    case .generated(let word): .literal(word.rawValue)
    }
  }
}

/// Resolves the URLs of a document (RFC 3986 section 5.2), in which names in braces stay as they are.
package enum URLReference {
  /// Returns a URL that is relative to that of the document.
  package static func resolve(_ reference: String, against base: String) -> String {
    guard !isAbsolute(reference), let url = AbsoluteURL(base) else { return reference }
    if reference.hasPrefix("//") { return "\(url.scheme):\(reference)" }
    return "\(url.scheme)://\(url.authority)\(path(reference, against: String(url.rest.prefix { $0 != "?" && $0 != "#" })))"
  }

  /// Whether a reference has a scheme.
  package static func isAbsolute(_ reference: String) -> Bool {
    guard let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")), let first = reference.utf8.first, isLetter(first) else {
      return false
    }
    return reference.utf8[..<colon].allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  /// Returns a path that is relative to another one, without dot segments and without a slash at its end.
  package static func path(_ reference: String, against base: String) -> String {
    let folder = reference.hasPrefix("/") ? "" : base.lastIndex(of: "/").map { String(base[..<$0]) } ?? ""
    var kept: [Substring] = []
    for segment in "\(folder)/\(reference)".split(separator: "/") where segment != "." {
      if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
    }
    return kept.map { "/" + $0 }.joined()
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
