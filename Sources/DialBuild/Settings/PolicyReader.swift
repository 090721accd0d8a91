import DialModel
package import DialSyntax

/// Reads the policies (CallPolicies.md).
struct PolicyReader {
  /// The maximum number of retries or redirects. More are a mistake.
  private static let maxTimes = 100
  /// The maximum number of calls in a second, minute or hour. More are no limit.
  private static let maxCalls = 1_000_000

  let findings: Findings

  func timeout(_ node: Node, into policy: inout PolicyModel) {
    if node.mapping == nil {
      policy.totalTimeout = Values.time(node, "timeout", findings) ?? policy.totalTimeout
      return
    }
    KeyTable.timeout.read(node, findings) { entry in
      guard let duration = Values.time(entry.value, entry.name, findings) else { return }
      switch entry.name {
      case "connect": policy.connectTimeout = duration
      case "read": policy.readTimeout = duration
      default: policy.totalTimeout = duration
      }
    }
  }

  func retry(_ node: Node, into policy: inout PolicyModel) {
    if node.text == "none" {
      policy.retry = RetryModel(max: 0)
      return
    }
    if let text = node.text {
      if text.utf8.first.map({ $0 &- 0x30 < 10 }) ?? false {
        policy.retry = RetryModel(max: Values.integer(node, "retry", maximum: Self.maxTimes, findings))
      } else {
        findings.error(
          .expectedMapping, "'retry' must be 'none', a number of retries, or a mapping such as {max: 3} (default: 2 retries)",
          value: node, of: "retry")
      }
      return
    }
    var retry = RetryModel()
    KeyTable.retry.read(node, findings) { entry in
      switch entry.name {
      case "max": retry.max = Values.integer(entry.value, "max", maximum: Self.maxTimes, findings)
      case "on": retryCauses(entry.value, into: &retry)
      case "backoff": backoff(entry.value, into: &retry)
      default: retry.unsafe = Values.bool(entry.value, "unsafe", findings) ?? false
      }
    }
    policy.retry = retry
  }

  private func retryCauses(_ node: Node, into retry: inout RetryModel) {
    var statuses = StatusSet()
    for item in node.sequence ?? [node] {
      guard let word = Values.text(item, "a status or 'network'", findings) else { continue }
      if word == "network" {
        retry.network = true
      } else if word == "any" || !statuses.insert(word) {
        findings.error(
          .statuses, "'\(word)' is not a valid retry condition; write a status such as 503, a class such as 5xx, or network",
          value: item, of: "on")
      }
    }
    retry.statuses = statuses
  }

  private func backoff(_ node: Node, into retry: inout RetryModel) {
    guard let text = Values.text(node, "a range such as 200ms..20s", findings) else { return }
    if let dots = text.firstRange(of: ".."), let minimum = Values.duration(String(text[..<dots.lowerBound])),
      let longest = Values.duration(String(text[dots.upperBound...])), minimum <= longest
    {
      retry.minWait = minimum
      retry.maxWait = longest
    } else {
      findings.error(
        .duration, "'\(text)' is not a valid range of durations; write a range such as 200ms..20s", value: node, of: "backoff")
    }
  }

  func limit(_ node: Node) -> LimitModel? {
    if node.mapping == nil { return rate(node).map { LimitModel(rate: $0, concurrent: nil) } }
    var given: (rate: LimitModel.Rate?, concurrent: Int?, share: (text: String, key: Node)?)
    var hasRate = false
    KeyTable.limit.read(node, findings) { entry in
      switch entry.name {
      case "rate": (given.rate, hasRate) = (rate(entry.value), true)
      case "concurrent": given.concurrent = Values.integer(entry.value, "concurrent", minimum: 1, findings)
      default: given.share = Values.text(entry.value, "a folder", findings).map { ($0, entry.key) }
      }
    }
    if let share = given.share, !hasRate {
      findings.warning(
        .noEffect, "'share' has no effect without a 'rate', which processes share; add one, such as rate: 10/s", at: share.key.range)
    }
    return LimitModel(rate: given.rate, concurrent: given.concurrent, share: given.share?.text)
  }

