import DialJSON
import DialSyntax

/// The line: `target (parameters) @ path -> result ! failure`.
extension EndpointGlance {
  /// Whether what is left of the text is what follows a method.
  mutating func isSignature() -> Bool {
    text.skipBlanks()
    guard isTarget() else { return false }
    var seen = 0
    while true {
      guard text.isAtEdge else { return false }
      text.skipBlanks()
      if text.isAtEnd { return true }
      guard let rank = takeMarker(), rank > seen, isPart(rank) else { return false }
      seen = rank
    }
  }

  /// The place of what begins here in a line.
  private mutating func takeMarker() -> Int? {
    if text.take(UInt8(ascii: "(")) { return 1 }
    let rank: Int
    if text.take(UInt8(ascii: "@")) {
      rank = 2
    } else if text.take(UInt8(ascii: "-")) {
      guard text.take(UInt8(ascii: ">")) else { return nil }
      rank = 3
    } else {
      guard text.take(UInt8(ascii: "!")) else { return nil }
      rank = 4
    }
    guard text.isAtBlank else { return nil }
    text.skipBlanks()
    return rank
  }

  private mutating func isPart(_ rank: Int) -> Bool {
    switch rank {
    case 1: return meet(.list) && isList()
    case 2: return isPath()
    case 3: return meet(.result) && isResult()
    default: return takeShape() != nil
    }
  }

  /// A path of plain characters with placeholders `{name}` and `{+name}`.
  private mutating func isTarget() -> Bool {
    guard text.current == UInt8(ascii: "/") else { return false }
    while true {
      text.skipPath()
      guard text.take(UInt8(ascii: "{")) else { return text.isAtEdge }
      _ = text.take(UInt8(ascii: "+"))
      guard let name = text.takeName(), text.take(UInt8(ascii: "}")), placeholders.append(name) else { return false }
    }
  }

  /// A selection of member names.
  private mutating func isPath() -> Bool {
    guard meet(.path), let path = text.takeWord(), let selection = try? findings.selections.path(text.text(path)) else { return false }
    return selection.likelyTexts.isEmpty
  }

  /// A type, or `text`, `bytes` and `headers`; not a stream.
  mutating func isResult() -> Bool {
    guard text.current &- 0x61 < 26 else {
      guard let shape = takeShape() else { return false }
      _ = meet(shape.kind == .void && !shape.isOptional ? .unread : .read)
      return true
    }
    guard let word = text.takeName() else { return false }
    _ = meet(.unread)
    if text.holds("headers", word) { return true }
    _ = meet(.read)
    return text.holds("text", word) || text.holds("bytes", word)
  }

  // MARK: parameters

  private mutating func isList() -> Bool {
    text.skipBlanks()
    if text.take(UInt8(ascii: ")")) { return true }
    repeat {
      guard isParameter() else { return false }
    } while text.take(UInt8(ascii: ","))
    return text.take(UInt8(ascii: ")"))
  }

  private mutating func isParameter() -> Bool {
    text.skipBlanks()
    guard var parameter = takeName() else { return false }
    if text.isAtBlank { text.skipBlanks() }
    let hasColon = text.take(UInt8(ascii: ":"))
    text.skipBlanks()
    if hasColon && startsDefault || text.isAtEnd { return false }
    if !endsItem, !startsDefault {
      guard let shape = takeShape(), text.isAtBlank || endsItem || startsDefault else { return false }
      parameter.shape = shape
    }
    text.skipBlanks()
    if text.take(UInt8(ascii: "=")) {
      guard takesDefault(parameter.shape) else { return false }
      parameter.isOptional = true
    }
    return endsItem && !(hasColon && parameter.shape == nil) && isPlaced(parameter)
  }

  private var endsItem: Bool { text.current == UInt8(ascii: ",") || text.current == UInt8(ascii: ")") }

  private var startsDefault: Bool { text.current == UInt8(ascii: "=") }

  /// A name with its place and its mark: `id`, `field.id`, `page?`, `_ user`.
  mutating func takeName() -> GlanceParameter? {
    var place = GlanceParameter.Place.inferred
    if text.current == UInt8(ascii: "_"), Cursor.isBlank(text.following) {
      text.skip()
      text.skipBlanks()
      place = .body
    }
    guard var name = text.takeName(), text.bytes[name].count > 1 || text.bytes[name.lowerBound] != UInt8(ascii: "_") else { return nil }
    if text.current == UInt8(ascii: "."), place == .inferred {
      if text.holds("field", name) {
        place = .field
      } else if text.holds("query", name) {
        place = .query
      } else {
        return nil
      }
      text.skip()
      guard let inner = text.takeName() else { return nil }
      name = inner
    }
    let isOptional = text.take(UInt8(ascii: "?"))
    let isClosed = text.isAtEdge || endsItem || startsDefault || text.current == UInt8(ascii: ":")
    return isClosed ? GlanceParameter(name: name, place: place, isOptional: isOptional) : nil
  }

  /// Adds a parameter that can stand where it is.
  mutating func isPlaced(_ parameter: GlanceParameter) -> Bool {
    if parameter.shape?.kind == .void { return false }
    // Data in a query needs its place written.
    if parameter.shape?.kind == .data, parameter.place == .inferred, !hasBody { return false }
    // A member of this name and a declared type is most likely meant to be the whole body.
    if parameter.place != .body, parameter.shape?.kind == .other, text.bytes[parameter.name].elementsEqual("body".utf8) { return false }
    return names.append(parameter.name, parameter.place, isRequired: !parameter.isOptional && parameter.shape?.isOptional != true)
  }

  /// A default of letters and digits that is of its type.
  private mutating func takesDefault(_ shape: GlanceShape?) -> Bool {
    text.skipBlanks()
    guard let word = text.takeWord() else { return false }
    text.skipBlanks()
    // A comma right behind a default is most likely part of it.
    return endsItem && (text.current == UInt8(ascii: ")") || Cursor.isBlank(text.following)) && isDefault(word, shape)
  }
}

/// A parameter as a glance sees it.
struct GlanceParameter {
  enum Place { case inferred, query, field, body }

  var name: Range<Int>
  var place: Place
  var isOptional: Bool
  var shape: GlanceShape?
}
