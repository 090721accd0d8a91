import DialCore
import DialJSON
import HTTPTypes

extension Exchange {
  /// Whether a reply is written bit by bit: elements always; bytes where they go through as they are.
  func streams(_ endpoint: EndpointModel) -> Bool {
    if endpoint.isStream { return true }
    guard case .bytes = endpoint.result, output.file == nil, !console.outIsTerminal, !selection.isGiven else { return false }
    return output.output == nil || output.output == .raw || output.output == OutputFormat.none
  }

  /// Sends a draft and writes what comes as it comes.
  func stream(_ draft: Draft, _ opened: @escaping @Sendable (ReplyHead) -> Void) async throws {
    guard draft.endpoint.isStream else {
      for try await piece in draft.bytes().onOpen(opened) where output.output != OutputFormat.none { try console.out(piece) }
      return
    }
    let printer = Printer(console: console, format: output.output, isCompact: output.compact, file: output.file)
    let isLines = if case .lines = draft.endpoint.result { true } else { false }
    var elements = ElementPrinter(printer, textEnd: isLines ? .line : .nothing)
    do {
      for try await element in draft.stream().onOpen(opened) {
        try elements.write(try selection.applied(toElement: element, of: draft.endpoint))
      }
      try elements.finish()
    } catch {
      elements.interrupt()
      throw error
    }
  }
}
