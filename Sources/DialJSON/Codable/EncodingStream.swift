/// The text of a value that is being encoded, written as it comes: the fast way, for types that write one container after
/// the other, each to its end. What comes in another order, or cannot be JSON, breaks the stream; then the value is
/// encoded once more into an ``EncodingNode``, which takes everything in any order and says what is wrong. A broken stream
/// is written on, so that nothing else happens in the type than would, and thrown away.
final class EncodingStream {
  /// An array or object that was begun.
  private struct Frame {
    /// The place of its bracket, by which containers know it.
    let start: Int
    let closer: UInt8
    var count = 0
  }

  // The properties that change are never changed and read at once, so their accesses are not checked for that.
  @exclusivity(unchecked) private var out = ByteSink(capacity: 256)
  @exclusivity(unchecked) private var open: [Frame] = []
  @exclusivity(unchecked) private(set) var isBroken = false
  /// The first types that were found to be no special ones.
  @exclusivity(unchecked) private var plain: [ObjectIdentifier] = []

  /// The JSON of a value; nil if the stream broke.
  static func json<T: Encodable>(_ value: T) -> JSON? {
    let stream = EncodingStream()
    do {
      try stream.put(value)
      guard !stream.isBroken else { return nil }
      return JSON(.node(try JSONDocument(stream.out.bytes, limits: JSONLimits(maxDepth: .max)), 0))
    } catch {
      return nil
    }
  }

  func `break`() { isBroken = true }

  var place: Int { out.count }
  var depth: Int { open.count }

  // MARK: Containers

  /// Begins an array or object in the place `start`, or goes on with the one that was begun there.
  func begin(_ bracket: UInt8, at start: Int, level: Int) {
    let closer = bracket + 2
    if open.count > level, open[level].start == start, open[level].closer == closer { return }
    guard out.count == start, open.count == level, level < EncodingNode.maxDepth else { return `break`() }
    out.append(bracket)
    open.append(Frame(start: start, closer: closer))
  }

  /// Ends all that is deeper than `level`.
  @inline(__always) func end(to level: Int) {
    while open.count > level { out.append(open.removeLast().closer) }
  }

  /// Makes ready for the next value in the container that began at `start`.
  @inline(__always) func next(_ start: Int, level: Int) {
    guard open.count >= level, open[level - 1].start == start else { return `break`() }
    end(to: level)
    if open[level - 1].count > 0 { out.append(UInt8(ascii: ",")) }
    open[level - 1].count += 1
  }

  @inline(__always) func name(_ name: String) {
    out.append(UInt8(ascii: "\""))
    out.append(escaping: name)
    out.append("\":")
  }

  /// How many values the container has that began at `start`; nil if the stream is broken.
  func count(_ start: Int, level: Int) -> Int? {
    if open.count < level || open[level - 1].start != start { `break`() }
    if isBroken { return nil }
    return open[level - 1].count
  }

  // MARK: Values

  func putNil() { out.append("null") }
  func put(_ value: Bool) { out.append(value ? "true" : "false") }
  func put(digits: String) { out.append(digits) }

  func put(_ value: String) {
    out.append(UInt8(ascii: "\""))
    out.append(escaping: value)
    out.append(UInt8(ascii: "\""))
  }

  func put(float value: some BinaryFloatingPoint & CustomStringConvertible) {
    if value.isFinite { out.append(value.description) } else { `break`() }
  }

  func put<T: Encodable>(_ value: T) throws {
    if isBroken { return }
    if T.self == String.self { return put(retyped(value, as: String.self)) }
    if T.self == Int.self { return put(digits: String(retyped(value, as: Int.self))) }
    if T.self == Double.self { return put(float: retyped(value, as: Double.self)) }
    if !plain.contains(ObjectIdentifier(T.self)) {
      if putSpecial(value) { return }
      if plain.count < 16 { plain.append(ObjectIdentifier(T.self)) }
    }
    let (start, level) = (out.count, open.count)
    do {
      try value.encode(to: StreamEncoder(stream: self, start: start, level: level))
    } catch {
      `break`()
      throw error
    }
    end(to: level)
    // What writes nothing is an empty object.
    if out.count == start { out.append("{}") }
  }

  /// Puts a value that is not to encode itself; false if it is.
  private func putSpecial<T: Encodable>(_ value: T) -> Bool {
    do {
      let json: JSON
      if let own = value as? JSON {
        json = own.orNull
      } else if let known = try EncodingNode.foundationValue(value, at: nil) {
        json = known
      } else if value is any UnorderedMembers {
        json = try EncodingNode.of(value, at: CodingStep(in: self)).json
      } else {
        return false
      }
      // A text has no layouts.
      if json.hasLayout { `break`() }
      let bytes = JSONWriter.bytes(json)
      out.append(bytes, from: 0, count: bytes.count)
    } catch {
      `break`()
    }
    return true
  }
}
