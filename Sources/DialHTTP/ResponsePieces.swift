/// The body of a response: pieces from the network on demand, after decoding their content coding.
struct ResponsePieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  let exchange: Exchange
  /// Keeps the connections alive if the transport is released while its body is read.
  let core: TransportCore
  let codings: ContentCodings
  let bounds: InflationBounds
  private let hold: Hold

  init(_ exchange: Exchange, _ core: TransportCore, _ codings: ContentCodings, _ bounds: InflationBounds) {
    (self.exchange, self.core, self.codings, self.bounds) = (exchange, core, codings, bounds)
    hold = Hold(exchange)
  }

  /// Ends the exchange when it is released.
  private final class Hold: Sendable {
    private let exchange: Exchange
    init(_ exchange: Exchange) { self.exchange = exchange }
    deinit { exchange.inbox.stop(CancellationError()) }
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    private let pieces: ResponsePieces
    private let hold: Hold
    private var decoder: BodyDecoder?
    private var state = State.reading

    private enum State { case reading, draining, ended }

    init(_ pieces: ResponsePieces) {
      self.pieces = pieces
      hold = Hold(pieces.exchange)
    }

    mutating func next() async throws -> [UInt8]? {
      do {
        let piece = try await step()
        if piece == nil { state = .ended }
        return piece
      } catch {
        state = .ended
        throw error
      }
    }

    private mutating func step() async throws -> [UInt8]? {
      while state == .reading {
        if let output = try decoder?.pull() { return output }
        guard let piece = try await read() else {
          state = .draining
          break
        }
        if pieces.codings.names.isEmpty { return piece }
        if decoder == nil { decoder = BodyDecoder(try pieces.codings.checked(), pieces.bounds) }
        decoder?.push(piece)
      }
      return state == .draining ? try decoder?.finish() : nil
    }

    private func read() async throws -> [UInt8]? {
      do {
        try Task.checkCancellation()
        return try await pieces.exchange.inbox.next()
      } catch {
        throw Task.isCancelled ? Failures.cancelled : ErrorMapping.map(error, pieces.exchange)
      }
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
