import DialEngine
import DialModel
import DialSpec
import DialSyntax

/// The profile of a command. What its references stand for is looked up when a call needs it.
struct ChosenProfile: Sendable {
  /// Empty where none was chosen.
  var name = ""
  var base: String?
  var variables: LazyVariables?

  /// That of `-p`, else that of `$DIAL_PROFILE`, else none. A spec that anybody may have written gets only what its user names for it.
  init(_ flag: String?, for spec: Spec, _ context: Context) throws(Failure) {
    let chosen = flag ?? (spec.trust == .untrusted ? nil : context.profile)
    guard let chosen, !chosen.isEmpty else { return }
    let profiles = try ProfileFile(context.user).read()
    guard let profile = profiles[chosen] else {
      let phrase = Suggestion.phrase(for: chosen, among: profiles.keys.sorted(), what: "profile")
      throw .usage("there is no profile '\(chosen)': \(phrase)", hint: "dial profile set \(chosen) --var NAME=value makes one")
    }
    let part = profile.part(for: spec.service.name)
    (name, base) = (chosen, part.base)
    variables = LazyVariables(part.variables.keys) { name in SecretReference(part.variables[name] ?? "").value() }
  }
}
