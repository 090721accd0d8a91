public import Dial
import Synchronization

/// A transport that responds from a recording, without a network: one of ``Recorder``, or a HAR file of a browser or a proxy.
///
/// ```swift
/// let users = Client(spec, transport: try Replay("users.har"))
/// try await users.getUser(id: 7)   // as it was recorded
/// ```
///
/// A request gets the response to the same method, URL and body, without secrets and headers except Range. Equal requests get their
/// responses in the recorded order, and the last one repeats. If nothing matches, the call throws a ``CallError`` with code `replay` that
/// names the difference to the nearest entry. Recorded failures are thrown again, and retries have no pauses.
public struct Replay: Transport {
  /// Those of a recording: no tokens are checked, and no retry waits.
  public var traits: TransportTraits { TransportTraits(offline: .recording) }
  private let path: String
  private let entries: [HAREntry]
  private let keys: [ReplayKey]
  private let turns: ResponseQueue

  /// Reads a recording. Throws a ``CallError`` with code `io` if there is none, with line and column if it is not valid JSON.
  public init(_ path: String) throws(CallError) {
    self.path = path
    entries = try HARFile(path: path).entries()
    keys = entries.map { ReplayKey($0.request) }
    turns = ResponseQueue(keys)
  }

  /// Returns the recorded response to a request.
  public func send(_ request: PreparedRequest) async throws -> Response {
    try Task.checkCancellation()
    let body = try await request.body.collected(upTo: request.policy.maxBodyBytes)
    let plain = request.headers.decoded(body, upTo: request.policy.maxBodyBytes) ?? body
    let sent = HARRequest(request, body: plain, Redaction(request.secrets))
    let key = ReplayKey(sent)
    // A recording of another program keeps the values in a path or a text whose secret names only the spec knows.
    let told = request.secrets.undeclared.isEmpty ? key : ReplayKey(HARRequest(request, body: plain, Redaction(request.secrets.declared)))
    // A server may always send the whole (RFC 9110 section 14.2).
    let known = [key, told].flatMap(\.spellings)
    guard let turn = turns.next(known + known.map(\.whole)) else {
      throw CallError(
        .replay, "the recording '\(path)' has no response to \(sent.method) \(sent.url)",
        hint: ReplayMiss(sent: key, entries: entries, keys: keys).text)
    }
    return try entries[turn.entry].response.answer(to: request, entry: turn.entry, isLast: turn.isLast)
  }
}

/// Selects the next of the responses to equal requests.
private final class ResponseQueue: Sendable {
  private let entries: [ReplayKey: [Int]]
  /// The number of requests so far.
  private let counts = Mutex<[ReplayKey: Int]>([:])

  init(_ keys: [ReplayKey]) { entries = Dictionary(grouping: keys.indices) { keys[$0] } }

  /// Returns the response to the first known one of these keys.
  func next(_ keys: [ReplayKey]) -> (entry: Int, isLast: Bool)? {
    for key in keys { if let turn = next(key) { return turn } }
    return nil
  }

  private func next(_ key: ReplayKey) -> (entry: Int, isLast: Bool)? {
    guard let entries = entries[key] else { return nil }
    let count = counts.withLock { counts in
      counts[key, default: 0] += 1
      return counts[key, default: 0]
    }
    return (entries[min(count, entries.count) - 1], count >= entries.count)
  }
}

/// Identifies equal requests: differences in writing that have no meaning are ignored.
struct ReplayKey: Hashable, Sendable {
  enum Body: Hashable {
    case none
    case json(JSON)
    case params([HARParam])
    case bytes([UInt8])
    /// The recording does not contain the body.
    case lost
  }

  var method: String
  var origin: Origin?
  /// The decoded segments.
  var path: [String]
  var query: [HARField]
  var body: Body
  /// The requested range; nil for the whole.
  var range: String?

  init(_ request: HARRequest) {
    method = request.method
    let url = String(request.url.prefix { $0 != "#" })
    origin = Origin(url)
    let (path, query) = MockRouter.split(url)
    self.path = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.decode(String($0)) }
    self.query = FormCoding.decode(query).map { HARField(name: $0.0, value: $0.1) }.grouped(\.name)
    body = Self.body(request.body)
    range = request.headers.value("range")
  }

  /// The key of the same request for the whole.
  var whole: ReplayKey {
    var key = self
    key.range = nil
    return key
  }

  /// The keys of the same request in other recordings: browsers write a binary body as text, or not at all.
  var spellings: [ReplayKey] {
    [self]
      + [body.read(Self.latin1), body.read { Array(String(decoding: $0, as: UTF8.self).utf8) }, .lost].filter { $0 != body }.map {
        var key = self
        key.body = $0
        return key
      }
  }

  private static func latin1(_ bytes: [UInt8]) -> [UInt8] { Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8) }

  private static func body(_ body: HARBody?) -> Body {
    switch body?.content {
    case nil: return .none
    case .bytes(let bytes): return (try? JSON(parsing: bytes)).map { .json($0) } ?? .bytes(bytes)
    case .params(let params):
      // The media type that a browser gave to a part is ignored.
      return .params(params.map { HARParam(name: $0.name, value: $0.value, fileName: $0.fileName) }.grouped(\.name))
    case .lost: return .lost
    }
  }
}

extension ReplayKey.Body {
  /// Returns the body as a recording has it that read its bytes as text.
  fileprivate func read(_ text: ([UInt8]) -> [UInt8]) -> Self {
    switch self {
    case .bytes(let bytes): .bytes(text(bytes))
    case .params(let params): .params(params.map { HARParam(name: $0.name, value: text($0.value), fileName: $0.fileName) })
    case .none, .json, .lost: self
    }
  }
}

extension Array {
  /// Returns the elements sorted by name; those with the same name stay in their order, which can have a meaning.
  fileprivate func grouped(_ name: (Element) -> String) -> [Element] {
    enumerated().sorted { (name($0.element), $0.offset) < (name($1.element), $1.offset) }.map(\.element)
  }
}

extension Replay: SecretHolder {
  /// The path of the recording.
  public var description: String { "Replay(\(path))" }
}
