import DialJSON
import DialMessage
import DialModel
import DialSpec

/// What a reader should know of an argument beside its type: how it is written, in which units, what bounds it has.
struct ArgumentNotes {
  let types: TypeTable
  /// The name as it is written on the line.
  let name: String

  func all(_ parameter: ParameterModel) -> [String] {
    var notes: [String] = []
    let shape = types.resolve(parameter.shape.wrapped)
    if parameter.shape.isFile || parameter.shape.isFileList {
      notes.append(
        parameter.shape.isFileList
          ? "files: \(name)@PATH \(name)@PATH …" : "a file: \(name)@PATH, or \(name)@- for standard input")
      if let maximum = parameter.file.maxBytes { notes.append("at most \(ByteCount.text(maximum))") }
      if let type = parameter.file.mimeType { notes.append("sent as \(type)") }
    }
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
