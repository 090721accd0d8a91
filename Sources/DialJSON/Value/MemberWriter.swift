/// Writes an object member by member, where the names are known before: each once, quoted by ``JSONWriter/quote(_:)``.
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
