package import DialJSON
import DialModel

/// The formats of rows.
package enum RowFormat: String, Sendable, CaseIterable {
  case jsonl, csv, tsv

  /// Returns the format that the extension of a file names.
  package init?(path: String) {
    switch path.split(separator: ".").last.map({ $0.lowercased() }) {
    case "jsonl", "ndjson", "json": self = .jsonl
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    default: return nil
    }
  }
}

/// A row of a file, as it was read.
package struct SourceRow: Sendable {
  /// What a row holds: the members of an object, the texts of a record by column, or nothing if it cannot be read.
  package enum Content: Sendable {
    case members([(String, JSON)])
    case cells([String?])
    case fault(String)
  }

  /// The line on which it begins, from 1.
  package var line: Int
  /// Its bytes without the line break.
  package var bytes: [UInt8]
  package var content: Content
}

/// Why rows cannot be read at all.
package struct RowError: Error, Sendable {
  package var message: String
  package var line: Int?
}

/// Cuts bytes into rows while they arrive: JSON Lines, or CSV (RFC 4180) and TSV with a line of names.
package struct RowReader {
  /// The maximum length of a row in bytes.
  package static let longest = 64 << 20

  private let format: RowFormat
  /// The names of the columns of CSV and TSV, which the first record gives if the caller does not.
  package private(set) var columns: [String]?
  /// The line of names as it was read, which a file of rows of the same kind begins with.
  package private(set) var header: [UInt8]?
  private var buffer: [UInt8] = []
  private var start = 0
  /// What was searched for the end of the current row, and where in a record of CSV that part ends.
  private var (searched, place) = (0, Place.start)
  /// The number of line breaks in the part of a quoted record that was searched.
  private var breaks = 0
  private var line = 1
  private var isEnded = false

  /// A place in a record of CSV: at the start of a cell, in one without quotes, in one with quotes, or behind a quote that may close it.
  private enum Place { case start, plain, quoted, closing }

  package init(_ format: RowFormat, columns: [String]? = nil) { (self.format, self.columns) = (format, columns) }

  package mutating func append(_ piece: [UInt8]) {
    if start > 0 {
      buffer.removeFirst(start)
      (searched, start) = (searched - start, 0)
    }
    buffer += piece
  }

  /// Says that nothing more arrives, so that the last row may have no line break.
  package mutating func end() { isEnded = true }

  /// Returns the next whole row; nil if more bytes are needed, or at the end.
  package mutating func next() throws(RowError) -> SourceRow? {
    while true {
      guard let (found, lines) = try record() else { return nil }
      let first = line
      line += lines
      var range = found
      if first == 1, buffer[range].starts(with: [0xEF, 0xBB, 0xBF]) { range = range.lowerBound + 3..<range.upperBound }
      // Empty lines are no rows. One column may be empty in quotes.
      if range.isEmpty || format == .jsonl && buffer[range].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      let bytes = Array(buffer[range])
      if format == .jsonl { return SourceRow(line: first, bytes: bytes, content: Self.members(bytes)) }
      guard let columns else {
        try name(bytes, first)
        continue
      }
      let cells: [String?]
      do throws(RowError) {
        cells = try format == .csv ? Self.csv(bytes) : Self.tsv(bytes)
      } catch {
        return SourceRow(line: first, bytes: bytes, content: .fault(error.message))
      }
      guard cells.count == columns.count else {
        let fault = "expected \(columns.count.counted("column")), found \(cells.count)"
        return SourceRow(line: first, bytes: bytes, content: .fault(fault))
      }
      return SourceRow(line: first, bytes: bytes, content: .cells(cells))
    }
  }

  /// Finds the next row, without its line break, and the number of lines that it has.
  private mutating func record() throws(RowError) -> (Range<Int>, lines: Int)? {
    var found: Int?
    buffer.withUnsafeBufferPointer { bytes in
      var index = searched
      if format == .csv {
        while index < bytes.count {
          let byte = bytes[index]
          if byte == 0x0A {
            if place != .quoted { break }
            breaks += 1
          }
          switch (byte, place) {
          case (UInt8(ascii: "\""), .start), (UInt8(ascii: "\""), .closing): place = .quoted
          case (UInt8(ascii: "\""), .quoted): place = .closing
          case (_, .quoted): break
          case (UInt8(ascii: ","), _): place = .start
          default: place = .plain
          }
          index += 1
        }
      } else {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      }
      if index < bytes.count { found = index }
      searched = index
    }
    guard searched - start <= Self.longest else {
      throw RowError(message: "the row is longer than \(Self.longest >> 20) MiB", line: line)
    }
    guard found != nil || isEnded && start < buffer.count else { return nil }
    let end = found ?? buffer.count
    if found == nil, place == .quoted {
      throw RowError(message: "a quote that opens in this row is never closed", line: line)
    }
    var stop = end
    if stop > start, buffer[stop - 1] == 0x0D { stop -= 1 }
    let range = start..<stop
    start = found.map { $0 + 1 } ?? buffer.count
    searched = start
    let lines = breaks + 1
    (breaks, place) = (0, .start)
    return (range, lines)
  }

  private mutating func name(_ bytes: [UInt8], _ line: Int) throws(RowError) {
    let cells: [String?]
    do throws(RowError) { cells = try format == .csv ? Self.csv(bytes) : Self.tsv(bytes) } catch {
      throw RowError(message: "the line of names: \(error.message)", line: line)
    }
    let names = cells.map { $0 ?? "" }
    if let index = names.firstIndex(of: "") { throw RowError(message: "column \(index + 1) has no name", line: line) }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw RowError(message: "two columns are called '\(name.prefix(60))'", line: line)
    }
    (columns, header) = (names, bytes)
  }

  private static func members(_ bytes: [UInt8]) -> SourceRow.Content {
    do throws(JSONError) {
      let json = try JSON(parsing: bytes)
      guard let members = json.asObject else { return .fault("a row must be an object, but is \(json.asKind.noun)") }
      if case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last {
        return .fault("duplicate key '\(twice.prefix(60))'")
      }
      // In a call, it would be the whole body.
      if members.contains(where: \.name.isEmpty) { return .fault("an argument name is empty; to send a whole body, use '_'") }
      return .members(members.map { ($0.name, $0.value) })
    } catch {
      return .fault("the row is not valid JSON: \(error.message)\(error.column.map { " at column \($0)" } ?? "")")
    }
  }

  /// Cuts a record of CSV. A cell that is empty and has no quotes is absent.
  private static func csv(_ bytes: [UInt8]) throws(RowError) -> [String?] {
    var cells: [String?] = []
    var index = 0
    let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    while true {
      if index < bytes.count, bytes[index] == quote {
        var text: [UInt8] = []
        index += 1
        while index < bytes.count {
          if bytes[index] == quote {
            guard index + 1 < bytes.count, bytes[index + 1] == quote else { break }
            index += 1
          }
          text.append(bytes[index])
          index += 1
        }
        index += 1
        guard index >= bytes.count || bytes[index] == comma else {
          throw RowError(message: "column \(cells.count + 1): a comma must follow the closing quote")
        }
        cells.append(try Self.text(text[...], cells.count))
      } else {
        let end = bytes[index...].firstIndex(of: comma) ?? bytes.count
        let cell = bytes[index..<end]
        if cell.contains(0x0D) { throw loneReturn(cells.count) }
        if cell.contains(quote) {
          throw RowError(message: "column \(cells.count + 1): a quote inside of a cell must be doubled, and the cell be in quotes")
        }
        cells.append(cell.isEmpty ? nil : try Self.text(cell, cells.count))
        index = end
      }
      guard index < bytes.count else { return cells }
      index += 1
      if index == bytes.count {
        cells.append(nil)
        return cells
      }
    }
  }

  /// Cuts a record of TSV, in which `\t`, `\n`, `\r` and `\\` stand for these characters.
  private static func tsv(_ bytes: [UInt8]) throws(RowError) -> [String?] {
    var cells: [String?] = []
    for cell in bytes.split(separator: 0x09, omittingEmptySubsequences: false) {
      guard !cell.isEmpty else {
        cells.append(nil)
        continue
      }
      if cell.contains(0x0D) { throw loneReturn(cells.count) }
      guard cell.contains(UInt8(ascii: "\\")) else {
        cells.append(try text(cell, cells.count))
        continue
      }
      var (plain, rest): ([UInt8], ArraySlice<UInt8>) = ([], cell)
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\"), let next = rest.first, let meant = escapes[next] else {
          plain.append(byte)
          continue
        }
        plain.append(meant)
        rest.removeFirst()
      }
      cells.append(try text(plain[...], cells.count))
    }
    return cells
  }

  /// A file whose lines end with CR alone would be one line of names without rows.
  private static func loneReturn(_ column: Int) -> RowError {
    RowError(message: "column \(column + 1): a carriage return without a line feed; lines must end with LF or CRLF")
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]

  private static func text(_ bytes: ArraySlice<UInt8>, _ column: Int) throws(RowError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RowError(message: "column \(column + 1) is not valid UTF-8")
    }
    return text
  }
}
