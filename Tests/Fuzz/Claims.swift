import DialBuild
import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialPolicies
import DialStreams
import DialSyntax
import HTTPTypes

/// Ends the run with a message if a claim is false; libFuzzer then keeps the input.
func claim(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}

/// Properties of all values.
enum Claims {
  /// Each finding can be printed, is safe for a terminal, and is inside its file.
  static func findings(_ findings: [Diagnostic]) {
    for finding in findings {
      claim(!finding.id.isEmpty && !finding.message.isEmpty, "a finding without words: \(finding)")
      range(finding.range)
      for note in finding.notes { note.range.map(range) }
      for fixIt in finding.fixIts { range(fixIt.range) }
    }
    let text = DiagnosticPrinter(color: false).text(findings)
    claim(TerminalText.safe(text, keepingLines: true) == text, "a finding prints what a terminal obeys: \(text.debugDescription)")
    _ = DiagnosticPrinter(color: true).text(findings)
  }

  static func range(_ range: SourceRange) {
    for place in [range.start, range.end] {
      claim((1...range.file.lineCount).contains(place.line), "line \(place.line) of \(range.file.lineCount)")
      let width = range.file.line(place.line).unicodeScalars.count
      // one more for the end of the line, two for CR LF
      claim((1...width + 2).contains(place.column), "column \(place.column) of a line of \(width)")
    }
    claim(range.start <= range.end, "a range that ends before it begins")
  }

  /// JSON is read back as the same value, and printed the same.
  static func json(_ json: JSON) {
    let text = JSONWriter.bytes(json)
    let again = read(text)
    claim(again == json && again.hashValue == json.hashValue, "read back as another value")
    claim(JSONWriter.bytes(again) == text, "printed in two ways")
    let wide = read(JSONWriter.bytes(json, indent: 2))
    claim(wide == json && JSONWriter.bytes(wide) == text, "indented, it is another value")
  }

  private static func read(_ text: [UInt8]) -> JSON {
    do {
      return try JSON(parsing: text, limits: JSONLimits(maxDepth: 1024))
    } catch {
      fatalError("printed JSON cannot be read: \(error.description)")
    }
  }

  /// A request can be sent as it is. `isOwn`: no part of the URL comes from an untrusted spec.
  static func request(_ request: PreparedRequest, isOwn: Bool = false) {
    claim(request.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "the URL holds what must be encoded: \(request.url.debugDescription)")
    claim(HeaderRules.isToken(request.method.rawValue), "the method is no token: \(request.method.rawValue.debugDescription)")
    for field in request.headers {
      claim(HeaderRules.isToken(field.name.rawName), "a header's name is no token: \(field.name.rawName.debugDescription)")
      claim(HeaderRules.isValue(field.value), "a header's value: \(field.value.debugDescription)")
      claim(!HeaderRules.isOwned(field.name.rawName), "a header that the protocol sets: \(field.name.rawName)")
    }
    if isOwn { ownAddress(request.url) }
  }

  private static func ownAddress(_ url: String) {
    claim(url.hasPrefix("https://api.test/v1/"), "arguments changed the origin or the base's path: \(url)")
    claim(!url.contains("#"), "arguments made a fragment: \(url)")
    let path = url.prefix { $0 != "?" }
    for segment in path.split(separator: "/") {
      let plain = PercentEncoding.decode(String(segment.uppercased()))
      claim(plain != "." && plain != "..", "arguments made a dot segment: \(url)")
    }
  }
}

/// Splits the input into its first line and the rest.
func cut(_ bytes: [UInt8]) -> (first: [UInt8], rest: [UInt8]) {
  guard let end = bytes.firstIndex(of: 0x0A) else { return (bytes, []) }
  return (Array(bytes[..<end]), Array(bytes[(end + 1)...]))
}

func text(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }
