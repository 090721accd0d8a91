import DialBuild
import DialModel
import DialSyntax

extension Cursor {
  /// Reports a wire name without quotes that ends in a type, such as `N Int` in `n as N Int`: the type would silently become part of the
  /// name. A word that may be a type of the spec is looked at when all are known. The cursor is behind the wire name.
  ///
  /// - Parameters:
  ///   - label: the name before `as`, with its '?'.
  ///   - isTyped: whether a type stands before `as`.
  ///   - sign: where `as` begins.
  ///   - start: where the wire name begins.
  func checkWire(from start: Int, of label: String, isTyped: Bool, as sign: Int, _ id: FindingID, _ findings: Findings) {
    let end = trimmed(at, from: start)
    guard bytes[start] != UInt8(ascii: "\""), let blank = Self.typeStart(bytes[start..<end]) else { return }
    var stop = blank
    while stop > start, Cursor.isBlank(bytes[stop - 1]) || bytes[stop - 1] == UInt8(ascii: ":") { stop -= 1 }
    guard stop > start else { return }
    let (wire, type) = (text(start..<stop), text(blank..<end))
    let fixed = "\(type) as \(wire)"
    let finding = Diagnostic.finding(
      .error, id,
      isTyped
        ? "unexpected '\(type)' after the wire name '\(wire)', because a type is before 'as'"
        : "the type must be before 'as'; write '\(label) \(fixed)'", at: range(start..<end),
      notes: [.init("a wire name that contains a space must be in double quotes")],
      fixIts: isTyped ? [] : [.init("write the type before 'as'", range: range(sign..<end), replacement: fixed)])
    let name = type.last == "?" ? String(type.dropLast()) : type
    guard Shape.builtin(name) != nil || type.hasPrefix("[") || type.hasPrefix("(") else {
      return findings.add(finding, ifTypeIsNamed: name)
    }
    findings.add(finding)
  }

  /// The place of the last word with a capital letter, or of the first bracket behind a blank.
  private static func typeStart(_ name: ArraySlice<UInt8>) -> Int? {
    let starts = name.indices.dropFirst().filter { Cursor.isBlank(name[$0 - 1]) && !Cursor.isBlank(name[$0]) }
    if let bracket = starts.first(where: { name[$0] == UInt8(ascii: "[") || name[$0] == UInt8(ascii: "(") }) { return bracket }
    return starts.last.flatMap { name[$0] &- 0x41 < 26 ? $0 : nil }
  }
}
