/// A strict parser of `multipart/form-data` (RFC 7578) for tests, without code of Dial.
struct MultipartReader {
  struct Part: Hashable {
    var name: String
    var filename: String?
    var type: String?
    var bytes: [UInt8]
  }

  struct Malformed: Error { var what: String }

  private(set) var parts: [Part] = []

  init(_ body: [UInt8], contentType: String) throws {
    guard let boundary = contentType.split(separator: "boundary=").last else { throw Malformed(what: "no boundary") }
    let frame = Array("--\(boundary)".utf8)
    var at = 0
    while true {
      guard body[at...].starts(with: frame) else { throw Malformed(what: "no boundary at \(at)") }
      at += frame.count
      if body[at...].elementsEqual(Array("--\r\n".utf8)) { return }
      guard body[at...].starts(with: [13, 10]) else { throw Malformed(what: "no line end at \(at)") }
      let end = try Self.find([13, 10] + frame, in: body, from: at)
      parts.append(try Self.part(body[(at + 2)..<end]))
      at = end + 2
    }
  }

  private static func find(_ bytes: [UInt8], in body: [UInt8], from start: Int) throws -> Int {
    for at in start..<body.count where body[at...].starts(with: bytes) { return at }
    throw Malformed(what: "no end of the part at \(start)")
  }

  private static func part(_ bytes: ArraySlice<UInt8>) throws -> Part {
    let end = try find([13, 10, 13, 10], in: Array(bytes), from: 0)
    let head = String(decoding: bytes.prefix(end), as: UTF8.self)
    var part = Part(name: "", bytes: Array(bytes.dropFirst(end + 4)))
    for line in head.unicodeScalars.split(separator: "\n").map({ String($0).replacing("\r", with: "") }) {
      if line.hasPrefix("Content-Type: ") {
        part.type = String(line.dropFirst(14))
      } else {
        let texts = line.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        guard texts.count == 3 || texts.count == 5, texts[0] == "Content-Disposition: form-data; name=" else { throw Malformed(what: line) }
        part.name = texts[1]
        if texts.count == 5 { part.filename = texts[3] }
      }
    }
    return part
  }

  /// Returns an escaped name (WHATWG), because reading cannot distinguish quotes and line ends from their escapes.
  static func shown(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { out, scalar in
      switch scalar {
      case "\"": out += "%22"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      default: out.unicodeScalars.append(scalar)
      }
    }
  }
}
