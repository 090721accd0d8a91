import Dial
import DialAdvice
import DialConsole
import DialFlags

/// Words the fault of a line: what is wrong, what is available, what to do.
struct UsageMessage {
  /// The line, with the name of the command.
  let words: [String]
  /// The command; nil for a line without one.
  let command: CommandTable.Command?
  let finder: SpecFinder

  func failure(_ fault: UsageFault) -> Failure {
    switch fault {
    case .unknownFlag(let name): unknown(name)
    case .missingValue("-O", nil):
      .usage("'-O' requires a value", hint: "to take the name of the file from the response or the URL, write -O .")
    case .missingValue(let flag, let next):
      .usage("'\(flag)' requires a value", hint: next.map { "to use the flag '\($0)' as the value, write \(flag)=\($0)" } ?? help)
    case .unwantedValue(let flag): .usage("'\(flag)' does not accept a value", hint: help)
    case .joinedValue(let word):
      .usage(
        "'\(word)' is ambiguous; put a space between -s and its expression",
        hint: word == "-sS" ? "to hide warnings as -sS does in curl, use -q" : "to hide warnings, use -q")
    case .invalidValue(let value, let flag, let name): invalid(value, flag, name)
    case .missingOperand(let name, let values): missing(name, values)
    case .invalidOperand(let word, let name, let values):
      .usage(
        // A command can have a token.
        "unknown \(name)\(word.contains(" ") ? "" : " '\(word)'"); expected \(Self.listed(values))\(Suggestion.question(for: word, among: values))",
        hint: imported(word) ?? help)
    case .unexpectedOperand(let word): .usage("unexpected argument '\(word)'", hint: help)
    }
  }

  /// Returns how to import a file whose format is missing; nil if it is not one.
  private func imported(_ word: String) -> String? {
    guard command?.name == "import" else { return nil }
    if word.hasPrefix("curl ") { return "write the format, too: dial import curl \"curl …\"" }
    guard LocalFile(word).exists else { return nil }
    // Its first word decides, as the shell would.
    if let start = try? LocalFile(word).read().prefix(1000), String(decoding: start, as: UTF8.self).contains(/(?m)^\s*curl\s/) {
      return "to import it, run: dial import curl - < \(ShellWord.quoted(word))"
    }
    return "to import it, run: dial import \(word.hasSuffix(".har") ? "har" : "openapi") \(ShellWord.quoted(word))"
  }

  private var help: String { "for help, run: dial \(command.map { "help \($0.name)" } ?? "help")" }

  private func unknown(_ name: String) -> Failure {
    let message = "unknown flag '\(name)'"
    if name.dropFirst().first?.isNumber == true {
      return .usage(message, hint: "to pass a value that starts with '-', write NAME=\(name), or -- \(name)")
    }
    let output = ["-o", "-O", "--output", "--output-file"]
    if output.contains(name), let flag = output.lazy.compactMap({ command?.flag($0) }).first, let short = flag.names.first {
      return .usage(message, hint: "to write to a file, use \(short) FILE")
    }
    if output.contains(name), let command, Self.printers.contains(command.name) {
      return .usage(message, hint: "to write to a file, add: > \(value(of: name).map(ShellWord.quoted) ?? "FILE")")
    }
    let argument = argument(name)
    if let known = foreign(name) { return .usage(message, hint: argument.map { "\($0); for the flag: \(known)" } ?? known) }
    let names = ((command?.flags ?? [.help]).compactMap(\.names.last) + ["--version"]).map(Self.letters)
    guard let nearest = name == "-V" ? "version" : Suggestion.nearest(to: Self.letters(name), among: names) else {
      return .usage(message, hint: argument ?? anyArgument(name) ?? help)
    }
    return .usage("\(message); did you mean '--\(nearest)'?", hint: nearest == "version" ? nil : argument ?? help)
  }

  /// The commands that print a file.
  private static let printers: Set<String> = ["import", "schema", "man", "completion"]

