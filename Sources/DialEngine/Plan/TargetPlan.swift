import DialJSON
import DialMessage
import DialModel

/// The URL of an endpoint without its query, as far as it is known before a call.
package struct TargetPlan: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    case variable(String, name: String)
    case expression(ExpressionPlan)
    indirect case problem(Problem)
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
  private(set) var authority: [Piece]?
  private(set) var path: [Step] = []
  private(set) var problems: [Problem] = []
  /// Whether credentials are withheld, if no argument decides that.
  private(set) var isForeign = false
  /// Whether the path is one argument that can be a link from a response.
  let isLink: Bool
  /// Whether the authority is that of the base, whatever its arguments.
  let isOwn: Bool

  init(_ parts: TargetParts, _ planner: inout EndpointPlanner) {
    isLink = planner.target.isLink
    isOwn = planner.base.target != nil && !planner.target.isAbsolute
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
    } else if parts.segments == [[]], authority == nil, AbsoluteURL(head)?.rest.isEmpty ?? false {
      head += "/"
    } else if authority == nil, head != origin {
      bare = origin
    }
    adaptScheme(planner.model.isSocket)
  }

  /// Adapts the scheme of a base to calls or WebSockets.
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
    for piece in pieces.flatMap({ planner.pieces($0, ofHost: true) }) {
      // Some problems depend on the origin of the host, and are reported when it is known.
      if case .problem(let problem) = piece { problems.append(problem) } else { filled.append(piece) }
    }
    guard let text = Self.text(filled) else {
      authority = filled
      return
    }
    head = text
    isForeign = !isOwn && planner.foreign.contains(head)
  }

  /// Joins constant segments. An empty one at the front is the slash after the base; others are a part of the path (RFC 3986 section 3.3).
  private static func steps(_ segments: [[TargetParts.Piece]], _ planner: inout EndpointPlanner) -> [Step] {
    var steps: [Step] = []
    for segment in segments.first?.isEmpty == true ? segments.dropFirst() : segments[...] {
      let pieces = segment.flatMap { planner.pieces($0) }
      if let text = Self.text(pieces) {
        if case .fixed(var before)? = steps.last {
          // Without the copy in the array, the text grows in place.
          steps.removeLast()
          before += "/" + text
          steps.append(.fixed(before))
        } else {
          steps.append(.fixed("/" + text))
        }
      } else {
        steps.append(.segment(Segment(pieces)))
      }
    }
    return steps
  }

  /// Returns the text of pieces that are all literal.
  static func text(_ pieces: [Piece]) -> String? {
    var whole = ""
    for piece in pieces {
      guard case .literal(let text) = piece else { return nil }
      whole += text
    }
    return whole
  }
}

/// One step of writing a query. Secret items are omitted for another origin than that of the base.
enum QueryStep: Sendable {
  case fixed(String, isSecret: Bool)
  /// An item with arguments in its text; the key is encoded and ends with `=`.
  case text(String, FilledText, isSecret: Bool)
  case argument(Int?, String, ItemWriter, isSecret: Bool)
  case item([TargetPlan.Piece], isSecret: Bool)
  case expansion(ExpressionPlan)
  case parameter(Int, QueryParameter)

  static func joined(_ steps: [QueryStep]) -> [QueryStep] {
    steps.reduce(into: []) { joined, step in
      if case .fixed(var before, false)? = joined.last, case .fixed(let text, false) = step {
        joined.removeLast()
        before += "&" + text
        joined.append(.fixed(before, isSecret: false))
      } else {
        joined.append(step)
      }
    }
  }
}

final class QueryParameter: Sendable {
  let model: ParameterModel
  /// The encoded name with `=`; of a flag the encoded name alone.
  let key: String
  let writer: ItemWriter

  init(_ model: ParameterModel) {
    self.model = model
    key = PercentEncoding.encode(model.wire) + (model.isFlag ? "" : "=")
    writer = ItemWriter(model.isRaw ? .raw : .query, model.style)
  }
}

/// The base of a client with its variables, checked once.
struct BasePlan: Sendable {
  /// The fault of a call that needs a base if the spec has none.
  static let absent = ArgumentFault(.base, nil, "the spec has no 'base'")

