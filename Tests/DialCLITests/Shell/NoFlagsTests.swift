import ArgumentParser
import Testing

@testable import DialCLI

/// A line of words alone is read without the parser, and into the same.
@Suite struct NoFlagsTests {
  @Test(
    "what is not words alone, or not a call, is the parser's",
    arguments: [
      [], ["users"], ["users", "getUser", "--all"], ["users", "getUser", "-v"], ["users", "getUser", "id=7", "-"], ["-", "getUser"],
      ["--mock", "users", "getUser"], ["users", "getUser", "--", "id=7"], ["users", "getUser", "-id=7"],
    ])
  func isTheParsers(words: [String]) { #expect(CallCommand(plain: words).map { "\($0)" } == nil) }

  @Test(
    "every flag has the value that the parser gives it",
    arguments: [
      ["users", "getUser"], ["users", "getUser", "id=7"], ["users.yaml", "admin.ban", "a:=1", "b=-2", "c@d", "", "=", "help", "e f"],
    ])
  func isTheSame(words: [String]) throws {
    let parsed = try #require(try CallCommand.parseAsRoot(words) as? CallCommand)
    let plain = try #require(CallCommand(plain: words))
    // Told whole: what each flag holds, and 'definition' for one that holds nothing.
    #expect("\(plain)" == "\(parsed)")
    #expect("\(parsed)".contains("_variables") && !"\(plain)".contains("definition"))
  }
}
