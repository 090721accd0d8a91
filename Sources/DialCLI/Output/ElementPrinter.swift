import DialJSON

/// Writes the elements of a stream as they come, each at once.
///
/// Texts of events run on, as the words of an answer do; lines of text, and all JSON, are a line each. `-o json` makes the whole one
/// document, a list; a table needs all rows, and comes at the end.
struct ElementPrinter {
  /// How a text is ended where nothing else is asked for.
  enum TextEnd: String {
    case nothing = ""
    case line = "\n"
  }

  private let printer: Printer
  private let textEnd: TextEnd
  private var count = 0
  /// The columns, which the first row names.
  private var names: [String]?
  /// What waits for the end: a table, or a file.
  private var rows: [Outcome] = []
  private var waiting: [UInt8] = []
  private var isOnNewLine = true

  init(_ printer: Printer, textEnd: TextEnd) {
    self.printer = printer
    self.textEnd = textEnd
  }

  mutating func write(_ element: Outcome) throws(Failure) {
    count += 1
    switch (printer.format, element) {
    case (OutputFormat.none?, _): return
    case (.table?, _): rows.append(element)
    case (nil, .text(let text)):
      if text.isEmpty, textEnd == .nothing { return }
      let shown = printer.safe(text) + textEnd.rawValue
      isOnNewLine = shown.hasSuffix("\n")
      try emit(shown)
    case (.json?, _): try emit((count == 1 ? "[" : ",\n") + printer.json(element.value, indent: nil))
    case (.yaml?, _): try emit(printer.safe(YAMLWriter.text([element.value])))
    case (.tsv?, _): try emit(printer.safe(delimited("\t", element)))
    case (.csv?, _): try emit(printer.safe(delimited(",", element)))
    case (.raw?, _): try emit(printer.safe(element.value.asString ?? JSONWriter.text(element.value)) + "\n")
    default: try emit(printer.json(element.value, indent: nil) + "\n")
    }
  }

  /// What the end of the stream needs.
  mutating func finish() throws(Failure) {
    switch printer.format {
    case .json?: try emit(count == 0 ? "[]\n" : "]\n")
    case .table?: try printer.write(table ?? .json(.array([])))
    case nil: endLine()
    default: break
    }
    if let file = printer.file, printer.format != .table { try FileTarget(file).write(waiting) }
  }

  /// Ends what stdout has, or may still get, of a stream that broke off: a list is closed, a table has the rows that came, and on a terminal
  /// what comes next begins on a line of its own.
  mutating func interrupt() {
    if let file = printer.file {
      if printer.format == .json, count > 0 { waiting += Array("]\n".utf8) }
      return printer.keep(printer.format == .table ? table.map { printer.bytes($0) } ?? [] : waiting, of: file)
    }
    if count > 0 {
      switch printer.format {
      case .json?: try? emit("]\n")
      case .table?: try? printer.write(table ?? .none)
      default: break
      }
    }
    endLine()
  }

  private func endLine() {
    if printer.isTerminal, !isOnNewLine { try? printer.console.out([0x0A]) }
  }

  private mutating func emit(_ text: String) throws(Failure) {
    if printer.file != nil { waiting += text.utf8 } else if !text.isEmpty { try printer.console.out(Array(text.utf8)) }
  }

  private var table: Outcome? {
    if rows.isEmpty { return nil }
    guard case .rows(_, let labels, _)? = rows.first else { return .json(.array(rows.map(\.value))) }
    return .rows(
      rows.flatMap { row in if case .rows(let cells, _, _) = row { cells } else { [[JSON]]() } }, labels: labels, isList: true)
  }

  /// A row. Its columns are those of the first; what it has beside them is left out.
  private mutating func delimited(_ separator: Unicode.Scalar, _ element: Outcome) -> String {
    if case .rows(let rows, let labels, _) = element {
      return Delimited(separator).text(Grid(rows: rows, names: count == 1 && separator == "," ? labels : nil))
    }
    let value = element.value
    if count == 1 { names = value.asObject?.map(\.name) }
    guard let names, let members = value.asObject else { return Delimited(separator).text(Grid(rows: Grid(value).rows)) }
    return Delimited(separator).text(Grid(rows: [names.map { members[$0] ?? .null }], names: count == 1 ? names : nil))
  }
}
