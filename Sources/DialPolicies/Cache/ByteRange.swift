import DialMessage
import HTTPTypes

/// Extracts the single range that a Range header requests (RFC 9110 section 14.1) from a complete cached response.
enum ByteRange {
  /// Returns nil if the header is not a range of bytes, has several ranges, or is not satisfiable; the server handles these.
  static func bytes(_ field: String, of count: Int) -> Range<Int>? {
    guard field.hasPrefix("bytes="), case let spec = field.dropFirst(6), let dash = spec.firstIndex(of: "-") else { return nil }
    let (first, last) = (spec[..<dash], spec[spec.index(after: dash)...])
    if first.isEmpty { return number(last).flatMap { $0 > 0 && count > 0 ? max(0, count - $0)..<count : nil } }
    guard let start = number(first), start < count else { return nil }
    if last.isEmpty { return start..<count }
    return number(last).flatMap { $0 >= start ? start..<min($0 + 1, count) : nil }
  }

  private static func number(_ text: Substring) -> Int? {
    CacheControl.seconds(text).map { Int($0) }
  }

  /// Returns a partial response from a cached one.
  static func cut(_ response: Response, _ body: [UInt8], _ range: Range<Int>) -> Response {
    var part = response
    part.status = .partialContent
    part.headers[.contentLength] = nil
    part.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
    part.body = ResponseBody(Array(body[range]))
    return part
  }
}
