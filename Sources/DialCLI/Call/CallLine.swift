import Dial
import DialAdvice
import DialConsole
import DialFlags
import DialTesting
import Synchronization

/// The words and flags of a command that calls an endpoint.
struct CallLine: FlagGroup {
  static let flags: [FlagDefinition<Self>] =
    [FlagDefinition("--args", adds: \.args, of: "file", help: "read arguments from a JSON or YAML file ('-': standard input)")]
    + FlagDefinition.part(\.target, titled: "Target") + FlagDefinition.part(\.output, titled: "Result")
    + FlagDefinition.part(\.transport, titled: "Transport") + FlagDefinition.part(\.inspection, titled: "Inspection")
    + FlagDefinition.part(\.behaviour, titled: "Behavior")

  static let operands = [Operand("spec", \Self.spec), Operand("endpoint", \.endpoint), Operand("arg", rest: \.words)]

  var spec = ""
  var endpoint = ""
  var words: [String] = []
  var args: [String] = []
  var target = TargetFlags()
  var output = OutputFlags()
  var transport = TransportFlags()
  var inspection = InspectionFlags()
  var behaviour = BehaviourFlags()

  /// - Parameter readsInput: whether standard input can be the body of a call without a spec.
  func call(_ console: Console, _ context: Context, readsInput: Bool = true) throws -> ParsedCall {
    if inspection.curl, output.output != nil { throw Failure.usage("-o conflicts with --curl, which prints a shell command") }
    if inspection.dryRun, inspection.curl { throw Failure.usage("--dry-run conflicts with --curl") }
    if inspection.explain, !inspection.dryRun, !inspection.curl, output.output != nil {
      throw Failure.usage("-o conflicts with --explain, which prints plain text", hint: "to print JSON, add --dry-run")
    }
    if let flag = inspection.inspects { try output.checkSelects(beside: flag) }
    try output.checkFile()
    try inspection.checkDoubles()
    try checkNetwork()
    if args.count > 1 {
      throw Failure.usage("--args can be used only once", hint: "put all arguments into one file, or write them as name=value")
    }
    let selection = try output.makeSelection()
    _ = try makeOptions()
    let stdin = StandardInput(context: context)
    if spec == "-" { try stdin.reserve("the spec") }
    let url = try URLSpec(spec)?.spec(target.headers)
    if url != nil, words.contains(where: URLSpec.isURL) { throw Failure.usage("a call has one URL; call each URL by itself") }
    let spec = try url ?? target.service.chosen(SpecFinder(context: context).load(spec, isTrusted: target.service.trust, inPart: true))
    let doubts = CallWarnings(line: self, console: console)
    doubts.warn(of: spec)
    let line = url != nil && readsInput ? try withInput(spec, stdin, console, context) : self
    if url != nil, let fault = line.urlBody?.fault { throw fault }
    if url == nil, !target.headers.isEmpty, let model = spec.service.endpoints[endpoint] {
      try checkContentType(contentType.map(model.sending) ?? model)
    }
    let options = try line.makeOptions()
    let arguments = try ArgumentLine(spec: spec, endpoint: endpoint, stdin: stdin, contentType: line.contentType).arguments(
      line.words, args: args.first)
    doubts.warn(of: arguments, for: spec)
    let shown = ShownRequest()
    let binary = refusesBinary(of: spec, selection, console) ? BinaryFailure() : nil
    let clients = CallClient(line: self, shown: shown, binary: binary, console: console, context: context)
    let recorder = try clients.recorder()
    let client = try clients.client(of: spec, recorder)
    doubts.note(variablesOf: client)
    return ParsedCall(
      spec: spec, arguments: arguments, options: options, selection: selection, recorder: recorder, client: client, shown: shown,
      binary: binary, stdinIsFree: stdin.isFree)
  }

  /// Returns the line with standard input as the body, if that is what a call without a spec sends.
  private func withInput(_ spec: Spec, _ stdin: StandardInput, _ console: Console, _ context: Context) throws(Failure) -> CallLine {
    guard let model = urlBody == nil ? nil : spec.service.endpoints[endpoint],
      let piped = try PipedBody(
        self, model, stdin, context,
        late: {
          console.note("note: waiting for standard input, which is the body; for a call without a body, add --no-input")
        })
    else { return self }
    var line = self
    line.words.append(piped.word)
    if let type = piped.type { line.behaviour.contentType = type }
    if context.stdinIsPipe, let type = piped.guessed { console.note("stdin", "standard input is sent as the body, as \(type)", endpoint) }
    return line
  }

  /// Whether the result goes to a terminal, which cannot show bytes, and the spec does not say what it is.
  private func refusesBinary(of spec: Spec, _ selection: Selection, _ console: Console) -> Bool {
    guard console.outIsTerminal, inspection.record == nil, output.file == nil, output.path != "-", selection.isEmpty,
      output.output == nil || output.output == .raw, let model = spec.service.endpoints[endpoint], case .inferred = model.result
    else { return false }
    return model.selection == nil && model.policy.decode == nil
  }

