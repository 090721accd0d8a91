import DialModel

/// Replaces secrets by a mark, in every encoding in which a request or a response can contain them.
package struct SecretMask: Sendable {
  private let word: [UInt8]
  /// Longest first, so that a secret within another one does not prevent its match.
  private let patterns: [SecretPattern]
  /// The indices of the patterns that can match from a byte on, and from two bytes on.
  private let starts: [[Int]]
  private let pairs: [Int: [Int]]

  init(_ values: Set<String>, as word: String) {
    self.word = Array(word.utf8)
    patterns = values.flatMap(SecretPattern.all).sorted(by: SecretPattern.precedes)
    var starts: [[Int]] = Array(repeating: [], count: 256)
    var pairs: [Int: [Int]] = [:]
    for (index, pattern) in patterns.enumerated() {
      for byte in pattern.bytes(at: 0) {
        starts[Int(byte)].append(index)
        for next in pattern.bytes(at: 1) { pairs[Int(byte) << 8 | Int(next), default: []].append(index) }
      }
    }
    (self.starts, self.pairs) = (starts, pairs)
  }

  /// Returns the indices of the patterns that can match from an index on: by its byte, or by the byte that an escape sequence stands for.
  private func candidates(_ text: ArraySlice<UInt8>, _ at: Int) -> (plain: [Int], escaped: [Int]) {
    let (byte, all) = (text[at], starts[Int(text[at])])
    if Self.isMark(byte) { return (all, EscapedByte.read(text, at)?.bytes.first.map { starts[Int($0)] } ?? []) }
    // Of few patterns, comparing is faster than looking up.
    guard all.count > 8, at + 1 < text.endIndex, !Self.isMark(text[at + 1]) else { return (all, []) }
    return (pairs[Int(byte) << 8 | Int(text[at + 1])] ?? [], [])
  }

  /// Whether a byte can stand for another one.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "+")
  }

  package func redact(_ text: String) -> String {
    if patterns.isEmpty { return text }
    let bytes = Array(text.utf8)
    let shown = maskedWhereCut(masked(bytes))
    return shown == bytes ? text : String(decoding: shown, as: UTF8.self)
  }

  /// Returns the URL without secrets. Short ones are replaced only after the host.
  package func redact(url: String) -> String {
    guard let mark = url.firstRange(of: "://"), let end = url[mark.upperBound...].firstIndex(where: { "/?#".contains($0) }) else {
      return redact(url)
    }
    return String(decoding: masked(Array(url[..<end].utf8), onlyLong: true), as: UTF8.self) + redact(String(url[end...]))
  }

  /// Returns the bytes without secrets. If they are not text, only secrets of four bytes or more are replaced.
  package func redact(_ bytes: [UInt8]) -> [UInt8] {
    if patterns.isEmpty { return bytes }
    guard String(validating: bytes, as: UTF8.self) != nil else { return masked(bytes, onlyLong: true) }
    return maskedWhereCut(masked(bytes))
  }

  /// A short secret is replaced only as a separate word; otherwise it would mask much of the text.
  private func masked(_ text: [UInt8], onlyLong: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    var (at, kept) = (0, 0)
    while at < text.count {
      guard let end = end(in: text, at, onlyLong) else {
        at += 1
        continue
      }
      out += text[kept..<at] + word
      (at, kept) = (end, end)
    }
    return kept == 0 ? text : out + text[kept...]
  }

  /// Returns the end of the longest secret from an index on; nil if there is none.
  private func end(in text: [UInt8], _ start: Int, _ onlyLong: Bool) -> Int? {
    let (plain, escaped) = candidates(text[...], start)
    func first(_ list: [Int]) -> (index: Int, end: Int)? {
      for index in list { if let end = end(of: patterns[index], in: text, start, onlyLong) { return (index, end) } }
      return nil
    }
    let one = first(plain)
    guard !escaped.isEmpty, let other = first(escaped), one.map({ other.index < $0.index }) ?? true else { return one?.end }
    return other.end
  }

  private func end(of pattern: SecretPattern, in text: [UInt8], _ start: Int, _ onlyLong: Bool) -> Int? {
    if onlyLong, !pattern.isLong { return nil }
    let match = pattern.match(text[...], start)
    guard match.isWhole else { return nil }
    let stands = pattern.isLong || !(start > 0 && Self.isWord(text[start - 1]) || match.end < text.count && Self.isWord(text[match.end]))
    return stands ? match.end : nil
  }

  /// Masks the beginning of a secret at the end of a truncated text: `'abcd…'` or `'abcd'…`.
  private func maskedWhereCut(_ text: [UInt8]) -> [UInt8] {
    let mark = Array("…".utf8)
    var (out, from): ([UInt8], Int) = ([], 0)
    while let found = text[from...].firstRange(of: mark) {
      out += withoutBeginning(text[from..<found.lowerBound]) + mark
      from = found.upperBound
    }
    return from == 0 ? text : out + text[from...]
  }

  private func withoutBeginning(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    let end = piece.last == quote ? [quote] : []
    let text = piece.dropLast(end.count)
    for start in text.indices {
      let (plain, escaped) = candidates(text, start)
      for index in plain + escaped where patterns[index].isLong {
        let match = patterns[index].match(text, start)
        if match.end == text.endIndex, match.count >= 4 { return text[..<start] + word + end }
      }
    }
    return Array(piece)
  }

  /// The size from which a secret is masked anywhere; a shorter one only as a separate word.
  package static let minimum = 4

  package static func isWord(_ byte: UInt8) -> Bool { byte >= 128 || Name.isPart(byte) || byte == UInt8(ascii: ".") }
}

