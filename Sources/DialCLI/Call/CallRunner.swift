import Dial
import DialConsole
import DialFlags
import DialTesting
import Synchronization

/// Sends one request and writes its result, in pieces for a stream or a download.
struct CallRunner {
  let console: Console
  let output: OutputFlags
  let selection: Selection
  let report: CallReport
  /// The pages of the endpoint; nil if it is not paginated.
  var pages: PageWalk?
  /// Whether the call has no spec, so that the response says whether it is a stream.
  var hasNoSpec = false

  func run(_ draft: Draft) async throws {
    let isStored = givesBody(draft) || givesStreamBody(draft) || savesWhatComes(draft)
    let draft = isStored ? draft.storing(compressed: output.compressed) : draft
    if let path = downloadPath(draft) { return try await download(draft, to: path) }
    try checkFile()
    if streams(draft) || refusesBytes(draft.endpoint) { return try await stream(draft) }
    if hasNoSpec, draft.givesWhatComes, output.file == nil, !output.isFull,
      output.output != .raw || !selection.isEmpty
    {
      return try await arrive(draft)
    }
    try write(try await result(of: draft), draft)
  }

  private func write(_ result: (outcome: Outcome?, rest: String?), _ draft: Draft) throws {
    if let outcome = result.outcome { try printer.write(outcome) }
    if let rest = result.rest { console.note("more", rest, draft.endpoint.name) }
  }

  /// Sends a call without a spec. A response of events or lines is written while it arrives.
  private func arrive(_ draft: Draft) async throws {
    let secrets = report.secrets(of: draft)
    report.sending(draft.request, secrets)
    let arrived = try await arrived(draft, secrets)
    if let reply = arrived.reply {
      report.received(reply.status, reply.headers, secrets)
      report.finished()
      report.warn(reply.contract, reply.endpoint.name, at: reply.endpoint.range)
      return try write(shown(reply, draft), draft)
    }
    guard let (head, elements) = arrived.stream else { return }
    report.received(head.status, head.headers, secrets)
    defer { report.finished() }
    try await writeElements(draft, { head }, { _ in elements })
  }

  private func arrived(_ draft: Draft, _ secrets: Secrets) async throws(CallError) -> (
    reply: Reply?, stream: (head: ReplyHead, elements: Replies<JSON>.AsyncIterator)?
  ) {
    do throws(CallError) {
      guard showsProgress else { return try await draft.replyOrStream() }
      return try await ProgressBar.during(
        { bar throws(CallError) in try await draft.replyOrStream(bar.update) }, console, isDownload: false)
    } catch {
      report.failed(error, secrets)
      throw error
    }
  }

  private var showsProgress: Bool { console.errIsTerminal && console.mayRedraw && !console.isJSON && !console.isQuiet }

  /// Returns a note that there are more pages, for the first page on a terminal.
  private func rest(behind reply: Reply) -> String? {
    guard console.errIsTerminal, !console.isQuiet, var walk = pages else { return nil }
    // Errors about further pages are reported only if the user requests them.
    guard (try? walk.draft()) != nil, (try? walk.take(reply)) != nil, (try? walk.draft()) != nil, let count = try? reply.items().count
    else { return nil }
    return "showing \(count.counted("item")); for the remaining pages, use --all"
  }

  /// Whether the result is the body as it comes: bytes, or anything with `-o raw` that is not selected.
  private func givesBody(_ draft: Draft) -> Bool {
    guard selection.isEmpty, !draft.endpoint.isStream, !output.isFull else { return false }
    switch output.output {
    case nil, OutputFormat.none?: return draft.givesBytes
    case .raw?: return draft.endpoint.selection == nil
    default: return false
    }
  }

  /// Whether `-o raw` writes a stream as it comes. The texts of events that are declared as strings are written without the rest of them.
  private func givesStreamBody(_ draft: Draft) -> Bool {
    let endpoint = draft.endpoint
    guard output.output == .raw, selection.isEmpty, endpoint.isStream, endpoint.selection == nil,
      endpoint.events?.each == nil
    else { return false }
    if case .events = endpoint.result, case .string? = draft.plan.reply.target { return false }
    return true
  }

  /// Whether `-O` saves a result that only the response defines, which may be a compressed file.
  func savesWhatComes(_ draft: Draft) -> Bool {
    output.file != nil && output.output == nil && selection.isEmpty && draft.givesWhatComes
  }

