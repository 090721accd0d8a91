import DialBuild
import DialModel
import DialSyntax

/// An endpoint that is written in another way: `DELETE /users/{id}: (id Int)`, `{method: get, path: /users}`, `{get: /users}`.
struct EndpointSlip {
  let entry: Entry

  // MARK: A name that is not valid

  /// An endpoint whose key is a method or a target, as in OpenAPI.
  func unnamed(_ finding: Diagnostic) -> Diagnostic? {
    var better = finding
    let words = entry.name.split(separator: " ", maxSplits: 1).map(String.init)
    // `add POST: /users`.
    if words.count == 2, Name.isValid(words[0]), Methods.all.contains(words[1]), entry.value.scalar?.isPlain ?? false {
      let range = entry.key.range.file.range(from: entry.key.range.start, to: entry.value.range.start)
      better.message = "the method must be after ':'; write '\(words[0]): \(words[1])'"
      better.fixIts = [.init("move ':'", range: range, replacement: "\(words[0]): \(words[1]) ")]
      return better
    }
    guard let target = words.last, target.hasPrefix("/") || target.contains("://"),
      words.count == 1 || Methods.isMethod(words[0].uppercased())
    else { return nil }
    let own = words.count == 2 ? words[0].uppercased() : nil
    let first = entry.value.mapping?.first?.name ?? entry.value.text?.split(separator: " ").first.map(String.init) ?? ""
    let method = own ?? (Methods.all.contains(first.uppercased()) ? first.uppercased() : "GET")
    let text = entry.value.scalar?.isPlain ?? false ? entry.value.text ?? "" : ""
    let rest = own != nil && text.hasPrefix("(") ? " \(text)" : ""
    better.message =
      "'\(entry.name)' is not a valid endpoint name; give the endpoint a name: '\(name(own, target)): \(method) \(target)\(rest)'"
    return better
  }

  /// Returns `deleteUsers` for `DELETE /users/{id}`.
  private func name(_ method: String?, _ target: String) -> String {
    let path = target.firstRange(of: "://").map { target[$0.upperBound...].drop { $0 != "/" } } ?? target[...]
    let words = path.prefix { $0 != "?" }.split { "/.-_".contains($0) }.filter { !$0.contains("{") && Name.isValid(String($0)) }
    let name = words.reduce(method?.lowercased() ?? "") { $0 + ($0.isEmpty ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst()) }
    return name.isEmpty ? "root" : name
  }

  // MARK: A long form without a method

  var missingMethod: (finding: Diagnostic, keys: [String])? {
    let entries = entry.value.mapping ?? []
    func finding(
      _ id: FindingID, _ message: String, at key: Entry, fix: String = "", with text: String? = nil, also keys: [String] = []
    ) -> (Diagnostic, [String]) {
      (.finding(.error, id, message, at: key.key.range, fix: fix, with: text), [key.name] + keys)
    }
    if let method = entries.first(where: { $0.name == "method" }) {
      let target = entries.first { ["path", "url", "target", "uri"].contains($0.name) }
      let line = "\(method.value.text?.uppercased() ?? "GET"): \(target?.value.text ?? "/path")"
      return finding(
        .missingKey, "the method is the key of the target; write '\(line)'", at: method, also: target.map { [$0.name] } ?? [])
    }
    let lines = entries.filter { $0.value.text.map(Methods.beginsLine) ?? false }
    let others = entries.filter { entry in !lines.contains { $0.name == entry.name } }
    if lines.count == 1, !others.isEmpty, others.allSatisfy({ KeyTable.endpoint.contains($0.name) }) {
      let words = lines[0].value.text?.split(separator: " ", maxSplits: 1) ?? []
      return finding(
        .method, "the method is the key of the target; write '\(words[0]): \(words.dropFirst().joined())'", at: lines[0])
    }
    if !lines.isEmpty {
      let message = "'\(entry.name)' contains endpoints, so it is a group; move it below 'groups:', with 'endpoints:' below its name"
      return finding(.misplacedKey, message, at: entry, also: entries.map(\.name))
    }
    if let line = entries.first(where: { Methods.beginsLine($0.name) }) {
      let words = line.name.split(separator: " ", maxSplits: 1)
      return finding(.method, "the target is the value of the method; write '\(words[0]): \(words[1])'", at: line)
    }
    // A method in lowercase; `options` and others can be keys.
    let method = entries.first {
      let (isKey, isTarget) = (KeyTable.endpoint.contains($0.name), $0.value.text?.hasPrefix("/") ?? false)
      return Methods.all.contains($0.name.uppercased())
        ? !isKey || $0.value.text != nil : !isKey && isTarget && Methods.isMethod($0.name.uppercased())
    }
    guard let method else { return nil }
    let (name, upper) = (method.name, method.name.uppercased())
    return finding(.method, "unknown method '\(name)'; did you mean '\(upper)'?", at: method, fix: "change it to uppercase", with: upper)
  }
}

