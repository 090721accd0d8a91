import DialModel
import DialSyntax

extension Encoding {
  /// The encodings by which a body is chosen if it can have several media types, the first one first.
  private static let preferred: [Encoding] = [.json, .form, .multipart, .text, .lines, .bytes]

  /// Returns the media type that a header must name; nil if the encoding already says it, or for a range of types.
  func header(for written: String) -> String? {
    if written.contains("*") || self == .form || self == .multipart { return nil }
    // A file would have its own type in a body of bytes.
    let standard = [.json: "application/json", .text: "text/plain"] as [Encoding: String]
    return standard[self] == MediaType(written)?.essence && !written.contains(";") ? nil : written
  }

  /// Returns the index of the media type that a call uses without a choice: `application/json` itself, or the first of the first encoding.
  static func preferred(of content: [Entry]) -> Int? {
    if let json = content.firstIndex(where: { $0.name == "application/json" }) { return json }
    for isRange in [false, true] {
      for encoding in preferred {
        let found = content.firstIndex { $0.name.contains("*") == isRange && Encoding(mediaType: $0.name) == encoding }
        if let found { return found }
      }
    }
    return nil
  }
}
