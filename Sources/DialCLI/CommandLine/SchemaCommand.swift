import ArgumentParser
import DialJSON
import DialSpec

/// `dial schema`
struct SchemaCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of specs, for editors",
    usage: "dial schema",
    discussion: """
      With the schema, an editor completes keys and values, explains them, and
      marks invalid ones. For rules that involve several keys, use 'dial check'.

      EXAMPLES
        dial schema > dial.schema.json

        First line of a spec, for editors with yaml-language-server:
          # yaml-language-server: $schema=dial.schema.json

        For all specs, in the settings of VS Code with the YAML extension:
          "yaml.schemas": {"./dial.schema.json": "specs/*.yaml"}

        In IntelliJ: Settings, Languages & Frameworks, Schemas and DTDs,
        JSON Schema Mappings
      """)

  func perform(_ console: Console, _ context: Context) async throws {
    try console.out(JSONWriter.bytes(SpecSchema.document, indent: 2) + Array("\n".utf8))
  }
}
