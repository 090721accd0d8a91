public import DialJSON
import DialModel
public import HTTPTypes

/// A response from the transport: its head, and a body that is still arriving.
public struct Response: Sendable {
  private var shared: CopyOnWrite<Fields>

  /// The status (RFC 9110 section 15). No status is an error here.
  public var status: HTTPResponse.Status {
    get { shared.value.status }
    _modify { yield &shared.value.status }
  }
  /// The header fields in the order received, without Content-Encoding and Content-Length if the body was decoded.
  public var headers: HTTPFields {
    get { shared.value.headers }
    _modify { yield &shared.value.headers }
  }
  /// The URL of the response, after redirects.
  public var url: String {
    get { shared.value.url }
    _modify { yield &shared.value.url }
  }
  /// The body, in pieces as they arrive.
  public var body: ResponseBody {
    get { shared.value.body }
    _modify { yield &shared.value.body }
  }
  /// The metrics of the connection, if the transport measures them.
  public var connection: ConnectionMetrics? {
    get { shared.value.connection }
    _modify { yield &shared.value.connection }
  }
  package var redirects: Int {
    get { shared.value.redirects }
    _modify { yield &shared.value.redirects }
  }
  /// The body bytes of all requests.
  package var bytesSent: Int64 {
    get { shared.value.bytesSent }
    _modify { yield &shared.value.bytesSent }
  }
  /// Values that were not received, by the keys of their owners.
  package var context: MessageContext {
    _read { yield shared.value.context }
    _modify { yield &shared.value.context }
  }

  /// Creates a response in your own transport or middleware; `url` is that of the response, after redirects.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], url: String = "", body: ResponseBody = .init()) {
    shared = CopyOnWrite(Fields(status: status, headers: headers, url: url, body: body))
  }

  private struct Fields: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var url: String
    var body: ResponseBody
    var connection: ConnectionMetrics?
    var redirects = 0
    var bytesSent: Int64 = 0
    var context = MessageContext()
  }
}

/// What a transport knows when the body of a response has been read to its end.
package struct BodyEnd: MessageContextKey {
  package typealias Value = @Sendable () -> BodyEnd

  /// The fields after the body (RFC 9110 section 6.5).
  package var trailers: HTTPFields
  /// Whether the server stopped the upload after a complete response (RFC 9113 section 8.1).
  package var isUploadCut: Bool

  package init(trailers: HTTPFields, isUploadCut: Bool) { (self.trailers, self.isUploadCut) = (trailers, isUploadCut) }
}

/// The content coding that the transport has removed from a body.
package enum RemovedCoding: MessageContextKey { package typealias Value = String }

/// The address of the proxy from which an error comes.
package enum RespondingProxy: MessageContextKey { package typealias Value = String }

extension Response {
  /// Who responded, for messages.
  package var sender: String { context[RespondingProxy.self].map { "the proxy \($0)" } ?? "the server" }
}

extension Response {
  /// The trailer fields, once the body has been read.
  package var trailers: HTTPFields { context[BodyEnd.self]?().trailers ?? [:] }
}

/// The body of a response, as an asynchronous sequence that can be read once. Releasing its iterator ends the transfer.
public struct ResponseBody: AsyncSequence, Sendable {
  /// A piece: the bytes that arrived together.
  public typealias Element = [UInt8]
  private let source: Source
  /// The length that the head announces, which may be wrong; nil if unknown.
  package let length: Int?

  private enum Source: Sendable {
    case whole([UInt8])
    case pieces(@Sendable () -> AsyncIterator)
  }

  /// Creates a body from bytes; empty by default.
  public init(_ bytes: [UInt8] = []) { (source, length) = (.whole(bytes), bytes.count) }

  /// Creates a body from a sequence of pieces.
  public init<S: AsyncSequence & Sendable>(_ pieces: S) where S.Element == [UInt8] { self.init(pieces, length: nil) }

  package init<S: AsyncSequence & Sendable>(_ pieces: S, length: Int?) where S.Element == [UInt8] {
    self.init(length: length) {
      // `nonisolated(unsafe)` is safe: only the AsyncIterator, which is not Sendable, captures the iterator.
      nonisolated(unsafe) var iterator = pieces.makeAsyncIterator()
      return { try await iterator.next() }
    }
  }

  /// Creates a body from a closure that begins to read it, and returns the closure for the next piece; nil at the end.
  package init(length: Int? = nil, reading begin: @escaping @Sendable () -> () async throws -> [UInt8]?) {
    self.length = length
    source = .pieces { AsyncIterator(begin()) }
  }

  /// Returns the same body, which tells the size of each piece that is read.
  func counted(_ count: @escaping @Sendable (Int) -> Void) -> ResponseBody {
    ResponseBody(length: length) {
      var pieces = makeAsyncIterator()
      return {
        let piece = try await pieces.next()
        if let piece, !piece.isEmpty { count(piece.count) }
        return piece
      }
    }
  }

  /// Returns the same body, which throws if it does not have the declared length, because a server relies on it.
  package func ofLength(_ declared: Int64) -> ResponseBody {
    ResponseBody(length: length) {
      var pieces = makeAsyncIterator()
      var count: Int64 = 0
      func read() async throws -> [UInt8]? {
        let piece = try await pieces.next()
        count += Int64(piece?.count ?? 0)
        if count > declared || (piece == nil && count < declared) {
          let what = piece == nil ? "shorter" : "longer"
          throw TransportError(.io, "the request body is \(what) than its declared length of \(declared) bytes")
        }
        return piece
      }
      return {
        let piece = try await read()
        // A server that has all declared bytes may respond before more are noticed, so the last ones wait for the end.
        while piece != nil, count == declared, try await read() != nil {}
        return piece
      }
    }
  }

