import DialJSON
import DialSyntax

/// Writes a result to stdout or to a file, in the form that was asked for.
///
/// A terminal changes colour and indentation, and control characters are shown as escapes there; files and pipes get every
/// byte as it is.
struct Printer {
  let console: Console
  /// Nil: JSON as JSON, text as text, bytes as they are.
  var format: OutputFormat?
  var isCompact = false
  /// Indented, whatever stdout is.
  var isIndented = false
  /// Of `-O`.
  var file: String?
  /// Whether a terminal gets bytes, as `-O -` asks for.
  var showsBytes = false

  var isTerminal: Bool { file == nil && console.outIsTerminal }
  private var hasColor: Bool { file == nil && console.outHasColor }

  func write(_ result: Outcome) throws(Failure) {
    switch (format, result) {
    case (OutputFormat.none?, _): if file != nil { try emit([]) }
    case (nil, .text(let text)), (.raw?, .text(let text)): try write(text)
    case (nil, .bytes(let bytes, let type)), (.raw?, .bytes(let bytes, let type)): try write(bytes, type)
    case (nil, .none), (.raw?, .none), (.jsonl?, .none), (.tsv?, .none), (.csv?, .none), (.table?, .none): try emit([])
    case (.table?, _): try emitTable(Array(shown(result).utf8))
    default: try emit(Array(shown(result).utf8))
    }
  }

  /// A table that is longer than the terminal goes through the pager.
  private func emitTable(_ bytes: [UInt8]) throws(Failure) {
    if isTerminal, let height = console.height, let page = console.page, bytes.count(where: { $0 == 0x0A }) >= height, page(bytes) {
      return
    }
    try emit(bytes)
  }

  /// A result in the form that was asked for; for what is kept of one that broke off.
  func bytes(_ result: Outcome) -> [UInt8] { format == OutputFormat.none ? [] : Array(shown(result).utf8) }

  /// Keeps what came of a result for a file that will not be written, and says where.
  func keep(_ bytes: [UInt8], of file: String) {
    guard let path = FileTarget.keep(bytes, besides: file) else { return }
    console.tell(Notice(.note, "partial", "saved the partial result to '\(path)'"))
  }

  // MARK: as they are

  private func write(_ text: String) throws(Failure) {
    guard isTerminal else { return try emit(Array(text.utf8)) }
    try emit(Array((safe(text) + (text.hasSuffix("\n") || text.isEmpty ? "" : "\n")).utf8))
  }

  private func write(_ bytes: [UInt8], _ type: String) throws(Failure) {
    if isTerminal, !bytes.isEmpty, !showsBytes {
      throw Self.cannotShow(bytes.count, type)
    }
    try emit(bytes)
  }

  /// The failure of a binary result on a terminal; `count` is nil if the server did not say how long it is.
  static func cannotShow(_ count: Int?, _ type: String) -> Failure {
    .io(
      "the result is \(count.map { "\($0) " } ?? "")bytes of \(type), which a terminal cannot show",
      hint: "write the result to a file with -O FILE, or redirect: dial … > FILE")
  }

  // MARK: as values

  private func shown(_ outcome: Outcome) -> String {
    let result = format?.hasColumns == true ? outcome.withDeclaredColumns : outcome
    let value: JSON
    let grid: Grid
    let lines: [JSON]
    switch result {
    case .rows(let rows, let labels, let isList):
      lines = rows.map(JSON.array)
      value = isList ? .array(lines) : lines.first ?? .null
      // Tabs are for 'read' of a shell, which knows the order that it asked for.
      grid = Grid(rows: rows, names: format == .tsv ? nil : labels)
    default:
      value = result.value
      grid = Grid(value)
      lines = value.asArray.map(Array.init) ?? [value]
    }
    return switch format {
    case .jsonl: lines.map { json($0, indent: nil) + "\n" }.joined()
    case .yaml: safe(YAMLWriter.text(value))
    case .tsv: safe(Delimited("\t").text(grid))
    case .csv: safe(Delimited(",").text(grid))
    case .table: table(grid)
    case .raw: safe(value.asString ?? JSONWriter.text(value)) + "\n"
    default: json(value, indent: isIndented || isTerminal && !isCompact ? 2 : nil) + "\n"
    }
  }

  /// Columns that the terminal has no room for are named on stderr.
  private func table(_ grid: Grid) -> String {
    let table = Table(width: file == nil ? console.outIsTerminal ? console.width : console.pipeWidth : nil, hasColor: hasColor)
    let hidden = table.hidden(grid)
    if !hidden.isEmpty {
      let names = hidden.map { "'\(TerminalText.safe($0))'" }.joined(separator: ", ")
      console.note("note: hiding column\(hidden.count == 1 ? "" : "s") that would not fit: \(names); choose columns with --tuple, or use -o json")
    }
    return table.text(grid)
  }

  func json(_ value: JSON, indent: Int?) -> String {
    guard isTerminal || hasColor else { return JSONWriter.text(value, indent: indent) }
    return String(decoding: JSONHighlighter(hasColor: hasColor).painted(JSONWriter.bytes(value, indent: indent)), as: UTF8.self)
  }

  /// Appends JSON as it is shown on one line.
  func write(json value: JSON, into bytes: inout [UInt8]) {
    guard isTerminal || hasColor else { return JSONWriter.write(value, into: &bytes) }
    bytes += JSONHighlighter(hasColor: hasColor).painted(JSONWriter.bytes(value))
  }

  func safe(_ text: String) -> String { isTerminal ? TerminalText.lines(text) : text }

  private func emit(_ bytes: [UInt8]) throws(Failure) {
    if let file { return try FileTarget(file).write(bytes) }
    if !bytes.isEmpty { try console.out(bytes) }
  }
}

/// The forms that a result is written in.
enum OutputFormat: String, Sendable, CaseIterable {
  case json, jsonl, yaml, tsv, csv, table, raw, none

  var hasColumns: Bool { self == .tsv || self == .csv || self == .table }
}
