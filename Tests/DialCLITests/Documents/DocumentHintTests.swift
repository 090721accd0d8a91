import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// What to do with a document that is not where it is looked for, or not one.
@Suite struct DocumentHintTests {
  private static let pets = """
    openapi: 3.1.0
    paths:
      /pets:
        get:
          operationId: pets
          responses: {"200": {description: d, content: {application/json: {schema: {type: integer}}}}}
    """

  @Test(arguments: ["list", "describe", "call", "check", "import openapi"])
  func aURLIsFetched(command: String) async throws {
    let ran = await dial("\(command) https://api.test/openapi.json\(command == "describe" || command == "call" ? " op" : "")")
    #expect((ran.out + ran.err).contains("dial fetch URL -O FILE"), "\(ran)")
    #expect(ran.exit == 6)
  }

  @Test(arguments: [("api.yaml", "openapi"), ("site.har", "har")])
  func anImportNamesItsFormat(file: String, format: String) async throws {
    let folder = try TemporaryFolder([file: Self.pets])
    let ran = await dial("import \(folder.path)/\(file)")
    #expect(ran.err.contains("\nhint: to import it, run: dial import \(format) \(folder.path)/\(file)\n"), "\(ran)")
  }

  @Test(arguments: ["info: {title: a}\npaths: {/a: {get: {}}}\n", #"{"info": {}, "paths": {}}"#])
  func aDocumentWithoutVersionSaysSo(text: String) async throws {
    let folder = try TemporaryFolder(["api.yaml": text])
    #expect(await dial("list \(folder.path)/api.yaml").err.contains("this file has 'info' and 'paths', but no version of OpenAPI; add it"))
  }

  @Test func aMockRequiresNoServer() async throws {
    let folder = try TemporaryFolder(["api.yaml": Self.pets])
    #expect(await dial("call \(folder.path)/api.yaml pets --mock") == Ran(out: "1\n", err: "", exit: 0))
    #expect(await dial("call \(folder.path)/api.yaml pets").err.contains("the spec has no 'base'"))
  }
}
