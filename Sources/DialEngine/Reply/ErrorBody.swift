import DialJSON
import DialSyntax

/// Finds the sentence that a refused reply says about itself, in the members where services put it (RFC 9457 and habit).
package enum ErrorBody {
  package static func message(_ body: [UInt8]) -> String? {
    guard body.count < 1 << 20, let json = try? JSON(parsing: body) else { return nil }
    for path in ["error.message", "message", "detail", "error_description", "title", "error", "errors[0].message", "errors[0]"] {
      if let text = json[path].asString, !text.isEmpty { return Self.shown(text) }
    }
    return nil
  }

  static func shown(_ text: String) -> String {
    let scalars = text.excerpt(300).unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
