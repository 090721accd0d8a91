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
    case data, part, upload, cookie, field, file
    /// Credentials, which the spec declares.
    case credentials
    /// An expression of jq or JMESPath, after these words.
    case selection([String])
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
    // jq's -r is before an expression, gh's is alone; HTTPie's --pretty has a value, that of others has none.
    if name == "-r" || name == "--raw-output", next?.hasPrefix(".") == true {
      return ForeignFlag(names: [name], takesValue: true, meaning: .selection(["-o", "raw"]))
    }
    // curl's -c is a file of cookies and its -r a range of bytes; those of jq have no value, as its -e.
    if name == "-c", next.map({ !$0.hasPrefix("-") && !$0.contains("=") }) == true {
      return all.first { $0.names.contains("--cookie-jar") }
    }
    if name == "-r", next.map({ $0.contains("-") && $0.utf8.allSatisfy { "0123456789-,".utf8.contains($0) } }) == true {
      return all.first { $0.names.contains("--range") }
    }
    // A pair is a variable, as for docker.
    if name == "-e", next.map({ $0.first != "-" && $0.contains("=") }) == true {
      return ForeignFlag(names: [name], takesValue: true, meaning: .flag("--var"))
    }
    if name == "-e", next?.contains("://") != true { return ForeignFlag(names: [name], takesValue: false, meaning: .flag("--require")) }
    if name == "--pretty", next.map({ ["all", "colors", "format", "none"].contains($0) }) == true {
      return ForeignFlag(names: [name], takesValue: true, meaning: .words(["-o", "json"]))
    }
    return all.first { $0.names.contains(name) }
  }

  static let arguments = "write arguments as name=value or name:=json"

  private static func value(_ names: String..., is meaning: Meaning) -> ForeignFlag {
    ForeignFlag(names: names, takesValue: true, meaning: meaning)
  }

  private static func flag(_ names: String..., is meaning: Meaning) -> ForeignFlag {
    ForeignFlag(names: names, takesValue: false, meaning: meaning)
  }

  private static let field = value("-f", "--field", "--raw-field", "--data-urlencode", "--param", "--params", is: .field)
  private static let fail = flag(
    "-f", "--fail", "--fail-with-body", "--check-status", is: .needless("an error status fails the call by default"))

  static let all: [ForeignFlag] = [
    value("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json", "--body", "--raw", is: .data),
    value("-F", "--form", "--form-string", is: .part),
    value("-T", "--upload-file", is: .upload),
    value("-b", "--cookie", is: .cookie),
    field,
    value("--url-query", is: .flag("--query")),
    value("--input", is: .file),
    value("-X", "--request", "--method", is: .needless("the spec declares the method")),
    value("--url", "--hostname", "--host", "--endpoint-url", "--server", "--base-url", is: .flag("--base")),
    value("--unix-socket", is: .words(["--base", "unix://%"])),
    value("--content-type", is: .words(["-H", "Content-Type: %"])),
    value("--range", is: .words(["-H", "Range: bytes=%"])),
    value("--cookie-jar", "--session", is: .told("cookies are not kept between calls; to send one, use -H 'Cookie: NAME=VALUE'")),
    value("--region", is: .told("to set a variable of the spec, use --var NAME=value")),
    flag("--dry", "--offline", is: .flag("--dry-run")),
    flag("--no-cache", is: .words(["--cache", "none"])),
    flag("--ignore-stdin", is: .needless("standard input is read only if an argument uses it")),
    value("-A", "--user-agent", is: .words(["-H", "User-Agent: %"])),
    value("-e", "--referer", is: .words(["-H", "Referer: %"])),
    flag("-G", "--get", is: .needless("the spec declares where arguments are sent")),
    flag("-L", "--location", "--follow", is: .needless("redirects are followed by default; 'redirects' in the spec changes that")),
    flag("--stream", "-N", "--no-buffer", is: .needless("streams are printed as they arrive")),
    value("-u", "--user", "-a", "--auth", "--oauth2-bearer", "--bearer", "--token", "--api-key", "--aws-sigv4", is: .credentials),
    flag("--digest", "-n", "--netrc", is: .credentials),
    value("-m", "--max-time", "--connect-timeout", is: .flag("--timeout")),
    value("--retries", "--max-retries", "--retry-count", "--tries", is: .flag("--retry")),
    flag("--retry-all-errors", "--retry-connrefused", is: .needless("'retry' in the spec declares which failures are temporary")),
    value("--retry-delay", "--retry-max-time", is: .needless("'retry' in the spec declares the pauses")),
    value("--max-redirs", is: .needless("'redirects' in the spec limits redirects")),
    value("-x", is: .flag("--proxy")),
    value("--socks5", "--socks5-hostname", is: .words(["--proxy", "socks5://%"])),
    value("--socks4", "--socks4a", is: .told("SOCKS 4 is not supported; for a SOCKS 5 proxy, use --proxy socks5://HOST:PORT")),
    value("--noproxy", "--no-proxy", is: .words(["--proxy", "none"])),
    value("--capath", "--ca-bundle", is: .flag("--cacert")),
    value("-E", is: .flag("--cert")),
    value("--verify", is: .told("to skip certificate verification, use --insecure; to trust the CA of a file, use --cacert FILE")),
    flag("--http2", "--http3", "--http2-prior-knowledge", is: .needless("the version of HTTP is negotiated with the server")),
    flag("--no-retry", "--no-retries", is: .words(["--retry", "0"])),
    flag("-k", is: .told("to skip certificate verification, use --insecure")),
    flag("--no-verify", "--no-verify-ssl", "--no-check-certificate", "--insecure-skip-tls-verify", is: .flag("--insecure")),
    flag("-I", "--head", "--headers", is: .flag("-i")),
    flag("--pretty", is: .words(["-o", "json"])),
    value("--jq", "--filter", "--jmespath", is: .selection([])),
    value("--template", "-t", is: .told("to select from the result, use -s EXPRESSION; to choose its form, use -o")),
    value("--fields", "--columns", is: .flag("--tuple")),
    value("--print", is: .told("to see the request and the head of the response, use -v; to see only the head, use -i")),
    flag("-j", is: .words(["-o", "json"])),
    value("--format", "--output-format", is: .flag("-o")),
    flag("-r", "--raw-output", is: .words(["-o", "raw"])),
    flag("-c", "--compact-output", is: .flag("--compact")),
    value("-D", "--dump-header", is: .words(["-i"])),
    flag("-S", "--show-error", is: .needless("errors are always shown")),
    flag("--silent", is: .flag("-q")),
    flag("--debug", is: .flag("-v")),
    value("--trace", "--trace-ascii", is: .words(["-v"])),
    value("-w", "--write-out", is: .told("to see times, use --timings; to see the status and headers, use -i")),
    flag("--no-color", "--no-colour", "--no-colors", "-M", "--monochrome-output", is: .words(["--color", "never"])),
    flag("-J", "--remote-name", "--remote-header-name", "--remote-name-all", is: .words(["-O", "."])),
    flag("--download", is: .told("to write the result to a file, use -O FILE")),
    value("-C", "--continue-at", is: .needless("-O resumes an interrupted download automatically")),
    fail,
    flag("--paginate", "--all-pages", is: .flag("--all")),
    flag("--no-paginate", is: .needless("a call gets one page by default")),
    value("--limit", "--max-results", "--page-size", "--per-page", is: .flag("--max-items")),
  ]

  /// The formats of other tools with their names in Dial.
  static let formats = [
    "ndjson": "jsonl", "jsonlines": "jsonl", "json-lines": "jsonl", "text": "raw", "txt": "raw", "plain": "raw", "yml": "yaml",
    "pretty": "json",
    "tab": "tsv", "columns": "table", "wide": "table", "quiet": "none",
  ]
}
