import DialJSON
import Testing

@testable import DialCore

/// Literals whose values stay as they were written, and those whose values become JSON at once.
struct ScalarArgumentsTests {
  private struct Large: Encodable, Sendable { var (a, b, c, d) = (1, 2, 3, 4) }

  private static func isKept(_ arguments: Arguments) -> Bool { if case .scalars = arguments.storage { true } else { false } }

  private static func outline(_ arguments: Arguments) -> [String] {
    arguments.items.map { "\($0.name)=\($0.value.json.map { JSONWriter.text($0) } ?? "?")" }
  }

  @Test func keepsNothingElse() {
    let whole: Arguments.Value = Large()
    let others: [Arguments] = [
      ["a": 1, "b": 1.5], ["a": JSON.null], ["a": [1]], ["a": whole, "b": whole], ["a": UInt8(1)], ["a": File(bytes: [1])],
      ["a": Double.nan],
    ]
    for arguments in others { #expect(!Self.isKept(arguments)) }
    #expect(Self.outline(others[0]) == ["a=1", "b=1.5"])
    #expect(Self.outline(others[3]) == [#"a={"a":1,"b":2,"c":3,"d":4}"#, #"b={"a":1,"b":2,"c":3,"d":4}"#])
    #expect(others[6].faults.count == 1 && others[6].items.isEmpty)
  }

  @Test func keepsScalars() {
    let absent: Int? = nil
    let arguments: Arguments = [
      "a": "x", "b": -7, "c": true, "d": absent, "": "a text of more than fifteen bytes", "e": Int.min, "f": false, "a": "é",
    ]
    #expect(Self.isKept(arguments))
    let outline = [
      #"a="x""#, "b=-7", "c=true", #"_="a text of more than fifteen bytes""#, "e=\(Int.min)", "f=false", #"a="é""#,
    ]
    #expect(Self.outline(arguments) == outline)
  }

  @Test func changesAsOthersDo() {
    let kept: Arguments = ["a": "x", "b": 2]
    var changed = kept
    changed.append("c", 3)
    changed.replace(["a"], with: "y")
    #expect(Self.outline(changed) == [#"a="y""#, "b=2", "c=3"])
    #expect(Self.outline(kept) == [#"a="x""#, "b=2"])
    #expect(!kept.isEmpty && Arguments(elements: [("a", nil)]).isEmpty && Arguments().isEmpty)
  }

  @Test(arguments: [0, 7, 10, -1, 100, 99, Int.max, Int.min, 1_000_000_007]) func writesNumbers(number: Int) {
    let text = String(unsafeUninitializedCapacity: 24) { bytes in
      var url = URLRoom(bytes)
      url.append(number)
      return url.count
    }
    #expect(text == String(number))
  }
}
