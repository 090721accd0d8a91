import HTTPTypes
import Synchronization
import TestSupport

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// A cache with scripted responses, and a clock that the test sets.
final class CachedServer: Sendable {
  struct Answer: Sendable {
    var status = 200
    var headers = ""
    var body = ""
    /// Thrown instead of a response, or within its body.
    var fault: TransportError?
    var isCut = false
  }

  private struct State {
    var answers: [Answer]
    var sent: [PreparedRequest] = []
    var time = newYear
  }

  private let state: Mutex<State>
  private let clock: Clock
  let cache: ResponseCache

  private final class Clock: Sendable {
    let time = Mutex(newYear)
  }

  init(_ answers: [Answer], store: (any CacheStore)? = nil) {
    let clock = Clock()
    state = Mutex(State(answers: answers))
    self.clock = clock
    cache = ResponseCache(store) { clock.time.withLock { $0 } }
  }

  /// The requests of the server, one line each: the method, and the fields of the cache.
  var sent: [String] {
    state.withLock { $0.sent }.map { request in
      let names: [HTTPField.Name] = [.ifNoneMatch, .ifModifiedSince, .cacheControl, .range]
      return ([request.method.rawValue] + names.compactMap { name in request.headers[name].map { "\(name.canonicalName)=\($0)" } })
        .joined(separator: " ")
    }
  }

  func pass(_ seconds: Double) { clock.time.withLock { $0 += seconds } }

  /// Returns the result of a call: `200 body` with the use of the cache, or the error.
  @discardableResult
  func call(
    _ headers: String = "", _ mode: CacheMode = .standard, method: HTTPRequest.Method = .get, url: String = "https://api.test/a",
    secret: String? = nil, _ change: (inout PreparedRequest) -> Void = { _ in }
  ) async -> String {
    var request = PreparedRequest(endpoint: "e", method: method, url: url, headers: headers.isEmpty ? [:] : fields(headers))
    request.policy.cache = mode
    request.context[IsReadWhole.self] = true
    if let secret { request.secrets.add(secret) }
    change(&request)
    do {
      let response = try await cache.answer(request, Next { try await self.send($0) })
      let body = String(decoding: try await response.body.collect(upTo: .max), as: UTF8.self)
      let age = response.headers[.init("Age")!].map { " age=\($0)" } ?? ""
      return "\(response.status.code) \(body)" + (response.context[CacheUse.self].map { " (\($0.kind))\(age)" } ?? "")
    } catch let error as TransportError {
      return "\(error.kind)"
    } catch let error as CallError {
      return "\(error.code): \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  private func send(_ request: PreparedRequest) async throws -> Response {
    let answer = state.withLock { state in
      state.sent.append(request)
      return state.answers.isEmpty ? Answer(status: 599) : state.answers.removeFirst()
    }
    if let fault = answer.fault { throw fault }
    let pieces = answer.isCut ? ResponseBody(Cut(body: Array(answer.body.utf8))) : ResponseBody(Array(answer.body.utf8))
    return Response(
      status: .init(code: answer.status), headers: answer.headers.isEmpty ? [:] : fields(answer.headers), url: request.url, body: pieces)
  }

  /// A body that breaks off.
  private struct Cut: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    let body: [UInt8]

    struct AsyncIterator: AsyncIteratorProtocol {
      var body: [UInt8]?

      mutating func next() async throws -> [UInt8]? {
        defer { body = nil }
        guard let body else { throw TransportError(.truncated, "cut") }
        return body
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: body) }
  }
}
