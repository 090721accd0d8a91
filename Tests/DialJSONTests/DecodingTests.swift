import DialJSON
import FoundationEssentials
import Testing

@Suite struct DecodingTests {
  struct User: Codable, Equatable {
    var id: Int
    var name: String
    var tags: [String]?
    var role: Role?
    enum Role: String, Codable { case admin, guest }
  }

  static let bad: [(String, String)] = [
    (#"{"a":{"name":"x"}}"#, "'id' is missing in 'a'"),
    (#"{"a":{"id":null,"name":"x"}}"#, "expected an integer in 'a.id', found null"),
    (#"{"a":{"id":true,"name":"x"}}"#, "expected an integer in 'a.id', found a bool"),
    (#"{"a":{"id":1,"name":2}}"#, "expected a string in 'a.name', found a number"),
    (#"{"a":{"id":1e30,"name":""}}"#, "'1e30' in 'a.id' is out of range for Int"),
    (#"{"a":{"id":1,"name":"","tags":["x",null]}}"#, "expected a string in 'a.tags[1]', found null"),
    (#"{"a":{"id":1,"name":"","tags":{}}}"#, "expected an array in 'a.tags', found an object"),
    (#"{"a":[]}"#, "expected an object in 'a', found an array"),
    (#"{"a":{"id":1,"name":"","role":"boss"}}"#, "Cannot initialize Role from invalid String value boss in 'a.role'"),
  ]

  @Test(arguments: bad) func errorsNamePathAndKinds(_ text: String, _ message: String) throws {
    let json = try JSON(parsing: text)
    let error = #expect(throws: JSONError.self) { try json.a.decode(User.self) }
    #expect(error?.message == message)
    let same = #expect(throws: JSONError.self) { try json.decode([String: User].self) }
    #expect(same?.message == message)
  }

  @Test func integersAreChecked() throws {
    #expect(throws: JSONError.self) { try JSON(300).decode(Int8.self) }
    #expect(throws: JSONError.self) { try JSON(-1).decode(UInt.self) }
    #expect(throws: JSONError.self) { try JSON("1").decode(Int.self) }
    #expect(throws: JSONError.self) { try JSON(1).decode(String.self) }
    #expect(throws: JSONError.self) { try JSON(1).decode(Bool.self) }
    #expect(throws: JSONError.self) { try JSON(true).decode(Double.self) }
    #expect(throws: JSONError.self) { try JSON.null.decode(String.self) }
    #expect(throws: JSONError.self) { try JSON(parsing: "1e39").decode(Float.self) }
    #expect(try JSON(parsing: "127.0").decode(Int8.self) == 127)
    #expect(try JSON(parsing: "1e2").decode(UInt8.self) == 100)
    #expect(try JSON(parsing: "340282366920938463463374607431768211455").decode(UInt128.self) == .max)
    #expect(try JSON(parsing: "-170141183460469231731687303715884105728").decode(Int128.self) == .min)
    #expect(try JSON(parsing: "0.1").decode(Float.self) == 0.1)
    #expect(try JSON.null.decode(Int?.self) == nil)
    #expect(try JSON(parsing: "[1,null]").decode([Int?].self) == [1, nil])
  }

  @Test func foundationTypes() throws {
    #expect(try JSON("2024-01-01T01:00:00.25+01:00").decode(Date.self).timeIntervalSince1970 == 1_704_067_200.25)
    #expect(try JSON(parsing: "1704067200.5").decode(Date.self).timeIntervalSince1970 == 1_704_067_200.5)
    #expect(try JSON("aGk=").decode(Data.self) == Data("hi".utf8))
    #expect(try JSON("https://a.test/x").decode(URL.self).absoluteString == "https://a.test/x")
    #expect(try JSON("e621e1f8-c36c-495a-93fc-0c247a3e6e5f").decode(UUID.self).uuidString.hasPrefix("E621E1F8"))
    #expect(try JSON(parsing: "0.10").decode(Decimal.self) == Decimal(sign: .plus, exponent: -1, significand: 1))
    for (json, message) in [
      (JSON("2024-02-30T00:00:00Z"), "'2024-02-30T00:00:00Z' is not a date (RFC 3339)"),
      (JSON("%"), "'%' is not a date (RFC 3339)"),
      (true, "expected a string with a date (RFC 3339), found a bool"),
    ] {
      let error = #expect(throws: JSONError.self) { try json.decode(Date.self) }
      #expect(error?.message == message)
    }
    #expect(throws: JSONError.self) { try JSON("a").decode(Data.self) }
    #expect(throws: JSONError.self) { try JSON("x").decode(UUID.self) }
    #expect(throws: JSONError.self) { try JSON("").decode(URL.self) }
    #expect(throws: JSONError.self) { try JSON("1").decode(Decimal.self) }
  }

  @Test func snakeCase() throws {
    struct Push: Decodable, Equatable { var pushReplyMe: Bool, id: Int, _own: Int?, list: [Inner] }
    struct Inner: Decodable, Equatable { var itemId: Int }
    let json = try JSON(parsing: #"{"push_reply_me":true,"id":1,"_own":2,"list":[{"item_id":3}]}"#)
    let push = try json.decode(Push.self, options: JSONDecodingOptions(keys: .snake))
    #expect(push == Push(pushReplyMe: true, id: 1, _own: 2, list: [Inner(itemId: 3)]))
    #expect(throws: JSONError.self) { try json.decode(Push.self) }
    let bad = try JSON(parsing: #"{"push_reply_me":1,"id":1,"list":[]}"#)
    let error = #expect(throws: JSONError.self) { try bad.decode(Push.self, options: .init(keys: .snake)) }
    #expect(error?.path == "push_reply_me")
  }

  /// Values built in code, whose parts have their own layouts, are decoded like parsed ones.
  @Test func builtValues() throws {
    struct Pair: Decodable, Equatable { var id: Int, name: String }
    let layout = JSONLayout.record([.init("id", wire: "ID"), .init("name")])
    let object = JSONLayout.attach(layout, to: try JSON(parsing: #"{"ID":1,"name":"a"}"#))
    let list = JSONLayout.attach(layout, to: [2, "b"])
    let built = JSON.object([("x", [object, list]), ("y", ["id": 3, "name": "c"])])
    #expect(try built.x.decode([Pair].self) == [Pair(id: 1, name: "a"), Pair(id: 2, name: "b")])
    #expect(try built.decode([String: JSON].self)["x"]?[0].id.asInt == 1)
    struct Both: Decodable { var x: [Pair], y: Pair }
    #expect(try built.decode(Both.self).y == Pair(id: 3, name: "c"))
    let error = #expect(throws: JSONError.self) { try built.decode([String: [Pair]].self) }
    #expect(error?.message == "expected an array in 'y', found an object")
    let short = #expect(throws: JSONError.self) { try JSON.array([JSONLayout.attach(layout, to: [1])]).decode([Pair].self) }
    #expect(short?.message == "'[1]' is missing in '[0]', which has 1 element")
    #expect(try JSON.null.x.decode(Int?.self) == nil)
  }

  @Test func wideObjects() throws {
    let text = "{" + (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let all = try JSON(parsing: text).decode([String: Int].self)
    #expect(all.count == 20_000 && all["k19999"] == 19_999)
  }

  @Test func containers() throws {
    struct Odd: Decodable {
      var total = 0
      var first: JSON = .null
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        #expect(list.count == 3 || list.count == 1)
        first = try list.decode(JSON.self)
        var inner = try list.nestedUnkeyedContainer()
        while !inner.isAtEnd { total += try inner.decode(Int.self) }
        let keyed = try list.nestedContainer(keyedBy: Key.self)
        total += try keyed.decode(Int.self, forKey: .a)
        #expect(keyed.allKeys.count == 2)
        #expect(try keyed.decodeNil(forKey: .b))
        #expect(list.isAtEnd)
      }
      enum Key: String, CodingKey { case a, b }
    }
    let odd = try JSON(parsing: #"[{"x":1.10},[1,2],{"a":3,"b":null}]"#).decode(Odd.self)
    #expect(odd.total == 6 && "\(odd.first)" == #"{"x":1.10}"#)
    let short = #expect(throws: JSONError.self) { try JSON(parsing: "[1]").decode(Odd.self) }
    #expect(short?.kind == .missing)
    class Base: Codable { var a = 1 }
    final class Sub: Base {
      var b = 2
      required init(from decoder: any Decoder) throws {
        let own = try decoder.container(keyedBy: Key.self)
        b = try own.decode(Int.self, forKey: .b)
        try super.init(from: try own.superDecoder())
      }
      enum Key: String, CodingKey { case b }
    }
    let sub = try JSON(parsing: #"{"b":5,"super":{"a":6}}"#).decode(Sub.self)
    #expect(sub.a == 6 && sub.b == 5)
    enum Shape: Codable, Equatable {
      case dot
      case circle(r: Double)
      case line(Int, Int)
    }
    let shapes: [Shape] = [.dot, .circle(r: 1.5), .line(1, 2)]
    let json = try JSON(encoding: shapes)
    #expect("\(json)" == #"[{"dot":{}},{"circle":{"r":1.5}},{"line":{"_0":1,"_1":2}}]"#)
    #expect(try json.decode([Shape].self) == shapes)
  }
}