  /// Notes that a response has no content for the file of `-O`, so that the file stays as it is; false if it has some.
  func leaves(_ file: String?, _ status: HTTPResponse.Status?, _ endpoint: String) -> Bool {
    guard let file, let status, !status.bringsContent else { return false }
    let state = FileKind(file) == nil ? "was not written" : "is unchanged"
    console.note("unchanged", "the response with status \(status.code) has no content; '\(file)' \(state)", endpoint)
    return true
  }

  private func shown(_ reply: Reply, _ draft: Draft) throws -> (Outcome?, rest: String?) {
    if leaves(output.file, reply.status, draft.endpoint.name) { return (nil, nil) }
    let outcome = try outcome(reply)
    if let absence = selection.absence(in: output.isFull ? full(reply) : reply.value) {
      console.note("absent", "--select: \(absence)", draft.endpoint.name)
    }
    return (outcome, rest(behind: reply))
  }

  /// Returns the result to print; nil for none. With `-o raw`, a body that does not match its media type is written unchanged.
  private func result(of draft: Draft) async throws -> (Outcome?, rest: String?) {
    let wantsBytes = output.output == .raw && givesBody(draft) && draft.givesWhatComes && !draft.isStrict
    do {
      return try shown(try await send(draft), draft)
    } catch let error as CallError where wantsBytes && error.code == .decoding && error.status?.kind == .successful && error.body != nil {
      console.note(error.code.rawValue, error.message, draft.endpoint.name)
      return (.body(error.body ?? [], type: error.headers?[.contentType]), nil)
    } catch let error as CallError where savesWhatComes(draft) && !draft.isStrict && error.code == .decoding {
      guard error.status?.kind == .successful, error.body != nil, let coding = error.headers?[.contentEncoding] else { throw error }
      tellCoding(coding, draft)
      return (.bytes(error.body ?? [], type: error.headers?[.contentType] ?? "bytes"), nil)
    }
  }

  /// Returns what a response prints: the selected part, or the body as it came with `-o raw`.
  func outcome(_ reply: Reply) throws -> Outcome {
    if output.isFull {
      var columns = FoundColumns(isWhole: true)
      let outcome = try selection.applied(toElement: full(reply), of: reply.endpoint, &columns)
      try selection.checkColumns(columns, reply.endpoint, status: reply.status.code)
      // A selected text is a value, not a body.
      return if case .text(let text) = outcome { .json(.string(text)) } else { outcome }
    }
    let selected = try selection.applied(to: reply)
    guard output.output == .raw, selection.isWhole, reply.isBody else { return selected }
    return reply.raw(onTerminal: printer.isTerminal)
  }

  private func full(_ reply: Reply) -> JSON { reply.full(showingSecrets: report.inspection.showSecrets) }

  func checkFile() throws(Failure) {
    if let file = output.file { try FileTarget(file).check() }
  }

  var printer: Printer { Printer(console, output) }

  func send(_ draft: Draft) async throws(CallError) -> Reply {
    let reply = try await telling(draft, \.status, \.headers) { bar throws(CallError) in
      guard let bar else { return try await draft.send() }
      return try await draft.send(progress: bar.update)
    }
    report.warn(reply.contract, reply.endpoint.name, at: reply.endpoint.range)
    return reply
  }

  func telling<Value>(
    _ draft: Draft, isDownload: Bool = false, _ status: KeyPath<Value, HTTPResponse.Status>?, _ headers: KeyPath<Value, HTTPFields>,
    _ call: (ProgressBar?) async throws(CallError) -> Value
  ) async throws(CallError) -> Value {
    let secrets = report.secrets(of: draft)
    report.sending(draft.request, secrets)
    do throws(CallError) {
      let value = showsProgress ? try await ProgressBar.during(call, console, isDownload: isDownload) : try await call(nil)
      report.received(status.map { value[keyPath: $0] } ?? .switchingProtocols, value[keyPath: headers], secrets)
      report.finished()
      return value
    } catch {
      report.failed(error, secrets)
      throw error
    }
  }

  func open(_ draft: Draft) async throws -> Socket {
    try await telling(draft, nil, \.headers) { _ throws(CallError) in try await draft.connect() }
  }

  /// Whether a response is written in pieces: elements always, a body only if it is not checked.
  func streams(_ draft: Draft) -> Bool {
    if draft.endpoint.isStream { return true }
    guard output.file == nil, !console.outIsTerminal, givesBody(draft) else { return false }
    return draft.givesBytes || draft.givesWhatComes && draft.check == .off
  }

  private func refusesBytes(_ endpoint: EndpointModel) -> Bool {
    guard case .bytes = endpoint.result, printer.isTerminal, !printer.showsBytes, selection.isEmpty else {
      return false
    }
    return output.output == nil || output.output == .raw
  }

