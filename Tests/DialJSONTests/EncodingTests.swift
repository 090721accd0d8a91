import DialJSON
import FoundationEssentials
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