  /// Returns the word after an unknown flag.
  private func value(of flag: String) -> String? {
    tokens.first { $0.kind == .fault(.unknownFlag(flag)) }.flatMap { words.dropFirst($0.end + 1).first }
  }

  /// Returns how to write a flag that is an argument of the endpoint: `--id=3` for `id=3`; nil if the endpoint has none with that name.
  private func argument(_ flag: String) -> String? {
    let name = String(flag.drop { $0 == "-" })
    guard let endpoint = endpoint(flag),
      let parameter = endpoint.parameters.first(where: { $0.name == name || $0.name == name.replacing("-", with: "_") })
    else { return nil }
    return argument(parameter.name, flag, isSecret: parameter.isSecret || SecretNames.contains(parameter.name))
  }

  /// Returns the same for an endpoint that accepts any argument.
  private func anyArgument(_ flag: String) -> String? {
    let name = String(flag.drop { $0 == "-" })
    guard let endpoint = endpoint(flag), endpoint.isOpen, Name.isValid(name.replacing("-", with: "_")) else { return nil }
    return argument(name, flag, isSecret: SecretNames.contains(name))
  }

  /// Returns the endpoint of the line, for a flag that can be an argument.
  private func endpoint(_ flag: String) -> EndpointModel? {
    let named = positional
    guard flag.hasPrefix("--"), ["call", "wait"].contains(command?.name), named.count > 1, named[0] != "-" else { return nil }
    return try? finder.load(named[0], inPart: true).service.endpoints[named[1]]
  }

  private func argument(_ name: String, _ flag: String, isSecret: Bool) -> String? {
    guard let token = tokens.first(where: { $0.kind == .fault(.unknownFlag(flag)) }) else { return nil }
    let next = value(of: flag).flatMap { $0.hasPrefix("-") || $0.contains("=") ? nil : $0 }
    return "write arguments without dashes: \(name)=\(isSecret ? "…" : (token.value ?? next).map(ShellWord.quoted) ?? "…")"
  }

  private func invalid(_ value: String, _ flag: FlagRow, _ name: String) -> Failure {
    var hint = help
    if flag.names.contains("--output") {
      if let known = ForeignWords.formats[value.lowercased()] {
        return .usage("unknown format '\(value)' for '-o'; did you mean '\(known)'?", hint: "use -o \(known)")
      }
      if value == "-" { hint = "to write bytes to standard output, use -O -" }
      if value.contains(".") || value.contains("/") { hint = "to write the result to a file, use -O \(ShellWord.quoted(value))" }
    }
    let values = flag.values + (flag.otherValue.map { [$0] } ?? [])
    return .usage(
      "'\(name)' must be \(Self.listed(values)), but is '\(value)'\(Suggestion.question(for: value, among: values))", hint: hint)
  }

  private func missing(_ operand: String, _ values: [String]) -> Failure {
    let line = "dial \(command?.name ?? "")"
    switch operand {
    case "spec": return .usage("missing spec; '\(line)' requires a file, '-' or a name", hint: finder.known)
    case "endpoint":
      let spec = positional.first ?? "SPEC"
      guard finder.exists(spec) else { return .usage("missing endpoint for the spec '\(spec)'", hint: finder.missing(spec).message) }
      do throws(Failure) { return try finder.missingEndpoint(of: spec) } catch { return error }
    case "word": return .usage("missing search words; '\(line)' finds endpoints that contain all of them", hint: help)
    case let name: return .usage("missing \(name); '\(line)' accepts \(Self.listed(values))", hint: help)
    }
  }

  private var tokens: LineReader { LineReader(Array(words.dropFirst()), command?.flags ?? []) }

  private var positional: [String] { tokens.filter { $0.kind == .operand }.map(\.name) }

