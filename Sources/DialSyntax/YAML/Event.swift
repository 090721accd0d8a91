/// A step of the way through a YAML stream.
struct Event {
  /// What the step is.
  enum Kind {
    case documentStart
    case alias(String)
    case scalar(Scalar)
    case sequenceStart
    case mappingStart
    case end

    /// Whether a node begins here.
    var beginsNode: Bool {
      switch self {
      case .alias, .scalar, .sequenceStart, .mappingStart: true
      case .documentStart, .end: false
      }
    }
  }

  /// The anchor and the tag before a node.
  struct Properties {
    var anchor: String?
    var tag: String?
    var isEmpty: Bool { anchor == nil && tag == nil }
  }

  var kind: Kind
  var properties = Properties()
  var start: Mark
  var end: Mark
}