  func tellBroken(of client: Client, _ endpoint: EndpointModel) {
    client.on { event in
      if case .broken(let faults) = event.kind { report.warn(faults, endpoint.name, at: endpoint.range, of: "an element of the stream") }
    }
  }

  func stream(_ draft: Draft) async throws {
    let secrets = report.secrets(of: draft)
    report.sending(draft.request, secrets)
    let head = Mutex<ReplyHead?>(nil)
    let opened: @Sendable (ReplyHead) -> Void = { opened in
      head.withLock { $0 = opened }
      report.received(opened.status, opened.headers, secrets)
    }
    do {
      if draft.endpoint.isStream {
        try await writeElements(draft, { head.withLock { $0 } }, { $0.stream().onOpen(opened).makeAsyncIterator() })
      } else {
        for try await piece in draft.bytes().onOpen(opened) where output.output != OutputFormat.none && !piece.isEmpty {
          // It ends at the first bytes, because they will not be shown.
          if refusesBytes(draft.endpoint) { throw Printer.cannotShow(head.withLock { $0?.headers } ?? HTTPFields()) }
          try console.out(piece)
        }
      }
    } catch let error as CallError {
      // An error in an element comes after the head, which has already been printed.
      if head.withLock({ $0 != nil }) { report.finished() } else { report.failed(error, secrets) }
      throw error
    }
    report.finished()
  }

  private func writeElements(
    _ draft: Draft, _ head: () -> ReplyHead?, _ open: (Draft) -> Replies<JSON>.AsyncIterator
  ) async throws {
    let textEnd = if case .lines = draft.endpoint.result { "\n" } else { "" }
    var elements = ElementPrinter(printer, textEnd: textEnd)
    var columns = FoundColumns()
    let arrived = Mutex<[UInt8]>([])
    let isBody = givesStreamBody(draft)
    var draft = draft
    if isBody { draft.request.context[StreamTap.self] = { piece in arrived.withLock { $0 += piece } } }
    func write(_ element: JSON) throws {
      if isBody, !isQuoted(draft, head()) { return elements.skip() }
      if elements.count == 0, let absence = selection.absence(in: element, "first element") {
        console.note("absent", "--select: \(absence)", draft.endpoint.name)
      }
      try elements.write(try selection.applied(toElement: element, of: draft.endpoint, &columns))
    }
    func writeBody() {
      guard isBody, !isQuoted(draft, head()) else { return }
      elements.append(
        body: arrived.withLock { bytes in
          defer { bytes = [] }
          return bytes
        })
    }
    do {
      var stream = open(draft)
      while let first = try await stream.next() {
        try write(first)
        while let element = try stream.ready() { try write(element) }
        writeBody()
        try elements.flush()
      }
      writeBody()
      if elements.isEmpty, leaves(output.file, head()?.status, draft.endpoint.name) { return }
      try elements.finish()
      tellUnselected(elements.count, stream.unselected, draft.endpoint)
    } catch {
      writeBody()
      elements.interrupt()
      throw error
    }
    try selection.checkColumns(columns, draft.endpoint)
  }

  /// Whether the lines of a stream are declared as strings and arrive as JSON, so that they are written without quotes.
  private func isQuoted(_ draft: Draft, _ head: ReplyHead?) -> Bool {
    guard case .string? = draft.plan.reply.target else { return false }
    return head?.headers[.contentType].flatMap(MediaType.read).map { $0.isJSON || $0.isLines } ?? false
      || draft.endpoint.policy.decode == "json"
  }

  /// Notes that `each` selected nothing in any event.
  private func tellUnselected(_ found: Int, _ events: Int, _ endpoint: EndpointModel) {
    guard events > 0, let path = (endpoint.events?.each ?? endpoint.selection)?.path else { return }
    let key = endpoint.events?.each == nil ? "@" : "each"
    let isLines = if case .lines = endpoint.result { true } else { false }
    let what = isLines ? "line" : "event"
    if found == 0 {
      console.note("no-element", "none of the \(events.counted(what)) has '\(path.text)', which '\(key)' selects", endpoint.name)
    } else if isLines {
      // Events are of several kinds, of which a selection chooses one.
      let all = (found + events).counted(what)
      console.note("no-element", "\(events) of the \(all) have no '\(path.text)', which '\(key)' selects", endpoint.name)
    }
  }

  /// Returns the file of `-O` if the result is only the bytes of the body; otherwise nil. Into a folder, and without a spec, a body is written
  /// as it comes; in a folder, with the name that the response or the URL gives it.
  func downloadPath(_ draft: Draft) -> String? {
    guard let file = output.file else { return nil }
    let isSafe = Methods.isSafe(draft.request.method.rawValue)
    if isSafe, savesWhatComes(draft), draft.check == .off,
      hasNoSpec && draft.request.policy.cache == .none || FileKind(file)?.isFolder == true
    {
      return file
    }
    guard givesBody(draft), draft.givesBytes || draft.givesWhatComes else { return nil }
    return file
  }
}

