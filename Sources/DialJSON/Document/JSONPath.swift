/// A path through a value: members and elements. Printed as JMESPath: `data.list[0]."a b"`.
package struct JSONPath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case member(String)
    case index(Int)

    /// Names are equal if their scalars are; Swift's `String` also takes canonical equivalents.
    package static func == (a: Step, b: Step) -> Bool {
      switch (a, b) {
      case (.member(let a), .member(let b)): a.utf8.elementsEqual(b.utf8)
      case (.index(let a), .index(let b)): a == b
      default: false
      }
    }

    /// `name`, `"a b"` or `[3]`.
    package var text: String {
      switch self {
      case .member(let name): JSONPath.isPlain(name) ? name : ByteSink.quote(name)
      case .index(let index): "[\(index)]"
      }
    }
  }

  package var steps: [Step] = []

  package var text: String {
    steps.reduce(into: "") { text, step in
      if case .member = step, !text.isEmpty { text += "." }
      text += step.text
    }
  }

  /// ` in 'data.list[0]'` for messages; empty for the top.
  var location: String { steps.isEmpty ? "" : " in '\(text)'" }

  package static func + (path: JSONPath, step: Step) -> JSONPath {
    JSONPath(steps: path.steps + [step])
  }

  /// Whether a name is an identifier of JMESPath, which needs no quotes.
  static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, isStart(first) else { return false }
    return name.utf8.allSatisfy { isStart($0) || $0.isDigit }
  }

  /// Parses a plain path, `a.b[0][-1].c`; nil if a JMESPath parser is needed.
  init?(plain text: String) {
    let bytes = Array(text.utf8)
    var i = 0
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "[") {
        guard let close = bytes[i...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let digits = bytes[i + 1..<close]
        let magnitude = digits.first == UInt8(ascii: "-") ? digits.dropFirst() : digits
        guard !magnitude.isEmpty, magnitude.allSatisfy(\.isDigit) else { return nil }
        guard let index = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
        steps.append(.index(index))
        i = close + 1
      } else {
        if !steps.isEmpty {
          guard bytes[i] == UInt8(ascii: ".") else { return nil }
          i += 1
        }
        let start = i
        while i < bytes.count, Self.isStart(bytes[i]) || i > start && bytes[i].isDigit { i += 1 }
        guard i > start else { return nil }
        steps.append(.member(String(decoding: bytes[start..<i], as: UTF8.self)))
      }
    }
    if steps.isEmpty { return nil }
  }

  package init(steps: [Step] = []) {
    self.steps = steps
  }
}
