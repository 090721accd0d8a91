public import DialEngine
public import DialMessage
import DialTyped
import Synchronization

extension Client {
  /// Calls an endpoint once for each row, several at once. The results are in the order of the rows; a row that fails does not end the
  /// loop. Leaving the loop cancels the calls under way. Everything that a call has holds for each: types, retries, `limit`, credentials.
  ///
  /// Rows are read when they are needed: at most `parallel` and 64 more than the loop has seen.
  ///
  /// ```swift
  /// for try await result in users.each("create", rows, parallel: 8) {
  ///   switch result.outcome {
  ///   case .success(let reply): print(result.row, reply.value)
  ///   case .failure(let error): print(result.row, error)
  ///   }
  /// }
  /// ```
  ///
  /// Throws only what the sequence of rows throws.
  ///
  /// - Parameters:
  ///   - rows: the arguments of each call.
  ///   - parallel: the maximum number of calls at once.
  ///   - isOrdered: whether results wait for those of earlier rows.
  public func each<Rows: AsyncSequence & Sendable>(
    _ endpoint: String, _ rows: Rows, parallel: Int = 8, isOrdered: Bool = true, _ options: CallOptions = .init()
  ) -> RowReplies where Rows.Element == Arguments {
    RowReplies(client: self, endpoint: endpoint, parallel: max(parallel, 1), isOrdered: isOrdered, options: options) {
      let rows = RowIterator(rows.makeAsyncIterator())
      return { try await rows.next() }
    }
  }

  /// The rows are dictionaries, whose names are sorted so that the same row sends the same bytes.
  public func each<Rows: AsyncSequence & Sendable>(
    _ endpoint: String, _ rows: Rows, parallel: Int = 8, isOrdered: Bool = true, _ options: CallOptions = .init()
  ) -> RowReplies where Rows.Element == [String: Arguments.Value] {
    each(endpoint, rows.map { Arguments($0) }, parallel: parallel, isOrdered: isOrdered, options)
  }

  /// The rows are values whose members are the arguments. One that is no object fails.
  @_disfavoredOverload
  public func each<Rows: AsyncSequence & Sendable>(
    _ endpoint: String, _ rows: Rows, parallel: Int = 8, isOrdered: Bool = true, _ options: CallOptions = .init()
  ) -> RowReplies where Rows.Element: Encodable & Sendable {
    each(endpoint, rows.map { Arguments(encoding: $0) }, parallel: parallel, isOrdered: isOrdered, options)
  }

  /// The rows are in memory.
  public func each(
    _ endpoint: String, _ rows: [Arguments], parallel: Int = 8, isOrdered: Bool = true, _ options: CallOptions = .init()
  ) -> RowReplies { each(endpoint, Elements(rows), parallel: parallel, isOrdered: isOrdered, options) }

  /// The rows are in memory.
  public func each(
    _ endpoint: String, _ rows: [[String: Arguments.Value]], parallel: Int = 8, isOrdered: Bool = true, _ options: CallOptions = .init()
  ) -> RowReplies { each(endpoint, Elements(rows), parallel: parallel, isOrdered: isOrdered, options) }

  /// The rows are in memory.
  @_disfavoredOverload
  public func each(
    _ endpoint: String, _ rows: [some Encodable & Sendable], parallel: Int = 8, isOrdered: Bool = true, _ options: CallOptions = .init()
  ) -> RowReplies { each(endpoint, Elements(rows), parallel: parallel, isOrdered: isOrdered, options) }
}

/// What became of one row of ``DialEngine/Client/each(_:_:parallel:isOrdered:_:)``.
public struct RowReply: Sendable {
  /// The position of the row, from 1.
  public let row: Int
  /// The arguments of the row.
  public let arguments: Arguments
  /// The reply, or why the call failed.
  public let outcome: Result<Reply, CallError>

  /// Returns the reply. Throws the error of the call.
  public func get() throws(CallError) -> Reply { try outcome.get() }
}

/// The results of ``DialEngine/Client/each(_:_:parallel:isOrdered:_:)``. Each loop calls all rows again.
public struct RowReplies: AsyncSequence, Sendable {
  /// A result.
  public typealias Element = RowReply
  /// Only rows can fail to come; failed calls are elements.
  public typealias Failure = any Error

