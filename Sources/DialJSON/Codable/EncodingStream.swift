/// The text of a value that is being encoded. Nested containers and super encoders have their own streams, which are inserted at the end.
final class EncodingStream {
  /// An array or object that was begun and is not ended yet.
  private struct Frame {
    /// The offset of its bracket, by which containers know it.
    let start: Int
    let closer: UInt8
    var count = 0
    /// The offset of the element or member that was begun last.
    var item = 0
  }

  /// A part of the text that another stream writes.
  private struct Part {
    let offset: Int
    let stream: EncodingStream
  }

  // These properties are never changed and read at the same time, so the run-time check is not needed.
  @exclusivity(unchecked) private var out = ByteSink(capacity: 256)
  @exclusivity(unchecked) private var open: [Frame] = []
  @exclusivity(unchecked) private var parts: [Part] = []
  /// The values whose layouts the text cannot express.
  @exclusivity(unchecked) private var laidOut: [(steps: ArraySlice<JSONPath.Step>, value: JSON)] = []
  /// Whether something was written into a value that had ended.
  @exclusivity(unchecked) private var isLate = false
  /// The last types that encode themselves.
  @exclusivity(unchecked) private var plain: [ObjectIdentifier] = []
  /// The path to the value that this stream writes.
  private let base: [JSONPath.Step]

  /// The greatest depth of an encoding, which recurses with the value.
  private static let maxDepth = 512

  private init(_ base: [JSONPath.Step] = []) {
    self.base = base
  }

  static func json<T: Encodable>(_ value: T) throws -> JSON {
    let stream = EncodingStream()
    try stream.put(value)
    return try stream.json()
  }

  private func json() throws -> JSON {
    var laidOut: [(steps: ArraySlice<JSONPath.Step>, value: JSON)] = []
    let json = JSON(.node(try JSONDocument(try bytes(&laidOut), limits: JSONLimits(maxDepth: .max)), 0))
    return laidOut.isEmpty ? json : json.replacing(laidOut)
  }

  /// Returns the whole text, and the values whose layouts it cannot express.
  private func bytes(_ laidOut: inout [(steps: ArraySlice<JSONPath.Step>, value: JSON)]) throws -> [UInt8] {
    if isLate { throw JSONError(.value, "cannot encode into a container after its value is complete") }
    end(to: 0)
    // A value that encodes nothing is an empty object.
    if out.count == 0 { out.append("{}") }
    laidOut += self.laidOut
    let bytes = out.bytes
    if parts.isEmpty { return bytes }
    var joined = ByteSink(capacity: bytes.count)
    var start = 0
    for part in parts {
      joined.append(bytes, from: start, count: part.offset - start)
      let inner = try part.stream.bytes(&laidOut)
      joined.append(inner, from: 0, count: inner.count)
      start = part.offset
    }
    joined.append(bytes, from: start, count: bytes.count - start)
    return joined.bytes
  }

  /// The path to the value that is written at a level now.
  func steps(to level: Int) -> [JSONPath.Step] {
    base
      + open.prefix(level).map { frame in
        frame.closer == UInt8(ascii: "]") ? .index(max(0, frame.count - 1)) : .member(name(at: frame.item))
      }
  }

  private func name(at offset: Int) -> String { (try? JSON(parsing: out.string(at: offset)))?.asString ?? "" }

  func codingPath(_ level: Int) -> [any CodingKey] { JSONPath(steps: steps(to: level)).codingPath }

  func invalid(_ message: String) -> JSONError {
    let path = JSONPath(steps: steps(to: open.count))
    return JSONError(.range, path.steps.isEmpty ? message : "\(message), in '\(path.text)'", path: path.text)
  }

  /// Begins an array or object at `start`, or continues the existing one.
  func begin(_ bracket: UInt8, at start: Int, level: Int) {
    let closer = bracket + 2
    if open.count > level, open[level].start == start, open[level].closer == closer { return }
    replace(start, level: level)
    out.append(bracket)
    open.append(Frame(start: start, closer: closer))
  }

  /// Ends all that is deeper than `level`.
  @inline(__always) private func end(to level: Int) {
    while open.count > level { out.append(open.removeLast().closer) }
  }

  /// Makes ready for the next value in the container that began at `start`.
  @inline(__always) func next(_ start: Int, level: Int) {
    guard open.count >= level, open[level - 1].start == start else { return isLate = true }
    end(to: level)
    if open[level - 1].count > 0 { out.append(UInt8(ascii: ",")) }
    open[level - 1].count += 1
    open[level - 1].item = out.count
  }

