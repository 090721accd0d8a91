import DialHTTP
import DialMessage
import HTTPTypes
import Testing

/// Content codings and their limits.
struct CodingTests {
  private static let bomb = Array(repeating: Packed.zeros, count: 32).flatMap(\.self)

  static let table: [(String, [UInt8], String)] = [
    ("gzip", Packed.gzip, "200 hello"),
    ("X-GZIP", Packed.gzip, "200 hello"),
    ("deflate", Packed.zlib, "200 hello"),
    ("deflate", Packed.deflate, "200 hello"),
    ("identity", Array("hello".utf8), "200 hello"),
    ("none", Array("hello".utf8), "200 hello"),
    ("aws-chunked", Array("hello".utf8), "200 hello"),
    ("aws-chunked,gzip", Packed.gzip, "200 hello"),
    ("gzip", Packed.gzip + Packed.gzip, "200 hellohello"),
    ("gzip", Packed.gzip + Array("junk".utf8), "200 hello"),
    ("gzip, gzip", Packed.gzipTwice, "200 hello"),
    ("gzip", [], "200 "),
    ("br", [], "200 "),
    ("gzip", Array(Packed.gzip.dropLast(9)), "truncated: the gzip data of the body is truncated"),
    ("gzip", Array(Packed.gzip.prefix(1)), "truncated: the gzip data of the body is truncated"),
    ("deflate", Array(Packed.zlib.dropLast(2)), "truncated: the deflate data of the body is truncated"),
    ("gzip", Packed.gzipWrongSum, "protocol: the body is not valid gzip data, although its Content-Encoding says so"),
    ("gzip", Array("{\"a\":1}".utf8), "protocol: the body is not valid gzip data, although its Content-Encoding says so"),
    ("br", [1, 2, 3], "coding: unknown content coding 'br'"),
    ("gzip, zstd", [1, 2, 3], "coding: unknown content coding 'zstd'"),
    (
      "gzip, gzip, gzip, gzip, gzip, gzip", Packed.gzip,
      "limit: the body has 6 content codings, but at most 5 are supported"
    ),
    ("gzip", bomb, "limit: the decompressed body is more than 200 times the size of the compressed body"),
    // Following bytes do not count.
    (
      "gzip", bomb + [UInt8](repeating: 1, count: 64 << 10),
      "limit: the decompressed body is more than 200 times the size of the compressed body"
    ),
  ]

  @Test(arguments: table) func codings(_ coding: String, _ body: [UInt8], _ wanted: String) async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse(headers: [("Content-Encoding", coding)], body: body) }
    let outcome = await Calls.outcome(Calls.request(.get, server.base + "/"))
    #expect(outcome == wanted)
    await server.stop()
  }

  /// What a request does not ask for stays as it is: a server can declare a stored archive as gzip-coded (Apache, `AddEncoding`). Unknown
  /// codings are left to a caller that requests them.
  @Test func whatTheRequestDoesNotAskForStaysAsItIs() async throws {
    let table: [(String, String, [UInt8], String)] = [
      ("br", "gzip", [65, 66], "coding: unknown content coding 'br'"),
      ("br", "gzip, BR;q=0.5", [65, 66], "200 AB"), ("gzip, br", "br", [65, 66], "200 AB"), ("gzip", "br, gzip", Packed.gzip, "200 hello"),
      ("gzip", "identity", [65, 66], "200 AB"), ("x-gzip", "gzip", Packed.gzip, "200 hello"), ("gzip", "deflate", [65, 66], "200 AB"),
      ("gzip", "gzip;q=0", [65, 66], "200 AB"), ("gzip", "gzip; q=0.000", [65, 66], "200 AB"), ("gzip", "*", Packed.gzip, "200 hello"),
      ("gzip", "", [65, 66], "200 AB"), ("zstd", "identity", [65, 66], "200 AB"),
      ("gzip, deflate", "gzip", [65, 66], "200 AB"),
    ]
    for (coding, asked, body, wanted) in table {
      let server = try await LoopbackServer { _ in LoopbackResponse(headers: [("Content-Encoding", coding)], body: body) }
      #expect(await Calls.outcome(Calls.request(.get, server.base + "/", headers: [.acceptEncoding: asked])) == wanted)
      await server.stop()
    }
  }

  @Test func piecesMayBeCutAnywhere() async throws {
    let server = try await LoopbackServer { _ in
      LoopbackResponse(headers: [("Content-Encoding", "gzip")], chunks: (Packed.gzip + Packed.gzip).map { .init([$0]) })
    }
    #expect(await Calls.outcome(Calls.request(.get, server.base + "/")) == "200 hellohello")
    await server.stop()
  }

  @Test func sizeIsBounded() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse(headers: [("Content-Encoding", "gzip")], body: Packed.zeros) }
    let request = Calls.request(.get, server.base + "/") { $0.policy.maxBodyBytes = 65535 }
    #expect(await Calls.outcome(request) == "limit: the decompressed body is larger than 65.5 kB")
    await server.stop()
  }

  @Test func fieldsOfWhatWasUndoneAreGone() async throws {
    let table: [(HTTPRequest.Method, Int, String, Bool)] = [
      (.get, 200, "gzip", false), (.get, 200, "br", true), (.get, 206, "gzip", true), (.head, 200, "gzip", true),
    ]
    for (method, status, coding, isKept) in table {
      let server = try await LoopbackServer { _ in
        LoopbackResponse(status: status, headers: [("Content-Encoding", coding)], body: Packed.gzip)
      }
      let transport = HTTPTransport(configuration: .direct)
      let response = try await transport.send(Calls.request(method, server.base + "/"))
      #expect((response.headers[.contentEncoding] != nil) == isKept)
      #expect((response.headers[.contentLength] != nil) == isKept)
      await transport.shutdown()
      await server.stop()
    }
  }
}
