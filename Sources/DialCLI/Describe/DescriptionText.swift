import Dial
import DialText

/// The description of an endpoint or a spec as text.
struct DescriptionText {
  var hasColor = false
  var width: Int?

  func text(_ description: EndpointDescription) -> String {
    let endpoint = description.endpoint
    let encoding = endpoint.hasBody && endpoint.encoding != .json ? " \(endpoint.encoding.word)" : ""
    var lines = [bold("\(endpoint.name)") + "  \(ListCommand.method(endpoint))\(encoding) \(TerminalText.safe(endpoint.target.shownText))"]
    if let doc = endpoint.doc { lines += [""] + Wrap(width).lines(doc) }
    if endpoint.isDeprecated { lines += ["", bold("deprecated")] }
    if let feature = endpoint.unsupported { lines += ["", bold("not supported yet:") + " a call requires \(feature)"] }
    if let codec = endpoint.codec {
      lines += ["", bold("Swift only:") + " a call requires the codec '\(codec)', which a Swift program registers"]
    }
    let wrap = Wrap(width, indent: 2)
    lines += section("arguments", arguments(description))
    if endpoint.mediaTypes.count > 1 {
      lines += section(
        "body", wrap.lines("\(TerminalText.safe(endpoint.mediaTypes.joined(separator: ", "))); to choose, use --content-type"))
    }
    lines += section("returns", wrap.lines(description.result))
    lines += section("responses", endpoint.responses.all.flatMap(response))
    lines += section("pages", endpoint.pagesText.map(wrap.lines) ?? [])
    lines += section("waits", endpoint.waitsText.map(wrap.lines) ?? [])
    lines += section("errors", description.failureText.map(wrap.lines) ?? [])
    lines += section(
      "types", types(description.types) + (description.moreTypes > 0 ? ["… and \(description.moreTypes) more"] : []))
    lines += section("request", description.request.lines.map { TerminalText.safe($0) }.flatMap(wrap.lines))
    lines += section("servers", description.servers.flatMap { wrap.lines(Self.server($0)) })
    lines += section("needs", description.needs.flatMap(wrap.lines))
    var examples = [description.example]
    if endpoint.mock != nil, endpoint.unsupported == nil, endpoint.codec == nil { examples.append(description.example + " --mock") }
    lines += section(examples.count > 1 ? "examples" : "example", examples)
    return lines.joined(separator: "\n") + "\n"
  }

  /// `404  There is no such pet.  application/json`
  private func response(_ response: DeclaredResponse) -> [String] {
    let texts = (response.doc ?? "").split(whereSeparator: \.isNewline).map(String.init)
    let doc = texts.first
    let types = response.mediaTypes.isEmpty ? [] : [response.mediaTypes.joined(separator: ", ")]
    let shapes = response.contents.compactMap(\.shape).filter { !$0.isUntyped }.map(\.spelling).distinct()
    let shape = shapes.isEmpty ? [] : [shapes.joined(separator: " or ")]
    let head = TerminalText.safe(([response.status] + (doc.map { [$0] } ?? []) + types + shape).joined(separator: "  "))
    let rest = Wrap(width, indent: 6).lines(texts.dropFirst().joined(separator: "\n"))
    let shown = rest.prefix(Self.maxDocLines) + (rest.count > Self.maxDocLines ? ["…"] : [])
    return Wrap(width, indent: 2).lines(head) + shown.map { "    " + $0 }
  }

  /// The maximum number of further lines about a response.
  private static let maxDocLines = 10

  /// `2  https://eu.api.example.com  europe`
  static func server(_ server: ServerModel) -> String {
    let texts = ["\(server.number)", server.base.spelling] + [server.name, server.doc].compactMap(\.self)
    return TerminalText.safe(texts.joined(separator: "  "))
  }

  private func arguments(_ description: EndpointDescription) -> [String] {
    var lines = ArgumentLines(width: width.map { $0 - 2 }).lines(description.arguments)
    if let others = description.others {
      lines.append("… \(others)")
    } else if lines.isEmpty {
      lines = ["none"]
    }
    return lines
  }

  /// Returns types as lines that fit the terminal: `User  (id Int, name String)`. A long record has a line for each member.
  private func types(_ types: [(name: String, shape: Shape)]) -> [String] {
    types.flatMap { name, shape -> [String] in
      let name = TerminalText.safe(name)
      let whole = TerminalText.safe("\(name)  \(shape.spelling)")
      if TerminalText.width(whole) <= min(width ?? Self.longestType, Self.longestType) - 2 { return [whole] }
      let wrap = Wrap(width, indent: 6)
      guard case .record(let record) = shape else { return [name] + wrap.lines(shape.spelling).map { "    " + $0 } }
      return [name] + record.members.flatMap { wrap.lines($0.spelling) }.map { "    " + $0 }
    }
  }

  /// The width of a type that needs several lines.
  private static let longestType = 100

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", bold(title)] + lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  private func bold(_ text: String) -> String { TerminalText.styled(text, if: hasColor) }

