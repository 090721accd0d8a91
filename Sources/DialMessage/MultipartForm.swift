import DialModel

/// A `multipart/form-data` body (RFC 7578, with names escaped as in the WHATWG standard), written while it is sent.
package struct MultipartForm: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// A file without a length is read to its end. More than `limit` bytes are an error.
    case file(File, length: Int64?, limit: Int64? = nil)

    package var count: Int64? {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(_, let length, _): length
      }
    }

    var isReplayable: Bool { if case .file(let file, _, _) = self { file.isReplayable } else { true } }
  }

  package struct Part: Sendable {
    package var name: String
    package var filename: String?
    package var type: String?
    package var head: [UInt8]
    package var content: Content
  }

  package private(set) var parts: [Part] = []
  /// 192 random bits, so that no value can contain it.
  private let boundary: String

  package init() { boundary = "dial-" + PercentEncoding.hex((0..<24).map { _ in .random(in: .min ... .max) }) }

  package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  package mutating func append(
    name: String, content: Content, filename: String? = nil, type: String? = nil, headers: [(String, String)] = []
  ) -> String? {
    var head = "Content-Disposition: form-data; name=\"\(Self.escaped(Self.normalized(name)))\""
    if let filename { head += "; filename=\"\(Self.escaped(Self.baseName(filename)))\"" }
    head += "\r\n"
    if let type {
      guard HeaderRules.isValue(type), !type.isEmpty else {
        return "the type of the part '\(name)' contains a character that is not allowed in a header"
      }
      head += "Content-Type: \(type)\r\n"
    }
    for (field, value) in headers {
      guard HeaderRules.isToken(field), HeaderRules.isValue(value) else { return "the part '\(name)' has an invalid header" }
      head += "\(field): \(value)\r\n"
    }
    parts.append(Part(name: name, filename: filename.map(Self.baseName), type: type, head: Array((head + "\r\n").utf8), content: content))
    return nil
  }

  /// Escapes `"`, CR and LF, which would end a name or start a header.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "%22"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  /// Converts line ends to CR LF, as forms do (WHATWG HTML, constructing the entry list).
  private static func normalized(_ name: String) -> String {
    name.map { ["\r", "\n", "\r\n"].contains($0) ? "\r\n" : String($0) }.joined()
  }

  /// Removes the folder, which must not be revealed.
  private static func baseName(_ name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }

  /// The size of the body; nil if a part has an unknown size.
  package var length: Int64? {
    let frame = Int64(boundary.utf8.count)
    var length = frame + 6
    for part in parts {
      guard let count = part.content.count else { return nil }
      length += frame + 4 + Int64(part.head.count) + count + 2
    }
    return length
  }

  /// Whether all parts can be read again.
  package var isReplayable: Bool { parts.allSatisfy(\.content.isReplayable) }

  /// Returns the pieces of the body in order: boundary and head, content, and so on.
  package func body() -> ResponseBody {
    ResponseBody {
      var rest = parts[...]
      var file: ResponseBody.AsyncIterator?
      var isDone = false
      return {
        if file != nil {
          if let piece = try await file?.next() { return piece }
          file = nil
          return Array("\r\n".utf8)
        }
        guard let part = rest.popFirst() else {
          if isDone { return nil }
          isDone = true
          return Array("--\(boundary)--\r\n".utf8)
        }
        let head = Array("--\(boundary)\r\n".utf8) + part.head
        switch part.content {
        case .bytes(let bytes): return head + bytes + Array("\r\n".utf8)
        case .file(let source, let length, let limit):
          if case .stream(_, _, let body) = source.body(length: length, limit: limit) { file = body.makeAsyncIterator() }
          return head
        }
      }
    }
  }
}
