import Testing

@testable import DialEngine

/// Binding the maximum number of parameters is fast.
@Suite(.timeLimit(.minutes(1))) struct ManyArgumentsTests {
  private static func target(_ row: (Int) -> String, by separator: String) -> String {
    (0..<4096).map(row).joined(separator: separator)
  }

  @Test func variablesWithoutValuesAreLeftOut() throws {
    let query = Self.target({ "a\($0)*" }, by: ",")
    #expect(try bound("base: https://api.test\nendpoints: {e: \"GET /x{?\(query)}\"}") == "GET /x")
    let path = Self.target({ "/{a\($0)?}" }, by: "")
    #expect(try bound("base: https://api.test\nendpoints: {e: \"GET /x\(path)\"}") == "GET /x")
  }

  @Test func allThatAreMissingAreReported() throws {
    let list = Self.target({ "p\($0) Int" }, by: ", ")
    let said = try bound("base: https://api.test\nendpoints: {e: \"GET /x (\(list))\"}")
    #expect(said.split(separator: "\n").count == 4096)
    #expect(said.hasSuffix("missing argument 'p4095' (query, Int)"))
  }
}
