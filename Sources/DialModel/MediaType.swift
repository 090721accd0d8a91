/// A media type with its parameters (RFC 9110 section 8.3.1), parsed as in the WHATWG MIME standard.
public struct MediaType: Sendable, Hashable {
  /// The type in lowercase.
  public var type: String
  /// The subtype in lowercase.
  public var subtype: String
  /// The parameters in order. Of equal names, only the first.
  public var parameters: [Parameter]

  /// A parameter, such as `charset=utf-8` (RFC 9110 section 5.6.6).
  public struct Parameter: Sendable, Hashable {
    /// The name in lowercase.
    public var name: String
    /// The value without quotes and escapes.
    public var value: String
  }

  /// Returns nil if the text has no `type/subtype`. Invalid parameters are ignored.
  public init?(_ text: String) {
    var reader = HeaderReader(Self.trimmedEnd(text))
    reader.skip(Self.isBlank)
    let type = reader.text(upTo: "/")
    guard reader.take("/") else { return nil }
    let subtype = Self.trimmedEnd(reader.text(upTo: ";"))
    guard HeaderRules.isToken(type), HeaderRules.isToken(subtype) else { return nil }
    self.type = type.lowercased()
    self.subtype = subtype.lowercased()
    parameters = Self.parameters(&reader)
  }

  /// `type/subtype` without parameters.
  public var essence: String { "\(type)/\(subtype)" }

  /// Returns the value of a parameter by its lowercase name.
  public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Whether it is JSON: `application/json`, `text/json`, any `+json`, or `application/…` with the word `json`, such as `x-amz-json-1.0`.
  public var isJSON: Bool {
    if subtype == "json" { return type == "application" || type == "text" }
    guard type == "application" ? subtype.contains("json") : subtype.hasSuffix("+json") else { return false }
    let words = subtype.split { $0 == "-" || $0 == "+" || $0 == "." }
    return words.contains("json") && !words.contains { $0 == "seq" || $0 == "stream" || $0 == "lines" }
  }

  package var isForm: Bool { type == "application" && subtype == "x-www-form-urlencoded" }

  private static let known = ["application/json", "application/json; charset=utf-8"].map { ($0, MediaType($0)) }

  /// Parses a media type. The most common ones are cached.
  package static func read(_ text: String) -> MediaType? {
    for (known, type) in known where known == text { return type }
    return MediaType(text)
  }

  /// `type/subtype;name=value`; values are quoted if they are not tokens.
  public var text: String {
    parameters.reduce(into: essence) { text, parameter in
      text += ";\(parameter.name)=" + (HeaderRules.isToken(parameter.value) ? parameter.value : HeaderRules.quoted(parameter.value))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\n\r".utf8.contains(byte) }

  private static func trimmedEnd(_ text: String) -> String {
    text.utf8.lastIndex { !isBlank($0) }.map { String(text[...$0]) } ?? ""
  }

  private static func parameters(_ reader: inout HeaderReader) -> [Parameter] {
    var found: [Parameter] = []
    while reader.take(";") {
      reader.skip(isBlank)
      let name = reader.text(upTo: ";=").lowercased()
      guard reader.take("=") else { continue }
      let isQuoted = reader.take("\"")
      let value = isQuoted ? reader.quoted().text : trimmedEnd(reader.text(upTo: ";"))
      reader.skip { $0 != UInt8(ascii: ";") }
      let isShown = value.unicodeScalars.allSatisfy { $0 == "\t" || (0x20...0x7E).contains($0.value) || (0x80...0xFF).contains($0.value) }
      if isShown, isQuoted || !value.isEmpty, HeaderRules.isToken(name), !found.contains(where: { $0.name == name }) {
        found.append(Parameter(name: name, value: value))
      }
    }
    return found
  }

  /// Whether it is `application/xml`, `text/xml` or any `+xml` (RFC 7303).
  package var isXML: Bool { subtype == "xml" && (type == "application" || type == "text") || subtype.hasSuffix("+xml") }

  /// Whether it is one JSON value per line, NDJSON under one of its names, or a JSON text sequence (RFC 7464).
  package var isLines: Bool { Self.lines.contains(subtype) && (type == "application" || type == "text") || isSequence }

  /// Whether it is a JSON text sequence, whose values begin with a record separator (RFC 7464).
  package var isSequence: Bool { type == "application" && (subtype == "json-seq" || subtype.hasSuffix("+json-seq")) }

  /// Whether it is text with a charset: `text/*` or XML.
  package var isText: Bool { type == "text" || isXML }

  private static let lines: Set = [
    "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-lines", "json-stream", "x-json-stream",
    "stream+json",
  ]
}

/// The media types of file extensions, for uploads and mocks without one.
package enum MediaTypes {
  package static let byExtension: [String: String] = [
    "json": "application/json", "txt": "text/plain", "text": "text/plain", "log": "text/plain", "md": "text/markdown",
    "html": "text/html", "htm": "text/html", "css": "text/css", "csv": "text/csv", "tsv": "text/tab-separated-values",
    "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml", "js": "text/javascript",
    "mjs": "text/javascript", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
    "tar": "application/x-tar", "7z": "application/x-7z-compressed", "wasm": "application/wasm",
    "ndjson": "application/x-ndjson", "jsonl": "application/x-ndjson", "rtf": "application/rtf",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml", "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "ico": "image/vnd.microsoft.icon",
    "avif": "image/avif", "heic": "image/heic", "mp3": "audio/mpeg", "wav": "audio/wav", "ogg": "audio/ogg",
    "oga": "audio/ogg", "flac": "audio/flac", "m4a": "audio/mp4", "aac": "audio/aac", "opus": "audio/opus",
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mpeg": "video/mpeg",
    "mpg": "video/mpeg", "avi": "video/x-msvideo", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
    "otf": "font/otf", "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "epub": "application/epub+zip", "ics": "text/calendar", "vcf": "text/vcard",
  ]
}

/// The built-in formats of a response body, by the words of `decode`.
package enum ReplyFormat: String, Sendable, CaseIterable {
  case json, text, form, lines, bytes, xml

  /// Returns the format of a media type; nil if there is none. XML is text unless the spec declares it as data.
  package init?(_ type: MediaType?) {
    guard let type else { return nil }
    self =
      if type.isJSON { .json } else if type.isLines { .lines } else if type.isText { .text } else if type.isForm { .form } else { .bytes }
  }
}

package struct EventsModel: Sendable {
  /// The part of the data of each event to return. An event without it is skipped.
  package var each: SelectionModel?
  package var until: String?
  /// The names of the events to return; empty for all. An event without a name is a `message`.
  package var names: [String] = []
  /// Whether to reconnect when the stream ends.
  package var reconnect = false

  package init() {}
}
