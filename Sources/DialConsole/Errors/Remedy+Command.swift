package import Dial

extension Remedy {
  /// The wording for the command line.
  ///
  /// - Parameters:
  ///   - spec: the spec as the command line names it, quoted for a shell.
  ///   - target: the flags that choose base and profile, to which a token belongs; each after a space.
  package func hint(spec: String, target: String = "") -> String {
    switch self {
    case .text(let text): text
    case .variable(let name, let source): "set it with --var \(name)=…" + Self.elsewhere(source, name)
    case .anotherValue(let name, let reason): "\(reason); set another value with --var \(name)=…"
    case .alternative(let name): "set the variables of one alternative with --var \(name)=…, or in the environment"
    case .base: "set the base with --base URL"
    case .contentType: "choose its media type with --content-type TYPE"
    case .signIn: "run: dial auth login \(spec)\(target)"
    case .orSignIn(let remedy): "\(remedy.hint(spec: spec)), or run: dial auth login \(spec)\(target)"
    case .parameters(let endpoint): "to see the parameters, run: dial describe \(spec) \(endpoint)"
    case .endpoints: "to list all endpoints, run: dial list \(spec)"
    case .stopReading: "remove the paging flags; to stop after ten lines, append: | head -n 10"
    }
  }

  private static func elsewhere(_ source: VariableSource, _ name: String) -> String {
    switch source {
    case .callerOnly: ""
    case .profile: ", or change the profile"
    case .environment: " or in the environment"
    case .untrustedEnvironment: ", or allow it with --env \(name)"
    case .allowedEnvironment: " or --env \(name); to use an argument, write {\(name)}"
    }
  }
}
