import DialSyntax

/// A failure as people read it:
///
/// ```text
/// users.yaml:13:3: error: missing argument 'id' (path, Int) [arguments]
///   getUser: GET /users/{id}
///   ^~~~~~~
/// hint: dial describe users.yaml getUser shows what it takes
/// ```
struct FailureText {
  /// How much of a refused reply is shown.
  static let bodyLimit = 4096

  let color: Bool

  func text(_ failure: Failure) -> String {
    var lines: [String]
    if !failure.findings.isEmpty {
      lines = [DiagnosticPrinter(color: color).text(failure.findings)]
    } else {
      lines = headlines(failure)
    }
    if let body = failure.body, !body.isEmpty { lines += Self.shown(body) }
    if let hint = failure.hint { lines.append(paint("hint:", "1;36") + " " + TerminalText.safe(hint)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func headlines(_ failure: Failure) -> [String] {
    let messages = failure.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let location = failure.location, let first = messages.first else { return messages.map(error) }
    let head = Diagnostic(severity: .error, id: failure.code, message: first, range: location)
    return [DiagnosticPrinter(color: color).text(head)] + messages.dropFirst().map(error)
  }

  private func error(_ message: String) -> String {
    paint("error:", "1;31") + " " + paint(TerminalText.safe(message), "1")
  }

  /// The beginning of a body, escaped, with a word about the rest.
  private static func shown(_ body: [UInt8]) -> [String] {
    guard let text = String(validating: body.prefix(bodyLimit + 3), as: UTF8.self) ?? readable(body) else {
      return ["(a body of \(body.count) bytes that are no text)"]
    }
    var scalars = text.unicodeScalars
    while scalars.count > 0, String(scalars).utf8.count > bodyLimit { scalars.removeLast() }
    var shown = TerminalText.lines(String(scalars))
    while shown.hasSuffix("\n") { shown.removeLast() }
    let rest = body.count - String(scalars).utf8.count
    return rest > 0 ? [shown, "… and \(rest) bytes more"] : [shown]
  }

  /// A text that is cut in the middle of a character is still a text.
  private static func readable(_ body: [UInt8]) -> String? {
    guard body.count > bodyLimit else { return nil }
    for cut in 0..<4 {
      if let text = String(validating: body.prefix(bodyLimit - cut), as: UTF8.self) { return text }
    }
    return nil
  }

  private func paint(_ text: String, _ style: String) -> String { color ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text }
}
