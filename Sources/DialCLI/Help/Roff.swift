/// Escapes text for roff: no requests, no escapes, ASCII only.
enum Roff {
  /// A line of text.
  static func line(_ text: String) -> String {
    let escaped = text.unicodeScalars.map(escaped).joined()
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// An argument of a request.
  static func argument(_ text: String) -> String { "\"" + line(text).replacing("\"", with: "\\(dq") + "\"" }

  /// Returns filled text, in lines of readable length.
  static func prose(_ lines: [String]) -> [String] { lines.flatMap(Wrap(64).lines).map(line) }

  /// Returns lines without filling. The first one of a section is its own paragraph.
  static func verbatim(_ lines: [String], isFirst: Bool = false) -> [String] {
    let blanks = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return (isFirst ? [] : [".PP"]) + [".RS 4", ".EX"] + lines.map { line(String($0.dropFirst(blanks))) } + [".EE", ".RE"]
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\e"
    case "-": "\\-"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case _ where scalar.isASCII: String(scalar)
    default: "\\[u\(Self.hex(scalar.value))]"
    }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