  private func rate(_ node: Node) -> LimitModel.Rate? {
    guard let text = Values.text(node, "a rate such as 10/s", findings) else { return nil }
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    if sides.count == 2, let count = Int(sides[0]), count > 0, let unit = Values.duration("1\(sides[1])"),
      ["s", "m", "h"].contains(sides[1])
    {
      if count <= Self.maxCalls { return LimitModel.Rate(count: count, per: unit, text: text) }
      return findings.fail(
        .expectedValue, "the rate '\(text)' is out of range; the maximum is \(Self.maxCalls) calls per second, minute or hour",
        at: node.range)
    }
    return findings.fail(
      .expectedValue, "'\(text)' is not a valid rate; write a number with /s, /m or /h, such as 10/s", value: node, of: "rate")
  }

  /// Reads a mode, or the lifetime of responses, which overrides that of the server.
  func cache(_ node: Node, into policy: inout PolicyModel) {
    if node.text?.utf8.first.map({ $0 &- 0x30 < 10 }) ?? false {
      guard let lifetime = Values.time(node, "cache", or: "write 'none' to disable the cache", findings) else { return }
      (policy.cache, policy.cacheLifetime) = ("standard", lifetime)
    } else if let word = WordTable.cache.word(node, findings, orElse: "a lifetime such as 5m") {
      (policy.cache, policy.cacheLifetime) = (word, nil)
    }
  }

  func compress(_ node: Node) -> Compression? {
    return WordTable.compress.choice(node, findings)
  }

  func cookies(_ node: Node) -> CookieModel? {
    guard node.mapping != nil else { return WordTable.cookies.word(node, findings).map { CookieModel(isKept: $0 == "session") } }
    var model: CookieModel?
    KeyTable.cookies.read(node, findings) { entry in
      if entry.name == "store" {
        let word = WordTable.cookieStore.word(entry.value, findings)
        return model = CookieModel(isKept: true, domain: model?.domain, isOnDisk: word == "disk", range: model?.range)
      }
      guard let text = Values.text(entry.value, "a domain such as example.com", findings) else { return }
      if let fault = CookieModel.fault(ofDomain: text) { return findings.error(.expectedValue, fault, at: entry.value.range) }
      model = CookieModel(isKept: true, domain: text.lowercased(), isOnDisk: model?.isOnDisk ?? false, range: entry.value.range)
    }
    if node.mapping?.isEmpty ?? false {
      findings.error(.missingKey, "missing 'session'; write 'cookies: session' or 'cookies: {session: example.com}'", at: node.range)
    }
    return model
  }

  func redirects(_ node: Node, into policy: inout PolicyModel) {
    if node.text == "none" {
      policy.maxRedirects = 0
      return
    }
    if let text = node.text, Int(text) != nil {
      policy.maxRedirects = Values.integer(node, "redirects", maximum: Self.maxTimes, findings) ?? policy.maxRedirects
      return
    }
    guard node.mapping != nil else {
      findings.error(
        .expectedMapping, "'redirects' must be 'none', a number, or a mapping such as {max: 10, trust: […]} (default: 10)",
        value: node, of: "redirects")
      return
    }
    var maximum: Node?
    var trust: Node?
    KeyTable.redirects.read(node, findings) { entry in
      if entry.name == "max" {
        maximum = entry.value
        policy.maxRedirects = Values.integer(entry.value, "max", maximum: Self.maxTimes, findings) ?? policy.maxRedirects
      } else {
        trust = entry.key
        policy.trustedHosts = hosts(entry.value) ?? policy.trustedHosts
      }
    }
    if let maximum, let trust, maximum.text == "0" {
      findings.warning(
        .noEffect, "'trust' has no effect, because no redirects are followed; increase 'max', or remove 'trust'", at: trust.range,
        notes: [.init("'max' is 0 here", range: maximum.range)])
    }
  }