  /// Runs a call, saves its recording, and adds hints for the command line to its failures.
  func explaining(_ call: ParsedCall, _ console: Console, _ context: Context, _ run: () async throws -> Void) async throws {
    do {
      do {
        try await run()
        await Self.keepCookies(of: call.client, console)
      } catch {
        await Self.keepCookies(of: call.client, console)
        do throws(CallError) { try call.recorder?.save() } catch { console.tell(Notice(.warning, "warning", error.message)) }
        throw error
      }
      try call.recorder?.save()
      // Wait for revalidations in the background, which would otherwise end with the process.
      await call.client.engine.settle()
    } catch let error as CallError {
      if let failure = call.binary?.failure.withLock({ $0 }) { throw failure }
      throw CallFailure(line: self, spec: call.spec, context: context).failure(error)
    } catch let failure as Failure where URLSpec.isURL(spec) {
      throw URLSpec.unplaced(failure)
    }
  }

  static func keepCookies(of client: Client, _ console: Console) async {
    do { try await client.cookieJar.write() } catch {
      console.warn("the cookies cannot be stored: \((error as? TransportError)?.message ?? "\(error)")")
    }
  }

  func runner(_ call: ParsedCall, _ console: Console) -> CallRunner {
    let report = CallReport(
      console: console, inspection: inspection, includesHead: output.include, spec: call.spec, shown: call.shown,
      facts: inspection.timings || inspection.verbose ? CallFacts(of: call.client) : nil)
    return CallRunner(console: console, output: output, selection: call.selection, report: report)
  }

  func talk(_ draft: Draft, _ call: ParsedCall, _ console: Console, _ context: Context) async throws {
    if output.file != nil { throw Failure.usage("--output-file does not support WebSockets; redirect the output with > FILE") }
    let printer = MessagePrinter(console, call.selection, output.output, header: output.hasHeader, of: draft.endpoint)
    // Standard input contains the messages, unless another argument reads it.
    let isTyped = !behaviour.noInput && call.stdinIsFree
    var conversation = Conversation(printer: printer, lines: isTyped ? TypedLines(context.piece) : nil)
    conversation.time = try transport.makeTimeout().map(TimeLimit.init)
    conversation.patience = context.patience
    conversation.wait = try SocketWait(behaviour.wait)
    conversation.sendsFiles = behaviour.sendFiles
    let runner = runner(call, console)
    conversation.ended = { silence in
      let time = DurationText.text(silence)
      console.note("closed", "closed the WebSocket after \(time) without a message; to wait longer, use --wait", draft.endpoint.name)
    }
    try await conversation.run(try await runner.open(draft))
  }

  /// The media type of the body that the call chooses. In a call without a spec, a file is a part of the body.
  var contentType: String? {
    if URLSpec.isURL(spec), let urlBody { return urlBody.variant }
    return behaviour.contentType.map { BodyWord.mediaTypes[$0] ?? $0 }
  }

  private func checkNetwork() throws(Failure) {
    guard let source = inspection.mock ? "--mock" : inspection.replay.map({ _ in "--replay" }),
      let flag = transport.given.first(where: { $0 != "--timeout" })
    else { return }
    throw .usage("\(flag) conflicts with \(source), which does not use the network")
  }

  private func makeOptions() throws(Failure) -> CallOptions {
    var options = CallOptions(
      timeout: try transport.makeTimeout(), accept: try behaviour.makeAccept(), retries: try behaviour.makeRetries())
    options.headers = try target.makeHeaders()
    if URLSpec.isURL(spec), let body = urlBody {
      // The variant makes the boundary of a multipart body.
      if body.variant == BodyWord.mediaTypes["multipart"] { options.headers.removeAll { HeaderRules.isSame($0.0, "Content-Type") } }
      if let type = body.header, contentTypeHeader == nil { options.headers.append(("Content-Type", type)) }
    }
    options.query = try target.makeQuery()
    (options.cache, options.cacheLifetime) = (behaviour.cache?.mode, behaviour.cache?.lifetime)
    options.check = ResponseCheck(rawValue: behaviour.checkResponse.rawValue)
    options.ignoresConstraints = behaviour.noConstraints
    (options.contentType, options.headerLines) = (contentType, behaviour.headerLines)
    options.isTraced = inspection.explain
    return options
  }
}

/// A command that calls an endpoint.
protocol CallingCommand: ShellCommand {
  var line: CallLine { get }
}

extension CallingCommand {
  func configure(_ console: inout Console) { (console.color, console.isQuiet) = (line.output.color, line.behaviour.quiet) }
}

