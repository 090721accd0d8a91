import DialJSON
import Testing

@testable import DialRows

/// Rows are cut the same wherever the pieces of the input end, and a bad row is a fault of its own.
@Suite struct RowReaderTests {
  @Test(
    arguments: [
      (.csv, "a\n5\"6\n7\n", ["2: column 1: a quote inside of a cell must be doubled, and the cell be in quotes", "3: 7"]),
      (.csv, "a,b\n1\n1,2,3\n", ["2: expected 2 columns, found 1", "3: expected 2 columns, found 3"]),
      (.csv, "a,b\n\"1\"x,2\n", ["2: column 1: a comma must follow the closing quote"]),
      (.csv, "a,b\n1,\"x\ny\"\"z\"\n,\"\"\n\n3,4", ["2: 1|x⏎y\"z", "4: -|", "6: 3|4"]),
      (.csv, "\u{FEFF}a,b\r\n1,2\r\n", ["2: 1|2"]),
      (.csv, "a,a\n1,2\n", ["line 1: two columns are called 'a'"]),
      (.csv, "a,\n1,2\n", ["line 1: column 2 has no name"]),
      (.csv, "a\n\"1\n2\n", ["line 2: a quote that opens in this row is never closed"]),
      (.csv, "a\n", []),
      (
        .csv, "a,b\r1,2\r3,4\r",
        ["line 1: the line of names: column 2: a carriage return without a line feed; lines must end with LF or CRLF"]
      ),
      (.csv, "a\n\"1\r2\"\n3\r4\n", ["2: 1\r2", "3: column 1: a carriage return without a line feed; lines must end with LF or CRLF"]),
      (
        .tsv, "a\tb\r1\t2\r",
        ["line 1: the line of names: column 2: a carriage return without a line feed; lines must end with LF or CRLF"]
      ),
      (.tsv, "a\tb\nx\\ty\\\\\t\n\"\t2\n", ["2: x⇥y\\|-", "3: \"|2"]),
      (
        .jsonl, "{\"a\":1}\n\n  \n[1]\nx\n{\"a\":1,\"a\":2}\r\n{\"b\":null}",
        [
          "1: a=1", "4: a row must be an object, but is an array", "5: the row is not valid JSON: expected a value, found 'x' at column 1",
          "6: duplicate key 'a'", "7: b=null",
        ]
      ),
    ] as [(RowFormat, String, [String])])
  func rows(_ format: RowFormat, _ text: String, _ expected: [String]) {
    for size in [1, 2, 3, 7, 1000] { #expect(Self.read(format, text, in: size) == expected, "in pieces of \(size)") }
  }

  @Test func columnsOfTheCallerLeaveNoLineOfNames() {
    #expect(Self.read(.tsv, "1\t2\n", in: 100, columns: ["a", "b"]) == ["1: 1|2"])
  }

  @Test func textThatIsNotUTF8IsAFault() {
    var reader = RowReader(.csv, columns: ["a", "b"])
    reader.append([0x31, 0x2C, 0xFF, 0x0A])
    let row = try? reader.next()
    guard case .fault(let fault)? = row?.content else {
      Issue.record("expected a fault")
      return
    }
    #expect(fault == "column 2 is not valid UTF-8")
  }

  private static func read(_ format: RowFormat, _ text: String, in size: Int, columns: [String]? = nil) -> [String] {
    var (reader, found) = (RowReader(format, columns: columns), [String]())
    var rest = Array(text.utf8)[...]
    do throws(RowError) {
      while !rest.isEmpty {
        reader.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        if rest.isEmpty { reader.end() }
        while let row = try reader.next() { found.append("\(row.line): \(shown(row.content))") }
      }
    } catch {
      found.append("line \(error.line ?? 0): \(error.message)")
    }
    return found
  }

  private static func shown(_ content: SourceRow.Content) -> String {
    switch content {
    case .fault(let fault): fault
    case .members(let members): members.map { "\($0.0)=\(JSONWriter.text($0.1))" }.joined(separator: " ")
    case .cells(let cells):
      cells.map { ($0 ?? "-").replacing("\n", with: "⏎").replacing("\t", with: "⇥") }.joined(separator: "|")
    }
  }
}
