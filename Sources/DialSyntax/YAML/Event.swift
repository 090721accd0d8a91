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

  /// The anchor and the tag before a node, which few nodes have.
  final class Properties {
    let anchor: String?
    let tag: String?

    init(anchor: String?, tag: String?) {
      self.anchor = anchor
      self.tag = tag
    }
  }

  var kind: Kind
  var properties: Properties?
  var start: Mark
  var end: Mark
}