struct ParsedCall: Sendable {
  let spec: Spec
  let arguments: Arguments
  let options: CallOptions
  let selection: Selection
  let recorder: Recorder?
  let client: Client
  let shown: ShownRequest
  /// Why the result cannot be shown; nil if it is not checked while it arrives.
  let binary: BinaryFailure?
  let stdinIsFree: Bool
}

/// Prints warnings about arguments that are valid but probably not intended.
struct CallWarnings {
  let line: CallLine
  let console: Console

  /// Prints the warnings of the endpoint and of shared parts; `dial check` prints all.
  func warn(of spec: Spec) {
    // The text of a spec for a URL was not written by anybody.
    guard !console.isQuiet, !URLSpec.isURL(line.spec) else { return }
    // Only with -v, a compiled spec is read again as a whole for them.
    let findings = spec.findings(of: line.endpoint, readingAll: line.inspection.verbose)
    for finding in findings where finding.severity == .warning {
      var notice = Notice(.warning, finding.id, finding.message, endpoint: line.endpoint)
      notice.location = finding.range
      console.tell(notice, text: DiagnosticPrinter(color: console.errHasColor).text(finding))
    }
  }

  func warn(of arguments: Arguments, for spec: Spec) {
    guard !console.isQuiet else { return }
    let variables = SpecVariables(spec.service, spec.service.endpoints[line.endpoint])
    var doubts = line.target.service.variables.compactMap { text in
      // Anything else may be a value, and secret.
      text.firstIndex(of: "=").flatMap { $0 == text.startIndex ? nil : variables.doubt(String(text[..<$0]), "--var") }
    }
    doubts += line.target.service.variables.compactMap { text -> String? in
      let name = text.prefix { $0 != "=" }
      let value = String(text.dropFirst(name.count + 1))
      guard value.hasPrefix("@"), !LocalFile(String(value.dropFirst())).exists else { return nil }
      return "--var: the value of '\(name)' starts with '@', but the file does not exist; the value is used unchanged"
    }
    doubts += line.target.service.environment.compactMap { variables.doubt($0, "--env") }
    if let model = spec.service.endpoints[line.endpoint] {
      if model.isDeprecated {
        let end = model.sunset.map { ", and ends on \(TerminalText.safe($0))" } ?? ""
        console.note("deprecated", "'\(model.name)' is deprecated\(end)", line.endpoint)
      }
      var notes: [String] = []
      // A single value of a declared parameter has no names.
      let mayDiffer = arguments.items.contains { item in
        [.object, .array].contains(item.value.json?.asKind) || !model.parameters.contains { $0.name == item.name }
      }
      if mayDiffer {
        let found = ArgumentWarnings(model: model, types: spec.service.types).found(in: arguments)
        doubts += found.doubts
        notes += found.notes
      }
      doubts += line.words.compactMap { Self.quotedJSON($0, model) }
      notes +=
        line.words.compactMap { Self.nullText($0, model) }
        + (line.output.select.flatMap { try? JMESPath($0) }.map { ComparedTypes(model: model, types: spec.service.types).all(in: $0) } ?? [])
      for note in notes { console.note("doubt", note, line.endpoint) }
    }
    doubts += Self.expression(line.output.select, "--select")
    let places = spec.service.endpoints[line.endpoint].map { PathWords.places(in: line.words, $0) } ?? []
    doubts += line.words.indices.filter { !places.contains($0) }.compactMap { Self.doubleEquals(line.words[$0]) }
    doubts += line.target.query.compactMap(Self.query)
    for doubt in doubts { console.warn(doubt) }
  }

  /// Notes variables of the environment that the call does not read.
  func note(variablesOf client: Client) {
    guard !console.isQuiet else { return }
    for unread in client.engine.unreadVariables(of: line.endpoint) {
      let reason = "the environment variable '\(unread.name)' was not read, because \(unread.reason)"
      console.note("variable", "\(reason); to use it, pass --env \(unread.name)", line.endpoint)
    }
  }

  /// Warns if something is piped to a call that does not read it and has no body.
  func warn(of draft: Draft, _ call: ParsedCall, _ context: Context) {
    guard call.stdinIsFree, context.stdinIsPipe || context.stdinHasText, !console.isQuiet, !draft.endpoint.isSocket,
      Methods.hasBody(draft.request.method.rawValue) ?? false, Self.isEmpty(draft.request.body)
    else { return }
    let writer = ArgumentWriter(model: draft.endpoint, types: call.spec.service.types)
    console.note("stdin", writer.standardInput, draft.endpoint.name)
  }

  private static func isEmpty(_ body: RequestBody) -> Bool {
    switch body {
    case .none: true
    case .bytes(let bytes): bytes.isEmpty || bytes.elementsEqual("{}".utf8)
    default: false
    }
  }

