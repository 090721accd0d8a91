/// The names of elements and attributes of XML that was read as JSON. A prefix is the choice of the server (Namespaces in XML 1.0, section 4),
/// so a name without one also means the only name that has one.
package enum XMLName {
  /// Returns a name without its prefix: `href` of `d:href`, `@href` of `@xlink:href`.
  package static func local(_ name: String) -> String {
    guard let colon = name.firstIndex(of: ":") else { return name }
    return (name.hasPrefix("@") ? "@" : "") + name[name.index(after: colon)...]
  }

  /// Returns the name that a name without a prefix means, if no member has exactly this name, and only one has it with a prefix.
  package static func full(_ name: String, in json: JSON) -> String? {
    guard !name.utf8.contains(UInt8(ascii: ":")), let members = json.asObject else { return nil }
    var found: String?
    for member in members {
      if member.name == name { return nil }
      guard member.name.utf8.contains(UInt8(ascii: ":")), local(member.name) == name else { continue }
      if found != nil { return nil }
      found = member.name
    }
    return found
  }

  /// Returns the member that a name without a prefix means.
  package static func element(_ name: String, of json: JSON) -> JSON? { full(name, in: json).map { json[member: $0] } }
}
