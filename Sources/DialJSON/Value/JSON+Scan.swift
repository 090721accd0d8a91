extension JSON {
  /// One value out of a JSON text, without reading the rest: `data.list[500].name`.
  ///
  /// What comes before the value is passed over by its brackets, and what comes behind it is not read: only the value is sure to be
  /// checked. Of members with the same name the first counts. A value that is not there is absent, as with `json["data.list[500].name"]`.
  /// A path that needs the whole text (an index from the end, an expression) is looked up in all of it; so is every path where the
  /// processor has neither AVX2 nor AVX-512.
  ///
  /// ```swift
  /// let name = try JSON(scanning: bytes, for: "data.list[500].name").asString
  /// ```
  ///
  /// The value is a document of its own, so that the text need not be kept.
  public init(scanning bytes: [UInt8], for path: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    guard let plain = JSONPath(plain: path), !plain.hasNegativeIndex else {
      self = try JSON(parsing: bytes, limits: limits)[path]
      return
    }
    switch PathScanner.find(plain, in: bytes) {
    case .missing:
      self = Self.missing(plain)
      return
    case .value(let range):
      if let value = try? JSON(parsing: Array(bytes[range]), limits: limits) {
        self = value
        return
      }
    case .refused: break
    }
    // The whole text tells what is wrong, if anything is.
    self = try JSON(parsing: bytes, limits: limits).first(plain)
  }

  /// What ``init(scanning:for:limits:)`` gives, looked up in the whole text.
  func first(_ path: JSONPath) -> JSON {
    guard case .node(let document, var node) = storage else { return Self.missing(path) }
    for step in path.steps {
      let word = document.word(node)
      switch step {
      case .member(let name):
        guard word.is(.object), let value = document.firstMember(name, of: node) else { return Self.missing(path) }
        node = value
      case .index(let index):
        guard word.is(.array), index < word.length else { return Self.missing(path) }
        node = document.element(index, of: node)
      }
    }
    return JSON(.node(document, node))
  }

  private static func missing(_ path: JSONPath) -> JSON {
    let error = JSONError(.missing, "'\(path.text)' is missing", path: path.text)
    return JSON(.absent(Absence(origin: nil, steps: [], reason: error)))
  }
}

extension JSONPath {
  fileprivate var hasNegativeIndex: Bool {
    steps.contains { if case .index(let index) = $0 { index < 0 } else { false } }
  }
}
