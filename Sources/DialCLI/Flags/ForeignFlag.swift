/// An option of curl, HTTPie, gh, aws or jq, with its equivalent in Dial. `all` is the only table of them.
struct ForeignFlag {
  enum Meaning {
    /// A flag of Dial with the same value, if it has one.
    case flag(String)
    /// Words for Dial, in which `%` is the value.
    case words([String])
    /// Not needed, with the reason.
    case needless(String)
    /// Explained in words.
    case told(String)
    /// For arguments: `-d`, `-F`, `-T` and `-b` of curl, and `-f` of gh.
    case data, part, upload, cookie, field
  }

  let names: [String]
  let takesValue: Bool
  let meaning: Meaning

  /// Returns the option with a name; `next` is the following word.
  static func named(_ name: String, before next: String?) -> ForeignFlag? {
    // `-f` of gh is `name=value`, `-f` of curl is short for --fail.
    if name == "-f" { return next.map { $0.contains("=") && !$0.hasPrefix("-") } == true ? field : fail }
    // `--json` and `--form` are switches in HTTPie, but have values in curl.
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
    value("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "--body", is: .data),
    value("-F", "--form", "--form-string", is: .part),
    value("-T", "--upload-file", is: .upload),
    value("-b", "--cookie", is: .cookie),
    field,
    value("--url-query", is: .flag("--query")),
    value("--input", is: .flag("--args")),
    value("-X", "--request", "--method", is: .needless("the spec declares the method")),
    value("--url", "--hostname", "--host", "--endpoint-url", "--server", is: .flag("--base")),
    value("-A", "--user-agent", is: .words(["-H", "User-Agent: %"])),
    value("-e", "--referer", is: .words(["-H", "Referer: %"])),
    flag("-G", "--get", is: .needless("the spec declares where arguments are sent")),
    flag("-L", "--location", "--follow", is: .needless("the spec configures redirects with 'redirects'")),
    flag("--compressed", is: .needless("compressed responses are decoded automatically")),
    flag("--stream", "-N", "--no-buffer", is: .needless("streams are printed as they arrive")),
    value("-u", "--user", "-a", "--auth", "--oauth2-bearer", "--bearer", "--token", is: .told(auth)),
    value("-m", "--max-time", "--connect-timeout", is: .flag("--timeout")),
    value("--retries", "--max-retries", "--retry-count", is: .flag("--retry")),
    value("-x", is: .flag("--proxy")),
    value("--noproxy", "--no-proxy", is: .words(["--proxy", "none"])),
    value("--capath", "--ca-bundle", is: .flag("--cacert")),
    value("-E", is: .flag("--cert")),
    flag("-k", is: .told("to skip certificate verification, use --insecure")),
    flag("--no-verify", "--no-check-certificate", "--insecure-skip-tls-verify", is: .flag("--insecure")),
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
    flag("--paginate", "--all-pages", is: .flag("--all")),
    value("--limit", "--max-results", "--page-size", is: .flag("--max-items")),
  ]

  /// The formats of other tools with their names in Dial.
  static let formats = [
    "ndjson": "jsonl", "jsonlines": "jsonl", "json-lines": "jsonl", "text": "raw", "txt": "raw", "plain": "raw", "yml": "yaml",
    "pretty": "json",
    "tab": "tsv", "columns": "table", "wide": "table", "quiet": "none",
  ]
}
