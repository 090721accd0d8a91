import Dial
import DialCore
import DialJSON
import HTTPTypes
import Synchronization

extension Exchange {
  /// Whether a reply is written bit by bit: elements always; bytes where they go through as they are.
  func streams(_ endpoint: EndpointModel) -> Bool {
    if endpoint.isStream { return true }
    guard case .bytes = endpoint.result, output.file == nil, !console.outIsTerminal, selection.isWhole, !selection.isRequired else {
      return false
    }
    return output.output == nil || output.output == .raw || output.output == OutputFormat.none
  }

  /// Elements that break their contract and are no failure are told of.
  func tellBroken(of client: Client, _ endpoint: EndpointModel) {
    client.on { event in
      if case .broken(let faults) = event.kind { warn(faults, endpoint.name, at: endpoint.range, of: "an element of the stream") }
    }
  }

  /// Sends a draft and writes what comes as it comes.
  func stream(_ draft: Draft) async throws {
    let secrets = inspection.showSecrets ? Secrets() : draft.toldSecrets
    if inspection.verbose { tell(draft.request, secrets) }
    let isOpen = Mutex(false)
    let opened: @Sendable (ReplyHead) -> Void = { head in
      isOpen.withLock { $0 = true }
      if inspection.verbose || output.include { tell(head.status, head.headers, secrets) }
    }
    do {
      if draft.endpoint.isStream { try await writeElements(draft, opened) } else { try await writeBytes(draft, opened) }
    } catch let error as CallError {
      // What is wrong with an element comes behind a head that has been told.
      if isOpen.withLock({ $0 }) { timings?.lines.forEach(console.note) } else { tell(error, secrets) }
      throw error
    }
    timings?.lines.forEach(console.note)
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
}
