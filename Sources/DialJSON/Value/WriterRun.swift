/// One printing: the output so far, and the arrays and objects built in code that are open. Nothing here recurses.
struct WriterRun: ~Copyable {
  var out: ByteSink
  let indent: Int?
  private var open: [Frame] = []

  /// An array or object built in code, half printed.
  private enum Frame {
    case elements(JSON.Elements, next: Int)
    case members(JSON.Members, next: Int)
  }

  init(indent: Int?, capacity: Int = 0) {
    self.indent = indent.map { max(0, $0) }
    out = ByteSink(capacity: capacity)
  }

  mutating func write(_ json: JSON) {
    begin(json)
    while let frame = open.popLast() {
      switch frame {
      case .elements(let elements, let next):
        guard next < elements.endIndex else {
          end(UInt8(ascii: "]"), open.count)
          continue
        }
        separate(next, open.count + 1)
        open.append(.elements(elements, next: next + 1))
        begin(elements[next])
      case .members(let members, let next):
        guard next < members.endIndex else {
          end(UInt8(ascii: "}"), open.count)
          continue
        }
        separate(next, open.count + 1)
        open.append(.members(members, next: next + 1))
        let (name, value) = members[next]
        quote(name)
        colon()
        begin(value)
      }
    }
  }

  /// Prints a scalar or a value of a document, or the bracket of an array or object that is left open.
  private mutating func begin(_ json: JSON) {
    switch json.storage {
    case .null, .absent: out.append("null")
    case .bool(let value): out.append(value ? "true" : "false")
    case .number(let digits): out.append(digits)
    case .string(let text): quote(text)
    case .node(let document, let node): write(document, node, level: open.count)
    case .array(let array):
      if array.elements.isEmpty { return out.append("[]") }
      out.append(UInt8(ascii: "["))
      open.append(.elements(json.asArray ?? [], next: 0))
    case .object(let object):
      if object.names.isEmpty { return out.append("{}") }
      out.append(UInt8(ascii: "{"))
      open.append(.members(json.asObject ?? [:], next: 0))
    }
  }

  /// Before a value that is so many levels deep.
  mutating func separate(_ position: Int, _ level: Int) {
    if position > 0 { out.append(UInt8(ascii: ",")) }
    line(level)
  }

  mutating func end(_ bracket: UInt8, _ level: Int) {
    line(level)
    out.append(bracket)
  }

  @inline(__always) mutating func colon() {
    out.append(UInt8(ascii: ":"))
    if indent != nil { out.append(UInt8(ascii: " ")) }
  }

  @inline(__always) mutating func line(_ level: Int) {
    guard let indent else { return }
    out.append(0x0A)
    out.append(repeating: 0x20, count: indent * level)
  }

  mutating func quote(_ text: String) {
    out.append(UInt8(ascii: "\""))
    out.append(escaping: text)
    out.append(UInt8(ascii: "\""))
  }
}
