import Testing

@testable import DialHTTP

/// Responses to the offer of permessage-deflate (RFC 7692 section 7.1).
struct DeflateTests {
  static let table: [([String], String)] = [
    (["x-foo"], "refused: x-foo"),
    (["permessage-deflate, x-foo"], "refused: permessage-deflate, x-foo"),
    (["permessage-deflate", "permessage-deflate"], "refused: permessage-deflate, permessage-deflate"),
    (["permessage-deflate; client_max_window_bits"], "refused: permessage-deflate; client_max_window_bits"),
    (["permessage-deflate; client_max_window_bits=7"], "refused: permessage-deflate; client_max_window_bits=7"),
    (["permessage-deflate; server_max_window_bits=16"], "refused: permessage-deflate; server_max_window_bits=16"),
    (["permessage-deflate; server_no_context_takeover=1"], "refused: permessage-deflate; server_no_context_takeover=1"),
    (
      ["permessage-deflate; server_no_context_takeover; server_no_context_takeover"],
      "refused: permessage-deflate; server_no_context_takeover; server_no_context_takeover"
    ),
    (["permessage-deflate; more"], "refused: permessage-deflate; more"),
    (["permessage-deflate;"], "refused: permessage-deflate;"),
    ([], "none"),
    ([" "], "none"),
    (["permessage-deflate"], "server false client false 15"),
    (["Permessage-Deflate ; server_no_context_takeover;client_no_context_takeover"], "server true client true 15"),
    (["permessage-deflate; server_max_window_bits=8; client_max_window_bits=\"10\""], "server false client false 10"),
  ]

  @Test(arguments: table) func answers(_ lines: [String], _ wanted: String) {
    let outcome: String
    do throws(Deflate.Fault) {
      outcome = try Deflate(lines).map { "server \($0.serverForgets) client \($0.clientForgets) \($0.clientWindowBits)" } ?? "none"
    } catch {
      outcome = "refused: \(error.extensions)"
    }
    #expect(outcome == wanted)
  }

  @Test func aWindowThatIsTooSmallPacksNothing() throws {
    let deflate = try #require(try Deflate(["permessage-deflate; client_max_window_bits=8"]))
    #expect(deflate.deflater == nil)
    #expect(deflate.inflater != nil)
  }
}
