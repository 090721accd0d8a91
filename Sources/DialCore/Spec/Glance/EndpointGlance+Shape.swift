import DialSyntax

/// A type as a glance sees it: what its defaults may be, and where it may stand.
struct GlanceShape {
  enum Kind: Equatable {
    case json, string, whole, unsigned, number, bool, data, array, void, other
    /// Words, from the first of them on to behind the last.
    case literals(Range<Int>)
  }

  var kind: Kind
  var isOptional = false
}

extension EndpointGlance {
  private static let deepest = 8

  /// Takes a type that is right; nil where a glance does not tell.
  mutating func takeShape(_ depth: Int = 0) -> GlanceShape? {
    guard depth < Self.deepest else { return nil }
    text.skipBlanks()
    guard let kind = takeKind(depth) else { return nil }
    let isOptional = text.take(UInt8(ascii: "?"))
    return GlanceShape(kind: kind, isOptional: isOptional)
  }

  private mutating func takeKind(_ depth: Int) -> GlanceShape.Kind? {
    switch text.current {
    case UInt8(ascii: "\""): return takeLiterals()
    case UInt8(ascii: "["): return takeList(depth)
    case UInt8(ascii: "("): return takesRecord(depth) ? .other : nil
    default:
      guard let name = text.takeName() else { return nil }
      // `User[]`, `List<User>` and `low | high` are no types.
      switch text.current {
      case UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "|"): return nil
      default: return types.kind(of: name, in: text.bytes)
      }
    }
  }

  private mutating func takeLiterals() -> GlanceShape.Kind? {
    let start = text.at
    var end: Int
    repeat {
      text.skipBlanks()
      guard text.takeQuoted() != nil else { return nil }
      end = text.at
      text.skipBlanks()
    } while text.take(UInt8(ascii: "|"))
    text.at = end
    return .literals(start..<end)
  }

  /// `[T]` or `[String: T]`.
  private mutating func takeList(_ depth: Int) -> GlanceShape.Kind? {
    text.skip()
    guard let first = takeShape(depth + 1) else { return nil }
    text.skipBlanks()
    if text.take(UInt8(ascii: "]")) { return .array }
    guard text.take(UInt8(ascii: ":")), first.kind == .string, !first.isOptional, takeShape(depth + 1) != nil else { return nil }
    text.skipBlanks()
    return text.take(UInt8(ascii: "]")) ? .other : nil
  }

  /// `(id Int, name? String)`. No type begins with a small letter, so that no member is named as one.
  private mutating func takesRecord(_ depth: Int) -> Bool {
    text.skip()
    var labels = GlanceNames()
    repeat {
      text.skipBlanks()
      guard text.current &- 0x61 < 26, let label = text.takeName(), labels.append(label) else { return false }
      _ = text.take(UInt8(ascii: "?"))
      guard text.isAtBlank || text.current == UInt8(ascii: ",") || text.current == UInt8(ascii: ")") else { return false }
      text.skipBlanks()
      if text.current != UInt8(ascii: ","), text.current != UInt8(ascii: ")") {
        guard takeShape(depth + 1) != nil else { return false }
        text.skipBlanks()
      }
    } while text.take(UInt8(ascii: ","))
    return text.take(UInt8(ascii: ")")) && !labels.hasTwins(text)
  }

  // MARK: defaults

  /// Whether letters and digits are a value of a type.
  func isDefault(_ word: Range<Int>, _ shape: GlanceShape?) -> Bool {
    switch shape?.kind {
    case nil, .json, .string: true
    case .whole, .number: isWhole(word, mayBeNegative: true)
    case .unsigned: isWhole(word, mayBeNegative: false)
    case .bool: ["true", "false"].contains(text.text(word))
    case .literals(let words): isOne(of: words, word)
    default: false
    }
  }

  /// Digits that JSON takes for a number, and few enough for any type.
  private func isWhole(_ word: Range<Int>, mayBeNegative: Bool) -> Bool {
    var digits = text.bytes[word]
    let isNegative = mayBeNegative && digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard let first = digits.first, digits.count < 18, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
    return first != UInt8(ascii: "0") || digits.count == 1 && !isNegative
  }

  private func isOne(of words: Range<Int>, _ word: Range<Int>) -> Bool {
    var from = words.lowerBound
    while from < words.upperBound {
      guard let start = text.bytes[from..<words.upperBound].firstIndex(of: UInt8(ascii: "\"")),
        let end = text.bytes[(start + 1)..<words.upperBound].firstIndex(of: UInt8(ascii: "\""))
      else { return false }
      if text.isSame((start + 1)..<end, word) { return true }
      from = end + 1
    }
    return false
  }
}
