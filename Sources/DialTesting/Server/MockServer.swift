public import Dial
package import DialEngine
import DialHTTP
package import DialMessage
import DialModel
package import DialSpec

/// A server on 127.0.0.1 that answers from the mocks of a spec, for programs that call it over the network: those in other languages, or
/// your own with its real transport.
///
/// ```swift
/// let server = try await MockServer(spec)
/// let users = Client(spec, base: server.base)
/// try await users.getUser(id: 7)
/// server.log.count(of: "getUser")   // 1
/// await server.stop()
/// ```
///
/// Method, path and query of a request tell its endpoint. Where there is none the answer is a 404 or a 405, without a mock a 501, and a
/// request that lacks what its endpoint declares gets a 400 that says what. A HEAD is answered from the GET, an OPTIONS with `Allow`.
/// A mock's `error` is a failure here too: `timeout` never answers, `truncated` breaks off, `protocol` is no HTTP, all others end the
/// connection. Mocks that are a list go on from request to request.
public final class MockServer: Sendable {
  /// A request and what became of it.
  package struct LogEntry: Sendable {
    package var method: String
    /// Without secrets.
    package var path: String
    /// The endpoint, where the request is for one.
    package var endpoint: String?
    /// nil where the connection ended without an answer.
    package var status: Int?
    /// Until the head of the answer.
    package var time: Duration
  }

  private let server: LoopbackServer
  /// Where it is reached, with the path of the spec's base: `http://127.0.0.1:40123/v1`.
  public let base: String
  /// The requests that were for an endpoint, as they came; those that it answered itself, such as a 404, are not among them.
  public let log: RequestLog

  /// Begins to listen; it ends with ``stop()``, or when nobody holds it any more.
  ///
  /// - Parameters:
  ///   - variables: values for the `${NAME}` of targets, mocks and base.
  ///   - port: of 127.0.0.1; 0 for a free one.
  ///   - options: how slow and how unreliable the answers are. A failure ends the connection, or does what its kind says.
  ///   - base: in place of that of the spec: its path stands before all others, and an upstream is asked there.
  ///   - upstream: answers in place of the mocks, such as a transport that records a real service.
  /// - Throws: a ``CallError`` of code `io` where the port is taken, of code `spec` where an upstream has no usable base.
  public convenience init(
    _ spec: Spec, variables: Variables = [:], port: Int = 0, options: MockOptions = .init(), base: String? = nil,
    upstream: (any Transport)? = nil
  ) async throws(CallError) {
    try await self.init(
      spec, variables: variables, port: port, options: options, base: base, upstream: upstream, keepsLog: true, onAnswer: { _ in })
  }

  package init(
    _ spec: Spec, variables: Variables, port: Int, options: MockOptions, base given: String?, upstream: (any Transport)?, keepsLog: Bool,
    onAnswer: @escaping @Sendable (LogEntry) -> Void
  ) async throws(CallError) {
    let router = MockRouter(spec, variables: variables, base: given)
    let log = RequestLog()
    let upstream = try upstream.map { transport throws(CallError) in
      MockUpstream(base: try Self.base(given ?? VariableScope(spec, variables).base()), transport: transport, service: spec.service)
    }
    let transport = UnreliableTransport(upstream ?? MockTransport(spec, variables: variables), options)
    let answers = MockAnswers(
      router: router, secrets: MockSecrets(spec.service, VariableScope(spec, variables)), transport: transport, upstream: upstream,
      service: given ?? VariableScope(spec, variables).base(), log: keepsLog ? log : nil)
    do {
      server = try await LoopbackServer(
        port: port, bodyLimit: upstream == nil ? 16 << 20 : LoopbackServer.bodyLimit,
        excess: upstream == nil ? .forgotten : .refused
      ) { request in
        let start = ContinuousClock.now
        let answer = await answers.answer(request)
        onAnswer(
          LogEntry(
            method: request.method, path: answer.path, endpoint: answer.endpoint,
            status: answer.response.status == 0 ? nil : answer.response.status, time: .now - start))
        return answer.response
      }
    } catch {
      throw CallError(.io, "cannot listen on port \(port) of 127.0.0.1: another program may use it")
    }
    base = server.base + router.prefix
    self.log = log
  }

  private static func base(_ text: String?) throws(CallError) -> String {
    guard let text else { throw CallError(.spec, "the spec has no 'base' to send requests on to", hint: "give one") }
    if let fault = BaseURL.fault(text, in: "'base'") { throw CallError(.spec, fault) }
    return text
  }

  /// Ends the server and all its connections, streams under way too.
  public func stop() async { await server.stop() }

  /// Waits until ``stop()``.
  package func wait() async { await server.wait() }
}
