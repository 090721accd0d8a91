import DialBuild
import DialModel
import DialSyntax

/// A key of an endpoint or a group that is indented like the endpoints or groups, one level too little.
struct StrayKey {
  let entry: Entry
  /// The endpoint or group above it, to which it probably belongs.
  let previous: Entry?

  /// Reports it. Returns false for an endpoint or a group that only has the name of a key.
  func report(_ level: KeyTable, _ findings: Findings) -> Bool {
    let isBelowName = previous?.value.text == "" && Methods.all.contains(entry.name)
    let isKey = level.contains(entry.name) && !Methods.isMethod(entry.name) && (level == .group ? !isGroup : !isEndpoint)
    guard isKey || isBelowName else { return false }
    let home = previous.map { " '\($0.name)'" } ?? " its name"
    let isLine = level == .endpoint && !(previous?.value.text ?? "").isEmpty
    let advice = isLine ? "write\(home) in the long form, and move it there" : "indent it below\(home)"
    return findings.refuse(
      .misplacedKey, "'\(entry.name)' is a key of \(level.words); \(advice)", at: entry.key.range,
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
    guard let text = entry.value.text else { return false }
    let first = text.prefix { $0 != " " }
    return first.isEmpty || first.hasPrefix("/") || first.contains("://") || Methods.all.contains(first.uppercased())
      || text.split(separator: " ").dropFirst().first?.hasPrefix("/") ?? false
  }

  private var isGroup: Bool {
    entry.value.mapping?.contains { $0.name == "endpoints" || $0.name == "groups" || $0.name == "prefix" } ?? (entry.value.text == "")
  }

  /// Indents all lines of the entry like the keys above it; nil if these are not on lines of their own.
  private var indentation: Diagnostic.FixIt? {
    let place = entry.key.range
    let file = place.file
    // Merged keys and those of an overlay are elsewhere.
    guard let previous, previous.key.range.file.name == file.name, previous.key.range.start.line < place.start.line,
      previous.key.range.start.column == place.start.column, entry.value.range.file.name == file.name
    else { return nil }
    var width = 2
    if let first = previous.value.mapping?.first?.key.range {
      width = first.start.column - place.start.column
      let lines = (previous.key.range.start.line + 1)..<place.start.line
      guard first.file.name == file.name, lines.contains(first.start.line), width > 0 else { return nil }
    } else if previous.value.text != "" {
      return nil
    }
    let pad = String(repeating: " ", count: width)
    let whole = file.range(from: place.start, to: entry.value.range.end)
    guard !whole.text.contains("\r") else { return nil }
    let lines = whole.text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : pad + $0 }
    return .init(
      "indent it by \(width) more spaces", range: whole, replacement: lines.joined(separator: "\n"))
  }
}