/// A secret, or its base64 or hexadecimal form, which is found in a text whatever escapes the text uses for its bytes: those of URLs, JSON
/// and HTML, also JSON in JSON and URLs in URLs.
private struct SecretPattern: Sendable {
  struct Match {
    /// The number of bytes of the secret that match.
    var count: Int
    /// The index after them in the text.
    var end: Int
    var isWhole: Bool
  }

  private enum Alphabet { case text, anyCase, base64 }

  private let bytes: [UInt8]
  private let alphabet: Alphabet

  var count: Int { bytes.count }
  var isLong: Bool { bytes.count >= SecretMask.minimum }

  /// The longest ones first; the order is the same in each run.
  static func precedes(_ one: Self, _ other: Self) -> Bool {
    one.count == other.count ? other.bytes.lexicographicallyPrecedes(one.bytes) : one.count > other.count
  }

  private init(_ text: some Sequence<UInt8>, _ alphabet: Alphabet) { (bytes, self.alphabet) = (Array(text), alphabet) }

  static func all(of secret: String) -> [SecretPattern] {
    let bytes = Array(secret.utf8)
    var all = bytes.count >= 8 ? [Self(bytes, .anyCase)] : Set([secret, secret.lowercased()]).map { Self($0.utf8, .text) }
    all.append(Self(Base64.encode(bytes).utf8.filter { $0 != UInt8(ascii: "=") }, .base64))
    guard bytes.count >= 4 else { return all }
    all.append(Self(PercentEncoding.hex(bytes).utf8, .anyCase))
    if bytes.count >= 8 { all += (0..<3).map { Self(Self.base64(bytes, behind: $0), .base64) } }
    return all
  }

  /// The characters in the base64 form of a longer text that depend only on the secret, if the number of bytes before it, modulo 3, is given.
  private static func base64(_ bytes: [UInt8], behind count: Int) -> ArraySlice<UInt8> {
    let text = Array(Base64.encode(Array(repeating: 0, count: count) + bytes).utf8)
    return text[(count * 8 + 5) / 6..<(count + bytes.count) * 8 / 6]
  }

  /// Returns the unescaped bytes of a text that match a byte of the secret; all after its end.
  func bytes(at index: Int) -> [UInt8] {
    guard index < count else { return index == 0 ? [] : Array(0...255) }
    let byte = bytes[index]
    if byte == UInt8(ascii: " ") { return [byte, UInt8(ascii: "+")] }
    return [byte] + [byte ^ 0x20, UInt8(ascii: "-"), UInt8(ascii: "_")].filter { $0 != byte && isSame($0, byte) }
  }

  func match(_ text: ArraySlice<UInt8>, _ start: Int) -> Match {
    if text[start...].starts(with: bytes) { return match(text, start + count, from: count, levels: 1) }
    // A secret such as `%2F` is `%252F` in a URL, and `%25252F` in a URL inside another one.
    let first = match(text, start, from: 0, levels: 1)
    if first.isWhole || !bytes.contains(UInt8(ascii: "%")) { return first }
    return (2...4).lazy.map { match(text, start, from: 0, levels: $0) }.first { $0.isWhole } ?? first
  }

  /// Compares from a byte of the secret on. `levels` says how often `%` is encoded.
  private func match(_ text: ArraySlice<UInt8>, _ start: Int, from first: Int, levels: Int) -> Match {
    let percent = Array(("%" + String(repeating: "25", count: levels)).utf8)
    var (at, count) = (start, first)
    while count < bytes.count, at < text.endIndex {
      if bytes[count] == UInt8(ascii: "%"), text[at...].starts(with: percent) {
        (at, count) = (at + percent.count, count + 1)
      } else if let (unit, end) = EscapedByte.read(text, at), matches(unit, &count) {
        at = end
      } else if bytes[count] == UInt8(ascii: "\\"), let (run, end) = backslashes(text, at, from: count) {
        (at, count) = (end, count + run)
      } else if isSame(text[at], bytes[count]) || text[at] == UInt8(ascii: "+") && bytes[count] == UInt8(ascii: " ") {
        (at, count) = (at + 1, count + 1)
      } else {
        break
      }
    }
    let isWhole = count == bytes.count
    if isWhole, alphabet == .base64 { while at < text.endIndex, text[at] == UInt8(ascii: "=") { at += 1 } }
    return Match(count: count, end: at, isWhole: isWhole)
  }

