import DialJSON
import FoundationEssentials
import TestSupport
import Testing

@Suite struct EncodingTests {
  struct Nothing: Encodable {}
  struct Order: Encodable {
    var z = 1
    var a: String? = nil
    var m: [String: Int] = ["b": 1, "a": 2, "é": 3]
    var raw: JSON = ["y": 1, "x": [1.50]]
    var f: Float = 0.1
  }

  @Test func refusesWhatJSONCannotHold() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: JSONError.self) { try JSON(encoding: value) }
      let error = #expect(throws: JSONError.self) { try JSON(encoding: ["a": [value]]) }
      #expect(error?.path == "a[0]")
    }
    #expect(throws: JSONError.self) { try JSON(encoding: Float.nan) }
    #expect(throws: JSONError.self) { try JSON(encoding: Decimal.nan) }
    #expect(throws: JSONError.self) { try JSON(encoding: Date(timeIntervalSince1970: 1e18)) }
  }

  @Test func encodes() throws {
    let digits = try JSON(parsing: "[1.10,1e2]")
    let values: [(any Encodable, String)] = [
      (Nothing(), "{}"), (Order(), #"{"z":1,"m":{"a":2,"b":1,"é":3},"raw":{"y":1,"x":[1.5]},"f":0.1}"#),
      (digits, "[1.10,1e2]"),
      (["k": digits], #"{"k":[1.10,1e2]}"#), (Int?.none, "null"), ([1, nil] as [Int?], "[1,null]"),
      (UInt64.max, "18446744073709551615"),
      (Int.min, "-9223372036854775808"), (Int128.max, "170141183460469231731687303715884105727"), (0.1, "0.1"),
      (Float(0.1), "0.1"),
      (1e300, "1e+300"), (true, "true"), ("é\n", #""é\n""#),
      (Date(timeIntervalSince1970: 1_704_067_200), #""2024-01-01T00:00:00Z""#),
      (Date(timeIntervalSince1970: 1_704_067_200.123), #""2024-01-01T00:00:00.123Z""#), (Data("hi".utf8), #""aGk=""#),
      (["d": Optional(Date(timeIntervalSince1970: 0))], #"{"d":"1970-01-01T00:00:00Z"}"#),
      (URL(string: "https://a.test/x?y=1"), #""https://a.test/x?y=1""#), ([3: "c", 1: "a"], #"{"1":"a","3":"c"}"#),
      (UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"), #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#),
      (Decimal(string: "12345678901234567890.123456789"), "12345678901234567890.123456789"), ([String](), "[]"),
      ([String: Int](), "{}"),
    ]
    for (value, text) in values { #expect("\(try JSON(encoding: value))" == text) }
  }

  @Test func containersAreShared() throws {
    struct Odd: Encodable {
      enum Key: String, CodingKey { case a, b }
      func encode(to encoder: any Encoder) throws {
        var first = encoder.container(keyedBy: Key.self)
        var late = first.nestedContainer(keyedBy: Key.self, forKey: .b)
        try first.encode(1, forKey: .a)
        var second = encoder.container(keyedBy: Key.self)
        try second.encode(2, forKey: .a)
        try late.encode("late", forKey: .a)
        var list = late.nestedUnkeyedContainer(forKey: .b)
        try list.encode(true)
        try list.encodeNil()
        try 5.encode(to: list.superEncoder())
        #expect(list.count == 3)
      }
    }
    #expect("\(try JSON(encoding: Odd()))" == #"{"b":{"a":"late","b":[true,null,5]},"a":2}"#)
  }

  @Test func foreignCoders() throws {
    let json = try JSON(parsing: #"{"a":[1,1.5,true,null,"x",18446744073709551615],"b":{"c":-1}}"#)
    let data = try JSONEncoder().encode(json)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == json)
    #expect(try JSON(parsing: [UInt8](data)) == json)
  }

  @Test func roundTrips() throws {
    let user = DecodingTests.User(id: 1, name: "A", tags: ["x"], role: .guest)
    #expect(try JSON(encoding: user).decode(DecodingTests.User.self) == user)
  }
}

/// Types that do not finish one container before the next.
@Suite struct UnorderedEncodingTests {
  enum Key: String, CodingKey { case a, b, c }

  struct Late: Encodable {
    func encode(to encoder: any Encoder) throws {
      var keyed = encoder.container(keyedBy: Key.self)
      var list = keyed.nestedUnkeyedContainer(forKey: .a)
      var inner = keyed.nestedContainer(keyedBy: Key.self, forKey: .b)
      try list.encode(1)
      try inner.encode("x", forKey: .c)
      while list.count < 3 { try list.encode(list.count) }
      try inner.encode(true, forKey: .c)
      try list.encodeNil()
    }
  }

  struct Twice: Encodable {
    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      try value.encode(1)
      try value.encode("two")
    }
  }

  struct Halves: Encodable {
    func encode(to encoder: any Encoder) throws {
      var first = encoder.container(keyedBy: Key.self)
      try first.encode(["x": 1.5, "a": 2], forKey: .a)
      var second = encoder.container(keyedBy: Key.self)
      try second.encode([Int8(1), 2], forKey: .b)
      try first.encode(Date(timeIntervalSince1970: 0), forKey: .a)
    }
  }

  struct Parent: Encodable {
    let path: Bool
    func encode(to encoder: any Encoder) throws {
      var keyed = encoder.container(keyedBy: Key.self)
      try Twice().encode(to: keyed.superEncoder())
      if path { try keyed.encode(encoder.codingPath.map(\.stringValue), forKey: .a) }
      _ = keyed.superEncoder(forKey: .b)
      _ = keyed.nestedUnkeyedContainer(forKey: .c)
    }
  }

  struct Catching: Encodable {
    struct Wrong: Error {}
    struct Fails: Encodable {
      func encode(to encoder: any Encoder) throws {
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode([1], forKey: .a)
        throw Wrong()
      }
    }
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      do { try list.encode(Double.nan) } catch { try list.encode("nan") }
      do { try list.encode(Fails()) } catch is Wrong { try list.encode("wrong") }
      try list.encode(["k": Date(timeIntervalSince1970: 0)])
    }
  }

  struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }

  /// Keeps its encoder, and writes to it after its value has ended.
  struct Kept: Encodable {
    final class Box { var encoder: (any Encoder)? }
    let box: Box
    func encode(to encoder: any Encoder) throws {
      if let kept = box.encoder {
        var container = kept.singleValueContainer()
        try container.encode(1)
      } else {
        box.encoder = encoder
        var container = encoder.singleValueContainer()
        try container.encode(0)
      }
    }
  }

  @Test func nothingIsWrittenIntoAValueThatHasEnded() {
    let box = Kept.Box()
    let error = #expect(throws: JSONError.self) { try JSON(encoding: [Kept(box: box), Kept(box: box)]) }
    #expect(error?.message == "cannot encode into a container after its value is complete")
  }

  @Test func everyOrderIsTaken() throws {
    func list(_ value: some Encodable) throws -> String { "\(try JSON(encoding: [value]))" }
    #expect(try list(Late()) == #"[{"a":[1,1,2,null],"b":{"c":true}}]"#)
    #expect(try list(Twice()) == #"["two"]"#)
    #expect(try list(Halves()) == #"[{"a":"1970-01-01T00:00:00Z","b":[1,2]}]"#)
    #expect(try list(Parent(path: false)) == #"[{"super":"two","b":{},"c":[]}]"#)
    #expect(try list(["x": Parent(path: true)]) == #"[{"x":{"super":"two","a":["0","x"],"b":{},"c":[]}}]"#)
    #expect(try list(Catching()) == #"[["nan","wrong",{"k":"1970-01-01T00:00:00Z"}]]"#)
    #expect(try list(Nothing()) == "[{}]")
    #expect(try list([Int?.none, 1, nil]) == "[[null,1,null]]")
    #expect(try list([String: Int?]()) == "[{}]")
    #expect(throws: Catching.Wrong.self) { try JSON(encoding: [Catching.Fails()]) }
    let built = JSONLayout.attach(.record([.init("label", wire: "w")]), to: ["w": 1])
    #expect(try JSON(encoding: ["x": [built]]).x[0].label.asInt == 1)
    #expect(try JSON(encoding: [Optional(built), nil])[0].label.asInt == 1)
  }

  /// Values of all kinds survive encoding and decoding.
  @Test(arguments: 0..<4) func valuesSurviveTheRoundTrip(_ seed: UInt64) throws {
    struct Pair: Codable, Equatable {
      var name: String
      var value: Double?
      var list: [[Int64?]]
      var text: [String: [String]]
      var last: UInt8
    }
    var dice = SeededGenerator(state: seed &+ 700)
    for _ in 0..<200 {
      let texts = ["", "plain", "é\"\\\n\u{1}", "a longer text without anything to escape in it", "\u{0}😀"]
      let pairs = (0..<Int.random(in: 0..<5, using: &dice)).map { _ in
        Pair(
          name: texts[Int.random(in: 0..<5, using: &dice)],
          value: Bool.random(using: &dice) ? nil : Double.random(in: -1e20...1e20, using: &dice),
          list: [[nil, Int64.random(in: .min ... .max, using: &dice)], []],
          text: [texts[Int.random(in: 0..<5, using: &dice)]: texts, "k": []], last: UInt8.random(in: 0...255, using: &dice))
      }
      let json = try JSON(encoding: pairs)
      #expect(try json.decode([Pair].self) == pairs)
      #expect(try JSON(parsing: JSONWriter.text(json, indent: 1)) == json)
      // A list of separately encoded values is the list.
      #expect(JSON.array(try pairs.map { try JSON(encoding: $0) }) == json)
    }
  }
}
