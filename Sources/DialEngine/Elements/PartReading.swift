import DialJSON
import DialMessage
import DialModel

/// The parts of a multipart response (RFC 2046) as elements: JSON, text, or bytes in Base64, by the type of each part.
final class PartReading: ReplySource<JSON> {
  private let body: StreamedBody
  private let reader: ElementReader
  private var splitter: PartSplitter
  private var isAtEnd = false
  private var isOver = false

  /// Whether the parts of a response are its elements.
  static func reads(_ type: MediaType?) -> Bool { type?.type == "multipart" }

  init(_ body: StreamedBody) async throws(CallError) {
    self.body = body
    reader = ElementReader(body)
    guard let boundary = body.head.mediaType?["boundary"], !boundary.isEmpty else {
      throw await body.refuse(.decoding, "the media type of the response has no 'boundary', which separates its parts")
    }
    splitter = PartSplitter(
      boundary: boundary, limit: body.limit, mayEndOpen: body.head.mediaType?.subtype == "x-mixed-replace")
  }

  package override func ready() throws(CallError) -> JSON? {
    while try advance() {
      do throws(CallError) {
        if let element = try element() { return element }
      } catch {
        isOver = true
        throw body.fail(error)
      }
    }
    return nil
  }

  package override func more() async throws(CallError) -> ReplySource<JSON>? {
    if isAtEnd || splitter.isClosed {
      isOver = true
      body.close()
    } else if let piece = try await body.next() {
      splitter.push(piece)
    } else {
      isAtEnd = true
    }
    return isOver ? nil : self
  }

  private func advance() throws(CallError) -> Bool {
    do throws(TransportError) {
      if try splitter.advance() { return true }
      return isAtEnd ? try splitter.advanceToLast() : false
    } catch {
      isOver = true
      throw body.fail(error)
    }
  }

  private func element() throws(CallError) -> JSON? {
    let place = ElementPlace(unit: "part", number: splitter.count)
    let type = Self.field("content-type", in: splitter.head).map { MediaType.read($0) }
    // Without a type, a part is text.
    let isText = type.map { $0?.isText ?? false || $0?.subtype == "http" } ?? true
    if case .data? = body.plan.reply.target { return try reader.element(text: Base64.encode(Array(splitter.body)), place) }
    if type??.isJSON ?? false || !reader.isText && !reader.wantsText {
      return try reader.element(json: splitter.body, place, isWhole: true)
    }
    guard isText || reader.wantsText else { return try reader.element(text: Base64.encode(Array(splitter.body)), place) }
    let text: String
    do throws(Charset.Fault) {
      text = try Charset.decode(Array(splitter.body), label: type??["charset"])
    } catch {
      throw reader.faulty("\(place) of the stream: \(error.message)", splitter.body)
    }
    return try reader.element(text: text, place)
  }

  /// Returns the value of a field of the head of a part. A folded value is one line.
  private static func field(_ name: String, in head: ArraySlice<UInt8>) -> String? {
    var value: String?
    for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
      if let found = value {
        guard line.first == " " || line.first == "\t" else { return found }
        value = found + line
      } else if let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name {
        value = String(line[line.index(after: colon)...])
      }
    }
    return value
  }
}
