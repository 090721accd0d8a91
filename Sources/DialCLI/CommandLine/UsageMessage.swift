import Dial

/// Rewrites the errors of the argument parser: what is wrong, what is available, what to do.
struct UsageMessage {
  let words: [String]
  let finder: SpecFinder

  func failure(_ whole: String) -> Failure {
    // An ambiguous word is reported with its first meaning.
    let message = whole.firstRange(of: "\n   or: ").map { String(whole[..<$0.lowerBound]) } ?? whole
    let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    if message.hasPrefix("Missing expected argument '"), let failure = unknownFlag() ?? missing(parts[1]) { return failure }
    if let failure = format(message, parts) { return failure }
    let unknown = parts.count > 1 && parts[0] == "Unknown option " ? parts[1] : nil
    let argument = unknown.flatMap { FlagAsArgument(words: words, named: positional, finder: finder).hint($0) }
    if let unknown, unknown.dropFirst().first?.isNumber == true {
      return .usage("unknown flag '\(unknown)'", hint: "to pass a value that starts with '-', write NAME=\(unknown), or -- \(unknown)")
    }
    if let unknown, let known = foreign(unknown) {
      let hint = argument.map { "\($0); for the flag: \(known)" } ?? known
      return .usage("unknown flag '\(unknown.prefix { $0 != "=" })'", hint: hint)
    }
    if let unknown, unknown == "-V" || Suggestion.nearest(to: Self.letters(unknown), among: ["version"]) != nil {
      return .usage("unknown flag '\(unknown)'; did you mean '--version'?")
    }
    return .usage(Self.text(message, parts), hint: argument ?? help)
  }

  /// Returns the failure of an invalid -o, whose value is a file name or another name of a format.
  private func format(_ message: String, _ parts: [String]) -> Failure? {
    guard parts.count > 4, parts[0] == "The value ", parts[2] == " is invalid for ",
      parts[3].hasPrefix("-o ") || parts[3].hasPrefix("--output ")
    else { return nil }
    let value = parts[1]
    if let known = ForeignFlag.formats[value.lowercased()] {
      return .usage("unknown format '\(value)' for '-o'; did you mean '\(known)'?", hint: "use -o \(known)")
    }
    if value == "-" { return .usage(Self.text(message, parts), hint: "to write bytes to standard output, use -O -") }
    guard value.contains(".") || value.contains("/") else { return nil }
    return .usage(Self.text(message, parts), hint: "to write the result to a file, use -O \(ShellWord.quoted(value))")
  }

  private var command: String? { words.first.flatMap { CommandWords.commands.contains($0) ? $0 : nil } }

  private var help: String { "for help, run: dial \(command.map { "help \($0)" } ?? "help")" }

  /// Detects a flag instead of the value of a flag, which the parser would accept: `-O --dry-run` would send the request.
  static func forgottenValue(_ words: [String]) -> Failure? {
    let flags = words.dropFirst().prefix { $0 != "--" }
    // Finding the flags takes milliseconds.
    guard zip(flags, flags.dropFirst()).contains(where: { $0.hasPrefix("-") && $1.hasPrefix("-") && $1 != "-" }),
      let command = words.first.flatMap(CommandTable.current.command),
      let (flag, next) = CommandLineWords(Array(flags), command).forgotten
    else { return nil }
    return .usage("'\(flag)' requires a value", hint: "to use the flag '\(next)' as the value, write \(flag)=\(next)")
  }

  /// Detects an expression directly after -s, probably the `-sS` of curl; `S` would select nothing.
  static func attachedExpression(_ words: [String]) -> Failure? {
    let flags = Array(words.dropFirst().prefix { $0 != "--" })
    guard words.first == "call" || words.first == "wait", flags.contains(where: isAttached),
      let command = words.first.flatMap(CommandTable.current.command)
    else { return nil }
    for (index, word) in flags.enumerated() where isAttached(word) && CommandLineWords(Array(flags[..<index]), command).pending == nil {
      let quiet = word == "-sS" ? "to hide warnings as -sS does in curl, use -q" : "to hide warnings, use -q"
      return .usage("'\(word)' is ambiguous; put a space between -s and its expression", hint: quiet)
    }
    return nil
  }

  private static func isAttached(_ word: String) -> Bool { word.hasPrefix("-s") && word.utf8.count > 2 }

  /// The parser reports a missing word before a misspelled flag, which is more likely the mistake.
  private func unknownFlag() -> Failure? {
    guard let known = command.flatMap(CommandTable.current.command)?.flags.flatMap(\.names),
      let word = words.dropFirst().prefix(while: { $0 != "--" }).first(where: { $0.hasPrefix("--") }),
      !known.contains(String(word.prefix { $0 != "=" })), foreign(word) == nil
    else { return nil }
    let nearest = Suggestion.nearest(to: Self.letters(word), among: known.map(Self.letters) + ["help"])
    return .usage("unknown flag '\(word)'\(nearest.map { "; did you mean '--\($0)'?" } ?? "")", hint: help)
  }

