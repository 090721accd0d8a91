import DialJSON
import DialModel

/// Identifies equal requests: differences in writing that have no meaning are ignored.
struct ReplayKey: Hashable, Sendable {
  struct Item: Hashable {
    var name: String
    var value: String
  }

  enum Body: Hashable {
    case none
    case json(JSON)
    case params([HARParam])
    case bytes([UInt8])
  }

  var method: String
  var origin: Origin?
  /// The decoded segments.
  var path: [String]
  var query: [Item]
  var body: Body
  /// The requested range; nil for the whole.
  var range: String?

  init(_ request: HARRequest) {
    method = request.method
    let url = request.url.prefix { $0 != "#" }
    origin = Origin(String(url))
    let mark = url.firstIndex(of: "?") ?? url.endIndex
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let slash = url[start...].firstIndex(of: "/") ?? mark
    let segments = slash < mark ? url[slash..<mark].dropFirst() : ""
    path = segments.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.decode(String($0)) }
    query = FormCoding.decode(String(url[mark...].dropFirst())).map { Item(name: $0.0, value: $0.1) }
    body = Self.body(request.body)
    range = request.headers.value("range")
  }

  /// The key of the same request for the whole.
  var whole: ReplayKey {
    var key = self
    key.range = nil
    return key
  }

  private static func body(_ body: HARBody?) -> Body {
    switch body?.content {
    case nil: return .none
    case .bytes(let bytes): return (try? JSON(parsing: bytes)).map { .json($0) } ?? .bytes(bytes)
    case .params(let params):
      // The media type that a browser gave to a part is ignored.
      return .params(params.map { HARParam(name: $0.name, value: $0.value, fileName: $0.fileName) })
    }
  }
}
