import DialMessage
public import HTTPTypes

/// A response in a ``CacheStore``: its head and body, its times, and what a request must have in common with the original one.
/// Credentials, and the headers that Vary names, are stored as digests only.
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
}
