package import DialSyntax

/// A text of the spec that may hold variables `${NAME}` and arguments `{name}`, taken apart once when it is read.
package struct Text: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    case variable(String)
    case argument(String)
  }

  package var pieces: [Piece]
  package var range: SourceRange

  package init(pieces: [Piece], range: SourceRange) {
    self.pieces = pieces
    self.range = range
  }

  /// The text as it stands, where nothing has to be filled in.
  package var literal: String? {
    var whole = ""
    for piece in pieces {
      guard case .literal(let text) = piece else { return nil }
      whole += text
    }
    return whole
  }

  /// The name of the argument, where the text is one placeholder and nothing beside it.
  package var soleArgument: String? {
    if pieces.count == 1, case .argument(let name) = pieces[0] { name } else { nil }
  }

  package var arguments: [String] {
    pieces.compactMap { if case .argument(let name) = $0 { name } else { nil } }
  }

  package var variables: [String] {
    pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }
}

extension Text {
  /// Reads `${NAME}`, `$${` (a literal `${`) and, where `arguments` is set, `{name}`. A brace that does not enclose just a
  /// name is text.
  package init(_ text: String, range: SourceRange, arguments: Bool) {
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var at = 0
    func flush() {
      if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
      literal.removeAll()
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "$") {
        if bytes[at...].starts(with: "$${".utf8) {
          literal += "${".utf8
          at += 3
          continue
        }
        if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "{"), let name = Text.name(in: bytes, from: at + 2) {
          flush()
          pieces.append(.variable(name))
          at += 3 + name.utf8.count
          continue
        }
      } else if arguments, bytes[at] == UInt8(ascii: "{"), let name = Text.name(in: bytes, from: at + 1) {
        flush()
        pieces.append(.argument(name))
        at += 2 + name.utf8.count
        continue
      }
      literal.append(bytes[at])
      at += 1
    }
    flush()
    self.init(pieces: pieces, range: range)
  }

  /// The name that begins at `start` and is closed by `}`; nil where it is no name.
  private static func name(in bytes: [UInt8], from start: Int) -> String? {
    var end = start
    while end < bytes.count, Name.isPart(bytes[end]) { end += 1 }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: "}") else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    return Name.isValid(name) ? name : nil
  }
}

/// What may name a parameter, an endpoint, a type or a member: letters, digits, `_`, `-`; not a digit or `-` first.
package enum Name {
  static let rule = "letters, digits, '_' and '-', not beginning with a digit or '-'"

  /// Whether a byte may belong to a name; what is not ASCII may, until ``isValid(_:)`` has seen the whole letter.
  package static func isPart(_ byte: UInt8) -> Bool { byte >= 0x80 || isASCIIPart(byte) }

  package static func isASCIIPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), first != UInt8(ascii: "-")
    else { return false }
    return name.unicodeScalars.allSatisfy { $0.isASCII ? isASCIIPart(UInt8($0.value)) : isLetter($0) }
  }

  /// A letter of any script, or a mark that belongs to one.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }
}
