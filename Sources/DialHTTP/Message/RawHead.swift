import DialModel
import NIOCore

/// The bytes of a head until it is complete: its field values that the parser would change, and what the parser would reject although a
/// client must accept it (RFC 9112). A head over 256 KiB is left to the parser.
struct RawHead {
  /// What could hide a response from one of two parsers: an invalid line end (RFC 9112 section 2.2), or two lengths (section 6.3).
  enum Fault: String, Error {
    case bareLineFeed = "a line ends with a line feed but no carriage return"
    case twoLengths = "it has both a Content-Length and a Transfer-Encoding"
    case bareCarriageReturn = "a carriage return is not followed by a line feed"
  }

  private var bytes: [UInt8] = []
  private var scanned = 0
  private var found: [Int: [UInt8]]?
  /// The words behind the status of a failure, which the parser drops.
  private(set) var reason: String?
  private(set) var isOpen = true
  /// Whether the final head has a Transfer-Encoding.
  private(set) var isCoded = false
  private var hasInterim = false
  private static let limit = 256 << 10

  /// Takes received bytes, and leaves those for the parser: complete heads in a form that it reads, and what follows the final one.
  /// Returns where the body begins in them; nil if the final head is not complete.
  mutating func add(_ buffer: inout ByteBuffer) throws(Fault) -> Int? {
    if bytes.isEmpty, let end = plainHead(buffer.readableBytesView) {
      isOpen = false
      return end
    }
    bytes += buffer.readableBytesView
    var (output, body) = ([UInt8](), Int?.none)
    while isOpen, let end = try endOfHead() {
      isOpen = isInterim
      output += try normalized(bytes[..<end])
      if isOpen { hasInterim = true } else { body = output.count }
      bytes.removeFirst(end)
      scanned = 0
    }
    // What is not a head, or is too long for one, is for the parser to reject.
    if output.isEmpty, !hasInterim, !bytes.starts(with: Self.beginning.prefix(bytes.count)) { isOpen = false }
    if bytes.count > Self.limit { isOpen = false }
    if !isOpen { output += takeRest() }
    buffer = ByteBuffer(bytes: output)
    return body
  }

  /// Returns the bytes of a head that is not complete, at the end of a connection.
  mutating func takeRest() -> [UInt8] {
    defer { bytes = [] }
    isOpen = false
    return bytes
  }

  private static let beginning = Array("HTTP/".utf8)

  /// Returns the end of a complete final head at the start of the bytes if there is nothing to keep, hide or change in it, as in most.
  private mutating func plainHead(_ bytes: ByteBufferView) -> Int? {
    let (end, isCoded) = Self.plainHead(bytes)
    if end != nil {
      self.isCoded = isCoded
      keepReason(bytes)
    }
    return end
  }

  private static func plainHead(_ bytes: ByteBufferView) -> (end: Int?, isCoded: Bool) {
    bytes.withUnsafeBytes { bytes in
      var (index, line) = (0, -1)
      var (isCoded, lengths) = (false, 0)
      while index < bytes.count {
        if index + 8 <= bytes.count {
          let plain = plainBytes(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          index += plain
          if plain > 0 { continue }
        }
        let byte = bytes[index]
        if byte == 13, index + 1 < bytes.count, bytes[index + 1] == 10 {
          if index == line {
            let isPlain = bytes.count > 12 && bytes[9] != UInt8(ascii: "1") && !(isCoded && lengths > 0)
            return (isPlain ? index + 2 : nil, isCoded)
          }
          index += 2
          line = index
          if line < bytes.count, isBlank(bytes[line]) { return (nil, false) }
          guard line + 17 < bytes.count else { continue }
          // The lengths of the names Content-Length and Transfer-Encoding.
          if bytes[line + 14] == UInt8(ascii: ":"), bytes[line] | 0x20 == UInt8(ascii: "c") {
            lengths += 1
            if lengths > 1 || bytes[(line + 15)...].prefix(while: { $0 != 13 }).contains(UInt8(ascii: ",")) { return (nil, false) }
          } else if bytes[line + 17] == UInt8(ascii: ":"), bytes[line] | 0x20 == UInt8(ascii: "t") {
            isCoded = true
            // Perhaps `identity`.
            if bytes[(line + 18)...].first(where: { !isBlank($0) }).map({ $0 | 0x20 }) == UInt8(ascii: "i") { return (nil, false) }
          }
        } else {
          if byte == 10 || byte == 13 || byte >= 0x80 || isControl(byte) { return (nil, false) }
          index += 1
        }
      }
      return (nil, false)
    }
  }

  /// Returns how many of eight bytes, from the first, are printable ASCII.
  private static func plainBytes(_ word: UInt64) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let word = UInt64(littleEndian: word)
    let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
    // Bits that a borrow sets wrongly are after a byte whose bit is right.
    let others = (word | (word &- ones &* 0x20) | (delete &- ones) & ~delete) & tops
    return others.trailingZeroBitCount >> 3
  }

