/// Writes values as RFC 8259 text, with only the required escapes. A repeated name is written once, with its last value.
public enum JSONWriter {
  /// Returns the text of a value, compact, or with an indentation of so many spaces.
  public static func text(_ json: JSON, indent: Int? = nil) -> String { WriterState(writing: json, indent: indent).out.text }

  /// Returns the text of a value as UTF-8, compact, or indented by this number of spaces per level.
  public static func bytes(_ json: JSON, indent: Int? = nil) -> [UInt8] { WriterState(writing: json, indent: indent).out.bytes }

  /// Appends the compact text of a value.
  public static func write(_ json: JSON, into bytes: inout [UInt8]) { WriterState(writing: json, indent: nil).out.copy(into: &bytes) }

  /// Returns a text as a JSON string with quotes: `say "hi"` becomes `"say \"hi\""`.
  public static func quote(_ text: String) -> String { ByteSink.quote(text) }
}

extension JSON: TextOutputStreamable {
  /// Writes the value compactly, as `"\(json)"` does.
  public func write(to target: inout some TextOutputStream) {
    target.write(JSONWriter.text(self))
  }
}

/// The state of writing: the output, and the open arrays and objects built in code. It does not recurse.
struct WriterState: ~Copyable {
  var out: ByteSink
  let indent: Int?
  private var open: [Frame] = []

  /// An array or object built in code that is being printed.
  private struct Frame {
    /// The names of the members of an object; nil for an array.
    var names: [String]?
    let values: [JSON]
    var next = 0
  }

  init(writing json: JSON, indent: Int?) {
    self.indent = indent.map { max(0, $0) }
    // The maximum size of the compact text of a document.
    let room = if case .node(let document, 0) = json.storage { document.bytes.count } else { 0 }
    out = ByteSink(capacity: room)
    write(json)
  }

  private mutating func write(_ json: JSON) {
    begin(json)
    while var frame = open.popLast() {
      guard frame.next < frame.values.count else {
        end(UInt8(ascii: frame.names == nil ? "]" : "}"), open.count)
        continue
      }
      separate(frame.next, open.count + 1)
      if let names = frame.names {
        out.append(quoting: names[frame.next])
        colon()
      }
      let value = frame.values[frame.next]
      frame.next += 1
      open.append(frame)
      begin(value)
    }
  }

  /// Prints a scalar or a value of a document, or the opening bracket of an array or object.
  private mutating func begin(_ json: JSON) {
    switch json.storage {
    case .null, .absent: out.append("null")
    case .bool(let value): out.append(value ? "true" : "false")
    case .number(let digits): out.append(digits)
    case .string(let text): out.append(quoting: text)
    case .node(let document, let node): write(document, node, level: open.count)
    case .array(let array):
      if array.elements.isEmpty { return out.append("[]") }
      out.append(UInt8(ascii: "["))
      open.append(Frame(values: array.elements))
    case .object(let object):
      if object.names.isEmpty { return out.append("{}") }
      out.append(UInt8(ascii: "{"))
      open.append(Frame(names: object.names, values: object.values))
    }
  }

  /// Prints the separator before a value at this level.
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

  /// An array or object of a document that is being printed.
  private struct OpenNode {
    /// The node after it.
    var end: Int
    var isObject: Bool
    /// The number of elements or members printed.
    var position = 0
    /// The members, if a name is repeated; otherwise they are read from the tape in order.
    var members: ContiguousArray<(name: UInt32, value: UInt32)>?
  }

  /// Prints a node and its descendants in the order of the tape.
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

/// The declared order and labels of the members of a value, so that ``JSON/tuple(_:)`` can read them by position, and `json.label` finds a
/// member with another name in JSON.
///
/// ```swift
/// let user = JSONLayout.record([.init("id", wire: "ID"), .init("name")])
/// let json = JSONLayout.attach(user, to: try JSON(parsing: #"{"name": "Ann", "ID": 7}"#))
/// json.id.asInt                                             // 7
/// let (id, name) = try json.tuple(Int.self, String.self)    // (7, "Ann")
/// ```
public final class JSONLayout: Sendable {
  /// One member of a record.
  public struct Member: Sendable {
    /// The name in the declaration.
    public let label: String
    /// The name in JSON.
    public let wire: String
    /// The layout of the value, if it has one.
    public let layout: JSONLayout?

    /// Creates a member; its name in JSON is the label by default.
    public init(_ label: String, wire: String? = nil, layout: JSONLayout? = nil) {
      self.label = label
      self.wire = wire ?? label
      self.layout = layout
    }
  }

  /// The kinds of layouts.
  public enum Form: Sendable {
    /// An object with these members, or an array with these positions.
    case record([Member])
    case array(JSONLayout)
    /// An object whose values all have this layout.
    case dictionary(JSONLayout)
    case optional(JSONLayout)
    /// A layout that is looked up when needed, because a shape can contain itself.
    case reference(@Sendable () -> JSONLayout?)
  }

  /// The kind and parts of the layout.
  public let form: Form

  /// A layout of this form.
  public init(_ form: Form) {
    self.form = form
  }

  /// An object with these members in this order, or an array with these positions.
  public static func record(_ members: [Member]) -> JSONLayout { JSONLayout(.record(members)) }

  /// An array of such values.
  public static func array(_ element: JSONLayout) -> JSONLayout { JSONLayout(.array(element)) }

  /// An object of any names with such values.
  public static func dictionary(_ value: JSONLayout) -> JSONLayout { JSONLayout(.dictionary(value)) }

  /// Returns the layout of such a value or null.
  public static func optional(_ value: JSONLayout) -> JSONLayout { JSONLayout(.optional(value)) }

  /// Returns a layout that calls `find` when needed, which must not hold the table of this layout strongly.
  public static func reference(_ find: @escaping @Sendable () -> JSONLayout?) -> JSONLayout {
    JSONLayout(.reference(find))
  }

  /// Returns the value with this layout. Does not check whether the value fits.
  public static func attach(_ layout: JSONLayout?, to json: JSON) -> JSON { JSON(json.storage, layout: layout) }

  /// The layout that a value carries; nil if it has none.
  public static func of(_ json: JSON) -> JSONLayout? { json.layout }

  /// The layout after following references and optionals; nil if a reference leads nowhere or only to itself.
  public var resolved: JSONLayout? {
    var layout = self
    for _ in 0..<64 {
      switch layout.form {
      case .record, .array, .dictionary: return layout
      case .optional(let inner): layout = inner
      case .reference(let find):
        guard let found = find() else { return nil }
        layout = found
      }
    }
    return nil
  }

  var record: [Member]? {
    if case .record(let members)? = resolved?.form { members } else { nil }
  }

  var valueLayout: JSONLayout? {
    if case .dictionary(let value)? = resolved?.form { value } else { nil }
  }

  /// The layout of an element of an array, or of a record that is given as an array.
  func elementLayout(_ position: Int) -> JSONLayout? {
    switch resolved?.form {
    case .array(let element): element
    case .record(let members) where members.indices.contains(position): members[position].layout
    default: nil
    }
  }
}
