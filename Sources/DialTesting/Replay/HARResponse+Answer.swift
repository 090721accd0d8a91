import Dial

extension HARResponse {
  /// Returns the recorded response, the last one to the request with `isLast`, or throws the recorded failure.
  func answer(to request: PreparedRequest, entry index: Int, isLast: Bool) throws -> Response {
    let fault = failure.map { TransportError(TransportError.Kind(rawValue: $0.kind) ?? .connect, $0.message) }
    var error = fault ?? TransportError(.connect, "entry \(index + 1) of the recording has no response")
    error.isLastKnown = isLast
    guard status != 0 else { throw error }
    guard var bytes = body else {
      throw CallError(.replay, "entry \(index + 1) of the recording was saved without its response body")
    }
    if request.method == .head { bytes = [] }
    var response = Response(
      status: HTTPResponse.Status(code: status, reasonPhrase: reason), headers: fields(for: request, count: bytes.count), url: request.url)
    response.context.isLastKnown = isLast
    response.body = fault == nil ? ResponseBody(bytes) : ResponseBody(BrokenChunks(first: bytes, error: error))
    return response
  }

  private func fields(for request: PreparedRequest, count: Int) -> HTTPFields {
    var fields = HTTPFields()
    for header in headers {
      // Pseudo-headers of HTTP/2 are not valid headers.
      guard let name = HTTPField.Name(header.name) else { continue }
      if request.method != .head {
        // The length of a truncated response shows how much is missing, so that a download can resume.
        if name == .contentEncoding || name == .contentLength && failure == nil && Int(header.value) != count { continue }
      }
      // Browsers join several Set-Cookie fields, one per line.
      for value in header.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      where HTTPField.isValidValue(String(value)) {
        fields.append(HTTPField(name: name, value: String(value)))
      }
    }
    if fields[.contentType] == nil, let type, type.contains("/"), HTTPField.isValidValue(type) { fields[.contentType] = type }
    return fields
  }
}

/// The received part of a body, followed by the error that ended it.
struct BrokenChunks: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  let first: [UInt8]
  let error: any Error

  struct AsyncIterator: AsyncIteratorProtocol {
    var first: [UInt8]?
    let error: any Error

    mutating func next() async throws -> [UInt8]? {
      guard let piece = first, !piece.isEmpty else { throw error }
      first = nil
      return piece
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(first: first, error: error) }
}
