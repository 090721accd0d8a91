internal import CYAML

/// Runs libyaml: bytes in, events out. Its pointers stay in this file and in `Event`.
enum LibYAML {
  /// Passes the events of UTF-8 text to `take` until that returns false, the stream ends or libyaml finds an error.
  static func events(of utf8: [UInt8], _ take: (Event) -> Bool) -> LibYAMLError? {
    // libyaml aborts when the pointer is null. An empty text has no documents.
    guard !utf8.isEmpty else { return nil }
    return utf8.withUnsafeBufferPointer { input in
      // The parser stores its own address, so it must not move: keep it on the heap.
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      defer { parser.deallocate() }
      guard yaml_parser_initialize(parser) == 1 else { return .outOfMemory }
      defer { yaml_parser_delete(parser) }
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, input.baseAddress, input.count)
      return run(parser, take)
    }
  }

  private static func run(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ take: (Event) -> Bool) -> LibYAMLError? {
    var raw = yaml_event_t()
    return withUnsafeMutablePointer(to: &raw) { raw in
      while true {
        guard yaml_parser_parse(parser, raw) == 1 else { return LibYAMLError(of: parser) }
        let isLast = raw.pointee.type == YAML_STREAM_END_EVENT || raw.pointee.type == YAML_NO_EVENT
        let goesOn = !isLast && Event(raw).map(take) ?? true
        yaml_event_delete(raw)
        if isLast || !goesOn { return nil }
      }
    }
  }
}

/// Why libyaml stopped, in its own words.
struct LibYAMLError {
  let problem: String
  let mark: Mark
  let context: String?
  let contextMark: Mark?
  /// The number of open brackets at that point.
  let flowLevel: Int

  fileprivate init(of parser: UnsafeMutablePointer<yaml_parser_t>) {
    problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
    mark = Mark(parser.pointee.problem_mark)
    context = parser.pointee.context.map { String(cString: $0) }
    contextMark = parser.pointee.context == nil ? nil : Mark(parser.pointee.context_mark)
    flowLevel = Int(parser.pointee.flow_level)
  }

  private init(problem: String) {
    (self.problem, mark, context, contextMark, flowLevel) = (problem, Mark(yaml_mark_t()), nil, nil, 0)
  }

  fileprivate static var outOfMemory: LibYAMLError { LibYAMLError(problem: "out of memory") }
}
