import Dial

/// Why no entry of a recording matches a request: the nearest entry and the difference.
struct ReplayMiss {
  let sent: ReplayKey
  let entries: [HAREntry]
  let keys: [ReplayKey]

  /// The hint: `the closest match is entry 2, GET https://a.test/users: its query item 'page' is "1", not "2"`.
  var text: String {
    guard let nearest = keys.indices.min(by: { distance(keys[$0]) < distance(keys[$1]) }) else { return "the recording has no entries" }
    let request = entries[nearest].request
    let difference = difference(keys[nearest])
    return "the closest match is entry \(nearest + 1), \(request.method) \(request.url.excerpt(200)): \(difference)"
  }

  /// Returns a distance: large for another endpoint, small for other values.
  private func distance(_ key: ReplayKey) -> Int {
    var distance = 0
    if key.path != sent.path {
      let differing = zip(key.path, sent.path).count { $0 != $1 } + abs(key.path.count - sent.path.count)
      distance += 64 + 16 * min(differing, 1000)
    }
    if key.method != sent.method { distance += 32 }
    if key.origin != sent.origin { distance += 8 }
    if key.query != sent.query { distance += 4 }
    if key.range != sent.range { distance += 2 }
    if key.body != sent.body { distance += 1 }
    return distance
  }

  private func difference(_ key: ReplayKey) -> String {
    if key.path != sent.path { return "its path is \(shown(key.path)), not \(shown(sent.path))" }
    if key.method != sent.method { return "its method is \(key.method), not \(sent.method)" }
    if key.origin != sent.origin { return "its server is different" }
    if key.query != sent.query { return pairs(key.query, sent.query, "query item") }
    if key.range != sent.range { return "it requests \(part(key.range)), not \(part(sent.range))" }
    return body(key.body, sent.body)
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
