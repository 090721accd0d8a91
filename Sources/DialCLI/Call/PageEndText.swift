import Dial

/// The note of a walk that was cut off: that there is more, and how to continue.
struct PageEndText {
  private let walk: PageWalk

  init(_ walk: PageWalk) { self.walk = walk }

  /// Returns the note with its stable code; nil if the walk is complete.
  func note(_ end: PageEnd) -> (code: String, text: String)? {
    if let text = text(end) { return ("cut-off", text) }
    if let shortfall = walk.shortfall { return ("total", shortfall.text) }
    return walk.absence.map { ("one-page", $0) }
  }

  /// Returns how to continue at a page that failed; nil for the first page, which the call itself requests.
  func way(behind error: CallError) -> String? {
    guard walk.pages > 0, error.code != .cancelled else { return nil }
    // The message contains the URL, so it is repeated only as arguments.
    if case .url(let url) = walk.asked { return words(of: url).map { "continue with \($0)" } }
    return way(to: walk.asked)
  }

  private func text(_ end: PageEnd) -> String? {
    guard let next = end.next else { return nil }
    let what = end.reason == .maxPages ? end.pages.counted("page") : end.items.counted("item")
    let printed =
      next.skip == 0 || next.address == .first
      ? "" : " (\(next.skip.counted("item")) of that page \(next.skip == 1 ? "is" : "are") already printed)"
    return "stopped after \(what), but more are available: \(way(to: next.address))\(printed)"
  }

  private func way(to address: NextPage.Address) -> String {
    switch address {
    case .first: "increase --max-items"
    case .argument(let name, let value): "continue with \(word(name, value))"
    case .url(let url): words(of: url).map { "continue with \($0)" } ?? "the next page is \(walk.secrets.redact(link: url))"
    }
  }

  private func words(of url: String) -> String? {
    let sent = Set(Self.items(of: walk.firstURL))
    let differing = Self.items(of: url).filter { !sent.contains($0) }
    let words = differing.map { item -> String? in
      let (wire, value) = (item.prefix { $0 != "=" }, item.drop { $0 != "=" }.dropFirst())
      guard let parameter = walk.model.parameters.first(where: { $0.place == .query && $0.wire == wire && !$0.isSpread }) else {
        return nil
      }
      return parameter.isSecret ? nil : word(parameter.name, .string(FormCoding.decode("=" + value).first?.1 ?? ""))
    }
    return words.isEmpty || words.contains(nil) ? nil : words.compactMap(\.self).joined(separator: " ")
  }

  private static func items(of url: String) -> [String] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: mark)...].split(separator: "&").map(String.init)
  }

  /// Returns an argument. The server has chosen its value, which must not name a file of the user.
  private func word(_ name: String, _ value: JSON) -> String {
    let text = ValueText.plain(value)
    let isPlain = text.map { !$0.hasPrefix("@") && !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } } ?? false
    let shown = walk.secrets.redact(isPlain ? text ?? "" : text.map(JSONWriter.quote) ?? JSONWriter.text(value))
    return ShellWord.quoted("\(name)\(isPlain ? "=" : ":=")\(shown)")
  }
}

extension PageEnd {
  /// Whether there are more pages than one.
  var hasOtherPages: Bool { pages > 1 || next != nil }
}
