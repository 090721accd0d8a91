extension WriterRun {
  /// An array or object of a document, half printed.
  private struct OpenNode {
    /// The node behind it.
    var end: Int
    var isObject: Bool
    /// The number of elements or members printed.
    var position = 0
    /// The members, where a name comes twice; else they stand on the tape one behind the other.
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
      // Now to the value that comes next, after closing what ends here.
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
      // Without a backslash in the text there is nothing to escape: the quotes around it are copied too.
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
