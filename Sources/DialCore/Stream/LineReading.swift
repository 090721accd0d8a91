import DialJSON

/// The lines of an opened stream, each of them JSON or text. For one task.
final class LineReading {
  private enum Form {
    case json
    case text
  }

  private let body: OpenBody
  private let reader: ElementReader
  private let type: MediaType?
  private let form: Form
  private var splitter: LineSplitter
  private var isOver = false

  /// Chooses how lines are read, by the declared shape and the media type.
  init(_ body: OpenBody) async throws(CallError) {
    self.body = body
    reader = ElementReader(body)
    type = Response(status: body.head.status, headers: body.head.headers).mediaType
    form = Self.form(type, body.plan, reader)
    splitter = LineSplitter(type?.isSequence == true ? .record : .lineFeed, limit: body.limit)
    if let charset = type?["charset"]?.lowercased(), charset.hasPrefix("utf-16") {
      throw await body.refuse(.decoding, "lines cannot be found in '\(charset)': '-> text' reads the whole")
    }
  }

  /// JSON where the media type or a declared shape says so, or nothing says anything; a text/… is text.
  private static func form(_ type: MediaType?, _ plan: EndpointPlan, _ reader: ElementReader) -> Form {
    switch plan.model.policy.decode {
    case "text"?: return .text
    case "json"?, "lines"?: return .json
    default: break
    }
    if let type, type.isJSON || type.isLines { return .json }
    if reader.wantsText { return .text }
    return type?.isText == true && reader.isText ? .text : .json
  }

  /// The next element; nil at the end.
  func next() async throws(CallError) -> JSON? {
    while !isOver {
      do {
        if let line = try splitter.next() {
          if let element = try element(line) { return element }
          continue
        }
      } catch {
        throw fail(error)
      }
      if let piece = try await body.next() {
        splitter.push(piece)
      } else {
        isOver = true
        if let element = try last() { return element }
      }
    }
    body.close()
    return nil
  }

  /// What is behind the last line end.
  private func last() throws(CallError) -> JSON? {
    guard let line = splitter.last() else { return nil }
    do throws(CallError) {
      return try element(line)
    } catch {
      throw fail(error)
    }
  }

  /// Ends the call with an error of its reading.
  func fail(_ error: any Error) -> CallError {
    isOver = true
    return body.fail(error)
  }

  private func element(_ line: [UInt8]) throws(CallError) -> JSON? {
    let isSequence = type?.isSequence == true
    let what = isSequence ? "record \(splitter.count - 1)" : "line \(splitter.count)"
    switch form {
    case .json: return try reader.element(json: try decoded(line, what), what, type, isWhole: !isSequence)
    case .text: return try reader.element(text: String(decoding: try decoded(line, what), as: UTF8.self), what)
    }
  }

  /// The line in UTF-8.
  private func decoded(_ line: [UInt8], _ what: String) throws(CallError) -> [UInt8] {
    let charset = type?["charset"]?.lowercased() ?? "utf-8"
    if ["utf-8", "utf8", "us-ascii"].contains(charset) {
      if form == .json || String(validating: line, as: UTF8.self) != nil { return line }
      throw reader.faulty("\(what) of the stream is not UTF-8: '-> bytes' gives it as it came", line)
    }
    do throws(Charset.Fault) {
      return Array(try Charset.decode(line, label: charset).utf8)
    } catch {
      throw reader.faulty("\(what) of the stream: \(error.message)", line)
    }
  }
}
