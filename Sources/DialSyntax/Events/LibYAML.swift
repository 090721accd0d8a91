internal import CYAML

/// Runs libyaml: bytes in, events out. Its pointers stay in this file.
enum LibYAML {
  /// Passes the events of UTF-8 text to `take` until that returns false, the stream ends or libyaml finds an error.
  static func events(of utf8: [UInt8], _ take: (YAMLEvent) -> Bool) -> LibYAMLError? {
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

  private static func run(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ take: (YAMLEvent) -> Bool) -> LibYAMLError? {
    var raw = yaml_event_t()
    return withUnsafeMutablePointer(to: &raw) { raw in
      while true {
        guard yaml_parser_parse(parser, raw) == 1 else { return LibYAMLError(of: parser) }
        let isLast = raw.pointee.type == YAML_STREAM_END_EVENT || raw.pointee.type == YAML_NO_EVENT
        let goesOn = !isLast && YAMLEvent(raw).map(take) ?? true
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

/// An event of a YAML stream. It reads libyaml's memory, so it is only valid during the call that passes it.
struct YAMLEvent {
  /// What happens in the stream.
  enum Kind {
    case documentStart, alias, scalar, sequenceStart, mappingStart
    /// The end of a sequence or mapping.
    case end
  }

  let kind: Kind
  private let raw: UnsafePointer<yaml_event_t>

  /// Nil for the events that change nothing in the tree: the start of the stream and the end of a document.
  init?(_ raw: UnsafePointer<yaml_event_t>) {
    switch raw.pointee.type {
    case YAML_SCALAR_EVENT: kind = .scalar
    case YAML_MAPPING_START_EVENT: kind = .mappingStart
    case YAML_SEQUENCE_START_EVENT: kind = .sequenceStart
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: kind = .end
    case YAML_ALIAS_EVENT: kind = .alias
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    default: return nil
    }
    self.raw = raw
  }

  var start: Mark { Mark(raw.pointee.start_mark) }
  var end: Mark { Mark(raw.pointee.end_mark) }

  /// True if libyaml gave an anchor or a tag, which few nodes have.
  var hasProperties: Bool { rawAnchor != nil || rawTag != nil }

  /// The anchor of a node, or the anchor that an alias names.
  var anchor: String? { rawAnchor.map { String(cString: $0) } }

  /// The tag of a node, its handle resolved.
  var tag: String? { rawTag.map { String(cString: $0) } }

  /// Calls `body` with the text of a scalar.
  func withText(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let scalar = raw.pointee.data.scalar
    body(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
  }

  /// The way a scalar is written.
  var style: Scalar.Style {
    switch raw.pointee.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private var rawAnchor: UnsafeMutablePointer<yaml_char_t>? {
    switch kind {
    case .scalar: raw.pointee.data.scalar.anchor
    case .mappingStart: raw.pointee.data.mapping_start.anchor
    case .sequenceStart: raw.pointee.data.sequence_start.anchor
    case .alias: raw.pointee.data.alias.anchor
    case .documentStart, .end: nil
    }
  }

  private var rawTag: UnsafeMutablePointer<yaml_char_t>? {
    switch kind {
    case .scalar: raw.pointee.data.scalar.tag
    case .mappingStart: raw.pointee.data.mapping_start.tag
    case .sequenceStart: raw.pointee.data.sequence_start.tag
    case .alias, .documentStart, .end: nil
    }
  }
}

/// A place as libyaml counts it: index, line and column from 0, in characters.
struct Mark: Hashable {
  let index: Int
  let line: Int
  let column: Int

  init(_ mark: yaml_mark_t) { (index, line, column) = (mark.index, mark.line, mark.column) }
}

/// Converts marks of libyaml to positions of the source file.
struct MarkConverter {
  let file: SourceFile
  /// The lines whose numbers are those of libyaml, which also ends lines at NEL, LS and PS, and at the end of the text.
  private let countedLines: Int

  init(_ file: SourceFile) {
    self.file = file
    countedLines = file.scan.holdsOddLineEnds ? 0 : file.lineCount
  }

  func position(_ mark: Mark) -> Position {
    guard mark.line < countedLines else { return file.position(at: offset(mark)) }
    return Position(line: mark.line + 1, column: mark.column + 1)
  }

  func offset(_ mark: Mark) -> Int { file.offset(ofScalar: mark.index) }

  func range(_ start: Mark, _ end: Mark) -> SourceRange {
    SourceRange(file: file, start: position(start), end: position(end))
  }

  func range(_ event: YAMLEvent) -> SourceRange { range(event.start, event.end) }
}
