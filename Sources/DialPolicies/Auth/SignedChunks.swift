import DialMessage

/// A body in chunks, each with a signature that depends on the previous one (`STREAMING-AWS4-HMAC-SHA256-PAYLOAD`).
struct SignedChunks: Sendable {
  static let payload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
  /// The size of all chunks except the last one; S3 requires at least 8 KiB.
  static let size = 65_536

  let body: ResponseBody
  let signer: AWS4Signer
  let time: AWS4Signer.Time
  /// The signature of the head.
  let seed: String

  static func length(of count: Int64) -> Int64 {
    let (whole, rest) = (count / Int64(size), Int(count % Int64(size)))
    return whole * Int64(frame(size) + size) + Int64(rest > 0 ? frame(rest) + rest : 0) + Int64(frame(0))
  }

  private static func frame(_ count: Int) -> Int { String(count, radix: 16).utf8.count + ";chunk-signature=".utf8.count + 64 + 4 }

  func signed() -> ResponseBody {
    ResponseBody {
      var source = body.makeAsyncIterator()
      var held: [UInt8] = []
      var isEnd = false
      var isDone = false
      // The signature of the previous chunk.
      var last = seed
      return {
        if isDone { return nil }
        while held.count < Self.size, !isEnd {
          if let piece = try await source.next() { held += piece } else { isEnd = true }
        }
        let data = Array(held.prefix(Self.size))
        held.removeFirst(data.count)
        // The empty chunk ends the body.
        isDone = data.isEmpty
        last = signature(of: data, after: last)
        return Array("\(String(data.count, radix: 16));chunk-signature=\(last)\r\n".utf8) + data + Array("\r\n".utf8)
      }
    }
  }

  private func signature(of data: [UInt8], after last: String) -> String {
    let lines = [
      "AWS4-HMAC-SHA256-PAYLOAD", time.stamp, signer.scope(time), last, AWS4Signer.digest([]), AWS4Signer.digest(data),
    ]
    return signer.signature(of: lines.joined(separator: "\n"), time)
  }
}
