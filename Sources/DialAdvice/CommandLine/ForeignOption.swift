/// An option of curl, HTTPie, gh, aws or jq, with what to write instead.
package struct ForeignOption: Sendable {
  enum Meaning {
    /// Words for Dial, in which `%` is the value, and `%=…` its name.
    case words([String])
    /// Words that need an endpoint with pages.
    case pages([String])
    /// An expression of jq or JMESPath, after these words.
    case selection([String])
    /// Not needed, with the reason.
    case needless(String)
    /// Explained in words.
    case told(String)
    /// For arguments: `-d`, `-F`, `-T` and `-b` of curl, and `-f` of gh.
    case data, part, upload, cookie, field, file
    /// A part of a form of curl, or the switch of HTTPie before a field.
    case form
    /// A field of gh, or the switch of HTTPie for a form before a field.
    case pair
    /// The head of a response without its body: the method HEAD, or the flag that prints the head, too.
    case head
    /// Another style of JSON, which is the output of a line without `-o`.
    case style
    /// Words, of which the text says how they differ.
    case nearly([String], String)
    /// Credentials, which the spec declares.
    case credentials
    /// A token, which the spec declares, too.
    case bearer
    /// The method, which the spec declares, and which stands before a URL.
    case method
    /// The kind of the body, which the spec declares: a word of `--content-type`.
    case body(String)
  }

  /// The word that follows an option to which tools give several meanings.
  enum Following {
    case any, pair, expression, json, range, url, text, style, scheme

    func accepts(_ word: String?) -> Bool {
      guard self != .any else { return true }
      guard let word else { return false }
      return switch self {
      case .any: true
      case .pair: word.contains("=") && !word.hasPrefix("-")
      case .expression: word.hasPrefix(".")
      case .json: word.hasPrefix("{") || word.hasPrefix("[")
      case .range: word.contains("-") && word.utf8.allSatisfy { "0123456789-,".utf8.contains($0) }
      case .url: word.contains("://")
      case .text: !word.hasPrefix("-") && !word.contains("=")
      case .scheme: ["bearer ", "basic ", "token "].contains(where: word.lowercased().hasPrefix)
      case .style: ["all", "colors", "format", "none"].contains(word)
      }
    }
  }

  let names: [String]
  package let takesValue: Bool

  /// Whether its value is the method of the request.
  package var isMethod: Bool { if case .method = meaning { true } else { false } }

  /// Whether it makes a request for the head alone.
  package var isHead: Bool { if case .head = meaning { true } else { false } }

  /// Whether curl sends its value in a body.
  package var isBody: Bool {
    switch meaning {
    case .data, .part, .form, .pair: true
    default: false
    }
  }

  /// Whether it moves the body of curl to the query.
  package var movesBody: Bool { names.contains("-G") }

  let following: Following
  let meaning: Meaning

  /// Returns the option with a name; `next` is the following word.
  private static func named(_ name: String, before next: String?) -> ForeignOption? {
    all.first { $0.names.contains(name) && $0.following.accepts(next) }
  }

  /// Returns the option with a name, and the value in the same word: `--max-time=5`, `-XPOST`.
  package static func read(_ name: String, _ value: String?, before next: String?) -> (ForeignOption, value: String?)? {
    if let option = named(name, before: value ?? next) { return (option, value) }
    let joined = String(name.dropFirst(2))
    guard !name.hasPrefix("--"), let option = named(String(name.prefix(2)), before: joined), option.takesValue else { return nil }
    return (option, joined + (value.map { "=" + $0 } ?? ""))
  }

  /// Returns the options of curl in a word without values: `-fsSL`.
  package static func letters(of word: String) -> [String]? {
    let letters = word.dropFirst()
    guard word.hasPrefix("-"), letters.count > 1, letters.allSatisfy("fsSkLgiIvNJ".contains) else { return nil }
    return letters.map { $0 == "s" ? "--silent" : "-\($0)" }
  }

  private static func value(_ names: String..., if following: Following = .any, is meaning: Meaning) -> ForeignOption {
    ForeignOption(names: names, takesValue: true, following: following, meaning: meaning)
  }

  private static func flag(_ names: String..., is meaning: Meaning) -> ForeignOption {
    ForeignOption(names: names, takesValue: false, following: .any, meaning: meaning)
  }

  /// The first row that fits counts.
  private static let all: [ForeignOption] = [
    value("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--body", "--raw", is: .data),
    value("--json", if: .json, is: .data),
    value("-F", "--form-string", is: .part), value("--form", if: .pair, is: .form),
    // Switches of HTTPie.
    flag("--json", is: .body("json")), flag("--form", is: .body("form")), flag("--multipart", is: .body("multipart")),
    value("-T", "--upload-file", is: .upload), value("--input", is: .file), value("-b", "--cookie", is: .cookie),
    value("--field", "--raw-field", "--data-urlencode", "--param", "--params", is: .field), value("-f", if: .pair, is: .pair),
    flag("-f", "--fail", "--fail-with-body", "--check-status", is: .needless("an error status fails the call by default")),
    value("--url-query", is: .words(["--query", "%"])),
    value("-X", "--request", "--method", is: .method),
    value("--url", "--hostname", "--host", "--endpoint-url", "--server", "--base-url", if: .url, is: .words(["--base", "%"])),
    value(
      "--url", "--hostname", "--host", "--endpoint-url", "--server", "--base-url",
      is: .told("to call another server, write a URL: --base https://…")),
    value("--unix-socket", is: .words(["--base", "unix://%"])),
    value("-A", "--user-agent", is: .words(["-H", "User-Agent: %"])),
    value("--range", is: .words(["-H", "Range: bytes=%"])), value("-r", if: .range, is: .words(["-H", "Range: bytes=%"])),
    value("--referer", is: .words(["-H", "Referer: %"])), value("-e", if: .url, is: .words(["-H", "Referer: %"])),
    // A pair is a variable, as for docker; without a value, it is the -e of jq.
    value("-e", if: .pair, is: .words(["--var", "%=…"])), flag("-e", is: .words(["--require"])),
    value(
      "--cookie-jar", "--session",
      is: .told("cookies are kept only with 'cookies: {store: disk}' in the spec; to send one, use -H 'Cookie: NAME=VALUE'")),
    value(
      "-c", if: .text,
      is: .told("cookies are kept only with 'cookies: {store: disk}' in the spec; to send one, use -H 'Cookie: NAME=VALUE'")),
    flag("-c", "--compact-output", is: .words(["--compact"])),
    value("--region", is: .told("to set a variable of the spec, use --var NAME=value")),
    flag("--dry", "--offline", is: .words(["--dry-run"])), flag("--no-cache", is: .words(["--cache", "none"])),
    flag("--ignore-stdin", is: .needless("standard input is read only if an argument uses it")),
    flag("-G", "--get", is: .needless("the spec declares where arguments are sent")),
    flag("-L", "--location", "--follow", is: .needless("redirects are followed by default; 'redirects' in the spec changes that")),
    flag("--stream", "-N", "--no-buffer", is: .needless("streams are printed as they arrive")),
    value("-a", "--auth", if: .scheme, is: .told("to send a header, use -H 'Authorization: …'")),
    value("-a", "--auth", is: .told("to send a name and a password, use -u NAME:PASSWORD")),
    value("--oauth2-bearer", "--bearer", "--token", is: .bearer), value("--api-key", "--aws-sigv4", is: .credentials),
    flag("--digest", "-n", "--netrc", is: .credentials),
    value("-m", "--max-time", is: .words(["--timeout", "%"])),
    value("--connect-timeout", is: .nearly(["--timeout", "%"], "--timeout limits the time of the whole call")),
    value("--retries", "--max-retries", "--retry-count", "--tries", is: .words(["--retry", "%"])),
    flag("--retry-all-errors", "--retry-connrefused", is: .needless("'retry' in the spec declares which failures are temporary")),
    value("--retry-delay", "--retry-max-time", is: .needless("'retry' in the spec declares the pauses")),
    flag("--no-retry", "--no-retries", is: .words(["--retry", "0"])),
    value("--max-redirs", is: .needless("'redirects' in the spec limits redirects")),
    value("-x", is: .words(["--proxy", "%"])), value("--socks5", "--socks5-hostname", is: .words(["--proxy", "socks5://%"])),
    value("--socks4", "--socks4a", is: .told("SOCKS 4 is not supported; for a SOCKS 5 proxy, use --proxy socks5://HOST:PORT")),
    value("--noproxy", "--no-proxy", is: .words(["--proxy", "none"])),
    value("--capath", "--ca-bundle", is: .words(["--cacert", "%"])), value("-E", is: .words(["--cert", "%"])),
    value("--verify", is: .told("to skip certificate verification, use --insecure; to trust the CA of a file, use --cacert FILE")),
    flag("-k", is: .told("to skip certificate verification, use --insecure")),
    flag("--no-verify", "--no-verify-ssl", "--no-check-certificate", "--insecure-skip-tls-verify", is: .words(["--insecure"])),
    flag("--http2", "--http3", "--http2-prior-knowledge", is: .needless("the version of HTTP is negotiated with the server")),
    flag("-I", "--head", is: .head), flag("--headers", "--status", "--show-status", is: .words(["-i"])),
    value("-D", "--dump-header", is: .words(["-i"])),
    value("-r", "--raw-output", if: .expression, is: .selection(["-o", "raw"])), flag("-r", "--raw-output", is: .words(["-o", "raw"])),
    value("--pretty", if: .style, is: .style), flag("--pretty", is: .style), flag("-j", is: .words(["-o", "json"])),
    value("--jq", "--filter", "--jmespath", is: .selection([])),
    value("--template", "-t", is: .told("to select from the result, use -s EXPRESSION; to choose its form, use -o")),
    value("--fields", "--columns", is: .words(["--tuple", "%"])), value("--format", "--output-format", is: .words(["-o", "%"])),
    value("--print", is: .told("to see the request and the head of the response, use -v; to see only the head, use -i")),
    flag("-S", "--show-error", is: .needless("errors are always shown")), flag("--silent", is: .words(["-q"])),
    flag("--debug", is: .words(["-v"])), value("--trace", "--trace-ascii", is: .words(["-v"])),
    value("-w", "--write-out", is: .told("for the status, headers and times as JSON, use -o full, as in -o full -s status")),
    flag("--no-color", "--no-colour", "--no-colors", "-M", "--monochrome-output", is: .words(["--color", "never"])),
    flag("-J", "--remote-name", "--remote-header-name", "--remote-name-all", is: .words(["-O", "."])),
    flag("--download", is: .told("to write the result to a file, use -O FILE")),
    value("-C", "--continue-at", is: .needless("-O resumes an interrupted download automatically")),
    flag("--continue", "--resume", is: .needless("-O resumes an interrupted download automatically")),
    value("--if-match", is: .words(["-H", "If-Match: %"])), value("--if-none-match", is: .words(["-H", "If-None-Match: %"])),
    value("--fail-if", "--fail-when", is: .told("to end a wait early, use: dial wait … --fail EXPRESSION")),
    flag("--ignore-status", is: .words(["--accept", "any"])),
    flag("--paginate", "--all-pages", is: .pages(["--all"])),
    value("--limit", "--max-results", "--page-size", "--per-page", is: .pages(["--max-items", "%"])),
    flag("--no-paginate", is: .needless("a call gets one page by default")),
  ]
}