  func text(_ spec: Spec, named word: String) -> String {
    let service = spec.service
    var lines = [bold(TerminalText.safe(service.name))]
    if let doc = service.doc { lines += Wrap(width).lines(doc) }
    let listing = EndpointListing(width: width.map { $0 - 2 }).text(TagGroups(service.endpoints))
    lines += section("endpoints", listing.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).withoutEmptyEnd)
    lines += section("types", types(service.types.names.compactMap { name in service.types[name].map { (name, $0) } }))
    lines += section("next", service.endpoints.names.prefix(1).map { "dial describe \(ShellWord.quoted(word)) \(ShellWord.quoted($0))" })
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The lines about the request of an endpoint: base, timeouts, headers.
struct RequestLines {
  let base: String?
  let timeout: String?
  let headers: [(name: String, value: String)]
  let policies: [PolicyLine]

  init(_ endpoint: EndpointModel, of service: ServiceModel) {
    base = endpoint.target.isAbsolute ? nil : service.base?.spelling
    timeout = Self.timeout(endpoint.policy)
    policies = endpoint.policyLines.filter(\.isGiven)
    headers = endpoint.headers.map { ($0.name, Self.shown($0)) }
  }

  var lines: [String] {
    (base.map { ["base: \($0)"] } ?? []) + rules + headers.map { "header \($0.name): \($0.value)" }
  }

  /// The lines about timeouts and policies.
  var rules: [String] { (timeout.map { ["timeout: \($0)"] } ?? []) + policies.map { "\($0.name): \($0.text)" } }

  private static func shown(_ field: FieldModel) -> String {
    let isLiteral = field.value.variables.isEmpty && field.value.arguments.isEmpty
    return isLiteral && HeaderRules.isSensitive(field.name) ? "set" : field.value.spelling
  }

  /// Returns the timeouts that the spec sets, without the defaults.
  private static func timeout(_ policy: PolicyModel) -> String? {
    let times = [(policy.connectTimeout, "to connect"), (policy.readTimeout, "without data"), (policy.totalTimeout, "in total")]
    let shown = times.compactMap { time, what in time.map { "\(text($0)) \(what)" } }
    return shown.isEmpty ? nil : shown.joined(separator: ", ")
  }

  private static func text(_ time: Duration) -> String {
    let milliseconds = Int64((time / .milliseconds(1)).rounded())
    return milliseconds % 1000 == 0 ? DurationText.text(time) : "\(milliseconds)ms"
  }
}

/// The description of `paginate` and `poll`.
extension EndpointModel {
  var pagesText: String? {
    guard let pagination else { return nil }
    let way =
      switch pagination.way {
      case .link: "next page from the Link header"
      case .url(let location): "next page from the URL in '\(location.text)'"
      case .cursor(let location, let name): "next page from '\(location.text)', sent as '\(name)'"
      case .page(let name): "'\(name)' counts pages"
      case .offset(let offset): "'\(offset.parameter)' counts items"
      }
    let end =
      switch pagination.end {
      case .empty?: ", until a page is empty"
      case .condition(let path)?: ", until \(path.text)"
      case nil: ""
      }
    return "\(way)\(end); to get all pages, use --all"
  }

  var waitsText: String? {
    guard let poll else { return nil }
    var text = "until \(poll.until?.text ?? "the status is not 202")"
    if let fail = poll.fail { text += ", fails if \(fail.text)" }
    if let check = poll.check { text += ", polls '\(check.endpoint)'" }
    if let every = poll.every { text += ", every \(DurationText.text(every))" }
    if let timeout = poll.timeout { text += ", for at most \(DurationText.text(timeout))" }
    return "\(text); to wait, use 'dial wait'"
  }
}

extension TypeTable {
  /// The maximum number of types that are listed with an endpoint: a document can use hundreds of them in one.
  private static let maxListed = 40

  /// Returns the named types that an endpoint uses, directly or through others, each of them once, and how many more there are.
  func used(by endpoint: EndpointModel) -> (listed: [(name: String, shape: Shape)], more: Int) {
    var waiting = endpoint.parameters.map(\.knownShape)
    switch endpoint.result {
    case .shape(let shape), .events(let shape?), .lines(let shape?): waiting.append(shape)
    default: break
    }
    if let failure = endpoint.failure { waiting.append(failure) }
    waiting += endpoint.responses.all.flatMap { $0.contents.compactMap(\.shape) }
    var seen: Set<String> = []
    var found: [(name: String, shape: Shape)] = []
    var next = 0
    while next < waiting.count {
      for name in waiting[next].names where seen.insert(name).inserted {
        guard found.count < Self.maxListed, let shape = self[name] else { continue }
        found.append((name, shape))
        waiting.append(shape)
      }
      next += 1
    }
    let order = Dictionary(zip(names + (late?.names ?? []), 0...), uniquingKeysWith: { first, _ in first })
    found.sort { order[$0.name] ?? .max < order[$1.name] ?? .max }
    return (found, seen.count - found.count)
  }
}
