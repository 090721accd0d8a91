import DialMessage

/// A body in chunks, each with a signature that depends on the previous one (`STREAMING-AWS4-HMAC-SHA256-PAYLOAD`).
struct SignedChunks: AsyncSequence, Sendable {
  static let payload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
  /// The size of all chunks except the last one; S3 requires at least 8 KiB.
  static let size = 65_536

  let body: ResponseBody
  let signer: AWS4Signer
  let time: AWS4Signer.Time
  /// The signature of the head.
  let seed: String

  /// Returns the length of a signed body.
  static func length(of count: Int64) -> Int64 {
    let (whole, rest) = (count / Int64(size), Int(count % Int64(size)))
    return whole * Int64(frame(size) + size) + Int64(rest > 0 ? frame(rest) + rest : 0) + Int64(frame(0))
  }

  private static func frame(_ count: Int) -> Int { String(count, radix: 16).utf8.count + ";chunk-signature=".utf8.count + 64 + 4 }

  func makeAsyncIterator() -> Iterator { Iterator(source: body.makeAsyncIterator(), chunks: self, last: seed) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var source: ResponseBody.AsyncIterator
    fileprivate let chunks: SignedChunks
    /// The signature of the previous chunk.
    fileprivate var last: String
    private var held: [UInt8] = []
    private var isEnd = false
    private var isDone = false

    fileprivate init(source: ResponseBody.AsyncIterator, chunks: SignedChunks, last: String) {
      (self.source, self.chunks, self.last) = (source, chunks, last)
    }

    mutating func next() async throws -> [UInt8]? {
      if isDone { return nil }
      while held.count < SignedChunks.size, !isEnd {
        if let piece = try await source.next() { held += piece } else { isEnd = true }
      }
      let data = Array(held.prefix(SignedChunks.size))
      held.removeFirst(data.count)
      // The empty chunk ends the body.
      isDone = data.isEmpty
      return signed(data)
    }

    private mutating func signed(_ data: [UInt8]) -> [UInt8] {
      let text = [
        "AWS4-HMAC-SHA256-PAYLOAD", chunks.time.stamp, chunks.signer.scope(chunks.time), last, AWS4Signer.digest([]),
        AWS4Signer.digest(data),
      ].joined(separator: "\n")
      last = chunks.signer.signature(of: text, chunks.time)
      return Array("\(String(data.count, radix: 16));chunk-signature=\(last)\r\n".utf8) + data + Array("\r\n".utf8)
    }
  }
}
