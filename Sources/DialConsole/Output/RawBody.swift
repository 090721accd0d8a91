package import Dial

extension Outcome {
  /// A body as it came: text if it is valid UTF-8, so that a terminal can show it.
  package static func body(_ bytes: [UInt8], type: String?) -> Outcome {
    String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .bytes(bytes, type: type ?? "bytes")
  }
}

extension Reply {
  /// Returns the body for `-o raw` as it came; a declared string without quotes. A terminal gets text in its own charset.
  package func raw(onTerminal isTerminal: Bool) -> Outcome {
    let isDeclared = if case .inferred = endpoint.result { false } else { true }
    if content == .json && isDeclared || content == .text && isTerminal, let text = value.asString { return .text(text) }
    return .body(body, type: headers[.contentType])
  }
}
