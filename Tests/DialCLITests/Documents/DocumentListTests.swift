import Testing

@testable import DialCLI
@testable import DialConsole

/// Lists of the operations of a document.
@Suite struct DocumentListTests {
  private static let document = """
    openapi: 3.2.0
    info: {title: Shop, version: "1"}
    servers: [{url: "https://api.test"}]
    tags: [{name: pets, summary: Animals}, {name: dogs, parent: pets}, {name: unused}]
    paths:
      /status: {get: {operationId: status, description: "First line.\\nSecond line."}}
      /dogs: {get: {operationId: dogs, tags: [dogs], summary: All dogs., description: Much text.}}
      /pets:
        get: {operationId: pets, tags: [pets, dogs], summary: All pets., deprecated: true, parameters: [{name: color, in: query}]}
        post: {operationId: add, tags: [pets], parameters: [{$ref: "#/components/parameters/gone"}]}
      /users: {get: {operationId: users, tags: [accounts]}}
    """

  private static func run(_ command: String) async -> (out: String, err: String) {
    let ran = await dial(command, specs: ["s": document])
    return (ran.out, ran.err)
  }

  @Test func groupsByTag() async {
    #expect(
      await Self.run("list s").out == """
        Animals
          pets    GET   /pets    (deprecated) All pets.
          add     POST  /pets    (faulty) line 10: '#/components/parameters/gone' does not exist in the document

        Animals / dogs
          dogs    GET   /dogs    All dogs.

        accounts
          users   GET   /users

        other
          status  GET   /status  First line.

        """)
  }

  @Test func listsATagAndThoseBelowIt() async {
    #expect(await Self.run("list s --tag dogs -o json").out.contains(#""name":"dogs""#))
    #expect(await Self.run("list s --tag pets").out.contains("dogs    GET") == false)
    #expect(await Self.run("list s --tag pets").out.contains("Animals / dogs\n  dogs  GET   /dogs  All dogs.\n"))
    #expect(await Self.run("list s --tag acount").err == "error: unknown tag 'acount'; did you mean 'accounts'?\n")
  }

  @Test func hasTheOrderOfTheDocumentAsJSON() async {
    #expect(await Self.run("list s -o jsonl").out.hasPrefix(#"{"name":"status","method":"GET","target":"/status","doc":"First line.\n"#))
  }

  @Test func searches() async {
    #expect(await Self.run("search s color").out == "pets  GET  /pets  (deprecated) All pets.\n")
    #expect(await Self.run("search s accounts").out == "users  GET  /users\n")
  }

  @Test func aCallSaysWhatIsDeprecatedOrFaulty() async {
    #expect(await Self.run("call s pets --dry-run").err == "note: 'pets' is deprecated\n")
    #expect(
      await Self.run("call s add --dry-run").err.contains(
        "error: '#/components/parameters/gone' does not exist in the document"))
  }
}
