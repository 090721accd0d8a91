import DialJSON
public import DialMessage
public import HTTPTypes

/// A response in a ``CacheStore``. Credentials, and the headers that Vary names, are stored as digests only.
public struct StoredReply: Sendable, Hashable {
  /// The requested URL without secrets, for people. The key identifies the URL.
  public internal(set) var url: String
  /// `GET` or `HEAD`.
  public internal(set) var method: String
  /// The status of the response (RFC 9110 section 15).
  public internal(set) var status: Int
  /// The headers that may be stored (RFC 9111 section 3.1), in the order received.
  public internal(set) var headers: HTTPFields
  /// The body, after decoding its content coding.
  public internal(set) var body: [UInt8]
  /// When the request was sent, and when the head of the response arrived, in seconds since 1970.
  public internal(set) var requested: Double
  public internal(set) var answered: Double
  /// For a response that the program stored: for how many seconds it is fresh. nil for a response of a server.
  public internal(set) var lifetime: Double?
  /// The user of the response: a digest of the credentials, empty for none.
  var identity: String
  /// The digests of the request headers that Vary names, by lowercase name; empty for an absent header.
  var vary: [String: String]

  /// Distinguishes the responses of one URL. A response replaces another one with the same variant.
  public var variant: String {
    let fields = vary.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: "\n")
    return String(CacheDigest.sum(Array("\(method)\n\(identity)\n\(fields)".utf8)).prefix(32))
  }

  /// The approximate memory it uses, in bytes.
  public var size: Int {
    headers.reduce(body.count + url.utf8.count + 512) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
  }

  var control: CacheControl { CacheControl(headers) }
  var hasValidator: Bool { headers[.eTag] != nil || headers[.lastModified] != nil }
}

extension StoredReply {
  /// The mark of a file; each format has its own number.
  private static let mark = Array("dial-cache 2\n".utf8)
  /// Where the head begins, behind the mark and the checksum in 64 digits.
  private static let start = mark.count + 65

  /// The response as bytes for a file: a mark, a checksum of the rest, the head as a line of JSON, and the body.
  public var bytes: [UInt8] {
    var rest = JSONWriter.bytes(head)
    rest.append(0x0A)
    rest += body
    return Self.mark + Array(CacheDigest.sum(rest).utf8) + [0x0A] + rest
  }

  /// Reads ``bytes``; nil if they are damaged.
  public init?(bytes: [UInt8]) {
    guard let end = Self.headLength(bytes), bytes[Self.start - 1] == 0x0A,
      bytes[Self.mark.count..<Self.start - 1].elementsEqual(CacheDigest.sum(Array(bytes[Self.start...])).utf8)
    else { return nil }
    self.init(headOf: bytes)
    body = Array(bytes[end...])
  }

  /// Reads only the head, without checking the body. For lists.
  init?(headOf bytes: [UInt8]) {
    guard bytes.starts(with: Self.mark), let end = Self.headLength(bytes), let head = try? JSON(parsing: Array(bytes[Self.start..<end - 1]))
    else { return nil }
    self.init(head, body: [])
  }

  static func headLength(_ bytes: [UInt8]) -> Int? {
    bytes.count > start ? bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } : nil
  }

  private var head: JSON {
    let names = vary.sorted { $0.key < $1.key }.map { name, digest in (name, JSON(digest)) }
    let lines: [JSON] = headers.map { field in .array([JSON(field.name.rawName), JSON(Self.latin(field))]) }
    let members: [(String, JSON)] = [
      ("url", JSON(url)), ("method", JSON(method)), ("status", JSON(status)), ("requested", Self.number(requested)),
      ("answered", Self.number(answered)), ("lifetime", lifetime.map(Self.number) ?? JSON.null), ("identity", JSON(identity)),
      ("vary", JSON.object(names)), ("headers", JSON.array(lines)),
    ]
    return .object(members)
  }

  private static func number(_ value: Double) -> JSON { JSON(value) ?? .null }

  private init?(_ head: JSON, body: [UInt8]) {
    guard let url = head.url.asString, let method = head.method.asString, let status = head.status.asInt, (200...599).contains(status),
      let requested = head.requested.asDouble, let answered = head.answered.asDouble, let identity = head.identity.asString,
      let vary = head.vary.asObject, let lines = head.headers.asArray
    else { return nil }
    var fields = HTTPFields()
    for line in lines {
      guard let name = line[0].asString.flatMap({ HTTPField.Name($0) }), let value = line[1].asString else { return nil }
      fields.append(HTTPField(name: name, value: value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
    }
    self.init(
      url: url, method: method, status: status, headers: fields, body: body, requested: requested, answered: answered,
      lifetime: head.lifetime.asDouble, identity: identity,
      vary: Dictionary(vary.map { ($0.name, $0.value.asString ?? "") }, uniquingKeysWith: { first, _ in first }))
  }

  /// The bytes of a value as Latin-1, because they may not be valid UTF-8.
  private static func latin(_ field: HTTPField) -> String {
    field.withUnsafeBytesOfValue { bytes in String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }
  }
}

/// Whether a response may be cached (RFC 9111 section 3) for one user.
enum StorageRule {
  /// The final statuses that this cache understands, for `must-understand`.
  private static let understood: Set<Int> = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 409, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429,
    431, 451, 500, 501, 502, 503, 504, 505, 511,
  ]

  static func allows(_ status: Int, _ fields: HTTPFields, asked: CacheControl) -> Bool {
    let control = CacheControl(fields)
    // Partial and conditional responses are not complete.
    guard (200...599).contains(status), status != 206, status != 304, !asked.has("no-store") else { return false }
    if control.has("must-understand") {
      guard understood.contains(status) else { return false }
    } else if control.has("no-store") {
      return false
    }
    // Such a response fits no other request.
    if VaryRule.names(fields).contains("*") { return false }
    if control.has("max-age") || fields[.expires] != nil || control.has("public") || control.has("private") { return true }
    // A response that can be revalidated is worth storing.
    return Freshness.isUsuallyKept(status)
  }
}

/// Which headers are stored, and how a 304 or a response to HEAD updates them (RFC 9111 sections 3.1 and 3.2).
enum StoredFields {
  /// Headers of a single connection.
  private static let hops: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]
  /// Headers that describe the stored body. A 304 of PHP, among others, has the media type of an empty page (RFC 9111 section 3.2).
  private static let ofTheBody: Set<String> = ["content-encoding", "content-length", "content-range", "content-type", "etag"]

  static func of(_ fields: HTTPFields) -> HTTPFields {
    let named = Set(fields[values: .connection].flatMap(\.listItems).map { $0.lowercased() })
    return HTTPFields(fields.filter { !hops.contains($0.name.canonicalName) && !named.contains($0.name.canonicalName) })
  }

  static func merged(_ old: HTTPFields, _ new: HTTPFields) -> HTTPFields {
    let newer = of(new).filter { !ofTheBody.contains($0.name.canonicalName) }
    let names = Set(newer.map(\.name))
    // The Age header applies to one response only.
    let kept = old.filter { !names.contains($0.name) && $0.name.canonicalName != "age" }
    return HTTPFields(kept + newer)
  }
}

extension StoredReply: SecretHolder {
  /// The method, the URL and the status, without the content.
  public var description: String { "\(method) \(url): status \(status)" }
}
