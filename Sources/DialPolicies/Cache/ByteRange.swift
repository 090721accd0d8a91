import DialMessage
import HTTPTypes

/// The one part that a request asks for with Range (RFC 9110 section 14.1), cut out of a whole that is kept.
enum ByteRange {
  /// nil where the field is no range of bytes, asks for several, or for none that is there: the server may answer that.
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

  /// A kept answer as the part of it.
  static func cut(_ response: Response, _ body: [UInt8], _ range: Range<Int>) -> Response {
    var part = response
    part.status = .partialContent
    part.headers[.contentLength] = nil
    part.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
    part.body = ResponseBody(Array(body[range]))
    return part
  }
}