  /// Keeps the reason of a failure, if it is printable ASCII (RFC 9112 section 4): some servers have no other message.
  ///
  /// - Parameter head: the status line, and what may follow it.
  private mutating func keepReason(_ head: some Collection<UInt8>) {
    guard let kind = head.dropFirst(9).first, (UInt8(ascii: "4")...UInt8(ascii: "5")).contains(kind) else { return }
    let words = head.dropFirst(13).prefix { $0 != 13 }
    // Half of a secret would not be masked.
    guard words.count <= 200, words.allSatisfy({ (0x20...0x7E).contains($0) }) else { return }
    let text = String(decoding: words, as: UTF8.self).trimmed
    if !text.isEmpty { reason = String(text) }
  }

  /// Whether a byte is harmless in a value (RFC 9110 section 5.5), but rejected by the parser.
  static func isControl(_ byte: UInt8) -> Bool {
    (0x01...0x08).contains(byte) || byte == 0x0B || byte == 0x0C || (0x0E...0x1F).contains(byte) || byte == 0x7F
  }

  /// Returns the values by the number of their line, once, when the head is complete and contains such values.
  mutating func takeValues() -> [Int: [UInt8]]? {
    defer { found = nil }
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the head starts with `HTTP/1.1 1…`, but not 101.
  private var isInterim: Bool {
    bytes.count > 12 && bytes[9] == UInt8(ascii: "1") && !(bytes[10] == UInt8(ascii: "0") && bytes[11] == UInt8(ascii: "1"))
  }

  /// Checks new line ends, up to the empty line.
  private mutating func endOfHead() throws(Fault) -> Int? {
    while scanned < bytes.count {
      let (byte, before) = (bytes[scanned], scanned > 0 ? bytes[scanned - 1] : 0)
      if before == 13, byte != 10 { throw .bareCarriageReturn }
      if byte == 10, before != 13 { throw .bareLineFeed }
      scanned += 1
      if byte == 10, scanned > 3, bytes[scanned - 3] == 10 { return scanned }
    }
    return nil
  }

  /// Returns a head without folded lines (RFC 9112 section 5.2), repeated lengths (section 6.3), and control characters, which become `?`.
  private mutating func normalized(_ head: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
    var lines: [ArraySlice<UInt8>] = []
    for line in head.dropLast(2).split(separator: 10) {
      let line = line.dropLast()
      if let first = line.first, Self.isBlank(first), lines.count > 1 {
        lines[lines.count - 1] += [32] + line.drop(while: Self.isBlank)
      } else {
        lines.append(line)
      }
    }
    Self.uniteLengths(&lines)
    let codings = lines.indices.filter { Self.name(of: lines[$0]) == Self.coding }
    // The only one that means none, until 2014 (RFC 2616 section 3.6).
    let isIdentity = codings.count == 1 && Self.value(of: lines[codings[0]]).map { $0 | 0x20 } == Array("identity".utf8)
    if isIdentity { lines.remove(at: codings[0]) }
    if !isOpen {
      isCoded = !codings.isEmpty && !isIdentity
      if isCoded, lines.contains(where: { Self.name(of: $0) == "content-length" }) { throw .twoLengths }
      if let status = lines.first { keepReason(status) }
      found = Self.values(lines.dropFirst())
    }
    return lines.flatMap { $0.map { Self.isControl($0) ? UInt8(ascii: "?") : $0 } + [13, 10] } + [13, 10]
  }

  /// Leaves one Content-Length if all of them are the same number.
  private static func uniteLengths(_ lines: inout [ArraySlice<UInt8>]) {
    let places = lines.indices.filter { $0 > 0 && name(of: lines[$0]) == "content-length" }
    let values = places.flatMap { value(of: lines[$0]).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(trimmed) }
    guard let first = values.first, values.count > 1, !first.isEmpty, first.allSatisfy({ $0 &- 0x30 < 10 }),
      values.allSatisfy({ $0.elementsEqual(first) })
    else { return }
    lines[places[0]] = Array("Content-Length: ".utf8) + first
    for place in places.dropFirst().reversed() { lines.remove(at: place) }
  }

  private static let coding = "transfer-encoding"

  private static func values(_ fields: ArraySlice<ArraySlice<UInt8>>) -> [Int: [UInt8]] {
    var result: [Int: [UInt8]] = [:]
    for (number, line) in fields.enumerated() where line.contains(where: { $0 >= 0x80 || isControl($0) }) {
      guard line.contains(UInt8(ascii: ":")), line.contains(where: isControl) || String(validating: line, as: UTF8.self) == nil
      else { continue }
      result[number] = Array(value(of: line))
    }
    return result
  }

  private static func name(of line: ArraySlice<UInt8>) -> String {
    String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
  }

  private static func value(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> { trimmed(line.drop { $0 != UInt8(ascii: ":") }.dropFirst()) }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return text
  }

  /// Whether a byte is whitespace in HTTP (RFC 9110 section 5.6.3).
  static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}

extension String {
  /// Creates printable text from at most 48 untrusted bytes; everything except printable ASCII is escaped.
  init(escaping bytes: [UInt8]) {
    self.init()
    for byte in bytes.prefix(48) {
      switch byte {
      case 0x5C: self += "\\\\"
      case 0x20...0x7E: unicodeScalars.append(Unicode.Scalar(byte))
      case 0x0D: self += "\\r"
      case 0x0A: self += "\\n"
      default: self += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    if bytes.count > 48 { self += "…" }
  }
}
