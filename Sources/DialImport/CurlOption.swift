/// Options of curl that are not part of a request.
enum CurlOption {
  /// Options that change only what curl prints, or what Dial does anyway.
  private static let silent: Set = [
    "-o", "--output", "-w", "--write-out", "-D", "--dump-header", "--output-dir", "--stderr", "--trace", "--trace-ascii",
    "--happy-eyeballs-timeout-ms", "--expect100-timeout", "--keepalive-time", "--parallel-max", "-Y", "--speed-limit", "-y", "--speed-time",
  ]

  /// Options with a value that are not a part of the request.
  static let withValue: Set = silent.union([
    "--retry-delay", "--retry-max-time", "-x", "--proxy", "--cacert", "--cert", "-E", "--key", "-c", "--cookie-jar", "--resolve",
    "--max-redirs", "--limit-rate", "--ciphers", "--tls-max", "--interface", "--proxy-user", "-U", "--noproxy", "--unix-socket",
    "--abstract-unix-socket", "--alt-svc", "--capath", "--cert-type", "--config", "-K", "--connect-to", "--continue-at", "-C", "--crlfile",
    "--curves", "--dns-servers", "--doh-url", "--engine", "--etag-compare", "--etag-save", "--hsts", "--key-type", "--local-port",
    "--login-options", "--max-filesize", "--netrc-file", "--pass", "--pinnedpubkey", "--preproxy", "--proto", "--proto-default",
    "--proto-redir", "--proxy-header", "--rate", "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--time-cond", "-z",
    "--tls13-ciphers",
  ])

  /// Options without a value that change how a request is sent.
  private static let switches: Set = ["-k", "--insecure", "--http1.0", "-0", "--http1.1", "--retry-all-errors", "--retry-connrefused"]

  /// Whether something is lost without an option.
  static func matters(_ name: String) -> Bool { switches.contains(name) || withValue.contains(name) && !silent.contains(name) }
}
