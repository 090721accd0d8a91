package import HTTPTypes

/// The links of a response (RFC 8288 section 3): `<https://api.test/items?page=2>; rel="next", …`.
package struct LinkHeader {
  /// One link: its target, and its parameters by lowercase name.
  struct Link: Equatable {
    var target: String
    var parameters: [MediaType.Parameter]

    /// Whether the link has one of these relations. Repeated `rel` parameters are ignored.
    func isRelated(as relation: String) -> Bool {
      guard !parameters.contains(where: { $0.name == "anchor" }), let words = parameters.first(where: { $0.name == "rel" })?.value else {
        return false
      }
      return words.split { $0 == " " || $0 == "\t" }.contains { $0.lowercased() == relation }
    }
  }

  let links: [Link]

  package init(_ fields: HTTPFields) {
    links = fields.filter { $0.name.canonicalName == "link" }.flatMap { Self.links(in: Self.text(of: $0)) }
  }

  /// Returns a value, in which bytes that are not UTF-8 are percent-encoded, as in a Location.
  private static func text(of field: HTTPField) -> String {
    field.withUnsafeBytesOfValue { bytes in
      String(validating: bytes, as: UTF8.self)
        ?? bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "%" + PercentEncoding.hex([$0]).uppercased() }.joined()
    }
  }

  package func target(of relation: String) -> String? { links.first { $0.isRelated(as: relation) }?.target }

  /// Parses one header field. Invalid links are skipped up to the next comma outside of quotes and angle brackets.
  static func links(in value: String) -> [Link] {
    var reader = HeaderReader(value)
    var links: [Link] = []
    while reader.next != nil {
      if let link = link(&reader) { links.append(link) }
      skipPastComma(&reader)
    }
    return links
  }

  private static func link(_ reader: inout HeaderReader) -> Link? {
    reader.skipBlanks()
    guard reader.take("<") else { return nil }
    var link = Link(target: reader.text(upTo: ">"), parameters: [])
    guard reader.take(">") else { return nil }
    while true {
      reader.skipBlanks()
      guard reader.take(";") else { return link }
      if let parameter = parameter(&reader) { link.parameters.append(parameter) }
    }
  }

  private static func parameter(_ reader: inout HeaderReader) -> MediaType.Parameter? {
    reader.skipBlanks()
    let name = reader.text(upTo: "=;, \t").lowercased()
    reader.skipBlanks()
    guard reader.take("=") else { return name.isEmpty ? nil : .init(name: name, value: "") }
    reader.skipBlanks()
    return .init(name: name, value: reader.take("\"") ? reader.quoted().text : reader.text(upTo: ";, \t"))
  }

  private static func skipPastComma(_ reader: inout HeaderReader) {
    while reader.next != nil {
      reader.skip { !",\"<".utf8.contains($0) }
      if reader.take(",") { return }
      if reader.take("\"") { _ = reader.quoted() }
      if reader.take("<") { reader.skip { $0 != UInt8(ascii: ">") } }
    }
  }
}
