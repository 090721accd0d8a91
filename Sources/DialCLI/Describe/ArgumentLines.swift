import Dial
import DialText

/// The lines about the arguments of an endpoint: name, type, presence and location, then notes.
struct ArgumentLines {
  var width: Int?

  /// A longer type gets its own line.
  private static let longestType = 32

  func lines(_ arguments: [EndpointDescription.Argument]) -> [String] {
    let heads = arguments.map(Self.head)
    let widths = (0..<4).map { column in heads.map { TerminalText.width($0[column]) }.max() ?? 0 }
    let isNarrow = width.map { widths.reduce(0, +) + 3 * TableLayout.gap > $0 } ?? false
    return zip(arguments, heads).flatMap { argument, head -> [String] in
      let wrapped = Wrap(width, indent: Self.indent.count).lines(head[1...].joined(separator: ", ")).map { Self.indent + $0 }
      let first = isNarrow ? [head[0]] + wrapped : [TableLayout.line(head, widths)]
      return first + details(argument)
    }
  }

  private static let indent = "    "

  private static func head(_ argument: EndpointDescription.Argument) -> [String] {
    let type = TerminalText.width(argument.type) > longestType ? argument.kind : argument.type
    return [argument.name + argument.mark, type, presence(argument), place(argument)].map { TerminalText.safe($0) }
  }

  private static func presence(_ argument: EndpointDescription.Argument) -> String {
    if argument.parameter.isRequired { return "required" }
    if argument.parameter.isNeeded { return "required in a body" }
    return argument.standard.map { "default \($0.count > 32 ? String($0.prefix(31)) + "…" : $0)" } ?? "optional"
  }

  static func place(_ argument: EndpointDescription.Argument) -> String {
    let wire = argument.parameter.wire
    let isNamed = wire != argument.name && !wire.isEmpty && argument.parameter.place != .body
    return (isNamed ? "\(argument.place) '\(wire)'" : argument.place) + (argument.word.map { ", position \($0)" } ?? "")
  }

  private func details(_ argument: EndpointDescription.Argument) -> [String] {
    var texts = argument.parameter.doc.map { [$0] } ?? []
    if TerminalText.width(argument.type) > Self.longestType { texts.append(argument.type) }
    if !argument.values.isEmpty { texts.append("one of " + argument.values.joined(separator: ", ")) }
    texts += argument.notes
    let wrap = Wrap(width, indent: Self.indent.count)
    return texts.flatMap(wrap.lines).map { $0.isEmpty ? "" : Self.indent + $0 }
  }
}

/// Notes about an argument: its syntax, its unit and its limits.
struct ArgumentNotes {
  let types: TypeTable
  let name: String

  func all(_ parameter: ParameterModel) -> [String] {
    var notes: [String] = []
    let shape = types.resolve(parameter.knownShape.wrapped)
    if parameter.shape.holdsFile {
      notes.append(
        parameter.shape.isFileList ? "files: \(name)@PATH \(name)@PATH …" : "a file: \(name)@PATH, or \(name)@- for standard input")
      if let maximum = parameter.file.maxBytes { notes.append("at most \(ByteCount.text(maximum))") }
      if let type = parameter.file.mimeType { notes.append("sent as \(type)") }
    }
    notes += ConstraintNotes.lines(parameter.constraints)
    switch shape {
    case .date: notes.append(Self.date(parameter.style.dates ?? .rfc3339))
    case .data: notes.append("bytes: base64, or \(name)=@FILE")
    case .array(let item) where Self.isPlain(types.resolve(item)): notes.append("several values: \(name)=… \(name)=…")
    case .record: notes.append("a single member: \(name).MEMBER=…")
    default: break
    }
    if let example = parameter.example, !parameter.isSecret { notes.append("for example \(example.asString ?? JSONWriter.text(example))") }
    if parameter.isSecret { notes.append("secret: never shown") }
    return notes
  }

  private static func date(_ style: Style.Dates) -> String {
    switch style {
    case .rfc3339: "a time such as 2024-01-31T10:00:00Z"
    case .unix: "a time such as 2024-01-31T10:00:00Z, sent as a Unix time in seconds"
    case .unixMilliseconds: "a time such as 2024-01-31T10:00:00Z, sent as a Unix time in milliseconds"
    case .noZone: "a time such as 2024-01-31T10:00:00Z, sent in UTC without 'Z'"
    case .http: "a time such as 2024-01-31T10:00:00Z, sent as an HTTP date"
    }
  }

  private static func isPlain(_ shape: Shape) -> Bool {
    switch shape {
    case .array, .dictionary, .record, .json, .file: false
    default: true
    }
  }
}
