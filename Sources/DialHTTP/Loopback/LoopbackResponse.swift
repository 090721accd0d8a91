package import DialMessage

/// An answer of ``LoopbackServer``: whole, in chunks with pauses, or as a stream.
package struct LoopbackResponse: Sendable {
  /// A piece of the body, sent after a pause.
  package struct Chunk: Sendable {
    package var bytes: [UInt8]
    package var delay: Duration

    package init(_ bytes: [UInt8], after delay: Duration = .zero) {
      self.bytes = bytes
      self.delay = delay
    }
  }

  enum Body: Sendable {
    /// Its length is told.
    case whole([UInt8])
    /// Without a length of its own, it is sent as chunks.
    case chunks([Chunk])
    case stream(ResponseBody)
    /// No answer at all: the connection ends.
    case none
  }

  package var status: Int
  package var headers: [(String, String)]
  let body: Body

  private init(_ status: Int, _ headers: [(String, String)], _ body: Body) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// A whole body; its Content-Length is added.
  package init(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.init(status, headers, .whole(body))
  }

  /// A body that comes piece by piece.
  package init(status: Int = 200, headers: [(String, String)] = [], chunks: [Chunk]) {
    self.init(status, headers, .chunks(chunks))
  }

  /// A body that is read as far as the client takes it. Where it throws, the connection ends in the middle of the answer.
  package init(status: Int = 200, headers: [(String, String)] = [], stream: ResponseBody) {
    self.init(status, headers, .stream(stream))
  }

  /// The connection ends without an answer.
  package static let dropped = LoopbackResponse(0, [], .none)
}
