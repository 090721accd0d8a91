import DialModel

/// The parameters that words without a name fill, in the order of the target: `dial tasks.yaml get 1`.
struct PathWords {
  /// Those of the path that have no default.
  let parameters: [ParameterModel]

  init(_ model: EndpointModel) {
    let open = model.parameters.filter { $0.place == .path && $0.defaultValue == nil }
    var seen: Set<String> = []
    let names = model.target.template.parts.flatMap { part -> [String] in
      if case .expression(let expression) = part { expression.variables.map(\.name) } else { [] }
    }
    parameters = names.filter { seen.insert($0).inserted }.compactMap { name in
      open.first { $0.name == name } ?? open.first { $0.wire == name }
    }
  }

  /// Which word fills a parameter, counted from 1; nil where none does.
  func number(of parameter: ParameterModel) -> Int? {
    parameters.firstIndex { $0.qualifiedName == parameter.qualifiedName }.map { $0 + 1 }
  }

  /// Whether a word is a value without a name. What looks like a header is one that was meant for -H.
  static func isValue(_ word: String) -> Bool {
    !word.isEmpty && word != "-" && !word.contains { $0 == "=" || $0 == "@" } && HeaderWord(word) == nil
  }

  /// That a word is left over.
  func excess(_ word: String, _ endpoint: String) -> String {
    let names = parameters.map { "'\($0.name)'" }.joined(separator: ", ")
    let count = parameters.count == 1 ? "1 positional argument" : "\(parameters.count) positional arguments"
    return "unexpected argument '\(ArgumentPair.shown(word))': '\(endpoint)' accepts \(count) (\(names)); write other arguments as name=value"
  }
}

/// A header as HTTPie takes it among its arguments: `X-Foo:bar`.
struct HeaderWord {
  let name: String
  let value: String

  init?(_ word: String) {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let (name, rest) = (word[..<colon], word[word.index(after: colon)...])
    guard !name.isEmpty, !rest.isEmpty, !rest.hasPrefix("="), !rest.hasPrefix("//"), name.first?.isLetter ?? false,
      name.contains("-") || name.first?.isUppercase ?? false, name.utf8.allSatisfy(Self.isNamePart)
    else { return nil }
    (self.name, value) = (String(name), String(rest.drop { $0 == " " }))
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// How Dial takes it; the value of a credential is not shown.
  var flag: String { "-H " + ShellWord.quoted("\(name): \(Self.isSecret(name) ? "…" : value)") }

  static func isSecret(_ name: String) -> Bool { HeaderRules.isSensitive(name) || HeaderRules.soundsSecret(name) }
}
