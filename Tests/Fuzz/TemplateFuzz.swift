import DialBuild
import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialPolicies
import DialStreams

/// The first line is a URI template, the rest the JSON object of its variables.
enum TemplateFuzz {
  static func take(_ bytes: [UInt8]) {
    let (line, rest) = cut(bytes)
    guard let source = text(line) else { return }
    let members = (try? JSON(parsing: rest))?.asObject.map(Array.init) ?? [("a", "x/é"), ("b", ["1", "%2e"]), ("c", ["k": "v&"])]
    let variables = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    do throws(URITemplateError) {
      let template = try URITemplate(source)
      let text = try template.expand(variables)
      claim(text.utf8.allSatisfy(isURI), "an expansion holds what a URI may not: \(text.debugDescription)")
      let again = try template.expand(variables)
      claim(again == text, "expanded in two ways")
    } catch {
      claim((0...line.count).contains(error.offset), "an offset outside of the template: \(error)")
      claim(!error.message.isEmpty, "an error without words")
    }
  }

  /// RFC 3986 section 2: unreserved, reserved, and the percent sign of an escape.
  private static func isURI(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || PercentEncoding.isReserved(byte) || byte == UInt8(ascii: "%")
  }
}
