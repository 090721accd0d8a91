public import HTTPTypes

/// What carries a bound request to a server and brings back its answer.
///
/// A transport streams: the head is returned as soon as it is there, and ``Response/body`` is read piece by piece, so that
/// events, downloads and whole bodies share one way. It follows no redirect, retries nothing and decodes no content but its
/// transfer and content coding. What it throws is best a ``TransportError``; any other error counts as a
/// middleware's.
///
/// ```swift
/// struct Canned: Transport {
///   func send(_ request: PreparedRequest) async throws -> Response {
///     Response(status: .ok, headers: [.contentType: "application/json"], body: .init([UInt8]("{}".utf8)))
///   }
/// }
/// ```
public protocol Transport: Sendable {
  /// Sends one request and gives its answer, whatever the status, once the head is there. Throws where no answer comes.
  func send(_ request: PreparedRequest) async throws -> Response
}

/// The answer as it comes from the wire: a head, and a body that is still arriving.
public struct Response: Sendable {
  /// The status (RFC 9110 section 15); every status is an answer, none is an error here.
  public var status: HTTPResponse.Status
  /// Field lines in the order received. Content-Encoding and Content-Length are gone where the coding was undone.
  public var headers: HTTPFields
  /// The URL that answered: the request's, or the last redirect's.
  public var url: String
  /// The bytes that are still to come, in pieces.
  public var body: ResponseBody
  /// What the transport measured, where it does.
  public var connection: ConnectionMetrics?
  /// The web socket that a handshake opened; nil for every other answer.
  public var socket: (any SocketConnection)?
  /// How the cache came to it; nil where it did not.
  var cache: CacheUse?
  /// Why credentials that were refused are not tried again.
  var refusal: CredentialRefusal?
  /// Another try would be answered in the same way: a recording has no other answer.
  package var isLastKnown = false
  /// Who was sent, as far as a policy below the cache decided that.
  var identity = CacheIdentity()
  /// The redirects on the way here, and the bytes of bodies sent on all of it.
  var redirects = 0
  var bytesSent: Int64 = 0
  /// The tries before this one.
  var tries = TryLog()

  /// An answer of your own, from a transport or a middleware; `url` is the one that answered.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], url: String = "", body: ResponseBody = .init()) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
  }
}

/// The bytes of an answer, as an async sequence of pieces that can be walked once.
///
/// Dropping the iterator, or cancelling the task that reads, ends the transfer.
public struct ResponseBody: AsyncSequence, Sendable {
  /// One piece: some of the bytes, as many as came together.
  public typealias Element = [UInt8]
  private let source: Source
  /// How many bytes there will be, as the head of the answer says, be it right or wrong; nil where nobody knows.
  package let length: Int?

  private enum Source: Sendable {
    case whole([UInt8])
    case pieces(@Sendable () -> AsyncIterator)
  }

  /// A body that is already there; empty by default.
  public init(_ bytes: [UInt8] = []) { (source, length) = (.whole(bytes), bytes.count) }

  /// A body read from a sequence of pieces.
  public init<S: AsyncSequence & Sendable>(_ pieces: S) where S.Element == [UInt8] { self.init(pieces, length: nil) }

  /// The same, of an announced length.
  package init<S: AsyncSequence & Sendable>(_ pieces: S, length: Int?) where S.Element == [UInt8] {
    self.length = length
    source = .pieces {
      // An iterator need not be Sendable. It is right: this one is made here for the AsyncIterator that captures it, which is not
      // Sendable either and so stays with the one task that reads the body.
      nonisolated(unsafe) var iterator = pieces.makeAsyncIterator()
      return AsyncIterator { try await iterator.next() }
    }
  }

  /// All of it, where it is already there.
  package var whole: [UInt8]? { if case .whole(let bytes) = source { bytes } else { nil } }

  /// Reads the pieces in order, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let step: (() async throws -> [UInt8]?)?
    private var whole: [UInt8]?

    init(_ step: @escaping () async throws -> [UInt8]?) { self.step = step }

    init(whole bytes: [UInt8]) {
      step = nil
      whole = bytes.isEmpty ? nil : bytes
    }

    /// The next piece, or nil at the end. Throws what the transport throws, such as a ``TransportError`` of kind `truncated`.
    public mutating func next() async throws -> [UInt8]? {
      if let step { return try await step() }
      defer { whole = nil }
      return whole
    }
  }

  /// Begins to read the body; a body from the wire can be read once.
  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .whole(let bytes): AsyncIterator(whole: bytes)
    case .pieces(let make): make()
    }
  }

  /// All bytes as one array. Throws `TransportError.limit` when there are more than `limit`.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    var all: [UInt8] = []
    func grow(by piece: [UInt8]) throws {
      guard all.count + piece.count <= limit else {
        throw TransportError(.limit, "the body of the reply is larger than \(limit) bytes")
      }
      if all.isEmpty, piece.count >= length ?? 0 { return all = piece }
      // As large as it will be, with room for the few bytes that a parser puts behind a text: no piece is moved again.
      if all.isEmpty { all.reserveCapacity(Swift.min(length ?? 0, limit, Self.mostReserved) + 8) }
      all += piece
    }
    if case .whole(let bytes) = source {
      try grow(by: bytes)
    } else {
      for try await piece in self { try grow(by: piece) }
    }
    return all
  }

  /// A head may announce anything. Memory that nothing is put into costs nothing.
  private static let mostReserved = 64 << 20
}

/// Why a request got no whole answer. `kind` decides the exit code and whether a retry may help.
public struct TransportError: Error, Sendable, Hashable {
  /// What went wrong; the raw value is a stable word.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No connection, or it broke before an answer (refused, reset, name not found).
    case connect
    /// The certificate, its name or the handshake.
    case tls
    /// A timeout of connecting, reading or the whole call.
    case timeout
    /// The answer is not HTTP, or breaks its rules (RFC 9112).
    case `protocol`
    /// The answer ended before its announced end.
    case truncated
    /// A bound was passed: size of head, body or inflated body.
    case limit
    /// A redirect that may not be followed, or too many of them.
    case redirect
    /// A content coding that is not known.
    case coding
    /// A proxy wants other credentials than it got.
    case credentials
    /// A local file could not be read or written.
    case io
    /// The task that waited for the answer was cancelled.
    case cancelled
  }

  /// What went wrong.
  public var kind: Kind
  /// Lower case, no full stop: what happened, with the address or the numbers.
  public var message: String
  /// Whether the same request may well be answered when it is sent again.
  public var mayPass: Bool
  /// Bytes of the request's body that were sent all the same.
  package var bytesSent: Int64 = 0
  /// Another try would end in the same way: a recording has no other answer.
  package var isLastKnown = false
  /// The tries before this one.
  var tries = TryLog()

  /// A failure; the message is lower case and has no full stop. Without `mayPass` the kind tells: a failure of kind `connect`, `timeout` or
  /// `truncated` may pass.
  public init(_ kind: Kind, _ message: String, mayPass: Bool? = nil) {
    self.kind = kind
    self.message = message
    self.mayPass = mayPass ?? PassingFault.isPassing(kind)
  }
}
