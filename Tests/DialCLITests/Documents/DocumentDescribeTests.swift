import Testing

@testable import DialCLI
@testable import DialConsole

/// What `describe`, `--server`, `--mock` and `check` make of a document.
@Suite struct DocumentDescribeTests {
  private static let document = """
    openapi: 3.2.0
    info: {title: Shop, version: "1"}
    servers:
      - {url: "https://api.shop.io/v1", description: the real one}
      - {url: "https://{zone}.shop.io/v1", name: zone, variables: {zone: {default: eu}}}
    components: {securitySchemes: {login: {type: http, scheme: basic}}}
    security: [{login: []}]
    paths:
      /pets:
        get:
          operationId: pets
          summary: All pets.
          deprecated: true
          parameters:
            - {name: cursor, in: query, description: Where to continue., schema: {type: string}}
          responses:
            "200":
              description: The pets.
              content:
                application/json:
                  schema:
                    type: object
                    properties:
                      pets: {type: array, items: {$ref: "#/components/schemas/Pet"}}
                      next_cursor: {type: string, example: "${HOME}"}
            4XX: {description: A fault.}
    """
      + """

        /own: {get: {operationId: own, servers: [{url: "https://files.shop.io"}], responses: {"204": {description: Done.}}}}
        /bad: {get: {operationId: bad, parameters: [{$ref: "#/gone"}]}}
      """

  private static func run(_ command: String) async -> (out: String, err: String) {
    let ran = await dial(command, specs: ["s": document])
    return (ran.out, ran.err)
  }

  /// Hetzner's and OpenAI's documents have bodies of objects inside of objects.
  @Test func membersOfObjectsHaveTheTypesOfTheDocument() async {
    let document = """
      openapi: 3.1.0
      servers: [{url: "https://a.test"}]
      components: {schemas: {Net: {type: object, properties: {v6: {type: boolean}, n: {type: integer}, next: {$ref: "#/components/schemas/Net"}}}}}
      paths:
        /s: {post: {operationId: make, requestBody: {content: {application/json: {schema:
          {type: object, properties: {net: {$ref: "#/components/schemas/Net"}, all: {type: array, items: {$ref: "#/components/schemas/Net"}}}}}}}}}
      """
    for _ in 0..<2 {
      let ran = await dial("call s make net.v6=false net.n=7 net.next.n=8 all[0].n=9 net.other=10 --dry-run", specs: ["s": document])
      #expect(
        ran.out.contains(
          #""text":"{\"net\":{\"v6\":false,\"n\":7,\"next\":{\"n\":8},\"other\":\"10\"},\"all\":[{\"n\":9}]}""#), "\(ran)")
    }
  }

  @Test func membersOfObjectsAreDescribed() async {
    let document = """
      openapi: 3.1.0
      servers: [{url: "https://a.test"}]
      components: {schemas: {Owner: {type: object, required: [email], properties: {email: {type: string}, home: {type: object, properties: {zip: {type: string}}}}}}}
      paths:
        /s: {post: {operationId: make, requestBody: {content: {application/json: {schema:
          {type: object, properties: {owner: {$ref: "#/components/schemas/Owner"}}}}}}}}
      """
    let described = await dial("describe s make", specs: ["s": document])
    #expect(described.out.contains("owner:=  Owner"), "\(described)")
    #expect(described.out.contains("types\n  Owner  (email String, home? (zip? String))\n"), "\(described)")
    let skeleton = await dial("describe s make --skeleton", specs: ["s": document])
    #expect(
      skeleton.out.filter { $0 != "\n" && $0 != " " } == #"{"owner":{"email":"ann@example.com","home":{"zip":"text"}}}"#, "\(skeleton)")
  }

  /// A type that is one of itself accepts any value.
  @Test func unionsThatNameThemselvesEnd() async {
    let document = """
      openapi: 3.1.0
      servers: [{url: "https://a.test"}]
      components: {schemas: {S: {oneOf: [{$ref: "#/components/schemas/S"}, {type: string}]}}}
      paths: {/p: {get: {operationId: p, responses: {"200": {description: x, content: {application/json: {
        schema: {$ref: "#/components/schemas/S"}, example: 5}}}}}}}
      """
    let ran = await dial("call s p --mock --check-response error", specs: ["s": document])
    #expect(ran.exit == 0 && ran.out == "5\n", "\(ran)")
  }

  @Test func describesResponsesServersAndVariables() async {
    let out = await Self.run("describe s pets").out
    #expect(out.contains("\ndeprecated\n"))
    #expect(out.contains("\nresponses\n  200  The pets.  application/json  (pets? [JSON], next_cursor? String)\n  4XX  A fault.\n"))
    #expect(
      out.contains(
        "\nservers\n  1  https://api.shop.io/v1  the real one\n  2  https://${S_ZONE}.shop.io/v1  zone\n"))
    #expect(out.contains("      Where to continue.\n"))
    #expect(out.contains("S_LOGIN=user:password"))
    #expect(await Self.run("describe s own").out.contains("servers") == false)
    #expect(await Self.run("describe s pets -o json").out.contains(#""responses":[{"status":"200","doc":"The pets.","mediaTypes":["#))
  }