  package var whole: [UInt8]? { if case .whole(let bytes) = source { bytes } else { nil } }

  /// Reads the pieces in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let step: () async throws -> [UInt8]?

    init(_ step: @escaping () async throws -> [UInt8]?) { self.step = step }

    /// Returns the next piece, or nil at the end. Throws the errors of the transport, such as a ``TransportError`` of kind `truncated`.
    public mutating func next() async throws -> [UInt8]? { try await step() }
  }

  /// Starts reading the body. A body from the network can be read once.
  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .pieces(let make): return make()
    case .whole(let bytes):
      var rest = bytes.isEmpty ? nil : Optional(bytes)
      return AsyncIterator { rest.take() }
    }
  }

  /// Returns all bytes. Throws `TransportError.limit` if there are more than `limit`.
  @inline(never)
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    if let whole = try collected(upTo: limit) { return whole }
    var all: [UInt8] = []
    for try await piece in self {
      guard all.count + piece.count <= limit else { throw Self.tooLarge(limit) }
      if all.isEmpty, piece.count >= length ?? 0 {
        all = piece
      } else {
        // Reserve the final size, and a few bytes that the parser appends, so that nothing is moved.
        if all.isEmpty { all.reserveCapacity(Swift.min(length ?? 0, limit, Self.maxReserved) + 8) }
        all += piece
      }
    }
    return all
  }

  /// Reads the body to its end without keeping it. A body that breaks off is an error here, too.
  package func discard() async throws {
    if whole == nil { for try await _ in self {} }
  }

  /// Returns all bytes if they have already arrived; otherwise nil.
  package func collected(upTo limit: Int) throws -> [UInt8]? {
    guard let whole else { return nil }
    if whole.count > limit { throw Self.tooLarge(limit) }
    return whole
  }

  package static func tooLarge(_ limit: Int) -> TransportError {
    TransportError(.limit, "the response body is larger than \(ByteCount.text(limit))").about(.bodySize)
  }

  /// The maximum memory to reserve, because a head can announce any length.
  private static let maxReserved = 64 << 20
}

/// What a response says about the end of its endpoint: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to more.
public struct Deprecation: Sendable, Hashable {
  /// Whether the endpoint is or will be deprecated; false if the response only says when it stops working.
  public var isDeprecated: Bool
  /// When the endpoint was or will be deprecated; nil if unknown.
  public var date: Timestamp?
  /// When the endpoint is expected to stop working; nil if unknown.
  public var sunset: Timestamp?
  /// The URL of the page that describes the change: the target of the link with `rel="deprecation"`.
  public var link: String?

  /// Returns nil if the fields are absent or invalid.
  package init?(_ fields: HTTPFields) {
    func value(_ name: String) -> String? { fields.first { $0.name.canonicalName == name }?.value }
    let written = value("deprecation")
    date = written.flatMap(Self.date)
    // Drafts of RFC 9745 used `true` instead of a date.
    isDeprecated = date != nil || written == "true" || written == "?1"
    sunset = value("sunset").flatMap { Timestamp(httpDate: $0) }
    guard isDeprecated || sunset != nil else { return nil }
    link = LinkHeader(fields).target(of: "deprecation")
  }

  /// Parses `@1688169599` (RFC 9651 section 3.3.7), or the HTTP date of a draft.
  private static func date(_ text: String) -> Timestamp? {
    guard text.hasPrefix("@") else { return Timestamp(httpDate: text) }
    let digits = text.dropFirst().prefix { $0 != ";" }
    guard digits.utf8.count <= 11, let seconds = Int64(digits) else { return nil }
    return Timestamp(secondsSince1970: Double(seconds))
  }
}

extension HTTPFields {
  /// The value of a field, by a case-insensitive name; several fields of one name are joined with `, `.
  public subscript(name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }

  /// Sets all cookies in one field (RFC 6265 section 5.4); a subscript would split them.
  package mutating func setCookies(_ text: String) {
    let first = firstIndex { $0.name == .cookie }
    let field = HTTPField(name: .cookie, value: text)
    guard let first else { return append(field) }
    self[first] = field
    while let next = indices.last(where: { $0 > first && self[$0].name == .cookie }) { remove(at: next) }
  }

  /// Adds a cookie to the others. One with the same name is replaced.
  package mutating func addCookies(_ pair: String) {
    setCookies((Self.cookies(in: self[.cookie] ?? "", without: [pair]) + [pair]).joined(separator: "; "))
  }

  /// Returns the cookies of a field, without those that have the names of others.
  package static func cookies(in field: String, without others: [String]) -> [String] {
    func name(_ pair: some StringProtocol) -> String { String(pair.prefix { $0 != "=" }) }
    let names = Set(others.map { name($0) })
    return field.split(separator: ";").map { String($0.drop { $0 == " " }) }.filter { !names.contains(name($0)) }
  }
}

extension HTTPResponse.Status {
  /// Whether the response has a representation of its resource: not 204, 205 and 304, which have no content (RFC 9110 section 15).
  package var bringsContent: Bool { ![204, 205, 304].contains(code) }

  /// Whether a response with this status has a body, unless it responds to HEAD (RFC 9112 section 6.3).
  package static func mayHaveBody(_ code: Int) -> Bool { code >= 200 && code != 204 && code != 304 }

  package static func mayHaveBody(_ code: Int, to method: HTTPRequest.Method) -> Bool { method != .head && mayHaveBody(code) }
}
