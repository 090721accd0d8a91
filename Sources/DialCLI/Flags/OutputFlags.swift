import ArgumentParser
import DialJSON

/// What is taken from the result and how it is written.
struct OutputFlags: FlagGroup {
  var select: String?
  var tuple: String?
  var require = false
  var output: OutputFormat?
  var path: String?
  var include = false
  var compact = false
  var indent = false
  var color: Console.Color = .auto

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("-s", "--select", sets: \.select, to: "expression", help: "Select from the result by JMESPath: 'data.list[*].name'."),
    FlagDefinition(
      "--tuple", sets: \.tuple, to: "id,name",
      help: "These members, in this order, as an array; for a list, an array of them. One inside of another: id,company.name."),
    FlagDefinition("--require", switches: \.require, help: "A selection that finds nothing is an error (9)."),
    FlagDefinition("-o", "--output", chooses: \.output, of: "format", help: "The form of the result."),
    FlagDefinition(
      "-O", "--output-file", sets: \.path, to: "file",
      help: "Write the result to a file, which is there only when it is whole; bytes as they come, also into a folder; '-' is stdout."),
    FlagDefinition("-i", "--include", switches: \.include, help: "Status and headers of the reply on stderr."),
    FlagDefinition("--compact", switches: \.compact, help: "JSON in one line, on a terminal too."),
    FlagDefinition("--indent", switches: \.indent, help: "JSON with indentation, in a pipe or a file too."),
    .color(\.color),
  ]

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
    if compact, indent { throw .usage("--compact and --indent exclude each other") }
    if path == "" { throw .usage("-O takes the name of a file, or '-' for stdout, not ''") }
    if file != nil, output == OutputFormat.none { throw .usage("-o none writes nothing, and -O names a file: leave one of them out") }
  }

  func makeSelection() throws(Failure) -> Selection {
    var path: JMESPath?
    if let select {
      do throws(JMESPathError) {
        path = try JMESPath(select)
      } catch {
        let hint = JQExpression(select).jmespath.map { "that is jq; in JMESPath: --select \(ShellWord.quoted($0))" }
        throw .usage("--select '\(select)' is no JMESPath expression: \(error)", hint: hint)
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
