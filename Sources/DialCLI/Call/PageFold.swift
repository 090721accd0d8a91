import Dial

/// A selection that makes one value of an array, or takes a part of it. With `--all` it applies to each page, so the whole needs a pipe.
struct PageFold {
  private let name: String
  /// What jq does with the items of all pages.
  private let filter: String
  /// What to select from each page; nil for its items.
  private let rest: String?

  /// Returns nil for a selection that is the same for each page and for the whole.
  init?(_ path: JMESPath) {
    guard let fold = path.fold else { return nil }
    switch fold {
    case .index(let index): (name, filter) = ("[\(index)]", ".[\(index)]")
    case .slice:
      let slice = path.text.lastIndex(of: "[").map { String(path.text[$0...].prefix { $0 != "]" }) + "]" } ?? "[:]"
      (name, filter) = (slice, ".\(slice)")
    case .function(let function, let member):
      name = function
      filter =
        switch function {
        case "sum": "add"
        case "avg": "add / length"
        case "join": "join(\",\")"
        default: member.map { "\(function)(.\($0))" } ?? function
        }
    }
    rest = Self.argument(of: path.text, name)
  }

  /// Returns `a.b` for `length(a.b)`, `a.b | length(@)` and `a.b[0]`; nil for the whole page.
  private static func argument(of text: String, _ name: String) -> String? {
    var rest = text[...]
    if rest.hasSuffix(name) {
      rest = rest.dropLast(name.count)
    } else if let call = rest.firstRange(of: "\(name)("), rest.hasSuffix(")") {
      let before = rest[..<call.lowerBound]
      let inner = rest[call.upperBound...].dropLast().split(separator: ",", maxSplits: 1).first ?? ""
      rest = before.trimmed.hasSuffix("|") ? before : inner
    } else {
      return nil
    }
    if rest.trimmed.hasSuffix("|") { rest = rest.trimmed.dropLast() }
    let argument = rest.trimmed
    return argument.isEmpty || argument == "@" || (try? JMESPath(String(argument))) == nil ? nil : String(argument)
  }

  /// Returns the note with a command that does the same with all pages.
  func note(_ command: String) -> String {
    let select = rest.map { " --select \(ShellWord.quoted($0))" } ?? ""
    return
      "--select: '\(name)' applies to each page; for all pages together, run: \(command) --all\(select) | jq \(ShellWord.quoted(filter))"
  }
}
