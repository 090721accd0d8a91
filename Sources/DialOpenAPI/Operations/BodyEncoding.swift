import DialModel
import DialSyntax

extension Encoding {
  /// The encodings by which a body is chosen if it can have several media types, the first one first.
  private static let preferred: [Encoding] = [.json, .form, .multipart, .text, .lines, .bytes]

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
