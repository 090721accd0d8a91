package import Dial
import DialAdvice
import DialText

/// Writes a result to stdout or a file, in the requested format.
///
/// On a terminal, it is colored and indented, and control characters are escaped. Files and pipes get every byte unchanged.
package struct Printer {
  package let console: Console
  /// The format; nil writes JSON, text or bytes according to the result.
  package var format: OutputFormat?
  package var isCompact = false
  /// Whether JSON is indented, even if stdout is not a terminal.
  package var isIndented = false
  /// The file of `-O`.
  package var file: String?
  /// Whether bytes are written to a terminal, for `-O -`.
  package var showsBytes = false
  /// Whether columns have names; nil for the rule of the format.
  package var header: Bool?

  package init(
    console: Console, format: OutputFormat? = nil, isCompact: Bool = false, isIndented: Bool = false, header: Bool? = nil
  ) {
    (self.console, self.format, self.header) = (console, format, header)
    (self.isCompact, self.isIndented) = (isCompact, isIndented)
  }

  /// Whether columns have names. Tabs are for `read` in a shell, which has its own names.
  package var hasHeader: Bool { header ?? (format != .tsv) }
  package var isTerminal: Bool { file == nil && console.outIsTerminal }
  private var hasColor: Bool { file == nil && console.outHasColor }

  package func write(_ result: Outcome) throws(Failure) {
    tellUndeclared(result)
    switch (format, result) {
    case (OutputFormat.none?, _): if file != nil { try emit([]) }
    case (nil, .text(let text)), (.raw?, .text(let text)), (.table?, .text(let text)): try write(text)
    case (nil, .bytes(let bytes, let type)), (.raw?, .bytes(let bytes, let type)): try write(bytes, type)
    case (nil, .none), (.raw?, .none), (.jsonl?, .none), (.tsv?, .none), (.csv?, .none), (.table?, .none): try emit([])
    case (.table?, _): try emitTable(Array(shown(result).utf8))
    default: try emit(Array(shown(result).utf8))
    }
  }

  /// Notes that columns leave out members that the spec does not declare.
  private func tellUndeclared(_ result: Outcome) {
    guard format?.hasColumns == true, !console.isQuiet, case .json(let value) = result, TupleRows.declared(in: value) != nil else { return }
    let count = TupleRows.undeclared(in: value)
    guard count > 0 else { return }
    let what = "\(count.counted("undeclared member")) \(count == 1 ? "is" : "are")"
    console.note("note: \(what) not in the columns; to print them, use --tuple or -o json")
  }

  /// Writes a table, with the pager if it is longer than the terminal.
  private func emitTable(_ bytes: [UInt8]) throws(Failure) {
    if isTerminal, let height = console.height, let page = console.page, bytes.count(where: { $0 == 0x0A }) >= height, page(bytes) {
      return
    }
    try emit(bytes)
  }

  /// Returns a result in the requested format, for the incomplete result of a failed call.
  package func bytes(_ result: Outcome) -> [UInt8] { format == OutputFormat.none ? [] : Array(shown(result).utf8) }

  /// Saves an incomplete result next to the file that will not be written, and prints where.
  package func keep(_ bytes: [UInt8], of file: String) {
    guard let path = FileTarget.keep(bytes, besides: file) else { return }
    console.tell(Notice(.note, "partial", "saved the partial result to '\(path)'"))
  }

  private func write(_ text: String) throws(Failure) {
    guard isTerminal else { return try emit(Array(text.utf8)) }
    try emit(Array((safe(text) + (text.hasSuffix("\n") || text.isEmpty ? "" : "\n")).utf8))
  }

  private func write(_ bytes: [UInt8], _ type: String) throws(Failure) {
    if isTerminal, !bytes.isEmpty, !showsBytes { throw Self.cannotShow(bytes.count, type) }
    try emit(bytes)
  }

  /// Returns the failure of a binary result on a terminal. `count` is its size in bytes; nil if it is unknown.
  package static func cannotShow(_ count: Int?, _ type: String) -> Failure {
    .io(
      "the result is \(count.map { "\($0) " } ?? "")bytes of \(type), which a terminal cannot show",
      hint: "write the result to a file with -O FILE, or redirect: dial … > FILE")
  }

  /// Returns the same for a response with these headers, of which not all has arrived.
  package static func cannotShow(_ headers: HTTPFields) -> Failure {
    cannotShow(headers[.contentLength].flatMap { Int($0) }, headers[.contentType] ?? "application/octet-stream")
  }

  private func shown(_ outcome: Outcome) -> String {
    let result = format?.hasColumns == true ? outcome.withDeclaredColumns : outcome
    let value = result.value
    var lines: [JSON] { if case .rows(let rows, _, _) = result { rows.map(JSON.array) } else { value.asArray.map(Array.init) ?? [value] } }
    var grid: Grid {
      guard case .rows(let rows, let labels, _) = result else { return Grid(value, isNamed: hasHeader) }
      return Grid(rows: rows, names: hasHeader ? labels : nil)
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

  /// Returns a table, and prints the names of omitted columns to stderr.
  private func table(_ grid: Grid) -> String {
    let table = Table(width: file == nil ? console.textWidth ?? console.pipeWidth : nil, hasColor: hasColor)
    let hidden = table.hidden(grid)
    if !hidden.isEmpty {
      let names = hidden.map { "'\(TerminalText.safe($0))'" }.joined(separator: ", ")
      console.note(
        "note: hiding column\(hidden.count == 1 ? "" : "s") that would not fit: \(names); choose columns with --tuple, or use -o json")
    }
    return table.text(grid)
  }

  package func json(_ value: JSON, indent: Int?) -> String {
    guard isTerminal || hasColor else { return JSONWriter.text(value, indent: indent) }
    return String(decoding: JSONHighlighter(hasColor: hasColor).painted(JSONWriter.bytes(value, indent: indent)), as: UTF8.self)
  }

  /// Appends JSON in one line.
  package func write(json value: JSON, into bytes: inout [UInt8]) {
    guard isTerminal || hasColor else { return JSONWriter.write(value, into: &bytes) }
    bytes += JSONHighlighter(hasColor: hasColor).painted(JSONWriter.bytes(value))
  }

  package func safe(_ text: String) -> String { isTerminal ? TerminalText.lines(text) : text }

  private func emit(_ bytes: [UInt8]) throws(Failure) {
    if let file { return try FileTarget(file).write(bytes) }
    if !bytes.isEmpty { try console.out(bytes) }
  }
}

extension Console {
  /// Writes JSON in a format, otherwise a text for people.
  package func write(_ json: @autoclosure () -> JSON, _ format: OutputFormat?, otherwise text: @autoclosure () -> String) throws(Failure) {
    guard let format else { return try out(Array(text().utf8)) }
    try Printer(console: self, format: format).write(.json(json()))
  }
}

package enum OutputFormat: String, Sendable, CaseIterable {
  case json, jsonl, yaml, tsv, csv, table, raw, none
  /// The whole response of a call.
  case full

  package static let allCases: [OutputFormat] = [.json, .jsonl, .yaml, .tsv, .csv, .table, .raw, .none]

  var hasColumns: Bool { self == .tsv || self == .csv || self == .table }
}

/// The value to write.
package enum Outcome: Sendable {
  case json(JSON)
  /// Rows of `--tuple` with the names of their columns: one, or several for an array.
  case rows([[JSON]], labels: [String], isList: Bool)
  case text(String)
  case bytes([UInt8], type: String)
  case none

  package var value: JSON {
    switch self {
    case .json(let json): json
    case .rows(let rows, _, let isList): isList ? .array(rows.map(JSON.array)) : .array(rows.first ?? [])
    case .text(let text): .string(text)
    case .bytes(let bytes, _): .string(Base64.encode(bytes))
    case .none: .null
    }
  }

  /// The rows of a declared tuple, the same as with `--tuple`.
  package var withDeclaredColumns: Outcome { if case .json(let value) = self { TupleRows.declared(in: value) ?? self } else { self } }
}

/// The part of the result that flags select.
package struct Selection: Sendable {
  package var path: JMESPath?
  package var labels: [String]?
  package var isRequired = false

  package var isWhole: Bool { path == nil && labels == nil }
  /// Whether no flag selects or requires anything.
  package var isEmpty: Bool { isWhole && !isRequired }

  /// Returns the selected part of an element of a stream; an unselected text is unchanged.
  package func applied(toElement element: JSON, of endpoint: EndpointModel, _ columns: inout FoundColumns) throws(Failure) -> Outcome {
    if isRequired, isWhole, element.isNull { throw failure("an element of the result is null", endpoint, status: nil) }
    do throws(JSONError) {
      let value = try selected(element)
      if let labels { return try TupleRows(labels: labels, isRequired: isRequired).rows(of: value, &columns) }
      return value.asString.map { .text($0) } ?? .json(value)
    } catch {
      throw failure(message(error), endpoint, status: nil)
    }
  }

  private func selected(_ value: JSON) throws(JSONError) -> JSON {
    guard let path else { return value }
    return isRequired ? try path.require(in: value) : try path.select(value)
  }

  /// Fails if no page, or no element of a stream, has a name of `--tuple`.
  package func checkColumns(_ columns: FoundColumns, _ endpoint: EndpointModel, status: Int? = nil) throws(Failure) {
    if let error = columns.absent { throw failure(message(error), endpoint, status: status) }
  }

  package func applied(to reply: Reply) throws(Failure) -> Outcome {
    var columns = FoundColumns(isWhole: true)
    let outcome = try applied(toPage: reply, &columns)
    try checkColumns(columns, reply.endpoint, status: reply.status.code)
    return outcome
  }

  /// Selects from a page, whose items may all lack a member that those of other pages have.
  package func applied(toPage reply: Reply, _ columns: inout FoundColumns) throws(Failure) -> Outcome {
    guard !isWhole else {
      if isRequired, reply.value.isNull { throw failure("the result is null", reply.endpoint, status: reply.status.code) }
      return Self.whole(reply)
    }
    switch reply.content {
    case .text, .bytes:
      let message = "\(path == nil ? "--tuple" : "--select") requires JSON, but the response is \(Self.kind(reply))"
      var failure = failure(message, reply.endpoint, status: reply.status.code)
      if reply.endpoint.policy.decode == nil, case .inferred = reply.endpoint.result {
        let type = reply.headers[.contentType].flatMap { MediaType($0) }
        let (what, word) = type?.isXML == true ? ("to read the XML", "xml") : ("if the body is JSON", "json")
        failure.hint = "\(what), add 'decode: \(word)' to '\(reply.endpoint.name)' in the spec"
      }
      throw failure
    default: break
    }
    do throws(JSONError) {
      if isRequired, let path, let absence = absence(in: reply.value), try path.select(reply.value).asArray?.isEmpty ?? false {
        throw JSONError(.missing, absence, path: path.text)
      }
      let value = try selected(reply.value)
      guard let labels else { return .json(value) }
      return try TupleRows(labels: labels, isRequired: isRequired).rows(of: value, &columns)
    } catch {
      throw failure(message(error), reply.endpoint, status: reply.status.code)
    }
  }

  /// Says which name of `--select` the result does not have; nil if it has all of them.
  ///
  /// - Parameter what: the value in the message.
  package func absence(in value: JSON, _ what: String = "result") -> String? {
    guard let path else { return nil }
    guard let (name, available, isList) = path.absentMember(in: value) else { return spread(path, value) ?? scalar(path, value) }
    // Other names have a warning already.
    if path.likelyValues.contains(where: { $0.name == name && ($0.kind != .stage || JQExpression.functions[name] != nil) }) { return nil }
    if path.text == name, let call = JQExpression.functions[name] {
      // Elements have keys, an array has none.
      let each = isList && name.hasPrefix("keys") ? "[*]." : ""
      return "'\(name)' selects a member; to call the function, write \(each)\(call)"
    }
    if isList {
      let each = path.text.hasPrefix("{") ? path.text : name
      return "'\(name)' selects a member, but the value is an array; to select from its elements, write [*].\(each)"
    }
    let question = Suggestion.question(for: name, among: available)
    // Few names say more than a guess that fails.
    let all =
      question.isEmpty && (1...8).contains(available.count)
      ? "; available: \(available.map { "'\($0.excerpt)'" }.joined(separator: ", "))" : ""
    return "the \(what) has no '\(name)'\(question)\(all)"
  }

  /// Says that a member is selected from a value that has none.
  private func scalar(_ path: JMESPath, _ value: JSON) -> String? {
    guard let (name, from, member) = path.memberOfScalar(in: value) else { return nil }
    // Other names have a warning already.
    if path.likelyValues.contains(where: { $0.name == name }) { return nil }
    return "'\(name)' selects a member, but \(member.map { "'\($0)' is null" } ?? "the value is \(from.asKind.noun)")"
  }

  /// Says that an object is selected from as if it were an array.
  private func spread(_ path: JMESPath, _ value: JSON) -> String? {
    guard let (sign, object) = path.spreadObject(in: value) else { return nil }
    let list = object.asObject?.first { $0.value.asArray != nil }?.name
    let advice = list.map { "did you mean '\($0)\(sign)'?" } ?? "to select from its values, write '*'"
    return "'\(sign)' selects from an array, but the value is an object; \(advice)"
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

  private func failure(_ message: String, _ endpoint: EndpointModel, status: Int?) -> Failure {
    var failure = Failure("selection", message, exit: ExitStatus.reply)
    failure.endpoint = endpoint.name
    failure.location = endpoint.range
    failure.status = status
    failure.attempts = 1
    return failure
  }
}

/// Writes the records of several responses: JSON and JSON lines at once, other formats at the end, because columns depend on all records.
/// The output is complete whenever it is finished.
package struct RecordWriter {
  private let printer: Printer
  private var count = 0
  private var kept: [JSON] = []
  private var labels: [String]?

  package init(_ printer: Printer) { self.printer = printer }

  /// Whether records are written at once. A file appears only when it is complete.
  private var streams: Bool { printer.file == nil && (printer.format == nil || printer.format == .json || printer.format == .jsonl) }

  /// Writes records; `labels` are the names of the columns of rows.
  package mutating func write(_ records: [JSON], labels: [String]?) throws(Failure) {
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

  /// Finishes the output. With `isWhole: false`, after an error, only output to stdout is finished.
  package mutating func finish(isWhole: Bool) throws(Failure) {
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
  /// The separator of the records in an array.
  fileprivate var gap: String { isPretty ? "\n  " : "" }

  private var isPretty: Bool { format != .jsonl && (isIndented || isTerminal && !isCompact) }

  fileprivate func record(_ value: JSON) -> String {
    isPretty ? json(value, indent: 2).replacing("\n", with: "\n  ") : json(value, indent: nil)
  }
}