/// A key of an endpoint or a group that is indented like the endpoints or groups, one level too little.
struct StrayKey {
  let entry: Entry
  /// The endpoint or group above it, to which it probably belongs.
  let previous: Entry?

  /// Returns nil for an endpoint or a group that only has the name of a key.
  func advice(_ level: KeyTable) -> Diagnostic? {
    let isBelowName = previous?.value.text == "" && Methods.all.contains(entry.name)
    let isKey = level.contains(entry.name) && !Methods.isMethod(entry.name) && (level == .group ? !isGroup : !isEndpoint)
    guard isKey || isBelowName else { return nil }
    let home = previous.map { " '\($0.name)'" } ?? " its name"
    let isLine = level == .endpoint && !(previous?.value.text ?? "").isEmpty
    let advice = isLine ? "write\(home) in the long form, and move it there" : "indent it below\(home)"
    return .finding(
      .error, .misplacedKey, "'\(entry.name)' is a key of \(level.words); \(advice)", at: entry.key.range,
      fixIts: isLine ? [] : indentation.map { [$0] } ?? [])
  }

  /// Whether the value is meant as an endpoint: a target, or a mapping with a method.
  private var isEndpoint: Bool {
    if let entries = entry.value.mapping {
      return entries.contains {
        Methods.all.contains($0.name.uppercased()) || ["method", "url", "path", "target", "hasBody"].contains($0.name)
          || Methods.isMethod($0.name) && $0.value.text?.hasPrefix("/") ?? false
      }
    }
    let words = entry.value.text?.split(separator: " ") ?? ["?"]
    let first = words.first ?? ""
    return first.isEmpty || first.hasPrefix("/") || first.contains("://") || Methods.all.contains(first.uppercased())
      || words.dropFirst().first?.hasPrefix("/") ?? false
  }

  private var isGroup: Bool {
    entry.value.mapping?.contains { $0.name == "endpoints" || $0.name == "groups" || $0.name == "prefix" } ?? (entry.value.text == "")
  }

  /// Indents all lines of the entry like the keys above it; nil if these are not on lines of their own.
  private var indentation: Diagnostic.FixIt? {
    let (place, value) = (entry.key.range, entry.value.range)
    let file = place.file
    // Merged keys and those of an overlay are elsewhere.
    guard let previous, previous.key.range.file.name == file.name, previous.key.range.start.line < place.start.line,
      previous.key.range.start.column == place.start.column, value.file.name == file.name
    else { return nil }
    var width = 2
    if let first = previous.value.mapping?.first?.key.range {
      width = first.start.column - place.start.column
      let lines = (previous.key.range.start.line + 1)..<place.start.line
      guard first.file.name == file.name, lines.contains(first.start.line), width > 0 else { return nil }
    } else if previous.value.text != "" {
      return nil
    }
    let (pad, whole) = (String(repeating: " ", count: width), file.range(from: place.start, to: value.end))
    guard !whole.text.contains("\r") else { return nil }
    let lines = whole.text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : pad + $0 }
    return .init("indent it by \(width) more spaces", range: whole, replacement: lines.joined(separator: "\n"))
  }
}
