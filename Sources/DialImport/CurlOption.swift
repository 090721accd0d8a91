/// Options of curl that are not part of a request.
enum CurlOption {
  /// Options that change only what curl prints, or what Dial does anyway.
  private static let silent: Set = [
    "-o", "--output", "-w", "--write-out", "-D", "--dump-header", "--output-dir", "--stderr", "--trace", "--trace-ascii",
    "--happy-eyeballs-timeout-ms", "--expect100-timeout", "--keepalive-cnt", "--keepalive-time", "--parallel-max", "--parallel-max-host",
    "-Y",
    "--speed-limit", "-y", "--speed-time", "--libcurl", "--trace-config", "--create-file-mode", "--ip-tos", "--vlan-priority",
    "--delegation",
    "--egd-file", "--random-file", "--ftp-account", "--ftp-alternative-to-user", "--ftp-method", "-P", "--ftp-port", "--ftp-ssl-ccc-mode",
    "--hostpubmd5", "--hostpubsha256", "--ipfs-gateway", "--krb", "--mail-auth", "--mail-from", "--mail-rcpt", "--pubkey", "-Q", "--quote",
    "--sasl-authzid", "--service-name", "-t", "--telnet-option", "--tftp-blksize",
  ]

  /// Options with a value that are not a part of the request.
  static let withValue: Set = silent.union([
    "--retry-delay", "--retry-max-time", "-x", "--proxy", "--cacert", "--cert", "-E", "--key", "-c", "--cookie-jar", "--resolve",
    "--max-redirs", "--limit-rate", "--ciphers", "--tls-max", "--interface", "--proxy-user", "-U", "--noproxy", "--unix-socket",
    "--abstract-unix-socket", "--alt-svc", "--capath", "--cert-type", "--config", "-K", "--connect-to", "--continue-at", "-C", "--crlfile",
    "--curves", "--dns-servers", "--doh-url", "--engine", "--etag-compare", "--etag-save", "--hsts", "--key-type", "--local-port",
    "--login-options", "--max-filesize", "--netrc-file", "--pass", "--pinnedpubkey", "--preproxy", "--proto", "--proto-default",
    "--proto-redir", "--proxy-header", "--rate", "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--time-cond", "-z",
    "--tls13-ciphers", "--dns-interface", "--dns-ipv4-addr", "--dns-ipv6-addr", "--ech", "--haproxy-clientip", "--proxy1.0",
    "--proxy-cacert",
    "--proxy-capath", "--proxy-cert", "--proxy-cert-type", "--proxy-ciphers", "--proxy-crlfile", "--proxy-key", "--proxy-key-type",
    "--proxy-pass", "--proxy-pinnedpubkey", "--proxy-service-name", "--proxy-tls13-ciphers", "--proxy-tlsauthtype", "--proxy-tlspassword",
    "--proxy-tlsuser", "--request-target", "--sigalgs", "--socks5-gssapi-service", "--tlsauthtype", "--tlspassword", "--tlsuser",
    "--upload-flags", "--variable",
  ])

  /// Options without a value that change how a request is sent.
  private static let switches: Set = ["-k", "--insecure", "--http1.0", "-0", "--http1.1", "--retry-all-errors", "--retry-connrefused"]

  /// Whether something is lost without an option.
  static func matters(_ name: String) -> Bool { switches.contains(name) || withValue.contains(name) && !silent.contains(name) }
}
