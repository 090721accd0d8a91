import DialModel
import DialSyntax

/// `{{id}}` in a target, the syntax of other tools for a placeholder or a variable.
struct DoubleBraces {
  let range: Range<Int>
  /// The syntax in a spec: `{id}`, or `${HOST}`.
  let meant: String

  init?(in bytes: ArraySlice<UInt8>) {
    guard let open = Self.pair(UInt8(ascii: "{"), in: bytes), let close = Self.pair(UInt8(ascii: "}"), in: bytes[(open + 2)...]) else {
      return nil
    }
    range = open..<(close + 2)
    var inner = bytes[(open + 2)..<close]
    // Insomnia writes `{{ _.name }}`.
    inner = inner.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
    let name = String(decoding: inner.split(separator: UInt8(ascii: " ")).first ?? [], as: UTF8.self)
    guard Name.isValid(name), inner.allSatisfy({ $0 == UInt8(ascii: " ") || Name.isPart($0) }),
      inner.split(separator: UInt8(ascii: " ")).count == 1
    else { return nil }
    meant = Self.isCapital(name) ? "${\(name)}" : "{\(name)}"
  }

  /// Whether a name is that of a variable: `API_KEY`.
  static func isCapital(_ name: String) -> Bool {
    name.utf8.allSatisfy { !(0x61...0x7A).contains($0) } && name.utf8.contains { (0x41...0x5A).contains($0) }
  }

  /// The offset of two equal bytes. `firstRange(of:)` is generic code here, and slower than the rest of the reader together.
  private static func pair(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast().first { bytes[$0] == byte && bytes[$0 + 1] == byte }
  }
}

/// `{id}` or `{{HOST}}` without quotes, which YAML reads as a mapping.
struct Braces {
  let text: String
  /// What was meant: `{id}`, or `${HOST}`.
  let meant: String

  init?(_ node: Node) {
    guard let entries = node.mapping, entries.count == 1, let entry = entries.first, entry.value.scalar == Scalar(text: "") else {
      return nil
    }
    guard entry.name.isEmpty else {
      text = "{\(entry.name)}"
      meant = text
      return
    }
    let file = node.range.file
    let source = file.bytes[file.offset(of: node.range.start)..<file.offset(of: node.range.end)]
    guard let double = DoubleBraces(in: source), double.range == source.indices else { return nil }
    (text, meant) = (String(decoding: source, as: UTF8.self), double.meant)
  }

  /// Removes the finding about a key that is a mapping, which the one about the whole text replaces.
  func replaceFinding(of node: Node, _ findings: Findings) {
    findings.withdraw(SyntaxDiagnosticID.yamlKey.rawValue, in: node.range)
  }
}
