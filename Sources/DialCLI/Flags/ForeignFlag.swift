/// An option that curl, HTTPie, gh, aws or jq has, and what Dial has for it: the one table of them.
struct ForeignFlag {
  enum Meaning {
    /// A flag of Dial, with the same value where it takes one.
    case flag(String)
    /// Words of Dial; `%` in them is the value.
    case words([String])
    /// Not needed, and why.
    case needless(String)
    /// Said in words alone.
    case told(String)
    /// Of the arguments: curl's `-d`, `-F`, `-T`, `-b`, and gh's `-f`.
    case data, part, upload, cookie, field
  }

  let names: [String]
  let takesValue: Bool
  let meaning: Meaning

  /// The option of a name; `next` is the word behind it.
  static func named(_ name: String, before next: String?) -> ForeignFlag? {
    // gh's 'name=value' and curl's short form of --fail have one letter.
    if name == "-f" { return next.map { $0.contains("=") && !$0.hasPrefix("-") } == true ? field : fail }
    // HTTPie's --json and --form are switches, curl's take a value.
    if name == "--json" || name == "--form",
      next.map({ $0.hasPrefix("{") || $0.hasPrefix("[") || name == "--form" && $0.contains("=") }) != true
    {
      return ForeignFlag(names: [name], takesValue: false, meaning: .told(arguments))
    }
    return all.first { $0.names.contains(name) }
  }

  static let arguments = "write arguments as name=value or name:=json"

  private init(names: [String], takesValue: Bool, meaning: Meaning) {
    (self.names, self.takesValue, self.meaning) = (names, takesValue, meaning)
  }

  private static func value(_ names: String..., is meaning: Meaning) -> ForeignFlag {
    ForeignFlag(names: names, takesValue: true, meaning: meaning)
  }

  private static func flag(_ names: String..., is meaning: Meaning) -> ForeignFlag {
    ForeignFlag(names: names, takesValue: false, meaning: meaning)
  }

  private static let field = value("-f", "--field", "--raw-field", is: .field)
  private static let fail = flag(
    "-f", "--fail", "--fail-with-body", "--check-status", is: .needless("an error status fails the call by default"))
  private static let auth = "the spec declares credentials in 'auth'; set its variables with --var NAME=value"

  static let all: [ForeignFlag] = [
    // The body and its parts.
    value("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "--body", is: .data),
    value("-F", "--form", "--form-string", is: .part),
    value("-T", "--upload-file", is: .upload),
    value("-b", "--cookie", is: .cookie),
    field,
    value("--url-query", is: .flag("--query")),
    value("--input", is: .flag("--args")),
    // The request.
    value("-X", "--request", "--method", is: .needless("the spec declares the method")),
    value("--url", "--hostname", "--host", "--endpoint-url", "--server", is: .flag("--base")),
    value("-A", "--user-agent", is: .words(["-H", "User-Agent: %"])),
    value("-e", "--referer", is: .words(["-H", "Referer: %"])),
    flag("-G", "--get", is: .needless("the spec declares where arguments are sent")),
    flag("-L", "--location", "--follow", is: .needless("the spec configures redirects with 'redirects'")),
    flag("--compressed", is: .needless("compressed responses are decoded automatically")),
    flag("--stream", "-N", "--no-buffer", is: .needless("streams are printed as they arrive")),
    value("-u", "--user", "-a", "--auth", "--oauth2-bearer", "--bearer", "--token", is: .told(auth)),
    // The connection.
    value("-m", "--max-time", "--connect-timeout", is: .flag("--timeout")),
    value("--retries", "--max-retries", "--retry-count", is: .flag("--retry")),
    value("-x", is: .flag("--proxy")),
    value("--noproxy", "--no-proxy", is: .words(["--proxy", "none"])),
    value("--capath", "--ca-bundle", is: .flag("--cacert")),
    value("-E", is: .flag("--cert")),
    flag("-k", is: .told("to skip certificate verification, use --insecure")),
    flag("--no-verify", "--no-check-certificate", "--insecure-skip-tls-verify", is: .flag("--insecure")),
    // The result.
    flag("-I", "--head", "--headers", is: .flag("-i")),
    flag("--pretty", is: .words(["-o", "json"])),
    value("--jq", is: .told("to select from the result with JMESPath, use -s EXPRESSION")),
    value("--filter", "--jmespath", is: .flag("--select")),
    value("--format", "--output-format", is: .flag("-o")),
    flag("-r", "--raw-output", is: .words(["-o", "raw"])),
    flag("-c", is: .flag("--compact")),
    flag("-S", "--show-error", is: .needless("errors are always shown")),
    flag("--silent", is: .flag("-q")),
    flag("--debug", is: .flag("-v")),
    value("--trace", "--trace-ascii", is: .words(["-v"])),
    value("-w", "--write-out", is: .told("to see times, use --timings; to see the status and headers, use -i")),
    flag("--no-color", "--no-colour", "--no-colors", is: .words(["--color", "never"])),
    flag("--download", is: .told("to write the result to a file, use -O FILE")),
    value("-C", "--continue-at", is: .needless("-O resumes an interrupted download automatically")),
    fail,
    // Pages.
    flag("--paginate", "--all-pages", is: .flag("--all")),
    value("--limit", "--max-results", "--page-size", is: .flag("--max-items")),
  ]

  /// Formats of other tools by what they are called here.
  static let formats = [
    "ndjson": "jsonl", "jsonlines": "jsonl", "json-lines": "jsonl", "text": "raw", "txt": "raw", "plain": "raw", "yml": "yaml",
    "pretty": "json",
    "tab": "tsv", "columns": "table", "wide": "table", "quiet": "none",
  ]
}
