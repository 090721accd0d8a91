/// A word of the command line that gives an argument.
///
/// | word | name | value |
/// | --- | --- | --- |
/// | `id=7` | `id` | the text `7` |
/// | `filter:={"a":1}` | `filter` | JSON |
/// | `filter:=@f.json` | `filter` | the JSON of a file |
/// | `text=@notes.txt` | `text` | the content of a file |
/// | `photo@me.jpg:0+100` | `photo` | a file, or a part of it |
struct ArgumentPair: Equatable {
  enum Value: Equatable {
    case text(String)
    case json(String)
    case jsonFile(path: String)
    case content(path: String)
    case file(path: String, range: Range<Int64>?)
  }

  /// As it was written: `user.tags[0]`.
  var name: String
  var value: Value

  /// Why a word gives no argument.
  struct Fault: Error, Equatable {
    var message: String
    /// The argument that is given all the same, so that it is not told to be missing as well.
    var name: String?
  }

  static let forms = "name=value, name:=json, name:=@file (JSON from a file), name=@file (content of a file) or name@file (upload)"

  init(_ word: String) throws(Fault) {
    guard let mark = word.firstIndex(where: { $0 == "=" || $0 == "@" }) else {
      throw Fault(message: "'\(Self.shown(word))' is not a valid argument; write \(Self.forms)")
    }
    var name = word[..<mark]
    let rest = word[word.index(after: mark)...]
    if word[mark] == "@" {
      value = Self.file(rest)
    } else if name.hasSuffix(":") {
      name = name.dropLast()
      // No JSON begins with '@'.
      value = rest.hasPrefix("@") ? .jsonFile(path: String(rest.dropFirst())) : .json(String(rest))
    } else if rest.hasPrefix("@") {
      value = .content(path: String(rest.dropFirst()))
    } else {
      value = .text(String(rest))
    }
    guard !name.isEmpty else { throw Fault(message: "missing argument name; write \(Self.forms)") }
    self.name = String(name)
    switch value {
    case .content(let path), .jsonFile(let path), .file(let path, _):
      if path.isEmpty { throw Fault(message: "missing file name in '\(word.prefix(60))'", name: self.name) }
    default: break
    }
  }

  /// A word that is told in a fault: what looks like a name, without the rest, which may be a secret.
  static func shown(_ word: String) -> String {
    let end = word.firstIndex { !($0.isLetter || $0.isNumber || "_-.[]".contains($0)) } ?? word.endIndex
    let name = word[..<end].prefix(60)
    return name.endIndex == word.endIndex ? word : name + "…"
  }

  /// `a.bin:8+50` is 50 bytes from the eighth on.
  private static func file(_ text: Substring) -> Value {
    if let colon = text.lastIndex(of: ":") {
      let parts = text[text.index(after: colon)...].split(separator: "+", omittingEmptySubsequences: false)
      if parts.count == 2, let start = number(parts[0]), let count = number(parts[1]), start <= Int64.max - count {
        return .file(path: String(text[..<colon]), range: start..<start + count)
      }
    }
    return .file(path: String(text), range: nil)
  }

  private static func number(_ digits: Substring) -> Int64? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int64(digits)
  }
}
