import ArgumentParser
import DialJSON
import DialSpec

/// `dial schema`
struct SchemaCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of specs, for editors.",
    usage: "dial schema",
    discussion: """
      An editor that has it completes keys and values, shows what they mean, and
      marks what does not belong there. Rules between parts are left to 'dial check'.

      EXAMPLES
        dial schema > dial.schema.json

        the first line of a spec, for editors with yaml-language-server:
          # yaml-language-server: $schema=dial.schema.json

        or, for all specs, in the settings of VS Code (with the extension YAML):
          "yaml.schemas": {"./dial.schema.json": "specs/*.yaml"}

        or, in IntelliJ: Settings, Languages & Frameworks, Schemas and DTDs,
        JSON Schema Mappings
      """)

  func perform(_ console: Console, _ context: Context) async throws {
    try console.out(JSONWriter.bytes(SpecSchema.document, indent: 2) + Array("\n".utf8))
  }
}
