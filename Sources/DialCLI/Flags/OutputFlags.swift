import ArgumentParser
import DialJSON

/// What is taken from the result and how it is written.
struct OutputFlags: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("Select from the result by JMESPath: 'data.list[*].name'.", valueName: "expression"))
  var select: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "These members, in this order, as an array; for a list, an array of them. One inside of another: id,company.name.",
      valueName: "id,name"))
  var tuple: String?

  @Flag(help: "A selection that finds nothing is an error (9).")
  var require = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], help: ArgumentHelp("The form of the result.", valueName: "format"))
  var output: OutputFormat?

  @Option(
    name: [.customShort("O", allowingJoined: true), .customLong("output-file")], parsing: .unconditional,
    help: ArgumentHelp(
      "Write the result to a file, which is there only when it is whole; bytes as they come, also into a folder; '-' is stdout.",
      valueName: "file"))
  var path: String?

  @Flag(name: [.customShort("i"), .customLong("include")], help: "Status and headers of the reply on stderr.")
  var include = false

  @Flag(help: "JSON in one line, on a terminal too.")
  var compact = false

  @Option(help: ArgumentHelp("Colours in what is printed.", valueName: "when"))
  var color: Console.Color = .auto

  /// The file of `-O`; nil for stdout.
  var file: String? { path == "-" ? nil : path }

  /// What takes something out of a result, and so has no place where there is none.
  func checkSelects(beside flag: String) throws(Failure) {
    let given = [("--select", select != nil), ("--tuple", tuple != nil), ("--require", require), ("-O", file != nil)]
    guard let name = given.first(where: \.1)?.0 else { return }
    throw .usage("\(name) is for a result, and \(flag) sends nothing and has none")
  }

  /// A file would be emptied for a result that nobody wants.
  func checkFile() throws(Failure) {
    if path == "" { throw .usage("-O takes the name of a file, or '-' for stdout, not ''") }
    if file != nil, output == OutputFormat.none { throw .usage("-o none writes nothing, and -O names a file: leave one of them out") }
  }

  func makeSelection() throws(Failure) -> Selection {
    var path: JMESPath?
    if let select {
      do throws(JMESPathError) {
        path = try JMESPath(select)
      } catch {
        throw .usage("--select '\(select)' is no JMESPath expression: \(error)")
      }
    }
    var labels: [String]?
    if let tuple {
      let names = tuple.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
      guard names.allSatisfy({ !$0.isEmpty }) else {
        throw .usage("--tuple takes names with commas between them, such as id,name, not '\(tuple)'")
      }
      labels = names
    }
    return Selection(path: path, labels: labels, isRequired: require)
  }
}

extension OutputFormat: FlagWord {}
extension Console.Color: FlagWord {}