  /// Returns the equivalent of a flag of other programs.
  private func foreign(_ flag: String) -> String? {
    guard let command else { return nil }
    // Commands without calls have neither arguments nor credentials.
    guard ["call", "wait"].contains(command.name) else {
      return flag == "--json" && command.flag("--output") != nil ? "to print JSON, use -o json" : nil
    }
    return ForeignLine.hint(words, command, finder)
  }

  private static func listed(_ values: [String]) -> String {
    (values.count > 1 ? values.dropLast().joined(separator: ", ") + " or " : "") + (values.last ?? "")
  }

  private static func letters(_ flag: String) -> String { String(flag.drop { $0 == "-" }) }
}

extension ForeignLine {
  /// Returns the equivalent of a call with options of other programs; nil if the first unknown flag is not one of them.
  fileprivate static func hint(_ words: [String], _ command: CommandTable.Command, _ finder: SpecFinder) -> String? {
    var pieces: [Piece] = []
    var reader = LineReader(words.dropFirst().flatMap { ForeignOption.letters(of: $0) ?? [$0] }, command.flags)
    while let token = reader.next() {
      switch token.kind {
      case .operand: pieces.append(.operand(token.name))
      case .end: pieces.append(.kept([token.name]))
      case .flag: pieces.append(.kept(shown(token)))
      case .fault(.unknownFlag):
        guard let (option, value) = ForeignOption.read(token.name, token.value, before: reader.following) else {
          if !pieces.contains(where: \.isForeign) { return nil }
          pieces.append(.kept([token.name]))
          continue
        }
        pieces.append(.foreign(option, value ?? (option.takesValue ? reader.takeFollowing() : nil) ?? ""))
      case .fault: pieces.append(.kept([token.name]))
      }
    }
    let operands = pieces.compactMap { if case .operand(let word) = $0 { word } else { nil } }
    let service = operands.count > 1 && operands[0] != "-" ? (try? finder.load(operands[0], inPart: true))?.service : nil
    var endpoint = operands.count > 1 ? operands[1] : ""
    let isURL = operands.first.map(URLSpec.isURL) ?? false
    if isURL, operands.count > 1 {
      let first = pieces.firstIndex { if case .operand = $0 { true } else { false } }
      let second = pieces.lastIndex { if case .operand(operands[1]) = $0 { true } else { false } }
      endpoint = method(of: pieces) ?? endpoint
      if let first, let second { (pieces[first], pieces[second]) = (.operand(endpoint), pieces[first]) }
    }
    let writer = service?.endpoints[endpoint].map { ArgumentWriter(model: $0, types: service?.types ?? TypeTable()) }
    return ForeignLine(pieces, start: command.name == "wait" ? ["dial", "wait"] : ["dial"], writer, isURL: isURL).hint
  }

  /// Returns the method that options of curl mean: that of -X, otherwise POST if they have a body; nil for the method of the line.
  private static func method(of pieces: [Piece]) -> String? {
    let options = pieces.compactMap { if case .foreign(let option, let value) = $0 { (option, value) } else { nil } }
    if let given = options.first(where: \.0.isMethod)?.1.lowercased() { return URLSpec.methods.contains(given) ? given : nil }
    guard pieces.contains(where: { if case .operand("get") = $0 { true } else { false } }) else { return nil }
    if options.contains(where: \.0.isHead) { return "head" }
    return options.contains(where: \.0.isBody) && !options.contains(where: \.0.movesBody) ? "post" : nil
  }

  /// Returns the words of a flag of Dial, without secrets.
  private static func shown(_ token: LineReader.Token) -> [String] {
    guard var value = token.value else { return [token.name] }
    let mark: Character = token.name == "-H" || token.name == "--header" ? ":" : "="
    let name = String(value.prefix { $0 != mark })
    if token.name == "--var" || mark == ":" && SecretNames.contains(name, in: .header) { value = name + (mark == ":" ? ": …" : "=…") }
    return token.end - token.start > 1 ? [token.name, value] : [token.name + (token.name.hasPrefix("--") ? "=" : "") + value]
  }
}
