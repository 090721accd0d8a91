import DialCore
import DialHTTP
import HTTPTypes
import Testing

struct LoopbackServerTests {
  @Test func answersWithWhatItsHandlerSays() async throws {
    let server = try await LoopbackServer { request in
      let text = "\(request.method) \(request.target) \(request.header("x-a") ?? "-") \(String(decoding: request.body, as: UTF8.self))"
      return LoopbackResponse(status: 201, headers: [("X-B", "c")], body: Array(text.utf8))
    }
    let request = Calls.request(
      .post, server.base + "/a%2Fb?q", headers: [HTTPField.Name("X-A")!: "v"], body: .bytes(Array("hello".utf8)))
    let (response, body) = try await Calls.fetch(request)
    #expect(response.status.code == 201)
    #expect(response.headers[HTTPField.Name("X-B")!] == "c")
    #expect(body == "POST /a%2Fb?q v hello")
    await server.stop()
  }

  @Test func chunksComeOneByOne() async throws {
    let server = try await LoopbackServer { _ in
      LoopbackResponse(chunks: [.init([1]), .init([2], after: .milliseconds(60)), .init([3], after: .milliseconds(60))])
    }
    let transport = HTTPTransport(configuration: .direct)
    var pieces: [[UInt8]] = []
    for try await piece in try await transport.send(Calls.request(.get, server.base + "/")).body { pieces.append(piece) }
    #expect(pieces == [[1], [2], [3]])
    await transport.shutdown()
    await server.stop()
  }

  @Test func answersWithoutABody() async throws {
    for (method, status) in [(HTTPRequest.Method.head, 200), (.get, 204), (.get, 500)] {
      let server = try await LoopbackServer { _ in LoopbackResponse(status: status, body: status == 200 ? [1, 2] : []) }
      #expect(await Calls.outcome(Calls.request(method, server.base + "/")) == "\(status) ")
      await server.stop()
    }
  }

  @Test func oneServerForManyCallsOnOneConnection() async throws {
    let server = try await LoopbackServer { request in LoopbackResponse(body: Array(request.target.utf8)) }
    let transport = HTTPTransport(configuration: .direct)
    for number in 0..<3 {
      let response = try await transport.send(Calls.request(.get, "\(server.base)/\(number)"))
      #expect(try await response.body.collect(upTo: 9) == Array("/\(number)".utf8))
    }
    await transport.shutdown()
    await server.stop()
  }
}
