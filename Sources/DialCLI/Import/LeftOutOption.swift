/// Words for the options of curl that an import leaves out.
enum LeftOutOption {
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

  static func note(_ name: String) -> String {
    "\(name) is left out" + (advice.first { $0.key.contains(name) }.map { "; \($0.value)" } ?? "")
  }
}
