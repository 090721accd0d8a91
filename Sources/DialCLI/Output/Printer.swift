import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialSyntax
import HTTPTypes

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
      console.note(
        "note: hiding column\(hidden.count == 1 ? "" : "s") that would not fit: \(names); choose columns with --tuple, or use -o json")
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

/// What is written: a value of JSON, a text, bytes, or nothing.
enum Outcome: Sendable {
  case json(JSON)
  /// Rows of arrays with the names of their columns, from `--tuple`: one, or those of a list.
  case rows([[JSON]], labels: [String], isList: Bool)
  case text(String)
  case bytes([UInt8], type: String)
  case none

  /// As JSON has it: bytes are base64 text.
  var value: JSON {
    switch self {
    case .json(let json): json
    case .rows(let rows, _, let isList): isList ? .array(rows.map(JSON.array)) : .array(rows.first ?? [])
    case .text(let text): .string(text)
    case .bytes(let bytes, _): .string(Base64.encode(bytes))
    case .none: .null
    }
  }

  /// The rows of a declared tuple, as `--tuple` would give them.
  var withDeclaredColumns: Outcome {
    if case .json(let value) = self { TupleRows.declared(in: value) ?? self } else { self }
  }
}

/// What the flags take from the result of a call.
struct Selection: Sendable {
  /// Of `--select`; applied to what the spec selected.
  var path: JMESPath?
  /// Of `--tuple`.
  var labels: [String]?
  var isRequired = false

  /// Whether nothing is taken out of the result.
  var isWhole: Bool { path == nil && labels == nil }

  /// What the flags take from one element of a stream; a text as it is where they take nothing.
  func applied(toElement element: JSON, of endpoint: EndpointModel) throws(Failure) -> Outcome {
    if isRequired, path == nil, labels == nil, element.isNull { throw failure("an element of the result is null", endpoint, status: nil) }
    do throws(JSONError) {
      var value = element
      if let path { value = isRequired ? try path.require(in: value) : try path.select(value) }
      if let labels { return try TupleRows(labels, isRequired: isRequired).rows(of: value) }
      return value.asString.map { .text($0) } ?? .json(value)
    } catch {
      throw failure(message(error), endpoint, status: nil)
    }
  }

  func applied(to reply: Reply) throws(Failure) -> Outcome {
    guard path != nil || labels != nil else {
      if isRequired, reply.value.isNull { throw failure("the result is null", reply) }
      return Self.whole(reply)
    }
    switch reply.content {
    case .text, .bytes:
      var failure = failure("\(path == nil ? "--tuple" : "--select") requires JSON, but the response is \(Self.kind(reply))", reply)
      if reply.endpoint.policy.decode == nil, case .inferred = reply.endpoint.result {
        failure.hint = "if the body is JSON, add 'decode: json' to '\(reply.endpoint.name)' in the spec"
      }
      throw failure
    default: break
    }
    var value = reply.value
    do throws(JSONError) {
      if let path { value = isRequired ? try path.require(in: value) : try path.select(value) }
      if let labels { return try TupleRows(labels, isRequired: isRequired).rows(of: value) }
    } catch {
      throw failure(message(error), reply)
    }
    return .json(value)
  }

  private func message(_ error: JSONError) -> String {
    path.flatMap { labels == nil ? "--select '\($0.text)': \(error.message)" : nil } ?? error.message
  }

  private static func whole(_ reply: Reply) -> Outcome {
    switch reply.content {
    case .json, .headers: .json(reply.value)
    case .text: .text(reply.value.asString ?? "")
    case .bytes: .bytes(reply.body, type: reply.headers["content-type"] ?? "bytes")
    case .none: .none
    }
  }

  private static func kind(_ reply: Reply) -> String {
    let type = reply.headers["content-type"].map { String($0.prefix { $0 != ";" }) }
    return type ?? (reply.content == .text ? "text" : "bytes of unknown type")
  }

  private func failure(_ message: String, _ reply: Reply) -> Failure {
    failure(message, reply.endpoint, status: reply.status.code)
  }

  private func failure(_ message: String, _ endpoint: EndpointModel, status: Int?) -> Failure {
    var failure = Failure("selection", message, exit: ExitStatus.reply)
    failure.endpoint = endpoint.name
    failure.location = endpoint.range
    failure.status = status
    failure.attempts = 1
    return failure
  }
}

/// Writes the records of many replies: JSON and JSON lines as they come, everything else at the end, as columns belong to all of them.
/// Whenever it is finished, what was written is whole.
struct RecordWriter {
  private let printer: Printer
  private var count = 0
  private var kept: [JSON] = []
  private var labels: [String]?

  init(_ printer: Printer) { self.printer = printer }

  /// Whether records leave at once. A file is there only when it is whole.
  private var streams: Bool { printer.file == nil && (printer.format == nil || printer.format == .json || printer.format == .jsonl) }

  /// Writes records; `labels` name their columns, where they are rows.
  mutating func write(_ records: [JSON], labels: [String]?) throws(Failure) {
    self.labels = labels
    guard streams else {
      if printer.format != OutputFormat.none { kept += records }
      return
    }
    let texts = records.map { printer.record($0) }
    if printer.format == .jsonl {
      try out(texts.map { $0 + "\n" }.joined())
    } else {
      let opening = count == 0 ? "[" + printer.gap : "," + printer.gap
      if !texts.isEmpty { try out(opening + texts.joined(separator: "," + printer.gap)) }
    }
    count += records.count
  }

  /// Ends what was begun.
  ///
  /// - Parameter isWhole: false where the walk failed: then only what stdout has already got, or may still get, is ended.
  mutating func finish(isWhole: Bool) throws(Failure) {
    if streams {
      guard printer.format != .jsonl else { return }
      if count > 0 { try out(printer.gap.isEmpty ? "]\n" : "\n]\n") } else if isWhole { try out("[]\n") }
    } else if isWhole || !kept.isEmpty {
      let rows = labels.map { labels in Outcome.rows(kept.map { $0.asArray.map(Array.init) ?? [$0] }, labels: labels, isList: true) }
      let result = rows ?? .json(.array(kept))
      if let file = printer.file, !isWhole { printer.keep(printer.bytes(result), of: file) } else { try printer.write(result) }
    }
  }

  private func out(_ text: String) throws(Failure) { try printer.console.out(Array(text.utf8)) }
}

extension Printer {
  /// What stands between the records of a list.
  fileprivate var gap: String { isPretty ? "\n  " : "" }

  private var isPretty: Bool { format != .jsonl && (isIndented || isTerminal && !isCompact) }

  fileprivate func record(_ value: JSON) -> String {
    isPretty ? json(value, indent: 2).replacing("\n", with: "\n  ") : json(value, indent: nil)
  }
}
