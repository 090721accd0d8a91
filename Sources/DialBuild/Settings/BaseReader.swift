import DialModel
import DialSyntax

/// Reads `base:`: a URL, or a template whose placeholders are arguments of every endpoint.
struct BaseReader {
  let findings: Findings

  func read(_ node: Node) -> (text: Text, target: TargetModel?)? {
    guard let text = Values.text(node, "a URL such as https://api.example.com/v1", findings) else { return nil }
    let base = Text(text, range: node.range, arguments: false)
    if holdsPlaceholder(base) { return (base, template(text, node)) }
    if let literal = base.literal, let fault = BaseURL.fault(literal) {
      let meant = BaseURL.meant(by: literal)
      findings.error(
        .invalidBase, fault + (meant.map { "; did you mean '\($0)'?" } ?? ""),
        at: BaseURL.culprit(literal).map { node.range(of: $0) } ?? node.range,
        fixIts: meant.map { [.init("replace with", range: node.range, replacement: $0)] } ?? [])
    } else if base.literal == nil, text.contains("@") {
      findings.error(.invalidBase, BaseURL.userInfo, at: node.range)
    }
    return (base, nil)
  }

  private func holdsPlaceholder(_ text: Text) -> Bool {
    text.pieces.contains { if case .literal(let part) = $0 { part.contains("{") } else { false } }
  }

  private func template(_ text: String, _ node: Node) -> TargetModel? {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    let template: URITemplate
    do throws(URITemplateError) {
      template = try URITemplate(target: text)
    } catch {
      let at = min(error.offset, max(text.utf8.count - 1, 0))
      findings.add(.finding(.error, .invalidBase, error.message, at: node.range(of: at..<(at + 1))), about: .value(node, key: "base"))
      return nil
    }
    if refusesPlaceholder(template, node) || refusesSample(template, node) || refusesHost(template, node) { return nil }
    return TargetModel(template: template, text: text, range: node.range, isAbsolute: true)
  }

  /// Reports a placeholder that is not one plain value, because a list or a query could change the following text.
  private func refusesPlaceholder(_ template: URITemplate, _ node: Node) -> Bool {
    for case .expression(let expression) in template.parts {
      let variable = expression.variables[0]
      if expression.operation == .simple, expression.variables.count == 1, !variable.explode, variable.prefix == nil, !variable.isOptional {
        continue
      }
      return findings.refuse(
        .invalidBase, "a placeholder in 'base' must be a single required name; write '{\(variable.name)}'", at: node.range)
    }
    return false
  }

  private func refusesSample(_ template: URITemplate, _ node: Node) -> Bool {
    var sample = ""
    for part in template.parts {
      switch part {
      case .literal(let text): sample += text
      case .expression where sample.hasSuffix(":") && node.text?.contains("@") == false:
        let sign = node.text.flatMap { text in
          text.firstRange(of: ":{").map { text.utf8.distance(from: text.startIndex, to: $0.upperBound) }
        }
        return findings.refuse(
          .invalidBase, "the port cannot be an argument; write a variable such as ${PORT}",
          at: sign.map { node.range(of: ($0 - 1)..<$0) } ?? node.range)
      case .expression, .variable: sample += "x"
      }
    }
    return BaseURL.fault(sample).map { findings.refuse(.invalidBase, $0, at: node.range) } ?? false
  }

  /// Reports a host that the spec does not determine, because it gets the credentials: the name must end in two constant labels.
  private func refusesHost(_ template: URITemplate, _ node: Node) -> Bool {
    var (tail, hasArgument, isHost, slashes) = ("", false, true, 0)
    for part in template.parts where isHost {
      switch part {
      case .expression: (tail, hasArgument) = ("", true)
      case .variable: tail += "x.x"
      case .literal(let text):
        for sign in text where isHost {
          if sign == "/" { slashes += 1 }
          if slashes == 3 { isHost = false } else if slashes == 2, sign != "/" { tail.append(sign) }
        }
      }
    }
    if !hasArgument { return false }
    let name = tail.prefix { $0 != ":" }
    let labels = name.split(separator: ".")
    if name.hasPrefix("."), labels.count > 1 || labels.first.map({ Loopback.contains(String($0)) }) ?? false { return false }
    return findings.refuse(
      .invalidBase,
      "the host of 'base' must end in a literal domain such as '.example.com', so that an argument cannot change the site", at: node.range)
  }
}

/// Checks that the domain in `cookies` belongs to the service.
struct CookieRules {
  let base: Text?
  let findings: Findings
  var seen: Set<SourceRange> = []

  mutating func check(_ endpoint: EndpointModel) {
    guard let cookies = endpoint.policy.cookies, let domain = cookies.domain, let range = cookies.range, !endpoint.target.isAbsolute,
      let base, let origin = base.literal.flatMap({ Origin($0) }), !CookieModel.covers(domain, origin.host), seen.insert(range).inserted
    else { return }
    findings.warning(
      .noEffect, "'\(domain)' has no effect, because the host of 'base', '\(origin.host)', is not in this domain", at: range,
      notes: [.init("the host is declared here", range: base.range)])
  }
}