  /// Warns if an expression has a name where a string, a literal or a function is probably meant.
  static func expression(_ expression: String?, _ flag: String) -> [String] { doubts(expression ?? "", flag).map(\.message) }

  private static func doubts(_ expression: String, _ flag: String) -> [(message: String, range: Range<Int>, meant: String)] {
    guard let path = try? JMESPath(expression) else { return [] }
    return path.likelyValues.compactMap { value in
      switch value.kind {
      case .text:
        let message = "\(flag): \"\(value.name)\" in double quotes selects a member; write a string as '\(value.name)'"
        return (message, value.range, "'\(value.name)'")
      case .literal(let literal):
        return ("\(flag): '\(value.name)' selects a member; write the literal in backquotes: `\(literal)`", value.range, "`\(literal)`")
      case .word:
        return ("\(flag): \(value.name) selects a member; write a string as '\(value.name)'", value.range, "'\(value.name)'")
      case .name: return nil
      case .stage:
        guard let call = JQExpression.functions[value.name] else { return nil }
        let whole = replacing([(value.range, call)], in: expression)
        return ("\(flag): '\(value.name)' after '|' selects a member; to call the function, write \(whole)", value.range, call)
      }
    }
  }

  private static func replacing(_ parts: [(range: Range<Int>, text: String)], in expression: String) -> String {
    var bytes = Array(expression.utf8)
    for part in parts.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) { bytes.replaceSubrange(part.range, with: part.text.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Refuses a condition that cannot become true, before the first of many requests.
  static func checkCondition(_ condition: String, _ flag: String) throws(Failure) {
    // A name such as `ready-replicas` has no other form than that in double quotes.
    let doubts = doubts(condition, flag).filter { doubt in
      !(doubt.meant.first == "'" && doubt.meant.contains("-") && Name.isASCII(String(doubt.meant.dropFirst().dropLast())))
    }
    guard let first = doubts.first else { return }
    let meant = replacing(doubts.map { ($0.range, $0.meant) }, in: condition)
    let member = first.meant.first == "'" ? "; for the member, write @.\(first.meant.dropFirst().dropLast())" : ""
    throw .usage(doubts.map(\.message).joined(separator: "\n"), hint: "use \(flag) \(ShellWord.quoted(meant))\(member)")
  }

  /// Warns of a JSON text for an untyped member of a JSON body. The value may be secret and is not shown.
  private static func quotedJSON(_ word: String, _ model: EndpointModel) -> String? {
    guard let pair = try? ArgumentPair(word, of: model), case .text(let text) = pair.value, ValueText.looksLikeJSON(text),
      model.encoding == .json, let name = try? ArgumentName(pair.name, of: model), name.argument != "_", (try? JSON(parsing: text)) != nil
    else { return nil }
    let parameter = model.parameters.first { $0.name == name.argument || $0.qualifiedName == name.argument }
    let isText = parameter.map { $0.place == .field && !$0.isTyped && $0.values == nil } ?? (model.isOpen && model.hasBody)
    return isText ? "'\(pair.name)' is sent as a string; to send JSON, write \(pair.name):='…'" : nil
  }

  /// Notes that a text is not null, if null is possible.
  private static func nullText(_ word: String, _ model: EndpointModel) -> String? {
    guard let pair = try? ArgumentPair(word, of: model), pair.value == .text("null"), let name = try? ArgumentName(pair.name, of: model),
      let parameter = model.parameters.first(where: { $0.name == name.argument || $0.qualifiedName == name.argument }),
      parameter.name == pair.name || parameter.qualifiedName == pair.name, parameter.shape.isOptional,
      case .string = parameter.shape.wrapped
    else { return nil }
    return "'\(pair.name)' is the text 'null'; for null, write \(pair.name):=null"
  }

  /// Warns of the HTTPie syntax for query items. The value may be secret and is not shown.
  private static func doubleEquals(_ word: String) -> String? {
    guard let pair = try? ArgumentPair(word), case .text(let text) = pair.value, text.hasPrefix("=") else { return nil }
    return
      "the value of '\(pair.name)' starts with '='; write an argument as \(pair.name)=VALUE, a query item as --query \(pair.name)=VALUE"
  }

  /// Warns of a whole query, and of the aws-cli syntax for a selection. The value may be secret and is not shown.
  private static func query(_ item: String) -> String? {
    if item.hasPrefix("?") || item.dropFirst(item.prefix { $0 != "&" }.count).contains("=") {
      return "--query adds one item, whose '?' and '&' are encoded; write each item as --query key=value"
    }
    guard
      item.hasPrefix("[") || item.contains("[?") || item.contains("[*]") || item.contains("[].")
        || item.contains("==") && !item.hasSuffix("=")
    else {
      return nil
    }
    return "--query adds key=value to the URL; to select from the result, use --select"
  }
}
