import DialModel

/// The URL of an endpoint up to its query, as far as it is known before a call.
package struct TargetPlan: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    /// What a variable gave, encoded.
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
    /// Whether an absent argument may take the segment away.
    let mayGo: Bool

    init(_ pieces: [Piece]) {
      self.pieces = pieces
      mayGo = pieces.contains { if case .expression(let plan) = $0 { plan.takesSegment } else { false } }
    }
  }

  /// Base and leading segments, or the authority of a target of its own where no argument stands in it.
  private(set) var head = ""
  /// Whether a part of the target is in `head`, so that base and target have met already.
  private(set) var hasMet = false
  /// What takes the place of `head` where nothing follows it: the base as it was given.
  private(set) var bare: String?
  /// An authority that arguments stand in.
  private(set) var authority: [Piece]?
  private(set) var path: [Step] = []
  /// What every call has to report.
  private(set) var problems: [Problem] = []
  /// Whether credentials stay away, where no argument decides that.
  private(set) var isForeign = false
  /// Whether the authority is that of the base, whatever arguments stand in it.
  let isOwn: Bool

  init(_ parts: TargetParts, _ planner: inout EndpointPlanner) {
    isOwn = planner.base.target != nil && !planner.model.target.isAbsolute
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

  /// A base is for calls and for web sockets: each has its own scheme.
  private mutating func adaptScheme(_ isSocket: Bool) {
    head = SocketScheme.adapted(head, isSocket: isSocket)
    bare = bare.map { SocketScheme.adapted($0, isSocket: isSocket) }
    if case .literal(let text)? = authority?.first { authority?[0] = .literal(SocketScheme.adapted(text, isSocket: isSocket)) }
  }

  private mutating func addAuthority(_ pieces: [TargetParts.Piece], _ planner: inout EndpointPlanner) {
    // Without the base nobody can say whose credentials they are: where there are some, it must be known.
    if case .none = planner.model.auth {} else if planner.scope.service.base != nil { problems += planner.base.problems }
    problems += planner.base.faults
    var filled: [Piece] = []
    for piece in pieces.flatMap({ planner.hostPieces($0) }) {
      // Whose the host is decides about some problems: they are reported when it is known.
      if case .problem(let problem) = piece { problems.append(problem) } else { filled.append(piece) }
    }
    guard let text = Self.text(filled) else {
      authority = filled
      return
    }
    head = text
    isForeign = !isOwn && planner.foreign.contains(head)
  }

  /// Segments without arguments run together; those that are empty at the front are the slash behind the base.
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

  /// The text of a segment that the spec alone gives.
  private static func text(_ pieces: [Piece]) -> String? {
    var whole = ""
    for piece in pieces {
      guard case .literal(let text) = piece else { return nil }
      whole += text
    }
    return whole
  }
}
