/// Options of curl that are not part of a request.
enum CurlOption {
  /// How to get the same for a call.
  private static let advice: KeyValuePairs<[String], String> = [
    ["-k", "--insecure"]: "to call without verification of certificates, add --insecure",
    ["-x", "--proxy", "--socks5", "--socks5-hostname", "--preproxy"]: "to use a proxy, add --proxy URL to a call",
    ["--noproxy"]: "to use no proxy, add --proxy none to a call",
    ["--cacert", "--capath"]: "to trust other certificates, add --cacert FILE to a call, or 'tls' to the spec",
    ["-E", "--cert", "--key", "--pass", "--cert-type", "--key-type"]:
      "to send a client certificate, add --cert FILE and --key FILE to a call, or 'tls' to the spec",
    ["--pinnedpubkey"]: "to pin a key, add 'tls: {pins: …}' to the spec",
    ["-c", "--cookie-jar"]: "to keep cookies, add 'cookies: {store: disk}' to the spec",
    ["--unix-socket", "--abstract-unix-socket"]: "to call a socket, write unix:///PATH as the base",
    ["--retry-delay", "--retry-max-time", "--retry-all-errors", "--retry-connrefused"]: "to change the pauses, add 'retry' to the spec",
    ["--max-redirs"]: "to limit redirects, add 'redirects' to the spec",
    ["-C", "--continue-at"]: "downloads with -O continue by themselves",
    ["-K", "--config"]: "its file is not read; import the options in it, too",
    ["--etag-compare", "--etag-save", "-z", "--time-cond"]: "to ask only for a new version, add 'cache' to the spec",
    ["--http1.0", "-0", "--http1.1"]: "to use HTTP/1.1, add --http1.1 to a call",
    ["--rate", "--limit-rate"]: "to limit the rate of calls, add 'limit' to the spec",
  ]

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

  /// Returns what to say about an option that is left out; nil if nothing is lost.
  static func note(_ name: String) -> String? {
    if let (_, advice) = advice.first(where: { $0.key.contains(name) }) { return "\(name) is left out; \(advice)" }
    return withValue.contains(name) && !silent.contains(name) ? "\(name) is left out" : nil
  }
}
