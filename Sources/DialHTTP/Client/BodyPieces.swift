import AsyncHTTPClient
import DialCore
import NIOCore

/// The body of an answer: pieces from the wire as they are asked for, with the content coding undone.
struct BodyPieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  /// The client's own body, without bytes: it says how the answer ended, and letting it go ends the transfer.
  enum Source: Sendable {
    case open(HTTPClientResponse.Body)
    /// It ended already, well or with an error.
    case ended((any Error)?)
  }

  let source: Source
  let exchange: Exchange
  /// Held so that the connections outlive a transport that is dropped while its body is read.
  let core: ClientCore
  let codings: ContentCodings
  let bounds: InflationBounds

  /// As a body: as bytes where they are all there and need no decoding.
  func body(length: Int?) -> ResponseBody {
    if case .ended(nil) = source, codings.names.isEmpty { ResponseBody(exchange.inbox.all()) } else { ResponseBody(self, length: length) }
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    private var source: HTTPClientResponse.Body.AsyncIterator?
    private let pieces: BodyPieces
    private var decoder: BodyDecoder?
    private var state = State.reading

    private enum State { case reading, draining, ended }

    init(_ pieces: BodyPieces) {
      self.pieces = pieces
      if case .open(let body) = pieces.source { source = body.makeAsyncIterator() }
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

    /// What came is read to its end; the client says then how it ended.
    private mutating func read() async throws -> [UInt8]? {
      if !Task.isCancelled, let bytes = await pieces.exchange.inbox.next() { return bytes }
      do {
        if case .ended(let error?) = pieces.source { throw error }
        // Its next() runs off the caller's isolation, so the compiler sees it sent away. It is right: this iterator is taken out of `self`
        // for one `next()` that is awaited here, and nobody else has it, so it is never used twice at once.
        nonisolated(unsafe) var source = source
        defer { self.source = source }
        while try await source?.next() != nil {}
      } catch is EarlyAnswer {
        // It is whole.
      } catch {
        throw await pieces.core.explain(error, pieces.exchange)
      }
      // the client ends a cancelled body as if it were whole
      if Task.isCancelled { throw Failures.cancelled }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
