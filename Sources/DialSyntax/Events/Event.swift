internal import CYAML

/// An event of a YAML stream. It reads libyaml's memory, so it is only valid during the call that passes it.
struct Event {
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

  /// The text of a scalar.
  var text: String {
    let scalar = raw.pointee.data.scalar
    let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    // A string of at most 15 bytes is stored inline. Filling it directly skips the validation of String(decoding:), which libyaml has done.
    guard bytes.count <= 15 else { return String(decoding: bytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
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
