import Dial
import DialEngine
import DialMessage
import DialModel
import DialStreams
import DialSyntax
import HTTPTypes
import Synchronization

/// Sends one request and writes its result, in pieces for a stream or a download.
struct CallRunner {
  let console: Console
  let output: OutputFlags
  let selection: Selection
  let report: CallReport

  func run(_ draft: Draft) async throws {
    if let path = downloadPath(draft) { return try await download(draft, to: path) }
    try checkFile()
    if streams(draft.endpoint) { return try await stream(draft) }
    try printer.write(try await result(of: draft))
  }

  /// Returns the result to print. With `-o raw`, a body that does not match its media type is written unchanged.
  private func result(of draft: Draft) async throws -> Outcome {
    let wantsMore = !selection.isWhole || selection.isRequired || draft.isStrict
    let wantsBytes = output.output == .raw && !wantsMore && draft.givesWhatComes
    do {
      return try selection.applied(to: try await send(draft))
    } catch let error as CallError where wantsBytes && error.code == .decoding && error.status?.kind == .successful {
      report.note(error.code.rawValue, error.message, draft.endpoint.name)
      let body = error.body ?? []
      return String(validating: body, as: UTF8.self).map { .text($0) } ?? .bytes(body, type: error.headers?[.contentType] ?? "bytes")
    }
  }

  /// Checks that the file of `-O` can be written, before anything is sent.
  func checkFile() throws(Failure) {
    if let file = output.file { try FileTarget(file).check() }
  }

  var printer: Printer {
    var printer = Printer(console: console, format: output.output, isCompact: output.compact, file: output.file)
    printer.showsBytes = output.path == "-"
    return printer
  }

  /// Sends a request and prints its steps.
  func send(_ draft: Draft) async throws(CallError) -> Reply {
    let reply = try await telling(draft) { bar throws(CallError) in
      guard let bar else { return try await draft.send() }
      return try await draft.send(progress: bar.update)
    }
    report.warn(reply.contract, reply.endpoint.name, at: reply.endpoint.range)
    return reply
  }

  /// Makes a call and prints its steps.
  func telling<Value: AnsweredHead>(
    _ draft: Draft, isDownload: Bool = false, _ call: (ProgressBar?) async throws(CallError) -> Value
  ) async throws(CallError) -> Value {
    let secrets = report.secrets(of: draft)
    report.sending(draft.request, secrets)
    do throws(CallError) {
      let value = try await ProgressBar.during(call, console, isDownload: isDownload, isQuiet: !report.warns)
      report.received(value.status, value.headers, secrets)
      report.finished()
      return value
    } catch {
      report.failed(error, secrets)
      throw error
    }
  }

  /// Opens a web socket.
  func open(_ draft: Draft) async throws -> Socket {
    let secrets = report.secrets(of: draft)
    report.sending(draft.request, secrets)
    do throws(CallError) {
      let socket = try await draft.connect()
      report.received(.switchingProtocols, socket.headers, secrets)
      report.finished()
      return socket
    } catch {
      report.failed(error, secrets)
      throw error
    }
  }

  // MARK: as it comes

  /// Whether a response is written in pieces: elements always, bytes if they are unchanged.
  func streams(_ endpoint: EndpointModel) -> Bool {
    if endpoint.isStream { return true }
    guard case .bytes = endpoint.result, output.file == nil, !console.outIsTerminal, selection.isWhole, !selection.isRequired else {
      return false
    }
    return output.output == nil || output.output == .raw || output.output == OutputFormat.none
  }

  /// Prints contract warnings of elements.
  func tellBroken(of client: Client, _ endpoint: EndpointModel) {
    client.on { event in
      if case .broken(let faults) = event.kind { report.warn(faults, endpoint.name, at: endpoint.range, of: "an element of the stream") }
    }
  }

  /// Sends a draft and writes its stream as it arrives.
  func stream(_ draft: Draft) async throws {
    let secrets = report.secrets(of: draft)
    report.sending(draft.request, secrets)
    let isOpen = Mutex(false)
    let opened: @Sendable (ReplyHead) -> Void = { head in
      isOpen.withLock { $0 = true }
      report.received(head.status, head.headers, secrets)
    }
    do {
      if draft.endpoint.isStream { try await writeElements(draft, opened) } else { try await writeBytes(draft, opened) }
    } catch let error as CallError {
      // An error in an element comes after the head, which has already been printed.
      if isOpen.withLock({ $0 }) { report.finished() } else { report.failed(error, secrets) }
      throw error
    }
    report.finished()
  }

  private func writeBytes(_ draft: Draft, _ opened: @escaping @Sendable (ReplyHead) -> Void) async throws {
    for try await piece in draft.bytes().onOpen(opened) where output.output != OutputFormat.none { try console.out(piece) }
  }

  private func writeElements(_ draft: Draft, _ opened: @escaping @Sendable (ReplyHead) -> Void) async throws {
    let isLines = if case .lines = draft.endpoint.result { true } else { false }
    var elements = ElementPrinter(printer, textEnd: isLines ? .line : .nothing)
    do {
      var stream = draft.stream().onOpen(opened).makeAsyncIterator()
      while let first = try await stream.next() {
        try elements.write(try selection.applied(toElement: first, of: draft.endpoint))
        while let element = try stream.ready() { try elements.write(try selection.applied(toElement: element, of: draft.endpoint)) }
        try elements.flush()
      }
      try elements.finish()
    } catch {
      elements.interrupt()
      throw error
    }
  }

  // MARK: into a file

  /// Returns the file of `-O` if the result is only the bytes of the body; otherwise nil.
  func downloadPath(_ draft: Draft) -> String? {
    guard let file = output.file, selection.isWhole else { return nil }
    return switch output.output {
    case nil: draft.givesBytes ? file : nil
    case .raw?: draft.givesBytes || draft.givesWhatComes ? file : nil
    default: nil
    }
  }

  /// Writes the body to a file.
  func download(_ draft: Draft, to path: String) async throws {
    do throws(CallError) {
      let file = try await telling(draft, isDownload: true) { bar throws(CallError) in
        guard let bar else { return try await draft.download(to: path) }
        return try await draft.download(to: path, progress: bar.update)
      }
      if file.requests > 1, report.inspection.verbose { console.note("* \(Self.story(of: file))") }
      // Report the name if the server chose it.
      if file.path != path { report.note("file", "\(ByteCount.text(file.size)) are in '\(file.path)'", draft.endpoint.name) }
    } catch {
      if error.code == .cancelled, let hint = error.hint { console.note("note: \(TerminalText.safe(hint))") }
      guard error.code == .io, error.message.hasPrefix("cannot write '") else { throw error }
      let isTaken = error.message.hasSuffix("there is a file of this name")
      throw Failure.io(error.message, hint: isTaken ? "-O with the name of the file replaces it" : error.hint)
    }
  }

  private static func story(of file: Download) -> String {
    let end = file.resumed ? "the transfer broke off and was taken up again" : "what was there could not be used"
    return "\(file.requests) requests: \(end)"
  }
}

/// A response with a head that `-v` and `-i` print.
protocol AnsweredHead {
  var status: HTTPResponse.Status { get }
  var headers: HTTPFields { get }
}

extension Reply: AnsweredHead {}
extension Download: AnsweredHead {}
