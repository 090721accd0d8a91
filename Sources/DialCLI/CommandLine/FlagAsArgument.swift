import DialCore

/// A flag that no command has, where the endpoint has an argument of that name: `--id=3` for `id=3`.
struct FlagAsArgument {
  private let words: [String]
  /// The spec and the endpoint.
  private let named: [String]
  private let finder: SpecFinder

  init(_ words: [String], _ named: [String], _ finder: SpecFinder) {
    (self.words, self.named, self.finder) = (words, named, finder)
  }

  /// How the argument is written; nil where the endpoint has none of that name.
  func hint(_ flag: String) -> String? {
    let name = String(flag.drop { $0 == "-" })
    guard flag.hasPrefix("--"), ["call", "wait"].contains(words.first), named.count > 1, named[0] != "-",
      let spec = try? finder.load(named[0], inPart: true), let index = spec.service.endpoints.place(of: named[1])
    else { return nil }
    let endpoint = spec.service.endpoints[index]
    guard let parameter = endpoint.parameters.first(where: { $0.name == name || $0.name == name.replacing("-", with: "_") }) else {
      return nil
    }
    let isSecret = parameter.isSecret || SecretNames.contains(parameter.name)
    return "an argument has no dashes: \(parameter.name)=\(isSecret ? "…" : value(of: flag).map(ExampleLine.quoted) ?? "…")"
  }

  private func value(of flag: String) -> String? {
    guard let index = words.firstIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) else { return nil }
    if words[index] != flag { return String(words[index].dropFirst(flag.count + 1)) }
    let next = words.dropFirst(index + 1).first
    return next.flatMap { $0.hasPrefix("-") || $0.contains("=") ? nil : $0 }
  }
}
