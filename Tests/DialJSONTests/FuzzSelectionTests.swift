import DialJSON
import Testing

/// Small expressions with huge results, found by fuzzing.
struct FuzzSelectionTests {
  /// A step that doubles, its first value, and how often it fits.
  static let doubling: [(step: String, begin: JSON)] = [
    ("[@,@]", text), ("{a:@,b:@}", text), ("[@,@][]", [text]), ("join('',[@,@])", text), ("[@,@]|map(&[@,@],@)", text),
    ("to_array([@,@])", text),
  ]
  private static let text = JSON(String(repeating: "x", count: 100_000))

  @Test(.timeLimit(.minutes(1)), arguments: doubling.indices)
  func whatDoublesIsRefusedInTime(index: Int) throws {
    let (step, begin) = Self.doubling[index]
    for count in [40, 90] {
      let path = try JMESPath(Array(repeating: step, count: count).joined(separator: "|"))
      do {
        _ = try path.select(begin)
        Issue.record("made \(step) \(count) times over")
      } catch {
        #expect(error.kind == .selection)
        #expect(error.message == "the result of the expression is larger than 192 MiB")
      }
    }
  }

  @Test func whatFitsIsMade() throws {
    let path = try JMESPath(Array(repeating: "[@,@]", count: 10).joined(separator: "|"))
    #expect(JSONWriter.bytes(try path.select(1)).count == 4093)
    let json = try JSON(parsing: #"{"a":[[],{},[{}]],"b":{"c":"text"}}"#)
    #expect(JSONWriter.text(try JMESPath("[a,b,a[]]").select(json)) == #"[[[],{},[{}]],{"c":"text"},[{},{}]]"#)
  }
}