  /// The URL; nil if there is none, or if a variable is missing.
  let url: String?
  let target: TargetModel?
  let origin: Origin?
  /// The problems of calls that need the base.
  let problems: [Problem]
  /// The problems of all calls, even with an absolute target.
  let faults: [Problem]
  let secrets: Secrets
  /// The host of an http base that replaces an https one, so that credentials would be sent unencrypted.
  let loweredHost: String?
  /// Whether the caller chose it, so that it takes the place of the servers that operations have.
  let isChosen: Bool

  init(_ scope: VariableScope, given: String?) {
    var filler = TextFiller(scope)
    var problems: [Problem] = []
    var faults: [Problem] = []
    target = given == nil ? scope.service.baseTarget : nil
    if let given {
      url = UnixSocket.url(given)
      if let message = BaseURL.fault(given, in: "the given base") {
        var fault = ArgumentFault(.base, nil, message)
        fault.culprit = .givenBase(given)
        faults.append(.fault(fault))
      }
    } else if target != nil {
      url = nil
    } else if let text = scope.service.base {
      let filled = filler.fill(text, in: .base)
      problems = filled.problems.filter(\.isMissing)
      let whole = filled.pieces.reduce(into: "") { if case .literal(let part) = $1 { $0 += part } }
      url = problems.isEmpty ? UnixSocket.url(whole) : nil
      if text.literal == nil, problems.isEmpty, let fault = Self.breakout(text, &filler) ?? BaseURL.fault(whole, in: "'base'") {
        faults.append(.fault(ArgumentFault(.base, nil, fault)))
      }
    } else {
      url = nil
      problems = [.fault(Self.absent)]
    }
    origin = url.flatMap { Origin($0) } ?? target.flatMap { Self.origin($0, &filler) }
    self.problems = problems
    self.faults = faults
    secrets = filler.secrets
    loweredHost = Self.loweredHost(given ?? scope.base(), scope)
    isChosen = given != nil || scope.service.isServerChosen
  }

  /// Returns the origin of an absolute target with variables, unless arguments are part of its host.
  static func origin(_ target: TargetModel, _ filler: inout TextFiller) -> Origin? {
    var whole = ""
    for piece in TargetParts(target).authority ?? [] {
      switch piece {
      case .literal(let text): whole += text
      case .variable(let name):
        guard case .success(let value) = filler.value(of: name, in: .base) else { return nil }
        whole += value
      case .expression: return nil
      }
    }
    return Origin(whole)
  }

  /// Whether variables lead out of the path in the spec: `https://example.com/v1/${TENANT}`.
  private static func isDotted(_ whole: String) -> Bool {
    PercentEncoding.holdsDotSegment((AbsoluteURL(whole)?.rest ?? "").utf8)
  }

  /// Returns the variable in a host whose value would end it: `https://${TENANT}.example.com`. Defaults in the spec are not restricted.
  private static func breakout(_ text: Text, _ filler: inout TextFiller) -> String? {
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let part): whole += part
      case .variable(let name):
        guard case .success(let value) = filler.value(of: name, in: .base) else { return nil }
        let isSocket = whole.lowercased().hasPrefix("unix://")
        let isInHost = !isSocket && whole.firstRange(of: "://").map { !whole[$0.upperBound...].contains("/") } ?? false
        if isInHost, let sign = value.first(where: { "/?#@\\".contains($0) }), filler.scope.service.vars[name]?.literal != value {
          return "'\(name)' is part of the host of 'base', so its value cannot contain '\(sign)'"
        }
        whole += value
      case .argument, .generated: return nil
      }
    }
    let own = text.pieces.reduce(into: "") { if case .literal(let part) = $1 { $0 += part } else { $0 += "x" } }
    return isDotted(whole) && !isDotted(own)
      ? "a variable in 'base' creates the path segment '.' or '..', which would change the path" : nil
  }

  /// Returns the host if http replaces https outside of loopback.
  private static func loweredHost(_ used: String?, _ scope: VariableScope) -> String? {
    guard let origin = used.flatMap({ Origin($0) }), origin.scheme == "http", !Loopback.contains(origin.host), scope.declaresHTTPS,
      // A document that declares the server with http, too, means it.
      !scope.service.servers.contains(where: { $0.base.literal.flatMap { Origin($0) }?.text == origin.text })
    else { return nil }
    return origin.host
  }
}
