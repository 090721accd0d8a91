internal import CYAML

/// The only place that touches libyaml: bytes in, events out. All unsafe pointers of this module are in this file, but for the room of a `ShortText`.
enum LibYAML {
  /// Gives the events of UTF-8 text to `take` until that returns false, the stream ends or libyaml finds an error.
  static func events(of utf8: [UInt8], _ take: (consuming Event) -> Bool) -> LibYAMLError? {
    // libyaml ends the process where it is given no pointer, and nothing is no document.
    guard !utf8.isEmpty else { return nil }
    return utf8.withUnsafeBufferPointer { input in
      // On the heap: the parser stores its own address.
      let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
      defer { parser.deallocate() }
      guard yaml_parser_initialize(parser) == 1 else { return outOfMemory }
      defer { yaml_parser_delete(parser) }
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, input.baseAddress, input.count)
      return run(parser, take)
    }
  }

  private static func run(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ take: (consuming Event) -> Bool) -> LibYAMLError? {
    var raw = yaml_event_t()
    while true {
      guard yaml_parser_parse(parser, &raw) == 1 else { return error(of: parser.pointee) }
      defer { yaml_event_delete(&raw) }
      if raw.type == YAML_STREAM_END_EVENT || raw.type == YAML_NO_EVENT { return nil }
      if let event = event(of: raw), !take(event) { return nil }
    }
  }

  private static func event(of raw: yaml_event_t) -> Event? {
    func make(
      _ kind: Event.Kind, anchor: UnsafeMutablePointer<yaml_char_t>? = nil, tag: UnsafeMutablePointer<yaml_char_t>? = nil
    ) -> Event {
      Event(
        kind: kind, properties: anchor == nil && tag == nil ? nil : Event.Properties(anchor: text(anchor), tag: text(tag)),
        start: mark(raw.start_mark), end: mark(raw.end_mark))
    }
    switch raw.type {
    case YAML_DOCUMENT_START_EVENT: return make(.documentStart)
    case YAML_ALIAS_EVENT: return make(.alias(text(raw.data.alias.anchor) ?? ""))
    case YAML_SCALAR_EVENT:
      let data = raw.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
      return make(.scalar(Scalar(text: text, style: style(data.style))), anchor: data.anchor, tag: data.tag)
    case YAML_SEQUENCE_START_EVENT:
      return make(.sequenceStart, anchor: raw.data.sequence_start.anchor, tag: raw.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      return make(.mappingStart, anchor: raw.data.mapping_start.anchor, tag: raw.data.mapping_start.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return make(.end)
    default: return nil
    }
  }

  private static func style(_ style: yaml_scalar_style_t) -> Scalar.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private static func error(of parser: yaml_parser_t) -> LibYAMLError {
    guard let problem = parser.problem else { return outOfMemory }
    return LibYAMLError(
      problem: String(cString: problem), mark: mark(parser.problem_mark),
      context: parser.context.map { String(cString: $0) },
      contextMark: parser.context == nil ? nil : mark(parser.context_mark), flowLevel: Int(parser.flow_level))
  }

  private static var outOfMemory: LibYAMLError {
    LibYAMLError(problem: "out of memory", mark: Mark(index: 0, line: 0, column: 0))
  }

  private static func mark(_ mark: yaml_mark_t) -> Mark {
    Mark(index: mark.index, line: mark.line, column: mark.column)
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