  private func missing(_ argument: String) -> Failure? {
    let line = command == nil ? "dial" : "dial \(command ?? "")"
    switch argument.prefix(while: { $0 != ">" }).drop(while: { $0 == "<" }) {
    case "spec": return .usage("missing spec; '\(line)' requires a file, '-' or a name", hint: finder.known)
    case "endpoint":
      let spec = positional.first ?? "SPEC"
      guard finder.exists(spec) else { return .usage("missing endpoint for the spec '\(spec)'", hint: finder.missing(spec).message) }
      do throws(Failure) { return try finder.missingEndpoint(of: spec) } catch { return error }
    case "word": return .usage("missing search words; '\(line)' finds endpoints that contain all of them", hint: help)
    case "action" where command == "auth": return .usage("missing action; '\(line)' accepts login, status or logout", hint: help)
    case "action": return .usage("missing action; '\(line)' accepts list, show, set or remove", hint: help)
    case "shell": return .usage("missing shell; '\(line)' accepts bash, zsh or fish", hint: help)
    default: return nil
    }
  }

  private var positional: [String] {
    let known = command.flatMap(CommandTable.current.command)
    return known.map { CommandLineWords(Array(words.dropFirst()), $0).positional } ?? []
  }

  /// Returns the equivalent of a flag of other programs.
  private func foreign(_ flag: String) -> String? {
    // Commands without calls have neither arguments nor credentials.
    if let command, !["call", "wait"].contains(command) {
      let isForm = flag == "--json" && CommandTable.current.command(command)?.flags.contains { $0.names.contains("--output") } == true
      return isForm ? "to print JSON, use -o json" : nil
    }
    return ForeignLine(flag, in: words, finder)?.hint
  }

  private static func text(_ message: String, _ parts: [String]) -> String {
    switch (parts[0], parts.count) {
    // The value 'xml' is invalid for '-o <format>'. Please provide one of …
    case ("The value ", 5...) where parts[2] == " is invalid for ":
      let flag = parts[3].split(separator: " ").first.map(String.init) ?? parts[3]
      let values = values(of: message, parts) + (flag == "--cache" ? ["a lifetime such as 5m"] : [])
      if values.isEmpty { return "'\(parts[1])' is not a valid value of '\(flag)'" }
      let near = Suggestion.nearest(to: parts[1], among: values).map { "; did you mean '\($0)'?" } ?? ""
      let listed = listed(values)
      if flag.hasPrefix("<") {
        return "unknown \(flag.filter { $0 != "<" && $0 != ">" }) '\(parts[1])'; expected \(listed)\(near)"
      }
      return "'\(flag)' must be \(listed), but is '\(parts[1])'\(near)"
    // Unknown option '--nope'. Did you mean '--base'?
    case ("Unknown option ", 5) where parts[2] == ". Did you mean ":
      let known = letters(parts[3])
      let isNear = Suggestion.nearest(to: letters(parts[1]), among: [known]) == known
      return "unknown flag '\(parts[1])'" + (isNear ? "; did you mean '\(parts[3])'?" : "")
    case ("Unknown option ", 3): return "unknown flag '\(parts[1])'"
    // Missing value for '--base <url>'
    case ("Missing value for ", 3): return "'\(parts[1].prefix { $0 != " " })' requires a value"
    default: return message.prefix(1).lowercased() + (message.hasSuffix(".") ? message.dropFirst().dropLast() : message.dropFirst())
    }
  }

  private static func values(of message: String, _ parts: [String]) -> [String] {
    let listed = message.split(separator: "\n").dropFirst().map { String($0.drop { $0 == " " || $0 == "-" }) }
    return listed.isEmpty ? stride(from: 5, to: parts.count, by: 2).map { parts[$0] } : listed
  }

  private static func listed(_ values: [String]) -> String {
    (values.count > 1 ? values.dropLast().joined(separator: ", ") + " or " : "") + (values.last ?? "")
  }

  private static func letters(_ flag: String) -> String { String(flag.drop { $0 == "-" }) }
}

/// A flag that no command has, but the endpoint has an argument with that name: `--id=3` for `id=3`.
struct FlagAsArgument {
  let words: [String]
  /// The words that are neither flags nor their values.
  let named: [String]
  let finder: SpecFinder

  /// Returns how to write the argument; nil if the endpoint has none with that name.
  func hint(_ flag: String) -> String? {
    let name = String(flag.drop { $0 == "-" })
    guard flag.hasPrefix("--"), ["call", "wait"].contains(words.first), named.count > 1, named[0] != "-",
      let endpoint = try? finder.load(named[0], inPart: true).service.endpoints[named[1]],
      let parameter = endpoint.parameters.first(where: { $0.name == name || $0.name == name.replacing("-", with: "_") })
    else { return nil }
    let isSecret = parameter.isSecret || SecretNames.contains(parameter.name)
    return "write arguments without dashes: \(parameter.name)=\(isSecret ? "…" : value(of: flag).map(ShellWord.quoted) ?? "…")"
  }

  private func value(of flag: String) -> String? {
    guard let index = words.firstIndex(where: { $0 == flag || $0.hasPrefix(flag + "=") }) else { return nil }
    if words[index] != flag { return String(words[index].dropFirst(flag.count + 1)) }
    let next = words.dropFirst(index + 1).first
    return next.flatMap { $0.hasPrefix("-") || $0.contains("=") ? nil : $0 }
  }
}