  private func hosts(_ node: Node) -> [String]? {
    let names = Values.texts(node, "trust", findings)
    for name in names ?? [] where name.isEmpty || name.utf8.contains(where: { "/:@?#* ".utf8.contains($0) }) {
      findings.error(.expectedValue, "'\(name)' is not a valid host; write a host such as cdn.example.com", at: node.range)
    }
    return names
  }

  /// Reads `2xx`, `[200, 304]`, `any`.
  func statuses(_ node: Node, _ what: String) -> StatusSet? {
    var set = StatusSet()
    let nodes = node.sequence ?? [node]
    if nodes.isEmpty {
      return findings.fail(.statuses, "'\(what)' is empty; write a status such as 200, a class such as 2xx, or any", at: node.range)
    }
    for item in nodes {
      guard let word = Values.text(item, "a status", findings) else { return nil }
      guard set.insert(word) else {
        if MediaType(word) != nil {
          return findings.fail(
            .statuses, "'\(what)' declares statuses, and '\(word)' is a media type; to ask for it, write 'headers: {Accept: \(word)}'",
            at: item.range)
        }
        return findings.fail(
          .statuses, "'\(word)' is not a valid status; write a status such as 200, a class such as 2xx, or any", value: item, of: what)
      }
    }
    return set
  }
}

/// Reads `fails:` as a condition that makes an accepted response a failure. A shape is read with the endpoint.
package enum RefusalReader {
  /// Whether the mapping is a condition, not a record with a member of that name.
  package static func isCondition(_ node: Node) -> Bool {
    guard let text = node.value(for: "when")?.text else { return false }
    let isOptional = text.hasSuffix("?")
    guard Name.isValid(isOptional ? String(text.dropLast()) : text), text.first?.isUppercase ?? false else { return true }
    // A capitalized word can also be a type, in a record with such a member. Its other members show that.
    return !isOptional
      && node.mapping?.allSatisfy { KeyTable.fails.contains($0.name) && ($0.name == "type" || $0.value.text.flatMap(Shape.builtin) == nil) }
        ?? false
  }

  /// Whether the node is an expression, or a mapping of expressions without a valid `when`, so that no shape is meant.
  package static func lacksCondition(_ node: Node) -> Bool {
    guard let entries = node.mapping else { return isExpression(node) }
    return !isCondition(node)
      && entries.contains { $0.name == "message" && isExpression($0.value) }
  }

  private static func isExpression(_ node: Node) -> Bool {
    guard let text = node.text, node.scalar?.isPlain == true else { return false }
    return Shape.isLiteral(String(text.prefix { $0 != "." && $0 != "[" }))
  }

  /// Reads the condition into a policy. A type beside it is part of the endpoint.
  static func read(_ node: Node, into policy: inout PolicyModel, _ findings: Findings, _ comparisons: inout [Comparison]) {
    let lacksCondition = lacksCondition(node)
    guard isCondition(node) || lacksCondition && node.mapping != nil else {
      let meant = lacksCondition ? node.text.map { "{when: \($0)}" } : nil
      return findings.error(
        .expectedMapping,
        meant.map { "a condition in 'fails' must be a mapping; write '\($0)'" }
          ?? "'fails' of a service or group must be a mapping with 'when', such as {when: \"ok == `false`\", message: error}",
        at: node.range, fix: "write the condition", with: meant)
    }
    var (when, message): (SelectionModel?, SelectionModel?) = (nil, nil)
    KeyTable.fails.read(node, findings) { entry in
      switch entry.name {
      case "type": break
      case "when": when = SelectionReader.read(entry.value, findings, &comparisons)
      default: message = SelectionReader.read(entry.value, findings, &comparisons)
      }
    }
    if let when {
      policy.refusal = RefusalModel(when: when, message: message)
    } else if lacksCondition, node.mapping?.allSatisfy({ KeyTable.fails.contains($0.name) }) ?? false {
      findings.error(.missingKey, "missing 'when' of 'fails', the condition that makes a response a failure", at: node.range)
    }
  }
}
