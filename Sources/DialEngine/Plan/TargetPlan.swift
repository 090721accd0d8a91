import DialModel

/// The URL of an endpoint without its query, as far as it is known before a call.
package struct TargetPlan: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    /// The encoded value of a variable.
    case variable(String, name: String)
    case expression(ExpressionPlan)
    case problem(Problem)
  }

  package enum Step: Sendable {
    /// Whole segments, each with the slash before it.
    case fixed(String)
    case segment(Segment)
  }

  package struct Segment: Sendable {
    let pieces: [Piece]
    /// Whether an absent argument can remove the segment.
    let mayGo: Bool

    init(_ pieces: [Piece]) {
      self.pieces = pieces
      mayGo = pieces.contains { if case .expression(let plan) = $0 { plan.takesSegment } else { false } }
    }
  }

  /// The base and the leading segments, or the authority of an absolute target without arguments.
  private(set) var head = ""
  /// Whether `head` contains a part of the target, so that base and target are already joined.
  private(set) var hasMet = false
  /// Replaces `head` if nothing follows it: the base as it was passed.
  private(set) var bare: String?
  /// An authority with arguments.
  private(set) var authority: [Piece]?
  private(set) var path: [Step] = []
  /// The problems of every call.
  private(set) var problems: [Problem] = []
  /// Whether credentials are withheld, if no argument decides that.
  private(set) var isForeign = false

  init(_ parts: TargetParts, _ planner: inout EndpointPlanner) {
    if let pieces = parts.authority {
      addAuthority(pieces, &planner)
    } else {
      head = planner.base.url ?? ""
      problems += planner.base.problems + planner.base.faults
      problems += planner.wholeURL(at: parts.segments.first { !$0.isEmpty }?.first)
    }
    let origin = head
    head = origin.trimmingSlashes()
    path = Self.steps(parts.segments, &planner)
    if case .fixed(let text)? = path.first, authority == nil {
      head += text
      hasMet = true
      path.removeFirst()
    } else if authority == nil, head != origin {
      bare = origin
    }
    adaptScheme(planner.model.isSocket)
  }

  /// Adapts the scheme of a base to calls or web sockets.
  private mutating func adaptScheme(_ isSocket: Bool) {
    head = SocketScheme.adapted(head, isSocket: isSocket)
    bare = bare.map { SocketScheme.adapted($0, isSocket: isSocket) }
    if case .literal(let text)? = authority?.first { authority?[0] = .literal(SocketScheme.adapted(text, isSocket: isSocket)) }
  }

  private mutating func addAuthority(_ pieces: [TargetParts.Piece], _ planner: inout EndpointPlanner) {
    // Without the base, the origin of credentials is unknown, so it is required if there are any.
    if case .none = planner.model.auth {} else if planner.scope.service.base != nil { problems += planner.base.problems }
    problems += planner.base.faults
    var filled: [Piece] = []
    for piece in pieces.flatMap({ planner.hostPieces($0) }) {
      // Some problems depend on the origin of the host, and are reported when it is known.
      if case .problem(let problem) = piece { problems.append(problem) } else { filled.append(piece) }
    }
    guard let text = Self.text(filled) else {
      authority = filled
      return
    }
    head = text
    isForeign = planner.foreign.contains(head)
  }

  /// Joins constant segments. Empty ones at the front are the slash after the base.
  private static func steps(_ segments: [[TargetParts.Piece]], _ planner: inout EndpointPlanner) -> [Step] {
    var steps: [Step] = []
    var rest = segments[...]
    while let first = rest.first, first.isEmpty { rest = rest.dropFirst() }
    if rest.isEmpty { return segments.count > 1 ? [.fixed("/")] : [] }
    for segment in rest {
      let pieces = segment.flatMap { planner.pathPieces($0) }
      if let text = Self.text(pieces) {
        if case .fixed(let before)? = steps.last {
          steps[steps.count - 1] = .fixed(before + "/" + text)
        } else {
          steps.append(.fixed("/" + text))
        }
      } else {
        steps.append(.segment(Segment(pieces)))
      }
    }
    return steps
  }

  /// Returns the text of a constant segment.
  private static func text(_ pieces: [Piece]) -> String? {
    var whole = ""
    for piece in pieces {
      guard case .literal(let text) = piece else { return nil }
      whole += text
    }
    return whole
  }
}
