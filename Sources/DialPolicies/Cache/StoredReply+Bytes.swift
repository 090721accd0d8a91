import DialJSON
import DialMessage
import HTTPTypes

extension StoredReply {
  /// The first bytes of every kept answer; another format has another number.
  private static let mark = Array("dial-cache 2\n".utf8)
  private static let sumLength = 64

  /// The response as bytes for a file: a mark, a checksum of the rest, the head as a line of JSON, and the body.
  public var bytes: [UInt8] {
    var rest = JSONWriter.bytes(head)
    rest.append(0x0A)
    rest += body
    return Self.mark + Array(CacheDigest.sum(rest).utf8) + [0x0A] + rest
  }

  /// Reads ``bytes``; nil if they are damaged.
  public init?(bytes: [UInt8]) {
    let start = Self.mark.count + Self.sumLength + 1
    guard bytes.count > start, bytes.starts(with: Self.mark), bytes[start - 1] == 0x0A else { return nil }
    let rest = Array(bytes[start...])
    guard Array(CacheDigest.sum(rest).utf8) == Array(bytes[Self.mark.count..<start - 1]), let end = rest.firstIndex(of: 0x0A),
      let head = try? JSON(parsing: Array(rest[..<end]))
    else { return nil }
    self.init(head, body: Array(rest[(end + 1)...]))
  }

  /// Reads only the head, without checking the body. For lists.
  init?(headOf bytes: [UInt8]) {
    let start = Self.mark.count + Self.sumLength + 1
    guard bytes.count > start, bytes.starts(with: Self.mark), let end = bytes[start...].firstIndex(of: 0x0A),
      let head = try? JSON(parsing: Array(bytes[start..<end]))
    else { return nil }
    self.init(head, body: [])
  }

  /// The number of bytes before the body.
  static func headLength(_ bytes: [UInt8]) -> Int? {
    let start = mark.count + sumLength + 1
    return bytes.count > start ? bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } : nil
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
