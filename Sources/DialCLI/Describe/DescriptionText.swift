import Dial
import DialText

/// The description of an endpoint or a spec as text.
struct DescriptionText {
  var hasColor = false
  var width: Int?

  func text(_ description: EndpointDescription) -> String {
    let endpoint = description.endpoint
    let encoding = endpoint.hasBody && endpoint.encoding != .json ? " \(endpoint.encoding.word)" : ""
    var lines = [bold("\(endpoint.name)") + "  \(ListCommand.method(endpoint))\(encoding) \(TerminalText.safe(endpoint.target.text))"]
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
    lines += section("responses", endpoint.responses.all.map(Self.response).flatMap(wrap.lines))
    lines += section("pages", endpoint.pagesText.map(wrap.lines) ?? [])
    lines += section("waits", endpoint.waitsText.map(wrap.lines) ?? [])
    lines += section(
      "errors", description.failure.map { wrap.lines("\($0) for an error status: exit code 3, 4 or 5 for 3xx, 4xx or 5xx") } ?? [])
    lines += section("types", types(description.types))
    lines += section("request", description.request.lines.map { TerminalText.safe($0) }.flatMap(wrap.lines))
    lines += section("servers", description.servers.enumerated().flatMap { wrap.lines(Self.server($1, number: $0 + 1)) })
    lines += section("needs", needs(description).flatMap(wrap.lines))
    var examples = [description.example]
    if endpoint.mock != nil, endpoint.unsupported == nil, endpoint.codec == nil { examples.append(description.example + " --mock") }
    lines += section(examples.count > 1 ? "examples" : "example", examples)
    return lines.joined(separator: "\n") + "\n"
  }

  /// `404  There is no such pet.  application/json`
  private static func response(_ response: DeclaredResponse) -> String {
    let doc = response.doc?.split(whereSeparator: \.isNewline).first.map(String.init)
    let types = response.mediaTypes.isEmpty ? [] : [response.mediaTypes.joined(separator: ", ")]
    let shapes = response.contents.compactMap(\.shape).filter { !$0.isUntyped }.map(\.spelling).distinct()
    let shape = shapes.isEmpty ? [] : [shapes.joined(separator: " or ")]
    return TerminalText.safe(([response.status] + (doc.map { [$0] } ?? []) + types + shape).joined(separator: "  "))
  }

  /// `2  https://eu.api.example.com  europe`
  private static func server(_ server: ServerModel, number: Int) -> String {
    let texts = ["\(number)", server.base.spelling] + [server.name, server.doc].compactMap(\.self)
    return TerminalText.safe(texts.joined(separator: "  "))
  }

  private func arguments(_ description: EndpointDescription) -> [String] {
    var lines = ArgumentLines(width: width.map { $0 - 2 }).lines(description.arguments)
    if description.endpoint.isOpen {
      let place = description.endpoint.hasBody ? "the body" : "the query"
      lines.append("… any other argument is sent in \(place)")
    } else if lines.isEmpty {
      lines = ["none"]
    }
    return lines
  }

  private func needs(_ description: EndpointDescription) -> [String] {
    var lines = description.auth.map { ["auth: \($0)"] } ?? []
    lines += description.variables.ofFields.map { name in
      let value = description.endpoint.auth.pairs.contains(name) ? "user:password" : "…"
      return "\(name): set it in the environment, or pass --var \(name)=\(value)"
    }
    lines += description.variables.ofStructure.map { "\($0): pass --var \($0)=…, or --env \($0) to read it from the environment" }
    return lines
  }

  /// Returns types as lines that fit the terminal: `User  (id Int, name String)`, broken at commas.
  private func types(_ types: [(name: String, shape: String)]) -> [String] {
    types.flatMap { name, shape -> [String] in
      let whole = "\(name)  \(shape)"
      guard let width, TerminalText.width(whole) > width - 2 else { return [whole] }
      return [name] + Wrap(width, indent: 6).lines(shape).map { "    " + $0 }
    }
  }

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
    lines += section("types", types(service.types.spellings(of: service.types.names)))
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
    let first = (base.map { ["base: \($0)"] } ?? []) + (timeout.map { ["timeout: \($0)"] } ?? [])
    return first + policies.map { "\($0.name): \($0.text)" } + headers.map { "header \($0.name): \($0.value)" }
  }

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
      case .url(let path): "next page from the URL in '\(path.text)'"
      case .cursor(let path, let name): "next page from '\(path.text)', sent as '\(name)'"
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
  func spellings(of names: [String]) -> [(name: String, shape: String)] { names.map { ($0, shapes[$0]?.spelling ?? "") } }

  /// Returns the named types that an endpoint uses, directly or through others.
  func used(by endpoint: EndpointModel) -> [(name: String, shape: String)] {
    var seen: Set<String> = []
    for parameter in endpoint.parameters { collect(parameter.shape, &seen) }
    switch endpoint.result {
    case .shape(let shape), .events(let shape?), .lines(let shape?): collect(shape, &seen)
    default: break
    }
    if let failure = endpoint.failure { collect(failure, &seen) }
    return spellings(of: names.filter(seen.contains))
  }

  private func collect(_ shape: Shape, _ seen: inout Set<String>) {
    switch shape {
    case .named(let name): if seen.insert(name).inserted, let inner = shapes[name] { collect(inner, &seen) }
    case .array(let inner), .dictionary(let inner), .optional(let inner): collect(inner, &seen)
    case .record(let record): for member in record.members { collect(member.shape, &seen) }
    default: break
    }
  }
}