  /// Backslashes of the secret, each of which JSON doubles once or several times. Further ones belong to the next escape sequence.
  private func backslashes(_ text: ArraySlice<UInt8>, _ at: Int, from count: Int) -> (run: Int, end: Int)? {
    let run = EscapedByte.backslashes(bytes[...], count)
    let found = EscapedByte.backslashes(text, at)
    guard found >= run else { return nil }
    var length = run
    while length * 2 <= found { length *= 2 }
    return (run, at + length)
  }

  private func matches(_ unit: [UInt8], _ count: inout Int) -> Bool {
    guard bytes[count...].starts(with: unit, by: isSame) else { return false }
    count += unit.count
    return true
  }

  private func isSame(_ a: UInt8, _ b: UInt8) -> Bool {
    switch alphabet {
    case .text: a == b
    case .anyCase: a == b || a | 0x20 == b | 0x20 && (0x61...0x7A).contains(a | 0x20)
    // `-` and `_` are `+` and `/` in URLs (RFC 4648 section 5).
    case .base64: a == b || a == UInt8(ascii: "-") && b == UInt8(ascii: "+") || a == UInt8(ascii: "_") && b == UInt8(ascii: "/")
    }
  }
}

/// An escape sequence of a URL, of JSON or of HTML.
private enum EscapedByte {
  /// Returns the bytes that a sequence stands for, and the index after it; nil if there is none.
  static func read(_ text: ArraySlice<UInt8>, _ at: Int) -> (bytes: [UInt8], end: Int)? {
    switch text[at] {
    case UInt8(ascii: "%"): percent(text, at + 1)
    case UInt8(ascii: "\\"): backslash(text, at)
    case UInt8(ascii: "&"): entity(text, at + 1)
    default: nil
    }
  }

  /// `%2F`, and `%252F` in a URL inside another one.
  private static func percent(_ text: ArraySlice<UInt8>, _ start: Int) -> (bytes: [UInt8], end: Int)? {
    var at = start
    while at < start + 8, text[at...].starts(with: "25".utf8), number(text, at + 2..<at + 4) != nil { at += 2 }
    return number(text, at..<at + 2).map { ([UInt8($0)], at + 2) }
  }

  /// `\"`, `\/`, `\n`, `\u0041`; in a JSON text inside another one, with more backslashes.
  private static func backslash(_ text: ArraySlice<UInt8>, _ start: Int) -> (bytes: [UInt8], end: Int)? {
    let at = start + backslashes(text, start)
    guard at < text.endIndex else { return nil }
    let next = at + 1
    switch text[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "'"): return ([text[at]], next)
    case UInt8(ascii: "b"): return ([0x08], next)
    case UInt8(ascii: "f"): return ([0x0C], next)
    case UInt8(ascii: "n"): return ([0x0A], next)
    case UInt8(ascii: "r"): return ([0x0D], next)
    case UInt8(ascii: "t"): return ([0x09], next)
    case UInt8(ascii: "u"):
      guard let unit = number(text, next..<next + 4) else { return nil }
      let end = next + 4
      let mark = end + backslashes(text, end)
      guard UTF16.isLeadSurrogate(UInt16(unit)), mark > end, mark < text.endIndex, text[mark] == UInt8(ascii: "u"),
        let low = number(text, mark + 1..<mark + 5), UTF16.isTrailSurrogate(UInt16(low))
      else { return utf8(unit, end) }
      return utf8(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), mark + 5)
    default: return nil
    }
  }

  /// The number of backslashes from an index on, at most 64.
  static func backslashes(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < text.endIndex, end < start + 64, text[end] == UInt8(ascii: "\\") { end += 1 }
    return end - start
  }

  /// `&amp;`, `&#38;`, `&#x26;`.
  private static func entity(_ text: ArraySlice<UInt8>, _ start: Int) -> (bytes: [UInt8], end: Int)? {
    guard let end = text[start...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: text[start..<end], as: UTF8.self)
    if let byte = names[name] { return ([byte], end + 1) }
    guard name.hasPrefix("#") else { return nil }
    let isHex = name.dropFirst().lowercased().hasPrefix("x")
    return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10).flatMap { utf8($0, end + 1) }
  }

  private static let names: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
  ]

  private static func utf8(_ value: UInt32, _ end: Int) -> (bytes: [UInt8], end: Int)? {
    Unicode.Scalar(value).map { (Array(String(Character($0)).utf8), end) }
  }

  private static func number(_ text: ArraySlice<UInt8>, _ range: Range<Int>) -> UInt32? {
    guard range.upperBound <= text.endIndex, text[range].allSatisfy(PercentEncoding.isHex) else { return nil }
    return UInt32(String(decoding: text[range], as: UTF8.self), radix: 16)
  }
}
