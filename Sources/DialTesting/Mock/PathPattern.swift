import Dial

/// The target of an endpoint without its query, as a pattern for paths. Both are compared in a normal form of percent-encoding.
struct PathPattern: Sendable {
  enum Token: Sendable {
    case literal([UInt8])
    case value(String, Reach)
    /// The tokens up to this index are optional.
    case fork(Int)
  }

  /// Appends a token, and joins adjacent literals.
  private static func append(_ token: Token, to tokens: inout [Token]) {
    if case .literal(let more) = token, case .literal(let bytes)? = tokens.last {
      tokens[tokens.count - 1] = .literal(bytes + more)
    } else {
      tokens.append(token)
    }
  }

  /// What the value of a placeholder can contain.
  enum Reach: Sendable {
    /// `{x}`: at least one character, no slash.
    case segment
    /// `{+x}`, `{*x}`: anything.
    case rest
    /// `{/x}`, `{.x}`, `{;x}`: nothing, or text that begins with this character.
    case after(UInt8)
  }

  private(set) var tokens: [Token] = []
  /// How specific each segment is, from 0 for a literal to 3. Of two matching patterns, the smaller one wins.
  private(set) var openness: [Int] = []
  /// The target of the last fork. Literals must not be joined across it.
  private var fork = -1
  private static let slash = UInt8(ascii: "/")

  /// - Parameter prefix: the path of the base, such as `/v1`.
  init(_ parts: TargetParts, of endpoint: EndpointModel, prefix: String, _ scope: VariableScope) {
    for segment in prefix.split(separator: "/") { add([.literal(String(segment))], endpoint, TargetSlots([]), scope) }
    let segments = parts.segments.drop(while: \.isEmpty)
    let slots = TargetSlots(endpoint.parameters)
    for segment in segments { add(segment, endpoint, slots, scope) }
    if segments.isEmpty, parts.segments.count > 1 || tokens.isEmpty { tokens.append(.literal([Self.slash])) }
  }

  private mutating func add(_ segment: [TargetParts.Piece], _ endpoint: EndpointModel, _ slots: TargetSlots, _ scope: VariableScope) {
    var added = [Token.literal([Self.slash])]
    var open: [Int] = []
    var mayGo = false
    for piece in segment {
      switch piece {
      case .literal(let text):
        Self.append(.literal(Self.normal(text)), to: &added)
        open.append(0)
      case .variable(let name):
        let value = scope.value(name, in: .path)
        Self.append(value.map { .literal(Self.normal($0)) } ?? .value("", .rest), to: &added)
        open.append(value == nil ? 3 : 0)
      case .expression(let expression):
        let parameters = expression.parameters(of: endpoint, slots)
        let reach = Self.reach(expression, parameters)
        // `{/x}` contains its slash.
        if case .after(Self.slash) = reach, open.isEmpty { added = [] }
        added.append(.value(expression.variables.first?.name ?? "", reach))
        if case .segment = reach { open.append(2) } else { open.append(3) }
        mayGo = mayGo || expression.takesSegment(parameters)
      }
    }
    if mayGo {
      fork = tokens.count + added.count + 1
      tokens.append(.fork(fork))
    } else if fork != tokens.count {
      Self.append(added.removeFirst(), to: &tokens)
    }
    tokens += added
    let isMixed = open.contains(0) && open.max() == 2
    openness.append(isMixed ? 1 : open.max() ?? 0)
  }

  private static func reach(_ expression: URITemplate.Expression, _ parameters: [ParameterModel?]) -> Reach {
    switch expression.operation {
    case .reserved, .path, .fragment: return .rest
    case .label, .segment, .parameter: return .after(expression.operation.rawValue.asciiValue ?? Self.slash)
    default: return parameters.contains { $0?.isRaw ?? false } ? .rest : .segment
    }
  }

  /// Decodes unnecessary `%XX`, and encodes everything else.
  static func normal(_ path: String) -> [UInt8] { PercentEncoding.normalized(PercentEncoding.encodeKeepingReserved(path)) }
}

extension URITemplate.Expression {
  /// Returns the parameters of the variables; nil for one that is not a parameter.
  func parameters(of endpoint: EndpointModel, _ slots: TargetSlots) -> [ParameterModel?] {
    variables.map { variable in slots[variable.name].map { endpoint.parameters[$0] } }
  }
}

extension PathPattern {
  /// Returns the decoded values of the placeholders in a path of the form ``normal(_:)``; nil if it does not match.
  func match(_ path: [UInt8]) -> [String: String]? {
    var walk = Walk(tokens: tokens, path: path)
    guard walk.fits(0, 0) else { return nil }
    return Dictionary(
      walk.values.map { ($0.name, PercentEncoding.decode(String(decoding: path[$0.range], as: UTF8.self))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the pattern with its placeholders filled from a path, to compare only the literals.
  func filled(from path: String) -> String {
    let given = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    var index = 0
    var out = ""
    for token in tokens {
      switch token {
      case .literal(let bytes):
        for byte in bytes where byte == UInt8(ascii: "/") { index += 1 }
        out += String(decoding: bytes, as: UTF8.self)
      case .value(let name, _): out += index >= 1 && index <= given.count ? given[index - 1] : "{\(name)}"
      case .fork: break
      }
    }
    return out
  }
}

/// A backtracking search that remembers failures, so that no path takes long.
private struct Walk {
  let tokens: [PathPattern.Token]
  let path: [UInt8]
  var values: [(name: String, range: Range<Int>)] = []
  var dead: Set<Int> = []

  mutating func fits(_ token: Int, _ at: Int) -> Bool {
    if token == tokens.count { return at == path.count }
    let place = token * (path.count + 1) + at
    if dead.contains(place) { return false }
    let isFit = step(token, at)
    if !isFit { dead.insert(place) }
    return isFit
  }

  private mutating func step(_ token: Int, _ at: Int) -> Bool {
    switch tokens[token] {
    case .literal(let bytes): return path[at...].starts(with: bytes) && fits(token + 1, at + bytes.count)
    case .fork(let end): return fits(token + 1, at) || fits(end, at)
    case .value(let name, let reach):
      for end in ends(reach, at).reversed() {
        values.append((name, at..<end))
        if fits(token + 1, end) { return true }
        values.removeLast()
      }
      return false
    }
  }

  /// Returns where the value of a placeholder can end.
  private func ends(_ reach: PathPattern.Reach, _ at: Int) -> Range<Int> {
    let segment = path[at...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
    switch reach {
    case .segment: return at < segment ? at + 1..<segment + 1 : 0..<0
    case .rest: return at..<path.count + 1
    case .after(let sign):
      guard at < path.count, path[at] == sign else { return at..<at + 1 }
      return at..<(sign == UInt8(ascii: "/") ? path.count : segment) + 1
    }
  }
}