  @Test(arguments: [
    ("", "https://api.shop.io/v1/pets"), ("--server 2", "https://eu.shop.io/v1/pets"), ("--server zone", "https://eu.shop.io/v1/pets"),
    ("--server zone --var S_ZONE=us", "https://us.shop.io/v1/pets"),
  ])
  func choosesAServer(_ flags: String, _ url: String) async {
    #expect(await Self.run("call s pets --var S_LOGIN=a:b --curl \(flags)").out.contains(url))
  }

  @Test(arguments: [
    ("--server 3", "error: unknown server '3'; available: 1, 'zone'\n"),
    ("--server 1 --base https://x.io", "error: --server conflicts with --base\n"),
  ])
  func refusesAnotherServer(_ flags: String, _ message: String) async {
    #expect(await Self.run("call s pets --curl \(flags)").err.hasPrefix(message))
  }

  @Test func mocksAreMadeOfExamplesAndSchemas() async {
    #expect(await Self.run("call s pets --mock").out == #"{"pets":[{}],"next_cursor":"${HOME}"}"# + "\n")
    #expect(await Self.run("call s own --mock").out == "")
  }

  @Test func checksAllOperations() async {
    let out = await Self.run("check s").out
    #expect(out.contains("warning: '#/gone' does not exist in the document [document-reference]"))
    #expect(
      out.contains("note: 1 endpoint seems to have pages; to get all of them, add lines to 'endpoints' of an overlay [document-pages]"))
    #expect(out.contains("note: pets: {select: pets, paginate: {cursor: next_cursor, as: cursor}}\n"))
    #expect(out.contains("s: 3 endpoints, 2 warnings, 1 note\n"))
  }

  @Test func aMethodAndAPathAreOneName() async {
    let ran = await Self.run("s GET /own")
    #expect(ran.err.hasSuffix("hint: quote the name: dial s 'GET /own'\n"), "\(ran)")
  }

  /// The type of a member says whether it is the number or the URL of the next page, and `--all` gives the same advice as `check`.
  @Test(arguments: [
    ("page", "integer", "{select: data, paginate: {cursor: next, as: page}}"),
    ("page", "string", "{select: data, paginate: {next: next}}"),
    ("offset", "integer", "{select: data, paginate: {cursor: next, as: offset}}"),
    ("cursor", "integer", "{select: data, paginate: {cursor: next, as: cursor}}"),
  ])
  func theTypeOfTheNextPage(_ parameter: String, _ type: String, _ lines: String) async {
    let document = """
      openapi: 3.1.0
      servers: [{url: "https://a.test"}]
      paths:
        /p: {get: {operationId: list, parameters: [{name: \(parameter), in: query, schema: {type: integer}}], responses: {"200": {content:
          {application/json: {schema: {type: object, properties: {data: {type: array, items: {type: string}}, next: {type: \(type)}}}}}}}}}
        /q: {get: {responses: {"204": {}}}}
      """
    #expect(await dial("check s", specs: ["s": document]).out.contains("note: list: \(lines)\n"))
    let ran = await dial("s list --all", specs: ["s": document])
    #expect(ran.err.contains("hint: add 'paginate' to the endpoint, such as: \(lines.dropFirst().dropLast())\n"), "\(ran)")
  }
}
