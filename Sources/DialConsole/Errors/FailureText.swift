import Dial

/// The text of a failure:
///
/// ```text
/// users.yaml:13:3: error: missing argument 'id' (path, Int) [arguments]
///   getUser: GET /users/{id}
///   ^~~~~~~
/// hint: to see the parameters, run: dial describe users.yaml getUser
/// ```
package struct FailureText {
  package let color: Bool
  /// Whether the text is for a terminal, where long bodies are excerpted.
  package var isTerminal = false

  package init(color: Bool, isTerminal: Bool = false) { (self.color, self.isTerminal) = (color, isTerminal) }

  package func text(_ failure: Failure) -> String {
    var lines = failure.findings.isEmpty ? headlines(failure) : [DiagnosticPrinter(color: color).text(failure.findings)]
    lines += failure.listing.map { TerminalText.safe($0) }
    if let body = failure.excerpt ?? failure.body, !body.isEmpty {
      lines += BodyExcerpt(body: body, isTerminal: isTerminal, hasColor: color).lines
    }
    if let hint = failure.hint { lines.append(paint("hint:", "1;36") + " " + TerminalText.safe(hint)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func headlines(_ failure: Failure) -> [String] {
    let messages = failure.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A rejected request is rarely a mistake of the spec, so the line of the spec is omitted.
    let isRefused = isTerminal && failure.excerpt == nil && failure.status != nil && ["status", "credentials"].contains(failure.code)
    // For failures of the network, it only shows the endpoint.
    if failure.exit == ExitStatus.network || isRefused {
      return [error("\(failure.message) [\(failure.code)]")] + way(failure)
    }
    // A sentence about all faults can be before them.
    let sentences = messages.count - failure.faults.count
    let rules =
      failure.faults.isEmpty || !(0...1).contains(sentences)
      ? messages.map { _ in nil } : Array(repeating: nil, count: sentences) + failure.faults.map(\.rule)
    guard let location = failure.location ?? rules.first ?? nil, let first = messages.first else { return messages.map(error) }
    let others = zip(messages, rules).dropFirst().map { message, rule in
      rule.map { place(message, at: $0, failure) } ?? error(message)
    }
    return [place(first, at: (rules.first ?? nil) ?? location, failure)] + others + (failure.first == nil ? [] : way(failure))
  }

  private func place(_ message: String, at range: SourceRange, _ failure: Failure) -> String {
    var finding = Diagnostic(severity: .error, id: failure.code, message: message, range: range)
    finding.hidesLine = failure.hidesLine
    return DiagnosticPrinter(color: color).text(finding)
  }

  /// Returns the failed request, the redirected one, and the place in the spec.
  private func way(_ failure: Failure) -> [String] {
    var lines = [failure.tried, failure.first.map { "redirected from " + $0 }].compactMap { $0.map { "  " + TerminalText.safe($0) } }
    if failure.exit == ExitStatus.network, let place = failure.location, !lines.isEmpty {
      lines[lines.count - 1] += " (\(TerminalText.safe(place.file.name)):\(place.start.line):\(place.start.column))"
    }
    return lines
  }

  private func error(_ message: String) -> String { paint("error:", "1;31") + " " + paint(TerminalText.safe(message), "1") }

  private func paint(_ text: String, _ style: String) -> String { TerminalText.styled(text, style, if: color) }
}
