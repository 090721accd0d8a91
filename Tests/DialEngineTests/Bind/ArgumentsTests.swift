import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Literals as arguments, and changes of arguments.
struct ArgumentsTests {
  private struct Large: Encodable, Sendable { var (a, b, c, d) = (1, 2, 3, 4) }

  private static func outline(_ arguments: Arguments) -> [String] {
    arguments.items.map { "\($0.name)=\($0.value.json.map { JSONWriter.text($0) } ?? "?")" }
  }

  @Test func keepsTheOrderAndLeavesOutNil() {
    let absent: Int? = nil
    let arguments: Arguments = [
      "a": "x", "b": -7, "c": true, "d": absent, "": "a text of more than fifteen bytes", "e": Int.min, "f": false, "a": "é", "g": 1.5,
    ]
    let outline = [
      #"a="x""#, "b=-7", "c=true", #"_="a text of more than fifteen bytes""#, "e=\(Int.min)", "f=false", #"a="é""#, "g=1.5",
    ]
    #expect(Self.outline(arguments) == outline)
  }

  @Test func encodesValues() {
    let whole: Arguments.Value = Large()
    #expect(Self.outline(["a": whole, "b": whole]) == [#"a={"a":1,"b":2,"c":3,"d":4}"#, #"b={"a":1,"b":2,"c":3,"d":4}"#])
    let nothing: Arguments = ["a": Double.nan]
    #expect(nothing.faults.count == 1 && nothing.items.isEmpty)
  }

  @Test func changesItsOwnCopy() {
    let kept: Arguments = ["a": "x", "b": 2]
    var changed = kept
    changed.append("c", 3)
    changed.replace(["a"], with: "y")
    #expect(Self.outline(changed) == [#"a="y""#, "b=2", "c=3"])
    #expect(Self.outline(kept) == [#"a="x""#, "b=2"])
  }
}
