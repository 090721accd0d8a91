import Dial

extension HARResponse {
  /// Returns the recorded response, the last one to the request with `isLast`, or throws the recorded failure.
  func answer(to request: PreparedRequest, entry index: Int, isLast: Bool) throws -> Response {
    let fault = failure.map { TransportError(TransportError.Kind(rawValue: $0.kind) ?? .connect, $0.message) }
    var error = fault ?? TransportError(.connect, "entry \(index + 1) of the recording has no response")
    error.isLastKnown = isLast
    guard status != 0 else { throw error }
    guard let bytes = request.method == .head ? [] : body else {
      throw CallError(.replay, "entry \(index + 1) of the recording was saved without its response body")
    }
    // A browser writes what it had, when the server confirmed that, although the page did not ask so.
    let isConfirmed = status == 304 && !bytes.isEmpty && request.headers[.ifNoneMatch] == nil && request.headers[.ifModifiedSince] == nil
    let status = isConfirmed ? HTTPResponse.Status.ok : HTTPResponse.Status(code: status, reasonPhrase: reason)
    var response = Response(status: status, headers: fields(for: request, count: bytes.count), url: request.url)
    response.context[IsLastKnown.self] = isLast
    response.body = fault == nil ? ResponseBody(bytes) : ResponseBody(bytes, failingWith: error)
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
      where HTTPField.isValidValue(String(value)) { fields.append(HTTPField(name: name, value: String(value))) }
    }
    if fields[.contentType] == nil, let type, type.contains("/"), HTTPField.isValidValue(type) { fields[.contentType] = type }
    return fields
  }
}

extension ResponseBody {
  /// The received part of a body, followed by the error that ended it.
  init(_ received: [UInt8], failingWith error: any Error) {
    self.init {
      var rest = received.isEmpty ? nil : Optional(received)
      return {
        guard let piece = rest.take() else { throw error }
        return piece
      }
    }
  }
}
