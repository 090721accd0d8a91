/// The state of writing: the output, and the open arrays and objects built in code. It does not recurse.
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
    out.append(quoting: text)
  }

  /// An array or object of a document, half printed.
  private struct OpenNode {
    /// The node after it.
    var end: Int
    var isObject: Bool
    /// The number of elements or members printed.
    var position = 0
    /// The members, if a name is repeated; otherwise they are read from the tape in order.
    var members: ContiguousArray<(name: UInt32, value: UInt32)>?
  }

  /// Prints a node and all below it, in the order of the tape.
  mutating func write(_ document: JSONDocument, _ root: Int, level: Int) {
    var open: [OpenNode] = []
    var at = root
    while true {
      let word = document.word(at)
      if word.isContainer {
        let isObject = word.is(.object)
        if word.length > 0 {
          out.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
          let members = isObject && !document.hasUniqueNames(at) ? document.memberNodes(at) : nil
          open.append(OpenNode(end: word.offset, isObject: isObject, members: members))
        } else {
          out.append(isObject ? "{}" : "[]")
        }
        at += 1
      } else {
        scalar(document, word)
        at += 1
      }
      // Close what ends here, and continue with the next value.
      while true {
        let last = open.count - 1
        guard last >= 0 else { return }
        let position = open[last].position
        let isAtEnd = open[last].members.map { position == $0.count } ?? (at == open[last].end)
        if !isAtEnd {
          separate(position, level + open.count)
          open[last].position += 1
          if open[last].isObject {
            if let member = open[last].members?[position] { at = Int(member.name) }
            scalar(document, document.word(at))
            colon()
            at = open[last].members.map { Int($0[position].value) } ?? at + 1
          }
          break
        }
        at = open[last].end
        end(open[last].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), level + last)
        open.removeLast()
      }
    }
  }

  @inline(__always) private mutating func scalar(_ document: JSONDocument, _ word: TapeWord) {
    if word.is(.string) {
      // Without a backslash, the text needs no escapes and is copied with its quotes.
      out.append(document.bytes, from: word.offset - 1, count: word.length + 2)
    } else if word.is(.escaped) {
      out.append(UInt8(ascii: "\""))
      Escape.write(document.bytes, word, into: &out, isQuoted: true)
      out.append(UInt8(ascii: "\""))
    } else {
      out.append(document.bytes, from: word.offset, count: word.length)
    }
  }
}
