import DialMessage
import DialModel

/// The base of a client with its variables filled in, checked once.
struct BasePlan: Sendable {
  /// The fault of a call that needs a base where there is none.
  static let absent = ArgumentFault(.base, nil, "the spec has no 'base'")

  /// nil where there is none, or a variable of it is missing.
  let url: String?
  /// What takes its place where arguments stand in it.
  let target: TargetModel?
  let origin: Origin?
  /// What a call has to report that needs the base.
  let problems: [Problem]
  /// What even a call with a target of its own has to report.
  let faults: [Problem]
  let secrets: Secrets
  /// The host of an http base that stands in for an https one: credentials would go there in the clear.
  let loweredHost: String?

  init(_ scope: VariableScope, given: String?) {
    var filler = TextFiller(scope)
    var problems: [Problem] = []
    var faults: [Problem] = []
    target = given == nil ? scope.service.baseTarget : nil
    if let given {
      url = UnixSocket.url(given)
      if let fault = BaseURL.fault(given, in: "the given base") { faults.append(.fault(ArgumentFault(.base, nil, fault))) }
    } else if target != nil {
      url = nil
    } else if let text = scope.service.base {
      let filled = filler.fill(text, in: .structure)
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
    origin = url.flatMap { Origin($0) }
    self.problems = problems
    self.faults = faults
    secrets = filler.secrets
    loweredHost = Self.loweredHost(given ?? scope.base(), scope)
  }

  /// Variables that lead out of the path that the spec gives: `https://example.com/v1/${TENANT}`.
  private static func isDotted(_ whole: String) -> Bool {
    guard let mark = whole.firstRange(of: "://"), let slash = whole[mark.upperBound...].firstIndex(of: "/") else { return false }
    return PercentEncoding.holdsDotSegment(whole[slash...].utf8)
  }

  /// A variable within the host whose value would end it, and begin a path or another host: `https://${TENANT}.example.com`. What the spec
  /// itself says may be more than a name.
  private static func breakout(_ text: Text, _ filler: inout TextFiller) -> String? {
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let part): whole += part
      case .variable(let name):
        guard case .success(let value) = filler.value(of: name, in: .structure) else { return nil }
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

  /// A base may lower https to http on loopback only.
  private static func loweredHost(_ used: String?, _ scope: VariableScope) -> String? {
    guard let origin = used.flatMap({ Origin($0) }), origin.scheme == "http", !Loopback.contains(origin.host), scope.declaresHTTPS else {
      return nil
    }
    return origin.host
  }
}
