import Dial
import DialEngine
import Foundation
import HTTPTypes
import Testing

/// Bodies as the server reads them: `data` is the bytes, `json` and `form` the parsed values.
struct BodyTests {
  @Test func numbersKeepTheirDigits() async throws {
    let body = #"{"big":12345678901234567890,"price":1.10,"tiny":1e-7,"zero":-0,"whole":2.0}"#
    let value = try await Service.client().whole(try JSON(parsing: body))
    #expect(value.data.asString == body)
    #expect(value.json.big.asNumberText == "12345678901234567890")
    let decimal = try await Service.client().transfer(from: "a", amount: JSON.number("0.30"))
    #expect(decimal.data == #"{"transfer":{"source":"a","amount":0.30}}"#, "a note that is absent is left out")
  }

  @Test func integersBeyondDoubleComeBackExactly() async throws {
    let (high, low): (UInt64, Int64) = (.max, .min)
    let json = try await Service.client().post(high: high, low: low).json
    #expect(try json.high.decode(UInt64.self) == high)
    #expect(try json.low.decode(Int64.self) == low)
  }

  @Test func swiftValues() async throws {
    struct Point: Codable, Equatable, Sendable { var x = 1, y: Int? = nil, label = "é" }
    let value = try await Service.client().whole(Point())
    #expect(value.data == #"{"x":1,"label":"é"}"#)
    #expect(try value.json.decode(Point.self) == Point())
    let absent: String? = nil
    #expect(try await Service.client().post(a: absent, b: JSON.null).data == #"{"b":null}"#)
  }

  @Test(arguments: [JSON.null, true, 7, "text", [], [1, [2]], ["a": ["b": [:]]]] as [JSON])
  func anyJSONIsAWholeBody(_ json: JSON) async throws {
    #expect(try await Service.client().whole(json).json == json)
  }

  @Test func escapesInJSON() async throws {
    let text = "\"\\/\u{0}\u{8}\n\r\t\u{1F}\u{7F}é\u{2028}👩‍👩‍👧"
    #expect(try await Service.client().post(text: text).json.text.asString.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(arguments: QueryTests.texts) func forms(_ text: String) async throws {
    let value = try await Service.client().form(name: text, tags: ["a b", "c&d"])
    // a form has CR LF for typed line feeds (WHATWG); values in code are unchanged
    #expect(value.form.name.asString.map { Array($0.utf8) } == Array(text.utf8))
    #expect(value.form.tags == ["a b", "c&d"])
    #expect(value.headers[member: "Content-Type"] == "application/x-www-form-urlencoded")
    #expect(value.json == JSON.null)
  }

  @Test func plainText() async throws {
    let value = try await Service.client().text("naïve ☕")
    #expect(value.data == "naïve ☕")
    #expect(value.headers[member: "Content-Type"] == "text/plain; charset=utf-8")
  }

  @Test func bytes() async throws {
    let data = Data((0...255).map { UInt8($0) })
    let value = try await Service.client().raw(data)
    #expect(value.data.asString == "data:application/octet-stream;base64,\(data.base64EncodedString())")
    #expect(value.headers[member: "Content-Length"] == "256")
  }

  @Test func aLargeBody() async throws {
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    let value = try await Service.client().post(text: text)
    #expect(value.json.text.asString == text)
  }
}
