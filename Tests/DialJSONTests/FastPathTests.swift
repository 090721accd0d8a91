import DialJSON
import TestSupport
import Testing

/// Numbers, strings, lookups and decoding at the limits of the fast paths.
@Suite struct FastPathTests {
  /// Numbers at the limits of a Double: 15 to 20 digits, halves between two doubles, the ends of the range.
  static let borders = [
    "0", "-0", "-0.0", "0e5", "9007199254740992", "9007199254740993", "9007199254740995", "-9007199254740993.0",
    "1e22", "1e23", "8.5e22", "123456789012345678e-22", "1e-22", "1e-23", "1.7976931348623157e308", "2.2250738585072014e-308",
    "2.2250738585072011e-308", "4.9e-324", "2e-324", "18446744073709551615", "18446744073709551616", "9999999999999999999",
    "99999999999999999999", "0.00000000000000000000000000001", "0.1234567890123456789", "0.12345678901234567890",
    "100000000000000000000000", "1e+05", "1E-05", "1e00005", "1e-00005", "5e55", "5e56", "3e-55", "3e-56",
    "7.2057594037927933e16", "4503599627370496.5", "4503599627370497.5", "9007199254740993e0", "1.00000000000000011102230246251565",
    "1.00000000000000011102", "9007199254740.992", "9007199254740.993", "-0.9007199254740992", "0.09007199254740993",
    "99999999999999.999", "-0.00", "0.1", "-122.419416", "6250000000000000000e-19", "72057594037927945", "72057594037927944e1",
  ]

  @Test(arguments: borders) func bordersOfDoubles(_ digits: String) throws {
    #expect(try JSON(parsing: digits).asDouble?.bitPattern == Double(digits)?.bitPattern)
    #expect(try JSON(parsing: "[\(digits)]").decode([Double].self)[0].bitPattern == Double(digits)?.bitPattern)
  }

  @Test(arguments: 0..<8) func randomDoubles(_ seed: UInt64) throws {
    var dice = SeededGenerator(state: seed &+ 400)
    var texts: [String] = []
    for _ in 0..<1_500 {
      let value = Double(bitPattern: UInt64.random(in: 0..<UInt64(0x7FF) << 52, using: &dice))
      texts.append(value.description)
      let whole = UInt64.random(in: 0...(.max), using: &dice) >> UInt64.random(in: 0..<64, using: &dice)
      let sign = Bool.random(using: &dice) ? "-" : ""
      texts.append("\(sign)\(whole)e\(Int.random(in: -70...70, using: &dice))")
      let digits = String(whole)
      texts.append("\(sign)\(digits.prefix(1)).\(digits.dropFirst())0e\(Int.random(in: -25...25, using: &dice))")
      let point = Int.random(in: 1...digits.count, using: &dice)
      texts.append("\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))0")
      // Exactly halfway between two doubles.
      let half = UInt64.random(in: 1 << 52..<1 << 53, using: &dice) * 2 + 1
      texts.append("\(half)" + (Bool.random(using: &dice) ? ".0" : ""))
    }
    let json = try JSON(parsing: "[" + texts.joined(separator: ",") + "]")
    let doubles = try json.decode([Double].self)
    for (i, text) in texts.enumerated() {
      let wanted = Double(text)
      if doubles[i].bitPattern != wanted?.bitPattern || json[i].asDouble?.bitPattern != wanted?.bitPattern {
        Issue.record("\(text) is read as \(doubles[i])")
      }
    }
  }

  @Test(arguments: 0..<4) func randomIntegers(_ seed: UInt64) throws {
    var dice = SeededGenerator(state: seed &+ 500)
    for _ in 0..<1_500 {
      let value = Int.random(in: .min ... .max, using: &dice) >> Int.random(in: 0..<64, using: &dice)
      let json = try JSON(parsing: " \(value)")
      #expect(json.asInt == value)
      #expect(json.asInt64 == Int64(value))
      #expect(json.asUInt64 == UInt64(exactly: value))
      #expect((try? json.decode(Int8.self)) == Int8(exactly: value))
      #expect((try? json.decode(UInt32.self)) == UInt32(exactly: value))
      #expect(try json.decode(Int.self) == value)
    }
  }

