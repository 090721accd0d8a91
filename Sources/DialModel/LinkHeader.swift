package import HTTPTypes

/// The links of a response (RFC 8288 section 3): `<https://api.test/items?page=2>; rel="next", …`.
package struct LinkHeader {
  /// One link: its target, and its parameters by lowercase name.
  struct Link: Equatable {
    var target: String
    var parameters: [(name: String, value: String)]

    /// Whether the link has one of these relations. Repeated `rel` parameters are ignored.
    func isRelated(as relation: String) -> Bool {
      guard !parameters.contains(where: { $0.name == "anchor" }), let words = parameters.first(where: { $0.name == "rel" })?.value else {
        return false
      }
      return words.split { $0 == " " || $0 == "\t" }.contains { $0.lowercased() == relation }
    }

    static func == (left: Link, right: Link) -> Bool {
      left.target == right.target && left.parameters.elementsEqual(right.parameters, by: ==)
    }
  }

  let links: [Link]

  package init(_ fields: HTTPFields) {
    links = fields.filter { $0.name.canonicalName == "link" }.flatMap { Self.links(in: $0.value) }
  }

  package func target(of relation: String) -> String? { links.first { $0.isRelated(as: relation) }?.target }

  /// Parses one header field. Invalid links are skipped up to the next comma outside of quotes and angle brackets.
  static func links(in value: String) -> [Link] {
    var reader = Reader(bytes: Array(value.utf8))
    var links: [Link] = []
    while !reader.isAtEnd {
      if let link = reader.link() { links.append(link) }
      reader.skipPastComma()
    }
    return links
  }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    var isAtEnd: Bool { at >= bytes.count }

    private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipBlanks() { while byte == 0x20 || byte == 0x09 { at += 1 } }

    private mutating func take(_ mark: Character) -> Bool {
      skipBlanks()
      guard byte == mark.asciiValue else { return false }
      at += 1
      return true
    }

    private mutating func text(upTo marks: String) -> String {
      let start = at
      while let byte, !marks.utf8.contains(byte) { at += 1 }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    mutating func link() -> Link? {
      guard take("<") else { return nil }
      let target = text(upTo: ">")
      guard take(">") else { return nil }
      var link = Link(target: target, parameters: [])
      while take(";") { if let parameter = parameter() { link.parameters.append(parameter) } }
      return link
    }

    private mutating func parameter() -> (name: String, value: String)? {
      skipBlanks()
      let name = text(upTo: "=;, \t").lowercased()
      guard take("=") else { return name.isEmpty ? nil : (name, "") }
      return (name, take("\"") ? quoted() : text(upTo: ";, \t"))
    }

    /// Reads the rest of a quoted string (RFC 9110 section 5.6.4).
    private mutating func quoted() -> String {
      var text: [UInt8] = []
      while let byte {
        at += 1
        if byte == UInt8(ascii: "\"") { break }
        if byte == UInt8(ascii: "\\"), at < bytes.count {
          text.append(bytes[at])
          at += 1
        } else {
          text.append(byte)
        }
      }
      return String(decoding: text, as: UTF8.self)
    }

    mutating func skipPastComma() {
      while let byte {
        at += 1
        if byte == UInt8(ascii: ",") { return }
        if byte == UInt8(ascii: "\"") { _ = quoted() }
        if byte == UInt8(ascii: "<") { _ = text(upTo: ">") }
      }
    }
  }
}