  @inline(__always) func next(_ start: Int, level: Int, name: String) {
    next(start, level: level)
    out.append(quoting: name)
    out.append(UInt8(ascii: ":"))
  }

  /// How many values the container has that began at `start`.
  func count(_ start: Int, level: Int) -> Int {
    open.count >= level && open[level - 1].start == start ? open[level - 1].count : 0
  }

  /// Returns an encoder for the next value in the innermost container, which may be written later.
  func part() -> ValueEncoder {
    let stream = EncodingStream(steps(to: open.count))
    parts.append(Part(offset: out.count, stream: stream))
    return ValueEncoder(stream: stream, start: 0, level: 0)
  }

  /// Adds a value to the container at `start`. If it fails, the container is unchanged.
  func put(in start: Int, level: Int, name: String?, _ put: () throws -> Void) throws {
    end(to: level)
    // The state to restore if the value fails.
    let (offset, partCount) = (out.count, parts.count)
    if let name { next(start, level: level, name: name) } else { next(start, level: level) }
    do {
      try put()
    } catch {
      guard open.count >= level, open[level - 1].start == start else { throw error }
      open.removeLast(open.count - level)
      open[level - 1].count -= 1
      out.truncate(to: offset)
      parts.removeLast(parts.count - partCount)
      throw error
    }
  }

  /// Makes ready for a value at `start`, which replaces one that was put there before.
  func replace(_ start: Int, level: Int) {
    guard open.count >= level, level == 0 || open[level - 1].item <= start, out.count >= start else { return isLate = true }
    if out.count == start { return }
    open.removeLast(open.count - level)
    out.truncate(to: start)
    while let last = parts.last, last.offset > start { parts.removeLast() }
  }

  @inline(__always) func putNil() { out.append("null") }
  @inline(__always) func put(_ value: Bool) { out.append(value ? "true" : "false") }
  @inline(__always) func put(digits: String) { out.append(digits) }

  @inline(__always) func put(_ value: String) { out.append(quoting: value) }

  @inline(__always) func put(float value: some BinaryFloatingPoint & CustomStringConvertible) throws {
    guard value.isFinite else { throw invalid("'\(value)' is not a JSON number") }
    out.append(value.description)
  }

  func put<T: Encodable>(_ value: T) throws {
    if T.self == String.self { return put(retyped(value, as: String.self)) }
    if T.self == Int.self { return put(digits: String(retyped(value, as: Int.self))) }
    if T.self == Double.self { return try put(float: retyped(value, as: Double.self)) }
    if !plain.contains(ObjectIdentifier(T.self)) {
      if try putSpecial(value) { return }
      if plain.count < 16 { plain.append(ObjectIdentifier(T.self)) }
    }
    let (start, level) = (out.count, open.count)
    guard base.count + level <= Self.maxDepth else { throw invalid("nested deeper than \(Self.maxDepth) levels") }
    try value.encode(to: ValueEncoder(stream: self, start: start, level: level))
    end(to: level)
    // A value that encodes nothing is an empty object.
    if out.count == start { out.append("{}") }
  }

  /// Writes a value that does not encode itself. Returns false if it does.
  private func putSpecial<T: Encodable>(_ value: T) throws -> Bool {
    if let json = value as? JSON {
      if json.layout != nil || json.hasInnerLayout { laidOut.append((steps(to: open.count)[...], json.orNull)) }
      put(json: json)
    } else if let json = try foundationValue(value) {
      put(json: json)
    } else if value is any UnorderedMembers {
      try putSorted(value)
    } else {
      return false
    }
    return true
  }

  private func put(json: JSON) {
    let bytes = JSONWriter.bytes(json)
    out.append(bytes, from: 0, count: bytes.count)
  }

  /// Writes a dictionary sorted by name, because its members have no order.
  private func putSorted<T: Encodable>(_ value: T) throws {
    let stream = EncodingStream(steps(to: open.count))
    try value.encode(to: ValueEncoder(stream: stream, start: 0, level: 0))
    let json = JSON(.node(try JSONDocument(try stream.bytes(&laidOut), limits: JSONLimits(maxDepth: .max)), 0))
    guard let members = json.asObject else { return put(json: json) }
    put(json: .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
  }
}

/// A Dictionary, whatever it holds.
private protocol UnorderedMembers {}

extension Dictionary: UnorderedMembers {}
