import DialCore
import DialSyntax

/// The profile of a command, with the values that a spec has a use for.
struct ChosenProfile: Sendable {
  /// Empty where none was chosen.
  var name = ""
  var base: String?
  var variables: [String: String] = [:]

  /// That of `-p`, else that of `$DIAL_PROFILE`, else none.
  ///
  /// - Parameter given: variables that the line gives by itself: nothing is run for them.
  init(_ flag: String?, for spec: Spec, given: [String: String], _ context: Context) throws(Failure) {
    let chosen = flag ?? context.profile
    guard let chosen, !chosen.isEmpty else { return }
    let profiles = try ProfileFile(context.user).read()
    guard let profile = profiles[chosen] else {
      let phrase = Suggestion.phrase(for: chosen, among: profiles.keys.sorted(), what: "profile")
      throw .usage("there is no profile '\(chosen)': \(phrase)", hint: "dial profile set \(chosen) --var NAME=value makes one")
    }
    let part = profile.part(for: spec.service.name)
    (name, base) = (chosen, part.base)
    for variable in SpecVariables(spec.service).names where given[variable] == nil {
      if let text = part.variables[variable] { variables[variable] = try SecretReference(text).value(of: variable) }
    }
  }
}
