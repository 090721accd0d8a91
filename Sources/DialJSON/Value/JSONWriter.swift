/// Writes values as RFC 8259 text. Members keep their order, and numbers their digits.
///
/// Strings contain only the required escapes (`"`, `\`, control characters). A repeated name is written once, at its first position, with
/// its last value. An absent value is written as `null`.
public enum JSONWriter {
  /// The text of a value, compact, or indented by that many blanks a level.
  ///
  /// ```swift
  /// JSONWriter.text(["a": [1, 2]])              // {"a":[1,2]}
  /// JSONWriter.text(["a": [1, 2]], indent: 2)   // lines; "a": [
  /// ```
  public static func text(_ json: JSON, indent: Int? = nil) -> String {
    var run = WriterRun(indent: indent, capacity: room(json))
    run.write(json)
    return run.out.text
  }

  /// The text of a value as UTF-8, compact, or indented by that many blanks a level.
  public static func bytes(_ json: JSON, indent: Int? = nil) -> [UInt8] {
    var run = WriterRun(indent: indent, capacity: room(json))
    run.write(json)
    return run.out.bytes
  }

  /// Appends the compact text of a value.
  public static func write(_ json: JSON, into bytes: inout [UInt8]) {
    var run = WriterRun(indent: nil)
    run.write(json)
    run.out.copy(into: &bytes)
  }

  /// Returns a text as a JSON string with quotes: `say "hi"` becomes `"say \"hi\""`.
  public static func quote(_ text: String) -> String { ByteSink.quote(text) }

  /// The room that the compact text of a whole document needs at most.
  private static func room(_ json: JSON) -> Int {
    if case .node(let document, 0) = json.storage { document.bytes.count } else { 0 }
  }
}

extension JSON: TextOutputStreamable {
  /// Writes the value compactly, as `"\(json)"` does.
  public func write(to target: inout some TextOutputStream) {
    target.write(JSONWriter.text(self))
  }
}

/// Writes an object with known names, which must differ and be quoted by ``JSONWriter/quote(_:)``.
package struct MemberWriter: ~Copyable {
  private var run = WriterRun(indent: nil)

  package init() { run.out.append(UInt8(ascii: "{")) }

  package mutating func write(_ quoted: String, _ value: JSON) {
    if run.out.count > 1 { run.out.append(UInt8(ascii: ",")) }
    run.out.append(quoted)
    run.out.append(UInt8(ascii: ":"))
    run.write(value)
  }

  package consuming func bytes() -> [UInt8] {
    run.out.append(UInt8(ascii: "}"))
    return run.out.bytes
  }
}
