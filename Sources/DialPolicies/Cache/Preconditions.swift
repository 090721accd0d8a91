import DialJSON
import DialMessage
import HTTPTypes

/// The conditions of a request (RFC 9110 section 13) that a cache evaluates.
enum Preconditions {
  private static let names: [HTTPField.Name] = [.ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange]

  static func has(_ request: PreparedRequest) -> Bool { names.contains { request.headers[$0] != nil } }

  /// Returns a request that revalidates a cached response.
  static func added(to request: PreparedRequest, for reply: StoredReply) -> PreparedRequest {
    var request = request
    if let tag = reply.headers[.eTag] { request.headers[.ifNoneMatch] = tag }
    if let changed = reply.headers[.lastModified] { request.headers[.ifModifiedSince] = changed }
    return request
  }

  /// Whether the caller already has the cached version, so a 304 suffices; nil if there are other conditions.
  static func isKnown(_ request: PreparedRequest, _ reply: StoredReply) -> Bool? {
    guard [.ifMatch, .ifUnmodifiedSince, .ifRange].allSatisfy({ request.headers[$0] == nil }) else { return nil }
    if request.headers[.ifNoneMatch] != nil {
      let tags = request.headers[values: .ifNoneMatch].flatMap(\.listItems).map(String.init)
      guard let own = reply.headers[.eTag] else { return tags == ["*"] }
      return tags == ["*"] || tags.contains { weak($0) == weak(own) }
    }
    guard let since = request.headers[.ifModifiedSince].flatMap({ Timestamp(httpDate: $0) }) else { return false }
    let changed = (reply.headers[.lastModified] ?? reply.headers[.date]).flatMap { Timestamp(httpDate: $0) }
    return changed.map { $0 <= since } ?? false
  }

  /// Whether a 304 confirms the cached response (RFC 9111 section 4.3.4). It may name another tag.
  static func holds(_ reply: StoredReply, _ fields: HTTPFields) -> Bool {
    if let tag = fields[.eTag] { return reply.headers[.eTag].map { weak($0) == weak(tag) } ?? false }
    guard let changed = fields[.lastModified] else { return true }
    return reply.headers[.eTag] != nil || reply.headers[.lastModified] == changed
  }

  /// Whether the headers of a response to HEAD belong to the cached response (RFC 9111 section 4.3.5).
  static func isSame(_ reply: StoredReply, _ fields: HTTPFields) -> Bool {
    let pairs: [HTTPField.Name] = [.eTag, .lastModified]
    guard pairs.allSatisfy({ name in fields[name].map { $0 == reply.headers[name] } ?? true }) else { return false }
    // A decoded response has no length, which then cannot differ.
    guard let length = reply.headers[.contentLength], let newLength = fields[.contentLength] else { return true }
    return length == newLength
  }

  private static func weak(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

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

  private static func number(_ text: Substring) -> Int? { CacheControl.seconds(text).map { Int($0) } }

  static func cut(_ response: Response, _ body: [UInt8], _ range: Range<Int>) -> Response {
    var part = response
    part.status = .partialContent
    part.headers[.contentLength] = nil
    part.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(body.count)"
    part.body = ResponseBody(Array(body[range]))
    return part
  }
}