  private static let ahead = 64

  let client: Client
  let endpoint: String
  let parallel: Int
  let isOrdered: Bool
  let options: CallOptions
  let rows: @Sendable () -> @Sendable () async throws -> Arguments?

  /// Reads the results, for one task.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let results: RowResults

    init(_ results: RowResults) { self.results = results }

    /// Returns the next result; nil at the end.
    public mutating func next() async throws -> RowReply? { try await results.next() }
  }

  /// Starts the calls.
  public func makeAsyncIterator() -> AsyncIterator {
    let queue = RowQueue(isOrdered: isOrdered)
    let loop = RowLoop(parallel: parallel, window: parallel + Self.ahead, next: rows()) { index, arguments in
      var outcome: Result<Reply, CallError>
      do throws(CallError) {
        outcome = .success(try await client.call(endpoint, arguments, options))
      } catch {
        outcome = .failure(error)
      }
      queue.add(RowReply(row: index + 1, arguments: arguments, outcome: outcome), at: index)
      return true
    }
    let task = Task {
      do {
        try await loop.run()
        queue.end(nil)
      } catch {
        queue.end(error)
      }
    }
    return AsyncIterator(RowResults(queue, loop, task))
  }
}

/// One loop over the results. The calls end with it.
final class RowResults: Sendable {
  private let queue: RowQueue
  private let loop: RowLoop<Arguments>
  private let task: Task<Void, Never>

  init(_ queue: RowQueue, _ loop: RowLoop<Arguments>, _ task: Task<Void, Never>) {
    (self.queue, self.loop, self.task) = (queue, loop, task)
  }

  deinit {
    loop.stop()
    task.cancel()
  }

  func next() async throws -> RowReply? {
    let reply = try await withTaskCancellationHandler {
      try await queue.next()
    } onCancel: {
      loop.stop()
      task.cancel()
    }
    if reply != nil { loop.release(1) }
    return reply
  }
}

/// The results that the loop has not taken yet.
final class RowQueue: Sendable {
  private struct State {
    var order: RowOrder<RowReply>
    var ready: [RowReply] = []
    var taken = 0
    var end: Result<Void, any Error>?
    var reader: CheckedContinuation<Void, Never>?
  }

  private let state: Mutex<State>

  init(isOrdered: Bool) { state = Mutex(State(order: RowOrder(isOrdered: isOrdered))) }

  func add(_ reply: RowReply, at index: Int) {
    let reader = state.withLock { state in
      var new: [RowReply] = []
      state.order.add(reply, at: index) { new.append($0) }
      state.ready += new
      return new.isEmpty ? nil : state.reader.take()
    }
    reader?.resume()
  }

  func end(_ error: (any Error)?) {
    let reader = state.withLock { state in
      state.end = error.map { .failure($0) } ?? .success(())
      return state.reader.take()
    }
    reader?.resume()
  }

  func next() async throws -> RowReply? {
    while true {
      let (reply, end): (RowReply?, Result<Void, any Error>?) = state.withLock { state in
        guard state.taken < state.ready.count else { return (nil, state.end) }
        defer {
          state.taken += 1
          if state.taken == state.ready.count { (state.ready, state.taken) = ([], 0) }
        }
        return (state.ready[state.taken], nil)
      }
      if let reply { return reply }
      if let end {
        try end.get()
        return nil
      }
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.taken < state.ready.count || state.end != nil { return true }
          state.reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }
}

/// An iterator that several tasks use, one after the other.
///
/// `@unchecked` is safe: only the `next` of a `RowLoop` reaches it, which is never called twice at once.
private final class RowIterator<Iterator: AsyncIteratorProtocol>: @unchecked Sendable {
  private var iterator: Iterator

  init(_ iterator: Iterator) { self.iterator = iterator }

  func next() async throws -> Iterator.Element? { try await iterator.next() }
}

/// The elements of an array, as a sequence that is awaited.
private struct Elements<Element: Sendable>: AsyncSequence, Sendable {
  let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Element>

    mutating func next() async -> Element? { rest.popFirst() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: elements[...]) }
}
