import ArgumentParser
import Testing

@testable import DialCLI

/// Simple lines are parsed without the argument parser, with the same result.
@Suite struct PlainLineTests {
  @Test(
    "what holds a surprise, or is no call, is the parser's",
    arguments: [
      [], ["users"], ["users", "--all"], ["-", "getUser"], ["users", "getUser", "id=7", "-"], ["users", "getUser", "--", "id=7"],
      ["users", "getUser", "-id=7"], ["users", "getUser", "--id=7"], ["users", "getUser", "--help"], ["users", "getUser", "-h"],
      ["users", "getUser", "-vq"], ["users", "getUser", "-ojson"], ["users", "getUser", "-o=json"], ["users", "getUser", "-o"],
      ["users", "getUser", "-o", "xml"], ["users", "getUser", "--output=xml"], ["users", "getUser", "--dry-run=true"],
      ["users", "getUser", "--select", "-a"], ["users", "getUser", "--select", "--all"], ["users", "getUser", "--select", ""],
      ["users", "getUser", "--select="], ["users", "getUser", "--DRY-RUN"], ["users", "getUser", "--dry"], ["users", "getUser", "-V"],
      ["users", "getUser", "--verbose="], ["users", "getUser", "--errors", "yaml"], ["users", "getUser", "--color", "Auto"],
      ["users", "getUser", "--generate-completion-script"], ["---completion", "getUser", "id=7"],
    ])
  func isTheParsers(words: [String]) { #expect(PlainLine(words).map { Read($0.call) } == nil) }

  @Test(
    "every flag has the value that the parser gives it where it is not on the line",
    arguments: [
      ["users", "getUser"], ["users", "getUser", "id=7"], ["users.yaml", "admin.ban", "a:=1", "b=-2", "c@d", "", "=", "help", "e f"],
    ])
  func isTheSame(words: [String]) throws {
    let plain = try #require(PlainLine(words))
    #expect(Read(plain.call) == Self.parsed(words))
  }

  @Test("each flag is read, by each of its names, and into the same")
  func eachFlag() throws {
    let flags = try Self.flags()
    #expect(flags.count > 40)
    for flag in flags {
      for name in flag.names {
        let values = flag.takesValue ? (flag.values.isEmpty ? ["a b=c"] : flag.values) : [""]
        for value in values {
          let words = ["users", name] + (flag.takesValue ? [value] : []) + ["getUser"]
          let plain = try #require(PlainLine(words), "\(words)")
          #expect(Read(plain.call) == Self.parsed(words), "\(words)")
        }
      }
    }
  }

  @Test("lines at random are read into what the parser makes of them, or left to it")
  func atRandom() throws {
    let flags = try Self.flags()
    var random = Numbers(state: 20_261_123)
    var plains = 0
    for _ in 0..<200 {
      let words = Self.line(flags, &random)
      guard let plain = PlainLine(words) else { continue }
      plains += 1
      #expect(Read(plain.call) == Self.parsed(words), "\(words)")
    }
    #expect((50..<195).contains(plains), "\(plains)")
  }

  private static func flags() throws -> [CommandTable.Flag] {
    // Help is not a call.
    try #require(CommandTable.current.command("call")).flags.filter { !$0.names.contains("--help") }
  }

  /// The result of the parser; nil for an error.
  private static func parsed(_ words: [String]) -> Read? {
    (try? CallCommand.parseAsRoot(words) as? CallCommand).map(Read.init)
  }

  private struct Read: Equatable {
    let words: [String]
    let (file, target, output, transport): (ArgumentFlags, TargetFlags, OutputFlags, TransportFlags)
    let (inspection, behaviour, paging): (InspectionFlags, BehaviourFlags, PagingFlags)

    init(_ call: CallCommand) {
      words = [call.line.spec, call.line.endpoint] + call.line.words
      (file, target, output, transport) = (call.line.file, call.line.target, call.line.output, call.line.transport)
      (inspection, behaviour, paging) = (call.line.inspection, call.line.behaviour, call.paging)
    }
  }

  /// Returns words, flags, their values and similar texts, with repeated flags and without values.
  private static func line(_ flags: [CommandTable.Flag], _ random: inout Numbers) -> [String] {
    let odd = ["-", "--", "", "=", "-x", "--id=3", "--dry-run=1", "-ojson", "-vq", "-o", "--base", "é", "-1", "---all", "-=", "--="]
    var words = ["users", "getUser"]
    for _ in 0..<random.next(upTo: 6) {
      let flag = flags[random.next(upTo: flags.count)]
      let name = flag.names[random.next(upTo: flag.names.count)]
      let free = ["id=7", "a=b=c", "7", "https://a.example/?q=1", "é \u{301}=1", "\u{301}", "=\u{301}", "404,409"]
      let value = flag.values.isEmpty ? free[random.next(upTo: free.count)] : flag.values[random.next(upTo: flag.values.count)]
      switch random.next(upTo: 12) {
      case 0: words.append(odd[random.next(upTo: odd.count)])
      case 1: words.append(free[random.next(upTo: free.count)])
      case 2, 3: words.append(name + "=" + value)
      default: words += flag.takesValue ? [name, value] : [name]
      }
    }
    // The two words of the call can be between flags, too.
    if random.next(upTo: 3) == 0 { words = Array(words.dropFirst(2)) + words.prefix(2) }
    return words
  }

  /// The same numbers in every run.
  private struct Numbers {
    var state: UInt64

    mutating func next(upTo bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }
}
