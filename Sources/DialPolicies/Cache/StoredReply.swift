import DialMessage
public import HTTPTypes

/// An answer that a ``CacheStore`` keeps: head and body, when it came, and what a request must have in common with the one that it
/// answered. Credentials, and the fields that Vary names, are in it as digests only.
public struct StoredReply: Sendable, Hashable {
  /// The URL that was asked, secrets masked: for people; the key tells which URL it is.
  public internal(set) var url: String
  /// `GET` or `HEAD`.
  public internal(set) var method: String
  /// The status of the answer (RFC 9110 section 15).
  public internal(set) var status: Int
  /// The field lines that may be kept (RFC 9111 section 3.1), in the order received.
  public internal(set) var headers: HTTPFields
  /// The body, its content coding undone.
  public internal(set) var body: [UInt8]
  /// When the request went out, and when the head of its answer was there: seconds since 1970.
  public internal(set) var requested: Double
  public internal(set) var answered: Double
  /// A program put it there, and it is fresh for so many seconds; nil where a server sent it.
  public internal(set) var lifetime: Double?
  /// Whose answer it is: a digest of the credentials, empty for none.
  var identity: String
  /// Of the request's fields that Vary names, in lower case: digests, empty for a field that was not there.
  var vary: [String: String]

  /// Tells it from the other answers of its URL: one of the same variant takes its place.
  public var variant: String {
    let fields = vary.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: "\n")
    return String(CacheDigest.sum(Array("\(method)\n\(identity)\n\(fields)".utf8)).prefix(32))
  }

  /// The memory that it takes, about.
  public var size: Int {
    headers.reduce(body.count + url.utf8.count + 512) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
  }

  var control: CacheControl { CacheControl(headers) }
}
