import DialJSON
import DialSpec
import DialSyntax

/// The object of `--args`: JSON, or YAML read as a JSON place is.
struct ArgumentFile {
  let stdin: StandardInput

  func members(of path: String) throws(Failure) -> [(String, JSON)] {
    let bytes: [UInt8]
    if path == "-" {
      bytes = try stdin.read(for: "--args")
    } else {
      do throws(LocalFile.Unreadable) {
        bytes = try LocalFile(path).read()
      } catch {
        throw Self.refused("--args: cannot read '\(path)': \(error.reason)")
      }
    }
    return try Self.members(bytes, name: path == "-" ? "<stdin>" : path)
  }

  /// The members of a text: JSON, else YAML.
  static func members(_ bytes: [UInt8], name: String) throws(Failure) -> [(String, JSON)] {
    if let json = try? JSON(parsing: bytes) {
      guard let members = json.asObject else {
        throw Self.refused("--args takes an object of names and values, \(name) holds \(json.asKind.rawValue)")
      }
      if case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last {
        throw Self.refused("--args: duplicate key '\(twice)'")
      }
      return try named(members)
    }
    let document = YAMLReader.read(bytes, name: name)
    let findings = Findings()
    var value: JSON?
    if document.isValid, let root = document.root { value = Values.json(root, findings) }
    let faults = (document.diagnostics + findings.diagnostics).filter { $0.severity == .error }
    if let first = faults.first {
      let others = faults.dropFirst().map { "\n\(place($0)): \($0.message)" }.joined()
      throw Self.refused("--args: \(place(first)): \(first.message)\(others)")
    }
    guard let members = value?.asObject else {
      throw Self.refused("--args takes an object of names and values, \(name) holds \(value?.asKind.rawValue ?? "nothing")")
    }
    return try named(members)
  }

  private static func named(_ members: JSON.Members) throws(Failure) -> [(String, JSON)] {
    if members.contains(where: { $0.name.isEmpty }) { throw refused("--args: an argument has no name: '_' is the whole body") }
    return members.map { ($0.name, $0.value) }
  }

  private static func place(_ finding: Diagnostic) -> String {
    "\(finding.range.file.name):\(finding.range.start.line):\(finding.range.start.column)"
  }

  private static func refused(_ message: String) -> Failure { Failure("arguments", message, exit: ExitStatus.usage) }
}
