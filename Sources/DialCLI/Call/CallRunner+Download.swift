import Dial
import DialConsole

/// Downloads: the body of a response goes to the file of `-O` as it arrives.
extension CallRunner {
  func download(_ draft: Draft, to path: String) async throws {
    do throws(CallError) {
      let file = try await telling(draft, isDownload: true, \.status, \.headers) { bar throws(CallError) in
        guard let bar else { return try await draft.download(to: path) }
        return try await draft.download(to: path, progress: bar.update)
      }
      if leaves(path, file.status, draft.endpoint.name) { return }
      if savesWhatComes(draft), let coding = file.headers[.contentEncoding] { tellCoding(coding, draft) }
      if file.requests > 1, report.inspection.verbose {
        let outcome = file.resumed ? "the transfer was interrupted and resumed" : "the partial file could not be used"
        console.note("* \(file.requests) requests: \(outcome)")
      }
      // Report the name if the server chose it.
      if file.path != path { console.note("file", "wrote \(ByteCount.text(file.size)) to '\(file.path)'", draft.endpoint.name) }
    } catch {
      if error.code == .cancelled, let hint = error.hint { console.note("note: \(TerminalText.safe(hint))") }
      throw error
    }
  }

  /// Notes that a body is saved with a content coding that nobody asked for.
  func tellCoding(_ coding: String, _ draft: Draft) {
    console.note(
      "coding",
      "the response has the Content-Encoding '\(coding)', which was not requested, and is saved compressed; to decompress it, "
        + "add --compressed", draft.endpoint.name)
  }
}
