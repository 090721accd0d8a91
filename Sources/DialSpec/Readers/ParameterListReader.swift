import DialJSON
import DialSyntax

/// Reads the items of a parameter list: `[place.]name[mark] [type] [as wire] [= default]`, `_ name`, `+name`.
struct ParameterListReader {
  let cursor: Cursor
  let findings: Findings

  /// All parameters between the parentheses; nil after a finding.
  func read(_ range: Range<Int>) -> [DeclaredParameter]? {
    let items = Splitter(cursor.bytes, in: range, at: UInt8(ascii: ",")).parts
    let isBlank = { (part: Range<Int>) in cursor.bytes[part].allSatisfy(Cursor.isBlank) }
    if items.count == 1, isBlank(items[0]) { return [] }
    guard findings.takes(parameters: items.count, at: cursor.range(range)) else { return nil }
    var parameters: [DeclaredParameter] = []
    parameters.reserveCapacity(items.count)
    var failed = false
    for (index, item) in items.enumerated() {
      if isBlank(item) {
        findings.error(
          .parameterList, "missing parameter next to a comma", at: cursor.range(max(item.lowerBound - 1, 0)..<item.upperBound))
        failed = true
        continue
      }
      var reader = ParameterReader(cursor.part(item), findings: findings)
      guard let parameter = reader.read() else {
        failed = true
        continue
      }
      if reader.endsInBareDefault, index + 1 < items.count, let following = cursor.bytes[items[index + 1]].first, !Cursor.isBlank(following)
      {
        warnOfLooseComma(reader, next: items[index + 1])
      }
      parameters.append(parameter)
    }
    return failed ? nil : parameters
  }

  private func warnOfLooseComma(_ reader: ParameterReader, next: Range<Int>) {
    let whole = reader.defaultStart..<next.upperBound
    findings.warning(
      .looseComma, "the default ends at the comma; quote the default if it contains a comma", at: cursor.range(whole),
      fixIts: [.init("quote the default", range: cursor.range(whole), replacement: JSONWriter.quote(cursor.text(whole)))])
  }
}
