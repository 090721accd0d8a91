import DialBuild
import DialJSON
import DialSpec
import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct SchemaCommandTests {
  @Test func takesNothing() async {
    let ran = await dial("schema users.yaml")
    #expect(ran.exit == 2)
    #expect(ran.out.isEmpty)
  }

  @Test func printsTheSchema() async throws {
    let ran = await dial("schema")
    #expect(ran == Ran(out: JSONWriter.text(SpecSchema.document, indent: 2) + "\n", err: "", exit: 0))
    let schema = try JSON(parsing: ran.out)
    #expect(schema[member: "$schema"] == "http://json-schema.org/draft-07/schema#")
    #expect(schema == SpecSchema.document)
    #expect(await dial("schema") == ran)
  }

  @Test func helpTellsHowToHookItIn() async {
    let help = await dial("help schema").out
    #expect(help.contains("# yaml-language-server: $schema=dial.schema.json\n"))
    #expect(help.contains(#""yaml.schemas": {"./dial.schema.json": "specs/*.yaml"}"#))
  }
}
