import DialMessage
import HTTPTypes

extension HARResponse {
  /// The answer again, or the failure. The coding of a body that a browser recorded is undone already.
  ///
  /// - Parameter isLast: the recording has no other answer to the same request.
  func answer(to request: PreparedRequest, entry index: Int, isLast: Bool) throws -> Response {
    let fault = failure.map { TransportError(TransportError.Kind(rawValue: $0.kind) ?? .connect, $0.message) }
    var error = fault ?? TransportError(.connect, "entry \(index + 1) of the recording has no answer")
    error.isLastKnown = isLast
    guard status != 0 else { throw error }
    guard var bytes = body else {
      throw CallError(.replay, "entry \(index + 1) of the recording was saved without the content of its answer")
    }
    if request.method == .head { bytes = [] }
    var response = Response(
      status: HTTPResponse.Status(code: status, reasonPhrase: reason), headers: fields(for: request, count: bytes.count), url: request.url)
    response.isLastKnown = isLast
    response.body = fault == nil ? ResponseBody(bytes) : ResponseBody(BrokenPieces(first: bytes, error: error))
    return response
  }

  private func fields(for request: PreparedRequest, count: Int) -> HTTPFields {
    var fields = HTTPFields()
    for header in headers {
      // Pseudo-headers of HTTP/2 are no fields.
      guard let name = HTTPField.Name(header.name) else { continue }
      if request.method != .head {
        // A length that a broken answer did not reach says how much was lost, and where a download goes on.
        if name == .contentEncoding || name == .contentLength && failure == nil && Int(header.value) != count { continue }
      }
      // Browsers put several Set-Cookie into one, line by line.
      for value in header.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      where HTTPField.isValidValue(String(value)) {
        fields.append(HTTPField(name: name, value: String(value)))
      }
    }
    if fields[.contentType] == nil, let type, type.contains("/"), HTTPField.isValidValue(type) { fields[.contentType] = type }
    return fields
  }
}

/// What came of a body, and the error that ended it.
private struct BrokenPieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  let first: [UInt8]
  let error: TransportError

  struct AsyncIterator: AsyncIteratorProtocol {
    var first: [UInt8]?
    let error: TransportError

    mutating func next() async throws -> [UInt8]? {
      guard let piece = first, !piece.isEmpty else { throw error }
      first = nil
      return piece
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(first: first, error: error) }
}
