import DialJSON

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
