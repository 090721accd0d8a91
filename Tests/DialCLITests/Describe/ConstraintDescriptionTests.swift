import Testing

@testable import DialCLI
@testable import DialConsole

/// Constraints in `dial describe`, and in the errors of a call.
@Suite struct ConstraintDescriptionTests {
  private static let spec = """
    base: https://api.test
    endpoints:
      list:
        GET: /list
        params:
          size: {type: Int, min: 1, below: 100, multiple: 5}
          name: {type: String?, length: {max: 3}, pattern: ^a}
          tags: {type: "[String]?", items: {min: 1}, unique: true, length: 2}
          sort: {values: [up, down], default: up}
    """

  @Test func areListed() async {
    let ran = await dial("describe s list", specs: ["s": Self.spec])
    let arguments = ran.out.split(separator: "\n\n").first { $0.hasPrefix("arguments") }.map(String.init)
    #expect(
      arguments == """
        arguments
          size=  Int       required    query
              at least 1, less than 100, a multiple of 5
          name=  String    optional    query
              at most 3 characters, pattern ^a
          tags=  [String]  optional    query
              at least 1 item, distinct items, at least 2 characters, at most 2 characters
              several values: tags=… tags=…
          sort=  any       default up  query
              one of up, down
        """)
  }

  @Test func areFaultsAtTheirLines() async {
    let ran = await dial("s list size=500 name=bcde --curl", specs: ["s": Self.spec])
    let lines = ran.err.split(separator: "\n").filter { $0.contains("error:") }.map(String.init)
    #expect(
      lines == [
        "s:6:33: error: 'size' must be less than 100, but is 500 [arguments]",
        "s:7:38: error: 'name' must have at most 3 characters, but has 4 [arguments]",
        "s:7:47: error: 'name' must match the pattern '^a', but is 'bcde' [arguments]",
      ])
  }

  @Test func areLiftedByAFlag() async {
    #expect(
      await dial("s list size=500 sort=left --no-constraints --curl", specs: ["s": Self.spec]).out
        == "curl --path-as-is 'https://api.test/list?size=500&sort=left'\n")
  }

  /// What `--skeleton` prints can be sent.
  @Test func aSkeletonFollowsThem() async throws {
    let spec = """
      base: https://api.test
      endpoints:
        make:
          POST: /list
          params:
            size: {type: Int, min: 18, multiple: 5}
            share: {type: Double, above: 0, max: 1}
            name: {type: String, length: {min: 6, max: 8}}
            code: {type: String, pattern: "^[A-Z]{3}-[0-9]{2,}$", length: {min: 8}}
            tags: {type: "[String]", items: {min: 3}, unique: true}
      """
    let ran = await dial("describe s make --skeleton", specs: ["s": spec])
    #expect(
      ran.out.filter { $0 != "\n" && $0 != " " }
        == #"{"size":20,"share":0.5,"name":"Annnnn","code":"AAA-1111","tags":["text","text2","text3"]}"#, "\(ran)")
    #expect(await dial("s make --args - --curl", specs: ["s": spec], stdin: ran.out).exit == 0)
  }

  @Test func aSkeletonOfADocumentFollowsThem() async throws {
    let document = """
      openapi: 3.1.0
      servers: [{url: "https://a.test"}]
      paths:
        /s: {post: {operationId: make, requestBody: {content: {application/json: {schema: {type: object, properties: {
          kind: {type: string, enum: [x, y]}, ids: {type: array, minItems: 2, uniqueItems: true, items: {type: integer, minimum: 10}},
          owner: {type: object, properties: {zip: {type: string, pattern: "^\\\\d{5}$"}}}}}}}}}}
      """
    let ran = await dial("describe s make --skeleton", specs: ["s": document])
    #expect(ran.out.filter { $0 != "\n" && $0 != " " } == #"{"kind":"x","ids":[10,12],"owner":{"zip":"11111"}}"#, "\(ran)")
    #expect(await dial("s make --args - --curl", specs: ["s": document], stdin: ran.out).exit == 0)
  }
}
