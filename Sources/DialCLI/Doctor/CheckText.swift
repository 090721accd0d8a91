import Dial
import DialDoctor

/// Checks as lines, each with what to do below it.
struct CheckText {
  /// The spec as the command line names it.
  let spec: String
  var hasColor = false

  func text(_ checks: [Check]) -> String {
    let width = checks.map { TerminalText.width($0.name) }.max() ?? 0
    let blanks = String(repeating: " ", count: width + 11)
    return checks.map { check in
      let name = TerminalText.safe(check.name)
      let line = "\(mark(check.state)) \(name)" + blanks.dropFirst(TerminalText.width(name) + 9) + TerminalText.safe(check.text) + "\n"
      guard let advice = check.advice else { return line }
      return line + blanks + paint("hint:", "1;36") + " " + TerminalText.safe(advice.hint(spec: spec)) + "\n"
    }.joined()
  }

  private func mark(_ state: Check.State) -> String {
    switch state {
    case .ok: "ok      "
    case .warning: paint("warning ", "1;35")
    case .problem: paint("problem ", "1;31")
    }
  }

  private func paint(_ text: String, _ style: String) -> String { TerminalText.styled(text, style, if: hasColor) }
}

extension Advice {
  /// Returns an instruction for the command line.
  func hint(spec: String) -> String {
    let spec = ShellWord.quoted(spec)
    return switch self {
    case .plain(let text): text
    case .authorities: "install the package 'ca-certificates', or use --cacert FILE"
    case .trust: "to trust your own authority, use --cacert FILE, or 'tls: {ca: FILE}' in the spec"
    case .clientCertificate: "to send a client certificate, use --cert FILE --key FILE"
    case .certificateFiles: "check the files of 'tls' in the spec, and of --cacert, --cert and --key"
    case .proxy: "check the proxy, or use --proxy none"
    case .base: "check that the server is running and that 'base' is correct; to call another server, use --base URL"
    case .signIn: "to sign in again, run: dial auth login \(spec)"
    case .variable(let name): "set it in the environment, in a profile, or with --var \(name)=…"
    case .passedVariable(let name): "pass --var \(name)=…, or --env \(name) to read it from the environment, or set it in a profile"
    case .profile(let name, nil):
      "to create it, run: dial profile set \(ShellWord.quoted(name)) --var NAME=value; to use none, unset DIAL_PROFILE"
    case .profile(let name, let variable?): "to correct it, run: dial profile set \(ShellWord.quoted(name)) --var \(variable)=…"
    case .findings: "to see all findings, run: dial check \(spec)"
    }
  }
}
