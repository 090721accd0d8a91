import Dial
import DialCore

extension CallLine {
  /// Whether the endpoint is a web socket, which is talked over, not called.
  func isSocket(_ spec: Spec) -> Bool { spec.service.endpoints.place(of: endpoint).map { spec.service.endpoints[$0].isSocket } ?? false }

  /// Opens the web socket of a request, and talks over it with the lines of standard input until one side closes.
  func talk(_ draft: Draft, _ call: LineCall, _ console: Console, _ context: Context) async throws {
    if output.file != nil { throw Failure.usage("--output-file takes a whole result, and a web socket has none: redirect with > FILE") }
    guard let index = call.spec.service.endpoints.place(of: endpoint) else { return }
    let printer = MessagePrinter(console, call.selection, output.output, of: call.spec.service.endpoints[index])
    // The lines are the conversation, unless standard input was asked for by another word.
    let isTyped = !behaviour.noInput && call.stdinIsFree
    var conversation = Conversation(printer: printer, lines: isTyped ? TypedLines(context.piece) : nil)
    conversation.time = try transport.makeTimeout().map(TimeLimit.init)
    try await conversation.run(try await exchange(call, console).open(draft))
  }
}
