import DialSyntax
import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct TableTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      rows: {GET: /x, mock: {json: [{id: 123456, name: "Ann from the other end", tags: [a, b, c, d], size: 1234567}, {id: 2, name: "日本語の名前です", tags: []}]}}
      pictures: {GET: /x, mock: {json: [{n: "👩‍👩‍👧‍👦", m: x}, {n: "🇫🇷e\\u0301", m: y}, {n: "✔️abcdefghijkl", m: z}]}}
    """

  private static func table(_ endpoint: String, _ width: Int?) async -> Ran {
    await dial("call s \(endpoint) --mock -o table", specs: ["s": spec], terminal: width != nil, width: width ?? 10)
  }

  @Test func nothingIsCutForAFile() async {
    let ran = await Self.table("rows", nil)
    #expect(ran.err == "")
    #expect(
      ran.out == """
            id  name                    tags                  size
        123456  Ann from the other end  ["a","b","c","d"]  1234567
             2  日本語の名前です        []

        """)
  }

  @Test func textsGiveWayAndNumbersDoNot() async {
    let ran = await Self.table("rows", 44)
    #expect(ran.err == "")
    #expect(
      ran.out == """
            id  name          tags             size
        123456  Ann from th…  ["a","b","c…  1234567
             2  日本語の名…   []

        """)
  }

  @Test func columnsWithoutRoomAreNamed() async {
    let ran = await Self.table("rows", 20)
    #expect(ran.err == "note: hiding columns that would not fit: 'tags', 'size'; choose columns with --tuple, or use -o json\n")
    #expect(
      ran.out == """
            id  name
        123456  Ann from th…
             2  日本語の名…

        """)
  }

  /// A character of several scalars is never cut.
  @Test func pictures() async {
    #expect(await Self.table("pictures", 60).out == "n               m\n👩‍👩‍👧‍👦              x\n🇫🇷e\u{301}             y\n✔️abcdefghijkl  z\n")
    #expect(await Self.table("pictures", 12).out == "n          m\n👩‍👩‍👧‍👦         x\n🇫🇷e\u{301}        y\n✔️abcdef…  z\n")
  }

  @Test(arguments: [
    ("a", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍🏽", 2), ("🇫🇷", 2), ("👩‍👩‍👧‍👦", 2), ("✅", 2), ("✔", 1),
    ("✔️", 2),
    ("⌚", 2), ("", 0), ("ab日", 4),
  ])
  func widths(_ text: String, _ width: Int) {
    #expect(TerminalText.width(text) == width)
  }
}
