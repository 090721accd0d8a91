/// The way from the decoded or encoded value down to where the coder is: a list that grows at its end without copying.
final class CodingStep {
  let parent: CodingStep?
  let step: JSONPath.Step
  let depth: Int
  /// The stream that knows how the way begins, where this is not its beginning; to ask for the way breaks it.
  private let stream: EncodingStream?

  init(_ step: JSONPath.Step, after parent: CodingStep?) {
    self.parent = parent
    self.step = step
    depth = (parent?.depth ?? 0) + 1
    stream = nil
  }

  /// The unknown way to the value that is encoded next in a stream.
  init(in stream: EncodingStream) {
    parent = nil
    step = .index(0)
    depth = stream.depth
    self.stream = stream
  }

  fileprivate func isUnknown() -> Bool {
    stream?.break()
    return stream != nil
  }
}

extension CodingStep? {
  var steps: [JSONPath.Step] {
    var steps: [JSONPath.Step] = []
    var at = self
    while let here = at, !here.isUnknown() {
      steps.append(here.step)
      at = here.parent
    }
    return steps.reversed()
  }

  var codingPath: [any CodingKey] { steps.map { PathKey($0) } }
}

/// A step as a coding key.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ step: JSONPath.Step) {
    switch step {
    case .member(let name): (stringValue, intValue) = (name, nil)
    case .index(let index): (stringValue, intValue) = (String(index), index)
    }
  }

  init(stringValue: String) { self.init(.member(stringValue)) }

  init(intValue: Int) { self.init(.index(intValue)) }
}

extension JSONPath {
  /// The steps of a coding path.
  init(_ keys: [any CodingKey]) {
    self.init(steps: keys.map { key in key.intValue.map { .index($0) } ?? .member(key.stringValue) })
  }
}
