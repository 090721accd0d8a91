import Dial
import DialConsole
import DialFlags
import DialTesting
import DialText

struct DescribeCommand: SharedCommand {
  static let about = CommandAbout(
    "Describe a spec or an endpoint",
    usage: "dial describe SPEC [ENDPOINT] [--skeleton] [-o FORMAT]",
    sections: [
      "EXAMPLES": """
      dial describe users.yaml                    the whole spec
      dial describe users.yaml getUser            one endpoint
      dial describe users.yaml create --skeleton > args.json
      dial call users.yaml create --args args.json
      """
    ])

  static let operands = [Operand("spec", \Self.spec), Operand("endpoint", optional: \.endpoint)]

  static let flags: [FlagDefinition<Self>] =
    [FlagDefinition("--skeleton", switches: \.skeleton, help: "print a JSON object of all arguments, for --args")]
    + FlagDefinition.part(\.format) + FlagDefinition.part(\.shared, titled: "Behavior")

  var spec = ""
  var endpoint: String?
  var skeleton = false
  var format = FormatFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let loaded = try SpecFinder(context: context).load(spec, inPart: endpoint != nil)
    guard let endpoint else {
      if skeleton { throw Failure.usage("--skeleton requires an endpoint") }
      return try describe(loaded, console)
    }
    do {
      try describe(Client.mocked(loaded).engine.plan(endpoint).model, of: loaded, console)
    } catch let error as CallError {
      throw Failure(error, spec: ShellWord.quoted(spec))
    }
  }

  private func describe(_ model: EndpointModel, of spec: Spec, _ console: Console) throws {
    if skeleton {
      let skeleton = Skeleton(endpoint: model, types: spec.service.types)
      for file in skeleton.files {
        console.note("note: '\(file)' is a file and is not part of the JSON; pass it on the command line: \(file)@PATH")
      }
      return try Printer(console: console, format: format.output ?? .json, isIndented: true).write(.json(skeleton.json))
    }
    let description = EndpointDescription(model, of: spec, named: self.spec)
    try console.write(description.json, format.output, otherwise: text(on: console).text(description))
  }

  private func describe(_ spec: Spec, _ console: Console) throws {
    var whole: JSON {
      let endpoints = spec.service.endpoints.map { EndpointDescription($0, of: spec, named: self.spec).json }
      return ["service": .string(spec.name), "doc": spec.doc.map(JSON.string), "endpoints": .array(endpoints)]
    }
    try console.write(whole, format.output, otherwise: text(on: console).text(spec, named: self.spec))
  }

  private func text(on console: Console) -> DescriptionText { DescriptionText(hasColor: console.outHasColor, width: console.textWidth) }
}
