import Dial
import DialEngine
import DialMessage
import DialModel
import DialTesting
import Testing

/// The Swift of `Bodies.md`.
struct BodiesSamples {
  // sample
  struct Comma: Codec {
    var mediaType: String? { "text/csv" }
    func encode(_ value: JSON) throws -> [UInt8] {
      Array((value.items.asArray ?? []).compactMap(\.asString).joined(separator: ",").utf8)
    }
    func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON {
      .array(String(decoding: body, as: UTF8.self).split(separator: ",").map { .string(String($0)) })
    }
  }

  @Test func formatsOfYourOwn() async throws {
    let (lists, log) = Client.recording(try Page(Page.catalogue + "/Bodies.md").spec("lists.yaml"))
    // sample
    lists.codecs["comma"] = Comma()
    lists.codecs["text/csv"] = Comma()  // for responses of this media type
    let saved: [String] = try await lists.save(id: 7, items: ["a", "b"])
    #expect(saved == ["a", "b"])
    guard case .bytes(let bytes) = log.requests[0].body else { throw CallError(.encoding, "no bytes") }
    #expect(String(decoding: bytes, as: UTF8.self) == "a,b" && log.requests[0].headers["content-type"] == "text/csv")
  }
}
