package import Dial

extension Reply {
  /// The whole response for `-o full`. Credentials in its headers and its URL are masked unless secrets are shown.
  package func full(showingSecrets: Bool) -> JSON {
    var secrets = secrets.withCookies
    for text in UndeclaredSecrets.items(of: url) { secrets.add(echo: text) }
    let mask = HeaderMask(headers, secrets, showingSecrets: showingSecrets)
    let fields = headers.map { ($0.name.canonicalName, mask.value($0)) }
    var timings: [(String, JSON)] = [("total", Self.milliseconds(metrics.total))]
    if let connection = metrics.connection {
      timings += [("connect", Self.milliseconds(connection.waited)), ("firstByte", Self.milliseconds(connection.firstByte))]
    }
    return [
      "status": JSON(status.code), "headers": GroupedMembers(fields).json, "body": value,
      "url": .string(mask.url(url, isRedirected: metrics.redirects > 0)), "timings": .object(timings), "attempts": JSON(metrics.attempts),
    ]
  }

  /// Milliseconds with one decimal.
  private static func milliseconds(_ duration: Duration) -> JSON { JSON((duration / .microseconds(100)).rounded() / 10) ?? 0 }
}
