import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// A path of jq or JSONPath, or a comparison of another language, in the place of JMESPath: `$.items`, `.items[]`, `items.0.id`, `a === b`.
struct ExpressionSlip {
  let node: Node
  let part: Range<Int>
  let finding: Diagnostic

  var advice: Diagnostic? {
    let scalar = ScalarText(node, text: node.text ?? "")
    let text = String(decoding: scalar.bytes[part], as: UTF8.self)
    guard let meant = Self.meant(by: text) else { return nil }
    let style = node.scalar?.style
    let isWhole = part == 0..<scalar.bytes.count
    let isWritable = !(isWhole && style == .plain) || meant.first?.isLetter ?? false
    var better = finding
    better.range = part.isEmpty ? node.range : scalar.range(part)
    better.message = "'\(text)' is not a valid JMESPath expression; write '\(meant)'"
    let written = style == .singleQuoted ? meant.replacing("'", with: "''") : meant
    better.fixIts = isWritable ? [.init("replace with", range: better.range, replacement: written)] : []
    return better
  }

  private static func meant(by text: String) -> String? {
    let compared = text.replacing("===", with: "==").replacing(" = ", with: " == ")
    if compared != text { return (try? JMESPath(compared)) == nil ? nil : compared }
    var path = text[...]
    if path.hasPrefix("$") { path.removeFirst() }
    if path.hasPrefix(".") { path.removeFirst() }
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for index in steps.indices.dropFirst().reversed() where !steps[index].isEmpty && steps[index].allSatisfy(\.isNumber) {
      steps[index - 1] += "[\(steps.remove(at: index))]"
    }
    let meant = steps.joined(separator: ".")
    // Quotes and conditions of these languages differ.
    guard meant != text, !meant.isEmpty, !meant.contains(where: { "'\"`?=<>|".contains($0) }) else { return nil }
    return (try? JMESPath(meant)) == nil ? nil : meant
  }
}