extension Printer {
  init(_ console: Console, _ flags: OutputFlags) {
    self.init(
      console: console, format: flags.output, isCompact: flags.compact, isIndented: flags.indent, header: flags.hasHeader)
    (file, showsBytes) = (flags.file, flags.path == "-")
  }
}

struct CallCommand: CallingCommand {
  static let about = CommandAbout(
    "Call an endpoint and print its result",
    usage: "dial call SPEC ENDPOINT [ARG…] [flags]   (short: dial SPEC ENDPOINT …)",
    sections: [
      "ARGUMENTS": """
      7                     value of the next path parameter
      id=7                  a value; the spec decides if it is a number or a string
      tags=a tags=b         an array, one element at a time
      filter:='{"a": 1}'    JSON
      filter:=@f.json       JSON from a file
      text=@notes.txt       content of a file ('@-': standard input)
      photo@me.jpg          file to upload; photo@big.bin:0+1048576 is a byte range
      user.name=Ann         a nested value; tags[0]=x sets an element
      filter[name]=Ann      in the query, an undeclared name is sent as written
      query.id=7            the query item, if another argument has the same name
      _:=@body.json         the whole body, if declared ('@-': standard input)
      --args FILE           a JSON or YAML object ('-': standard input);
                            arguments on the command line override it
      """,
      "PAGES": """
      With --all, Dial requests every page of an endpoint with 'paginate' and
      joins the pages in order. JSON is one array, written as pages arrive;
      jsonl is one line per item. --select and --tuple apply to each page.
      If --max-items or --max-pages ends the call, stderr says how to continue.
      """,
      "EXAMPLES": """
      dial call users.yaml getUser id=7
      dial call users.yaml listUsers page=2 --select '[*].name' -o jsonl
      dial call users.yaml listUsers --tuple id,name -o tsv
      dial call users.yaml create email=a@b.c password=x --dry-run --explain
      dial call users.yaml photo photo@me.jpg -v
      dial call shop.yaml items --max-items 50 -o jsonl
      echo '{"id": 7}' | dial call users.yaml getUser --args - --errors json
      cat body.json | dial call users.yaml put _:=@-
      dial call users.yaml live id=1     a WebSocket: sends the lines you type
      """,
    ])

  static let operands = Operand.part(CallLine.operands, of: \Self.line)
  static let flags: [FlagDefinition<Self>] =
    [FlagDefinition("--save", sets: \.save, to: "spec:name", help: "add the endpoint of a call without a spec to a spec")]
    + FlagDefinition.part(\.line) + FlagDefinition.part(\.paging, titled: "Pages")

  var save: String?
  var line = CallLine()
  var paging = PagingFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let bounds = try paging.makeOptions()
    if bounds != nil, line.output.isFull { throw Failure.usage("-o full conflicts with --all, --max-items and --max-pages") }
    let saver = try makeSaver(context)
    let call = try line.call(console, context)
    try await line.explaining(call, console, context) {
      let pages = try bounds.map { try PageRunner(line.runner(call, console), call, line, $0) }
      let draft = try call.client.prepare(line.endpoint, call.arguments, call.options)
      CallWarnings(line: line, console: console).warn(of: draft, call, context)
      let inspection = CallInspection(line: line, console: console)
      if try await inspection.inspect(draft) { return }
      inspection.tellSteps(of: call.client)
      if line.behaviour.wait != nil, !draft.endpoint.isSocket {
        throw Failure.usage("--wait requires a WebSocket, but '\(line.endpoint)' is not one")
      }
      if line.behaviour.sendFiles, !draft.endpoint.isSocket {
        throw Failure.usage("--send-files requires a WebSocket, but '\(line.endpoint)' is not one")
      }
      if line.output.isFull, draft.endpoint.isSocket || draft.endpoint.isStream {
        throw Failure.usage("-o full requires a single response, but '\(line.endpoint)' is a stream")
      }
      if draft.endpoint.isSocket { return try await line.talk(draft, call, console, context) }
      let end = try await run(draft, call, pages, console)
      try await saver?.save(draft, call.arguments, followsLinks: end?.hasOtherPages ?? false, console)
    }
  }

  /// Returns the end of the pages; nil without pages.
  private func run(_ draft: Draft, _ call: ParsedCall, _ pages: PageRunner?, _ console: Console) async throws -> PageEnd? {
    if let pages { return try await pages.run() }
    var runner = line.runner(call, console)
    runner.hasNoSpec = URLSpec.isURL(line.spec)
    runner.pages = draft.endpoint.pagination == nil ? nil : try PageWalk(call.client.engine, line.endpoint, call.arguments, PageOptions())
    runner.tellBroken(of: call.client, draft.endpoint)
    try await runner.run(draft)
    return nil
  }

  private func makeSaver(_ context: Context) throws(Failure) -> EndpointSaver? {
    guard let save else { return nil }
    if let flag = line.inspection.inspects { throw .usage("--save conflicts with \(flag), which sends nothing") }
    guard URLSpec.isURL(line.spec) else { throw .usage("--save requires a call without a spec: dial get URL --save \(save)") }
    return try EndpointSaver(save, url: line.spec, SpecFinder(context: context))
  }
}

