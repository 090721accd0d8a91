import DialModel

extension Shapes {
  /// What a result may be beside a type.
  static let resultModes = ["events", "lines", "bytes", "text", "headers"]

  /// A shape, or a mode in lower case: `events [shape]`, `lines [shape]`, `bytes`, `text`, `headers`; `Void` discards.
  static func result(_ whole: Cursor, _ findings: Findings) -> ResultModel? {
    var cursor = whole
    cursor.skipBlanks()
    let start = cursor.at
    if let first = cursor.current, (97...122).contains(first), let word = cursor.takeName(), !cursor.isBeforeBar {
      let mode = cursor.text(word)
      cursor.skipBlanks()
      switch mode {
      case "events", "lines":
        var shape: Shape?
        if !cursor.isAtEnd {
          guard let read = read(cursor, findings) else { return nil }
          shape = read
        }
        return mode == "events" ? .events(shape) : .lines(shape)
      case "bytes", "text", "headers":
        guard cursor.isAtEnd else {
          findings.error(.shape, "unexpected text after '\(mode)'", at: cursor.restRange)
          return nil
        }
        return mode == "bytes" ? .bytes : mode == "text" ? .text : .headers
      default:
        findings.unknown(
          .unknownType, "result", mode, among: resultModes + Shape.builtins.map(\.name),
          at: cursor.range(word))
        return nil
      }
    }
    cursor.at = start
    guard let shape = read(cursor, findings, takesHead: true) else { return nil }
    if case .void = shape { return .void }
    return .shape(shape)
  }
}
