import DialJSON
import DialMessage
import DialModel

final class LineReading: ReplySource<JSON> {
  private let body: StreamedBody
  private let reader: ElementReader
  private let isText: Bool
  private let isSequence: Bool
  private let charset: String?
  /// Whether a UTF-8 line is the element without changes and checks.
  private let isPlainText: Bool
  /// Not shared between tasks and not reentrant: the run-time check would cost as much as finding a line.
  @exclusivity(unchecked) private var splitter: LineSplitter
  /// The values of the current line that follow one another without a line end.
  private var values: ArraySlice<ArraySlice<UInt8>> = []
  private var isAtEnd = false
  private var isOver = false
  private var count = 0

  package override var unselected: Int { count }

  init(_ body: StreamedBody) async throws(CallError) {
    self.body = body
    reader = ElementReader(body)
    let type = body.head.mediaType
    isText = Self.isText(type, body.plan, reader)
    isSequence = type?.isSequence == true
    splitter = LineSplitter(isSequence ? .record : .lineFeed, limit: body.limit)
    let label = type?["charset"]?.lowercased()
    charset = label.flatMap { ["utf-8", "utf8", "us-ascii"].contains($0) ? nil : $0 }
    isPlainText = isText && reader.wantsText && !reader.refuses && charset == nil
    if let charset, charset.hasPrefix("utf-16") {
      throw await body.refuse(.decoding, "cannot split text in the charset '\(charset)' into lines; to read it as a whole, use '-> text'")
    }
  }

  /// Lines are JSON if the media type or a declared shape says so, or by default; text for `text/…`.
  private static func isText(_ type: MediaType?, _ plan: EndpointPlan, _ reader: ElementReader) -> Bool {
    switch plan.model.policy.decode {
    case "text"?: return true
    case "json"?, "lines"?: return false
    default: break
    }
    if let type, type.isJSON || type.isLines { return false }
    return reader.wantsText || type?.isText == true && reader.isText
  }

  @inline(__always) package override func ready() throws(CallError) -> JSON? {
    if isPlainText, let text = splitter.takeText() { return .string(text) }
    return try find()
  }

  @inline(never) private func find() throws(CallError) -> JSON? {
    while true {
      if values.isEmpty, !(try advance()) { return nil }
      let line = values.popFirst() ?? splitter.line
      do throws(CallError) {
        if let element = try element(line) { return element }
        if line.contains(where: { $0 > 0x20 }) { count += 1 }
      } catch {
        guard !isText, !isSequence, let found = JSONValueScan.values(in: line) else { throw fail(error) }
        values = found[...]
      }
    }
  }

  package override func more() async throws(CallError) -> ReplySource<JSON>? {
    if isAtEnd {
      isOver = true
      body.close()
    } else if let piece = try await body.next() {
      splitter.push(piece)
    } else {
      isAtEnd = true
    }
    return isOver ? nil : self
  }

  @inline(__always) private func advance() throws(CallError) -> Bool {
    do throws(TransportError) {
      if isAtEnd { return splitter.advanceToLast() }
      if try splitter.advance() { return true }
      return isText || isSequence ? false : splitter.cutValue()
    } catch {
      throw fail(error)
    }
  }

  private func fail(_ error: any Error) -> CallError {
    isOver = true
    return body.fail(error)
  }

  private func element(_ line: ArraySlice<UInt8>) throws(CallError) -> JSON? {
    let place = ElementPlace(unit: isSequence ? "record" : "line", number: splitter.number - (isSequence ? 1 : 0))
    if isSequence, !isText, ReplyReader.mayBeCut(record: line) {
      throw reader.faulty("\(place) of the stream \(ReplyReader.cutRecord)", line)
    }
    let line = charset == nil ? line : try decoded(line, place)
    guard isText else { return try reader.element(json: line, place, isWhole: !isSequence) }
    guard let text = String(utf8: line) else {
      throw reader.faulty("\(place) of the stream is not valid UTF-8; to read the bytes unchanged, use '-> bytes'", line)
    }
    return try reader.element(text: text, place)
  }

  /// Returns the line in UTF-8, if it has another charset.
  private func decoded(_ line: ArraySlice<UInt8>, _ place: ElementPlace) throws(CallError) -> ArraySlice<UInt8> {
    guard let charset else { return line }
    do throws(Charset.Fault) {
      return Array(try Charset.decode(Array(line), label: charset).utf8)[...]
    } catch {
      throw reader.faulty("\(place) of the stream: \(error.message)", line)
    }
  }
}
