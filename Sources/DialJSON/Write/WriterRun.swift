/// One printing: the output so far, and the arrays and objects that are open. Nothing here recurses.
struct WriterRun {
  var out: [UInt8] = []
  let indent: Int?
  private var open: [Frame] = []

  /// An array or object half printed.
  private enum Frame {
    case elements(JSON.Elements, next: Int)
    case members(JSON.Members, next: Int)
    /// An array of a document: the node that comes next, and the one behind the last.
    case nodes(JSONDocument, position: Int, next: Int, end: Int)
  }

  init(indent: Int?) {
    self.indent = indent.map { max(0, $0) }
  }

  mutating func write(_ json: JSON) {
    begin(json)
    while let frame = open.popLast() {
      switch frame {
      case .nodes(let document, let position, let next, let end):
        guard next < end else {
          self.end(UInt8(ascii: "]"))
          continue
        }
        separate(position)
        open.append(.nodes(document, position: position + 1, next: document.next(next), end: end))
        begin(JSON(.node(document, next)))
      case .elements(let elements, let next):
        guard next < elements.endIndex else {
          end(UInt8(ascii: "]"))
          continue
        }
        separate(next)
        open.append(.elements(elements, next: next + 1))
        begin(elements[next])
      case .members(let members, let next):
        guard next < members.endIndex else {
          end(UInt8(ascii: "}"))
          continue
        }
        separate(next)
        open.append(.members(members, next: next + 1))
        let (name, value) = members[next]
        quote(name.utf8)
        out.append(UInt8(ascii: ":"))
        if indent != nil { out.append(UInt8(ascii: " ")) }
        begin(value)
      }
    }
  }

  /// Prints a scalar, or the bracket of an array or object that is left open.
  private mutating func begin(_ json: JSON) {
    switch json.asKind {
    case .null, .absent: out.append(contentsOf: "null".utf8)
    case .bool: out.append(contentsOf: (json.asBool == true ? "true" : "false").utf8)
    case .number: number(json)
    case .string: string(json)
    case .array:
      if json.elementCount == 0 { return out.append(contentsOf: "[]".utf8) }
      out.append(UInt8(ascii: "["))
      if case .node(let document, let node) = json.storage {
        open.append(.nodes(document, position: 0, next: node + 1, end: document.word(node).offset))
      } else {
        open.append(.elements(json.asArray ?? [], next: 0))
      }
    case .object:
      let members = json.asObject ?? [:]
      if members.isEmpty { return out.append(contentsOf: "{}".utf8) }
      out.append(UInt8(ascii: "{"))
      open.append(.members(members, next: 0))
    }
  }

  /// Called with the open containers without the one that goes on.
  private mutating func separate(_ position: Int) {
    if position > 0 { out.append(UInt8(ascii: ",")) }
    line(open.count + 1)
  }

  private mutating func end(_ bracket: UInt8) {
    line(open.count)
    out.append(bracket)
  }

  private mutating func line(_ level: Int) {
    guard let indent else { return }
    out.append(0x0A)
    out.append(contentsOf: repeatElement(0x20, count: indent * level))
  }

  private mutating func number(_ json: JSON) {
    if case .node(let document, let node) = json.storage {
      out.append(contentsOf: document.slice(node))
    } else {
      out.append(contentsOf: (json.asNumberText ?? "0").utf8)
    }
  }

  private mutating func string(_ json: JSON) {
    if case .node(let document, let node) = json.storage, document.word(node).kind == .string {
      // Without a backslash in the text there is nothing to escape.
      out.append(UInt8(ascii: "\""))
      out.append(contentsOf: document.slice(node))
      out.append(UInt8(ascii: "\""))
    } else {
      quote((json.asString ?? "").utf8)
    }
  }

  mutating func quote(_ text: some Sequence<UInt8>) {
    out.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        out.append(UInt8(ascii: "\\"))
        out.append(byte)
      case 0x20...: out.append(byte)
      case 0x08: out.append(contentsOf: "\\b".utf8)
      case 0x0C: out.append(contentsOf: "\\f".utf8)
      case 0x0A: out.append(contentsOf: "\\n".utf8)
      case 0x0D: out.append(contentsOf: "\\r".utf8)
      case 0x09: out.append(contentsOf: "\\t".utf8)
      default:
        out.append(contentsOf: "\\u00".utf8)
        out.append(byte >> 4 == 0 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        out.append("0123456789abcdef".utf8.dropFirst(Int(byte & 15)).first ?? 0x30)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
