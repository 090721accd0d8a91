import DialModel
import DialSyntax

/// Reads `fails:` as a condition: which replies with an accepted status are refusals. As a shape it is read where the endpoint is.
struct RefusalReader {
  let findings: Findings

  /// Whether the mapping has a condition, and is no record with a member of that name.
  static func isCondition(_ node: Node) -> Bool {
    guard let when = node.value(for: "when"), let text = when.text else { return false }
    let isType = Name.isValid(text.hasSuffix("?") ? String(text.dropLast()) : text) && text.first?.isUppercase ?? false
    return !isType
  }

  /// Reads the condition into a policy; gives where the shape of the refusal stands.
  @discardableResult
  func read(_ node: Node, into policy: inout PolicyModel) -> Node? {
    guard Self.isCondition(node) else {
      findings.error(
        .expectedMapping, "'fails' of a service or group must be a mapping with 'when', such as {when: \"ok == `false`\", message: error}", at: node.range)
      return nil
    }
    var (when, message): (SelectionModel?, SelectionModel?) = (nil, nil)
    var type: Node?
    PolicyReader(findings: findings).each(node, "fails", keys: .fails) { entry in
      switch entry.name {
      case "type": type = entry.value
      case "when": when = selection(entry.value)
      default: message = selection(entry.value)
      }
    }
    if let when { policy.refusal = RefusalModel(when: when, message: message) }
    return type
  }

  private func selection(_ node: Node) -> SelectionModel? {
    Values.text(node, "a JMESPath expression", findings).flatMap { Selections.read(node, $0, findings) }
  }
}
