import DialSyntax

/// Escapes text for roff: no requests, no escapes, ASCII only.
package enum Roff {
  package static func line(_ text: String) -> String {
    let escaped = text.unicodeScalars.map(escaped).joined()
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  package static func argument(_ text: String) -> String { "\"" + line(text).replacing("\"", with: "\\(dq") + "\"" }

  /// Returns filled text, in lines of readable length.
  package static func prose(_ lines: [String]) -> [String] { lines.flatMap(Wrap(64).lines).map(line) }

  /// Returns lines without filling. The first one of a section is its own paragraph.
  package static func verbatim(_ lines: [String], isFirst: Bool = false) -> [String] {
    let blanks = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return (isFirst ? [] : [".PP"]) + [".RS 4", ".EX"] + lines.map { line(String($0.dropFirst(blanks))) } + [".EE", ".RE"]
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
  ]

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    escapes[scalar] ?? (scalar.isASCII ? String(scalar) : "\\[u\(hex(scalar.value, 4))]")
  }
}
