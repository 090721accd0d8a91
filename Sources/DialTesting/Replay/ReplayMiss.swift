import Dial

/// Why no entry of a recording matches a request: the nearest entry and the difference.
struct ReplayMiss {
  let sent: ReplayKey
  let entries: [HAREntry]
  let keys: [ReplayKey]

  /// The hint: `the closest match is entry 2, GET https://a.test/users: its query item 'page' is "1", not "2"`.
  var text: String {
    let distances = keys.map { differences($0).reduce(0) { $0 + $1.weight } }
    guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return "the recording has no entries" }
    let (request, key) = (entries[nearest].request, keys[nearest])
    let difference = differences(key).first?.text() ?? body(key.body, sent.body)
    return "the closest match is entry \(nearest + 1), \(request.method) \(request.url.excerpt(200)): \(difference)"
  }

  private typealias Difference = (weight: Int, text: () -> String)

  /// Returns the differences of a request, the most important first. Those of another endpoint weigh more than those of other values.
  private func differences(_ key: ReplayKey) -> [Difference] {
    let segments = zip(key.path, sent.path).count { $0 != $1 } + abs(key.path.count - sent.path.count)
    let all: [(isDifferent: Bool, Difference)] = [
      (key.path != sent.path, (64 + 16 * min(segments, 1000), { "its path is \(shown(key.path)), not \(shown(sent.path))" })),
      (key.method != sent.method, (32, { "its method is \(key.method), not \(sent.method)" })),
      (key.origin != sent.origin, (8, { "its server is different" })),
      (key.query != sent.query, (4, { pairs(key.query, sent.query, "query item") })),
      (key.range != sent.range, (2, { "it requests \(part(key.range)), not \(part(sent.range))" })),
      (key.body != sent.body, (1, { body(key.body, sent.body) })),
    ]
    return all.filter(\.isDifferent).map(\.1)
  }

  private func shown(_ path: [String]) -> String { "'/\(path.joined(separator: "/").excerpt(100))'" }

  private func part(_ range: String?) -> String { range.map { "the range '\($0.excerpt)'" } ?? "the whole resource" }

  private func pairs(_ theirs: [HARField], _ ours: [HARField], _ what: String) -> String {
    for (there, here) in zip(theirs, ours) {
      if there.name != here.name { return "it has the \(what) '\(there.name.excerpt)' instead of '\(here.name.excerpt)'" }
      if there.value != here.value { return "its \(what) '\(there.name.excerpt)' is \(quoted(there.value)), not \(quoted(here.value))" }
    }
    if let more = theirs.dropFirst(ours.count).first { return "it has an additional \(what) '\(more.name.excerpt)'" }
    if let more = ours.dropFirst(theirs.count).first { return "it has no \(what) '\(more.name.excerpt)'" }
    return "its \(what)s are different"
  }

  private func body(_ theirs: ReplayKey.Body, _ ours: ReplayKey.Body) -> String {
    switch (theirs, ours) {
    case (.none, _): return "it has no body"
    case (_, .none): return "it has a body"
    case (.json(let there), .json(let here)): return "its body is different: \(members(there, here, ""))"
    case (.params(let there), .params(let here)): return pairs(there.map(Self.pair), here.map(Self.pair), "body item")
    default: return "its body is different"
    }
  }

  private static func pair(_ param: HARParam) -> HARField {
    let text = String(validating: param.value, as: UTF8.self) ?? "\(param.value.count) bytes"
    return HARField(name: param.name, value: param.fileName.map { "\($0): \(text)" } ?? text)
  }

  /// Returns the first path at which two values differ.
  private func members(_ there: JSON, _ here: JSON, _ path: String) -> String {
    if let theirs = there.asObject, let ours = here.asObject {
      for (name, value) in theirs {
        let inside = path.isEmpty ? name : "\(path).\(name)"
        guard let own = ours[name] else { return "it has an additional member '\(inside.excerpt)'" }
        if own != value { return members(value, own, inside) }
      }
      let more = ours.first { theirs[$0.name] == nil }.map { path.isEmpty ? $0.name : "\(path).\($0.name)" }
      return "it has no member '\((more ?? path).excerpt)'"
    }
    if let theirs = there.asArray, let ours = here.asArray, theirs.count == ours.count {
      for (index, (value, own)) in zip(theirs, ours).enumerated() where value != own { return members(value, own, "\(path)[\(index)]") }
    }
    let place = path.isEmpty ? "it" : "'\(path.excerpt)'"
    return "\(place) is \(JSONWriter.text(there).excerpt), not \(JSONWriter.text(here).excerpt)"
  }

  private func quoted(_ text: String) -> String { JSONWriter.quote(text.excerpt) }
}
