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
    FlagDefinition("-s", "--select", sets: \.select, to: "expression", help: "select from the result with JMESPath, such as 'data.list[*].name'"),
    FlagDefinition(
      "--tuple", sets: \.tuple, to: "names",
      help: "select these members, in this order, such as id,company.name"),
    FlagDefinition("--require", switches: \.require, help: "fail with exit code 9 if the selection finds nothing"),
    FlagDefinition("-o", "--output", chooses: \.output, of: "format", help: "format of the result"),
    FlagDefinition(
      "-O", "--output-file", sets: \.path, to: "file",
      help: "write the result to a file ('-': stdout); bytes also into a folder"),
    FlagDefinition("-i", "--include", switches: \.include, help: "print the status and headers of the response to stderr"),
    FlagDefinition("--compact", switches: \.compact, help: "print JSON on one line, even on a terminal"),
    FlagDefinition("--indent", switches: \.indent, help: "indent JSON, even in a pipe or a file"),
    .color(\.color),
  ]

  /// The file of `-O`; nil for stdout.
  var file: String? { path == "-" ? nil : path }

  /// What takes something out of a result, and so has no place where there is none.
  func checkSelects(beside flag: String) throws(Failure) {
    let given = [("--select", select != nil), ("--tuple", tuple != nil), ("--require", require), ("-O", file != nil)]
    guard let name = given.first(where: \.1)?.0 else { return }
    throw .usage("\(name) conflicts with \(flag), which sends nothing and has no result")
  }

  /// A file would be emptied for a result that nobody wants.
  func checkFile() throws(Failure) {
    if compact, indent { throw .usage("--compact conflicts with --indent") }
    if path == "" { throw .usage("-O must be a file name or '-' for standard output, but is ''") }
    if file != nil, output == OutputFormat.none { throw .usage("-O conflicts with -o none, which writes nothing") }
  }

  func makeSelection() throws(Failure) -> Selection {
    var path: JMESPath?
    if let select {
      do throws(JMESPathError) {
        path = try JMESPath(select)
      } catch {
        let hint = JQExpression(select).jmespath.map { "this is a jq expression; in JMESPath, write: --select \(ShellWord.quoted($0))" }
        throw .usage("--select '\(select)' is not a valid JMESPath expression: \(error)", hint: hint)
      }
    }
    var labels: [String]?
    if let tuple {
      let names = tuple.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
      guard names.allSatisfy({ !$0.isEmpty }) else {
        throw .usage("--tuple must be names separated by commas, such as id,name, but is '\(tuple)'")
      }
      labels = names
    }
    return Selection(path: path, labels: labels, isRequired: require)
  }
}

extension OutputFormat: FlagWord {}
extension Console.Color: FlagWord {}
