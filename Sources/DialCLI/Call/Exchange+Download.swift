import DialCore
import DialSyntax
import HTTPTypes

extension Exchange {
  /// Where the body goes as it comes: the file of `-O`, for a result that is nothing but the bytes. nil for any other result.
  func downloadPath(_ draft: Draft) -> String? {
    guard let file = output.file, selection.isWhole else { return nil }
    return switch output.output {
    case nil: draft.givesBytes ? file : nil
    case .raw?: draft.givesBytes || draft.givesWhatComes ? file : nil
    default: nil
    }
  }

  /// Writes the body into a file.
  func download(_ draft: Draft, to path: String) async throws {
    do throws(CallError) {
      let file = try await telling(draft, isDownload: true) { bar throws(CallError) in
        guard let bar else { return try await draft.download(to: path) }
        return try await draft.download(to: path, progress: bar.update)
      }
      if file.requests > 1, inspection.verbose { console.note("* \(Self.story(of: file))") }
      // A name that the server chose is news.
      if file.path != path { note("file", "\(ByteCount.text(file.size)) are in '\(file.path)'", draft.endpoint.name) }
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
