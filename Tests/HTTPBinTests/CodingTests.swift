import Dial
import DialEngine
import DialMessage
import Foundation
import HTTPTypes
import Testing

/// Content codings.
struct CodingTests {
  @Test func packedBodies() async throws {
    let client = try await Service.client()
    for (endpoint, member) in [("gzip", "gzipped"), ("deflate", "deflated")] {
      let reply = try await client.call(endpoint)
      #expect(reply.value[member: member] == true)
      #expect(reply.headers[.contentEncoding] == nil)
      #expect(String(decoding: reply.body, as: UTF8.self).contains("\"method\": \"GET\""))
    }
    let (gzipped, method): (Bool, String) = try await client.gzip()
    #expect(gzipped && method == "GET")
  }

  @Test func aCodingThatWasNotAskedFor() async throws {
    let error = try await failure { try await Service.client().brotli() }
    #expect(error.code == .decoding)
    #expect(error.message == "unknown content coding 'br'")
  }

  @Test func selection() async throws {
    let title: String = try await Service.client().json()
    #expect(title == "Sample Slide Show")
  }

  @Test func textInManyScripts() async throws {
    let reply = try await Service.client().call("utf8")
    #expect(reply.content == .text)
    let text = try #require(reply.value.asString)
    for part in ["∮ E⋅da = Q,  n → ∞", "ði ıntəˈnæʃənəl", "Σὲ γνωρίζω ἀπὸ τὴν κόψη", "გთხოვთ ახლავე", "แผ่นดินฮั่น", "ᚻᛖ ᚳᚹᚫᚦ", "▁▂▃▄▅▆▇█"] {
      #expect(text.contains(part))
    }
    #expect(Array(text.utf8) == reply.body)
  }

  @Test func bytes() async throws {
    let client = try await Service.client()
    for count in [0, 1, 1000, 100_000] {
      let reply = try await client.call("bytes", ["count": count, "seed": 7])
      #expect(reply.body.count == count)
      #expect(reply.content == .bytes)
      #expect(reply.value.asString == Data(reply.body).base64EncodedString())
      #expect(try await client.call("chunks", ["count": count, "seed": 7]).body == reply.body, "the same in chunks")
    }
  }

  @Test func aPictureIsData() async throws {
    let picture: Data = try await Service.client().image()
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  }

  @Test func aResultThatDoesNotFit() async throws {
    struct Wrong: Decodable { var gzipped: Int }
    let error = try await failure { let _: Wrong = try await Service.client().gzip() }
    #expect(error.code == .decoding)
    #expect(error.message.contains("gzipped"))
  }
}