/// Creates the client of a call, with its transport.
struct CallClient {
  let line: CallLine
  let shown: ShownRequest
  let binary: BinaryFailure?
  let console: Console
  let context: Context

  func client(of spec: Spec, _ recorder: Recorder?) throws(Failure) -> Client {
    let profile = try ChosenProfile(line.target.service.profile, for: spec, context)
    if line.inspection.verbose, profile.name.isEmpty, let other = context.profile, !other.isEmpty {
      console.note("* ignored the profile '\(TerminalText.safe(other))' of DIAL_PROFILE: a spec from standard input requires -p")
    }
    var variables = try line.target.service.values(over: profile)
    // Without a server, credentials are not needed.
    if line.inspection.mock || line.inspection.replay != nil {
      variables = variables.standingIn(for: spec, calling: spec.service.endpoints[line.endpoint])
    }
    let base = line.target.service.base ?? profile.base ?? (context.builtIn[line.spec] == nil ? nil : context.base)
    let client: Client
    if line.inspection.mock {
      client = Client.mocked(spec, variables: variables, base: base)
    } else {
      let transport: any Transport
      if let recorder { transport = recorder } else { transport = try network() }
      // Stored tokens are for specs from files. A spec from text could send them anywhere.
      let mayKeep = line.inspection.replay == nil && spec.trust != .untrusted
      let tokens = mayKeep ? context.user.tokens.map { FileTokenStore($0, profile: profile.name, unwritable: tellUnwritable) } : nil
      client = Client(spec, variables: variables, base: base, transport: transport, tokens: tokens, instruments: .none)
      if mayKeep, let file = cookieFile(of: spec, profile.name) {
        try Failure.wrapping { () throws(TransportError) in try client.cookieJar.read(file) }
      }
      // A call without the certificates of this one must not get a response that they made possible.
      if line.inspection.replay == nil, !line.transport.changesTrust, let folder = context.cacheFolder {
        client.cache.store = DiskCacheStore(folder)
      }
    }
    // The command has no middlewares; those that a spec names do nothing.
    for name in spec.service.traits.middlewares {
      client.use(name) { request, next in try await next(request) }
      if line.inspection.verbose { console.note("* skipped the middleware '\(TerminalText.safe(name))', which requires a Swift program") }
    }
    return client
  }

  /// The file of the cookies, for `cookies: {store: disk}`.
  private func cookieFile(of spec: Spec, _ profile: String) -> CookieFile? {
    guard spec.service.endpoints[line.endpoint]?.policy.cookies?.isOnDisk == true, let path = context.user.cookies else { return nil }
    return CookieFile(path, service: spec.service.name, profile: profile)
  }

  private func tellUnwritable(_ error: TransportError) {
    console.warn("the token cannot be stored, and is kept only for this run: \(error.message)")
  }

  func recorder() throws(Failure) -> Recorder? {
    guard let path = line.inspection.record else { return nil }
    let transport = try network()
    return try Failure.wrapping { () throws(CallError) in try Recorder(path, over: transport, extending: true) }
  }

  private func network() throws(Failure) -> any Transport {
    if let path = line.inspection.replay { return try Failure.wrapping { () throws(CallError) in try Replay(path) } }
    if line.transport.insecure { console.warn("--insecure: certificates are not verified") }
    let configuration = try line.transport.makeConfiguration()
    var http: any SocketTransport = HTTPTransport(configuration: configuration)
    if let binary { http = BinaryRefusal(inner: http, endpoint: line.endpoint, found: binary) }
    guard line.inspection.verbose else { return http }
    return VerboseTransport(
      inner: http, shown: shown, proxies: configuration.proxies, showsSecrets: line.inspection.showSecrets, console: console)
  }
}
