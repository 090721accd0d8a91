import DialModel
import DialSyntax

/// Reads several credentials: all of a list, or of `any:` the first one whose variables have values.
struct AuthListReader {
  let findings: Findings
  /// More than any service asks for. A spec is untrusted input.
  private static let maximum = 256

  /// Reads `[bearer ${TOKEN}, header X-Org ${ORG}]`. With `none?`, nothing is sent if a variable has no value.
  func all(_ items: [Node], _ node: Node) -> AuthModel? {
    guard findings.takes(items.count, "credentials", in: "'auth'", atMost: Self.maximum, at: node.range) else { return nil }
    var parts: [AuthModel] = []
    var isOptional = false
    for item in items {
      if item.text == "none?" {
        isOptional = true
        continue
      }
      guard let part = AuthReader(findings: findings).read(item) else { return nil }
      if case .none = part {
        return findings.fail(
          .auth, "'none' cannot be combined with other credentials; to make them optional, write 'none?'", at: item.range,
          fix: "make the credentials optional", with: "none?")
      }
      checkPlace(of: part, at: item.range, beside: parts)
      parts.append(part)
    }
    guard let first = parts.first else {
      return findings.fail(.auth, "'auth' is an empty list; for no credentials, write 'auth: none'", at: node.range)
    }
    let all = parts.count == 1 ? first : AuthModel.all(parts, node.range)
    return isOptional ? .any([all, .none], node.range) : all
  }

  /// Reads `{any: [bearer ${TOKEN}, basic ${USER} ${PASSWORD}, none?]}`.
  func any(_ entry: Entry, in node: Node) -> AuthModel? {
    findings.refuseKeys(besides: "any", in: node, "move it into one of the alternatives")
    guard let items = Values.sequence(entry.value, "'any'", findings),
      findings.takes(items.count, "credentials", in: "'any'", atMost: Self.maximum, at: node.range)
    else { return nil }
    var parts: [AuthModel] = []
    for (index, item) in items.enumerated() {
      guard let part = item.text == "none?" ? AuthModel.none : AuthReader(findings: findings).read(item) else { return nil }
      parts.append(part)
      if part.chosen({ _ in false })?.allSatisfy(\.variables.isEmpty) ?? false, index < items.count - 1 {
        findings.warning(.noEffect, "the alternatives after this one are never used, because this one requires no variable", at: item.range)
      }
    }
    guard !parts.isEmpty else {
      return findings.fail(.auth, "'any' is an empty list; for no credentials, write 'auth: none'", at: entry.value.range)
    }
    return .any(parts, node.range)
  }

  /// Reports two credentials in the same location, where only one could be sent.
  private func checkPlace(of part: AuthModel, at range: SourceRange, beside others: [AuthModel]) {
    let places = Set(part.leaves.map(\.location.words))
    guard let shared = others.flatMap(\.leaves).map(\.location.words).first(where: places.contains) else { return }
    findings.error(.auth, "two credentials in 'auth' use \(shared); keep one of them, or list them under 'any'", at: range)
  }
}

extension Credential.Location {
  fileprivate var words: String {
    switch self {
    case .header(let name): "the header '\(name.lowercased())'"
    case .query(let name): "the query item '\(name)'"
    }
  }
}
