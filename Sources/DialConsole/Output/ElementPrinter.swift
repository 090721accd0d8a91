import Dial
import DialText

/// Writes the elements of a stream: on a terminal at once, so that messages on stderr appear in order, otherwise when ``flush()`` is called
/// or many are pending.
///
/// Texts of events are joined, because they are pieces of one text. Lines of text and JSON are one line each. `-o json` writes one array; a
/// table is written at the end, because it needs all rows.
package struct ElementPrinter {
  private let printer: Printer
  private let textEnd: String
  package private(set) var count = 0
  /// The columns, defined by the first row.
  private var names: [String]?
  /// The rows of a table, written at the end.
  private var rows: [Outcome] = []
  /// The pending output; until the end, if it goes to a file.
  private var waiting: [UInt8] = []
  /// The beginning of a line of the body, for a terminal.
  private var partial: [UInt8] = []
  private var isOnNewLine = true

  package init(_ printer: Printer, textEnd: String) { (self.printer, self.textEnd) = (printer, textEnd) }

  package mutating func write(_ element: Outcome) throws(Failure) {
    count += 1
    switch (printer.format, element) {
    case (OutputFormat.none?, _): return
    case (.table?, _): rows.append(element)
    case (nil, .text(let text)):
      if text.isEmpty, textEnd.isEmpty { return }
      waiting += (printer.safe(text) + textEnd).utf8
      isOnNewLine = waiting.last == 0x0A
    case (.json?, _):
      waiting += (count == 1 ? "[" : ",\n").utf8
      printer.write(json: element.value, into: &waiting)
    case (.yaml?, _): waiting += printer.safe(YAMLWriter.text([element.value])).utf8
    case (.tsv?, _): waiting += printer.safe(try delimited("\t", element)).utf8
    case (.csv?, _): waiting += printer.safe(try delimited(",", element)).utf8
    case (.raw?, _): waiting += (printer.safe(element.value.asString ?? JSONWriter.text(element.value)) + "\n").utf8
    default:
      printer.write(json: element.value, into: &waiting)
      waiting.append(0x0A)
    }
    if printer.isTerminal || waiting.count >= Self.maxWaiting { try flush() }
  }

  /// Counts an element that is written as a part of the body.
  package mutating func skip() { count += 1 }

  /// Appends bytes of the body as they came. A terminal gets whole lines of text.
  package mutating func append(body bytes: [UInt8]) {
    guard printer.isTerminal else { return waiting += bytes }
    partial += bytes
    guard let end = partial.lastIndex(of: 0x0A) else { return }
    waiting += printer.safe(String(decoding: partial[...end], as: UTF8.self)).utf8
    partial.removeFirst(end + 1)
  }

  package var isEmpty: Bool { count == 0 && waiting.isEmpty && partial.isEmpty }

  private static let maxWaiting = 64 << 10

  /// Writes the pending output, except what needs the end. Call it before waiting.
  package mutating func flush() throws(Failure) {
    guard printer.file == nil, !waiting.isEmpty else { return }
    defer { waiting.removeAll(keepingCapacity: true) }
    try printer.console.out(waiting)
  }

  package mutating func finish() throws(Failure) {
    switch printer.format {
    case .json?: waiting += (count == 0 ? "[]\n" : "]\n").utf8
    case .table?: try printer.write(table ?? .json(.array([])))
    case nil, .raw?: endLine()
    default: break
    }
    if let file = printer.file, printer.format != .table { try FileTarget(file).write(waiting) } else { try flush() }
  }

  /// Completes the output after an error: closes an array, writes the rows of a table, and ends the line on a terminal.
  package mutating func interrupt() {
    if let file = printer.file {
      if printer.format == .json, count > 0 { waiting += Array("]\n".utf8) }
      return printer.keep(printer.format == .table ? table.map { printer.bytes($0) } ?? [] : waiting, of: file)
    }
    if count > 0 {
      switch printer.format {
      case .json?: waiting += "]\n".utf8
      case .table?: try? printer.write(table ?? .none)
      default: break
      }
    }
    endLine()
    try? flush()
  }

  private mutating func endLine() {
    if !partial.isEmpty {
      waiting += printer.safe(String(decoding: partial, as: UTF8.self)).utf8 + [0x0A]
      partial = []
    }
    if printer.isTerminal, !isOnNewLine { waiting.append(0x0A) }
  }

  private var table: Outcome? {
    if rows.isEmpty { return nil }
    guard case .rows(_, let labels, _)? = rows.first else { return .json(.array(rows.map(\.value))) }
    return .rows(rows.flatMap { row in if case .rows(let cells, _, _) = row { cells } else { [[JSON]]() } }, labels: labels, isList: true)
  }

  /// Returns a row with the columns of the first row. A member without a column would be lost, so it is an error.
  private mutating func delimited(_ separator: Unicode.Scalar, _ given: Outcome) throws(Failure) -> String {
    let element = given.withDeclaredColumns
    let hasHeader = count == 1 && printer.hasHeader
    if case .rows(let rows, let labels, _) = element {
      return Delimited(separator).text(Grid(rows: rows, names: hasHeader ? labels : nil))
    }
    let value = element.value
    if count == 1 { names = value.asObject?.map(\.name) }
    guard names == nil || value.asObject != nil, names != nil || value.asObject == nil else { throw Self.mixed(value, count) }
    guard let names, let members = value.asObject else { return Delimited(separator).text(Grid(rows: Grid(.array([value])).rows)) }
    if let other = members.first(where: { !names.contains($0.name) })?.name {
      throw Self.unexpected(other, count, names + members.map(\.name).filter { !names.contains($0) })
    }
    return Delimited(separator).text(Grid(rows: [names.map { members[$0] ?? .null }], names: hasHeader ? names : nil))
  }

  private static func mixed(_ value: JSON, _ number: Int) -> Failure {
    let first = value.asObject == nil ? "an object" : "not an object"
    return Failure(
      "selection", "element \(number) is \(value.asKind.noun), but the first element is \(first), so they have no common columns",
      exit: ExitStatus.reply, hint: "to write elements of different kinds, use -o jsonl")
  }

  private static func unexpected(_ name: String, _ number: Int, _ all: [String]) -> Failure {
    Failure(
      "selection", "element \(number) has the member '\(name)', which is not a column, because the first element does not have it",
      exit: ExitStatus.reply, hint: "choose the columns with --tuple \(ShellWord.quoted(all.joined(separator: ",")))")
  }
}