  struct Thing: Codable, Equatable {
    var id: Int
    var aNameThatIsLongerThanEightBytes: String
    var aNameThatIsLongerThanEightBits: Double?
    var list: [Thing]
    var names: [String: Int]
    var inner: Inner?
    var any: JSON?
    var small: [UInt8]?
    var nested: [[Int?]]
    struct Inner: Codable, Equatable { var a: Bool, b: String, id: Int }
  }

  /// Objects with members in any order, missing, repeated, misspelled, escaped or of another type.
  static func thing(_ dice: inout SeededGenerator, depth: Int) -> String {
    let names = ["id", "aNameThatIsLongerThanEightBytes", "aNameThatIsLongerThanEightBits", "list", "names", "nested"]
    var members: [String] = []
    for name in names + ["inner", "any", "small", "extra", "id", "x"] {
      let isNeeded = names.contains(name)
      if Int.random(in: 0..<(isNeeded ? 60 : 3), using: &dice) == 0 { continue }
      if name == "id", members.contains(where: { $0.hasPrefix("\"id\"") }), Bool.random(using: &dice) { continue }
      let value =
        switch name {
        case "id": ["1", "-20", "3.0", "9223372036854775807", "1e2", "\"x\""][min(5, Int.random(in: 0..<40, using: &dice) % 6)]
        case "aNameThatIsLongerThanEightBytes":
          ["\"\"", #""é\n\u0041\ud83d\ude00""#, "\"plain and rather long text\""][
            Int.random(in: 0..<3, using: &dice)]
        case "aNameThatIsLongerThanEightBits": ["null", "1", "0.1", "-1.5e300"][Int.random(in: 0..<4, using: &dice)]
        case "list":
          depth == 0
            ? "[]"
            : "["
              + (0..<Int.random(in: 0..<4, using: &dice)).map { _ in thing(&dice, depth: depth - 1) }.joined(separator: " , ")
              + "]"
        case "names": ["{}", #"{"b":1,"a":2,"b":3}"#, #"{"\u0061":1}"#][Int.random(in: 0..<3, using: &dice)]
        case "inner": ["null", #"{"b":"","a":true,"id":1}"#, #"{"a":false,"b":"x","id":2,"a":true}"#][Int.random(in: 0..<3, using: &dice)]
        case "any": [#"{"x":[1.10]}"#, "null", "\"t\""][Int.random(in: 0..<3, using: &dice)]
        case "small": ["[]", "[1,255]", "[ 1 , 0 ]"][Int.random(in: 0..<3, using: &dice)]
        case "nested": ["[]", "[[1,null],[],[2]]"][Int.random(in: 0..<2, using: &dice)]
        default: ["null", "[{}]", "{\"id\":0}"][Int.random(in: 0..<3, using: &dice)]
        }
      let written = Int.random(in: 0..<20, using: &dice) == 0 ? name.replacingFirst("i", "\\u0069") : name
      members.append("\"\(written)\" : \(value)")
    }
    if Bool.random(using: &dice) { members.shuffle(using: &dice) }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// An empty layout, with which the decoder finds members in another way.
  static let noLayout = JSONLayout.reference { nil }

  @Test(arguments: 0..<12) func aLayoutThatSaysNothingChangesNothing(_ seed: UInt64) throws {
    var dice = SeededGenerator(state: seed &+ 600)
    var good = 0
    for _ in 0..<60 {
      let text = "{\"top\":[" + (0..<3).map { _ in Self.thing(&dice, depth: 2) }.joined(separator: ",") + "]}"
      let json = try JSON(parsing: text).top
      let fast = Result { try json.decode([Thing].self) }
      let slow = Result { try JSONLayout.attach(Self.noLayout, to: json).decode([Thing].self) }
      switch (fast, slow) {
      case (.success(let a), .success(let b)):
        good += 1
        #expect(a == b)
      case (.failure(let a), .failure(let b)): #expect((a as? JSONError) == (b as? JSONError), "\(text)")
      default: Issue.record("\(fast) or \(slow): \(text)")
      }
    }
    #expect(good > 0)
  }

  struct Odd: Decodable, Equatable {
    var path: String
    var text: [String] = []
    init(from decoder: any Decoder) throws {
      path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
      var list = try decoder.unkeyedContainer()
      text.append("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd)")
      var others: [KeyedDecodingContainer<Key>] = []
      // Several containers, read alternately.
      others.append(try list.nestedContainer(keyedBy: Key.self))
      others.append(try list.nestedContainer(keyedBy: Key.self))
      for key in [Key.a, .b, .a] {
        for other in others {
          text.append("\(other.codingPath.map(\.stringValue)) \(other.contains(key)) \(other.allKeys.count)")
          text.append("\(try other.decodeIfPresent(Float.self, forKey: key) as Any)")
          text.append("\(try other.decodeNil(forKey: key))")
        }
      }
      text.append("\(try list.decodeNil()) \(try list.decodeNil()) \(list.currentIndex)")
      text.append("\(try list.superDecoder().singleValueContainer().decode(Int8.self))")
      text.append("\(list.isAtEnd)")
      do { _ = try list.decode(Int.self) } catch { text.append("\(error)") }
      do { _ = try list.decodeNil() } catch { text.append("\(error)") }
      do { _ = try others[0].decode(Bool.self, forKey: .c) } catch { text.append("\(error)") }
      do { _ = try others[1].decode(Bool.self, forKey: .a) } catch { text.append("\(error)") }
    }
    enum Key: String, CodingKey { case a, b, c }
  }

  @Test func containersAgree() throws {
    let json = try JSON(parsing: #"{"x":[0,[{"a":1.5,"b":null},{"b":2,"a":1,"a":2},null,7]]}"#).x[1]
    let fast = try json.decode(Odd.self)
    #expect(fast == (try JSONLayout.attach(Self.noLayout, to: json).decode(Odd.self)))
    #expect(fast.path == "" && fast.text.count == 26, "\(fast)")
  }

  /// A container that outlives its decoding.
  struct Kept: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<Odd.Key>
    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Odd.Key.self)
    }
  }

  @Test func containersMayBeKept() throws {
    let kept = try JSON(parsing: "[" + (0..<100).map { #"{"a":\#($0),"b":"t\#($0)"}"# }.joined(separator: ",") + "]").decode([Kept].self)
    for (i, kept) in kept.enumerated().reversed() {
      #expect(try kept.container.decode(Int.self, forKey: .a) == i)
      #expect(try kept.container.decode(String.self, forKey: .b) == "t\(i)")
      #expect(try JSON(from: kept.decoder).a.asInt == i)
    }
  }

  @Test func depthIsLimited() throws {
    indirect enum Nest: Decodable {
      case end
      case more(Nest)
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        self = list.isAtEnd ? .end : .more(try list.decode(Nest.self))
      }
    }
    let text = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try JSON(parsing: text(512)).decode(Nest.self)
    let deep = try JSON(parsing: text(600), limits: JSONLimits(maxDepth: 1000))
    let error = #expect(throws: JSONError.self) { try deep.decode(Nest.self) }
    let slow = #expect(throws: JSONError.self) { try JSONLayout.attach(Self.noLayout, to: deep).decode(Nest.self) }
    #expect(error == slow && error?.kind == .depth)
  }

  @Test func duplicatesAndEscapesOfNames() throws {
    for count in [3, 20, 47, 49, 70, 300] {
      let names = (0..<count).map { "\"a-long-common-prefix-\($0)\":\($0)" }
      let plain = try JSON(parsing: "{" + names.joined(separator: ",") + "}")
      let extra = [#""a-long-common-prefix-1":-1"#, #""a-long-c\u006fmmon-prefix-2":-2"#]
      let doubled = try JSON(parsing: "{" + (names + extra).joined(separator: ",") + "}")
      for _ in 0..<10 {
        for i in 0..<count {
          #expect(plain[member: "a-long-common-prefix-\(i)"].asInt == i)
          #expect(doubled[member: "a-long-common-prefix-\(i)"].asInt == (i == 1 || i == 2 ? -i : i))
        }
        #expect(doubled[member: "a-long-common-prefix-\(count)"].asKind == .absent)
      }
      #expect(doubled.asObject?.count == count && plain.asObject?.count == count)
      #expect(try plain.decode([String: Int].self).count == count)
      #expect(try doubled.decode([String: Int].self)["a-long-common-prefix-2"] == -2)
      #expect(try JSON(parsing: JSONWriter.bytes(doubled)) == doubled)
      #expect(
        JSONWriter.text(doubled) == "{"
          + (0..<count).map {
            "\"a-long-common-prefix-\($0)\":\($0 == 1 || $0 == 2 ? -$0 : $0)"
          }.joined(separator: ",") + "}")
    }
  }

  /// If these lookups were linear, the test would not end: 40,000 in 200,000 elements, 100,000 in 20,000 members.
  @Test func manyLookUpsInWideValues() throws {
    let list = try JSON(parsing: "[" + (0..<200_000).map { "[\($0)]" }.joined(separator: ",") + "]")
    var sum = 0
    for i in stride(from: 0, to: 200_000, by: 10) { sum += (list[i][0].asInt ?? 0) - (list.asArray?[i][0].asInt ?? 0) }
    #expect(sum == 0)
    let object = try JSON(parsing: "{" + (0..<20_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}")
    for i in 0..<50_000 { if object[member: "key\(i)"].asInt != (i < 20_000 ? i : nil) { Issue.record("key\(i)") } }
    for i in 0..<50_000 { if object.asObject?["key\(i)"]?.asInt != (i < 20_000 ? i : nil) { Issue.record("key\(i)") } }
    #expect(object.asObject?[19_999].name == "key19999")
    struct Few: Decodable { var key7: Int, key19999: Int }
    let many = try JSON(parsing: "[" + repeatElement(JSONWriter.text(object), count: 2).joined(separator: ",") + "]")
    #expect(try many.decode([Few].self).map(\.key19999) == [19_999, 19_999])
  }

  /// Every length and offset, so that the end is at each byte of a word.
  @Test func stringsOfEveryLength() throws {
    for length in 0..<40 {
      for special in ["", "\"", "\\", "\n", "\u{1F}", "é", "\u{7FF}", "元", "\u{FFFF}", "😀", "\u{10FFFF}", "\u{7F}"] {
        let text = String(repeating: "a", count: length) + special + String(repeating: "b", count: 39 - length)
        let json = try JSON(parsing: JSONWriter.quote(text))
        #expect(json.asString == text)
        #expect(try json.decode(String.self) == text)
        #expect(JSONWriter.text(json) == JSONWriter.quote(text))
        #expect(JSONWriter.text(.string(text)) == JSONWriter.quote(text))
      }
      for blank in [" ", "\n", "\t", "\r", "\r\n", "\n  "] {
        let run = String(repeating: " ", count: length) + blank + String(repeating: blank, count: length % 5)
        #expect(
          JSONWriter.text(try JSON(parsing: "\(run)[\(run)1\(run),\(run){\(run)\"a\"\(run):\(run)2\(run)}\(run)]\(run)")) == #"[1,{"a":2}]"#
        )
        #expect(throws: JSONError.self) { try JSON(parsing: "[1,\(run)\u{B}2]") }
      }
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ old: Character, _ new: String) -> String {
    guard let place = firstIndex(of: old) else { return self }
    return self[..<place] + new + self[index(after: place)...]
  }
}
