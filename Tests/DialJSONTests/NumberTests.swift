import DialJSON
import FoundationEssentials
import Testing

@Suite struct NumberTests {
  static let notNumbers = [
    "", "-", "01", "-01", ".5", "5.", "1e", "1e+", "+1", "NaN", "Infinity", "0x1", "1 ", " 1", "1.e1", "١",
  ]

  @Test(arguments: notNumbers) func refuses(_ digits: String) {
    #expect(JSON.number(digits) == nil)
    if !digits.contains(" ") { #expect(throws: JSONError.self) { try JSON(parsing: "[" + digits + ",1]") } }
  }

  static let integers: [(String, Int?)] = [
    ("1.5", nil), ("true", nil), ("\"1\"", nil), ("null", nil), ("1e-1", nil), ("9223372036854775808", nil),
    ("-9223372036854775809", nil), ("1e19", nil), ("1e400", nil), ("1e99999999999999999999999", nil),
    ("1", 1), ("-0", 0), ("1.0", 1), ("1e2", 100), ("10.00", 10), ("1.50e1", 15), ("100e-2", 1), ("0e999999", 0),
    ("0.0e-99999999999999999999999999", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ("-9.223372036854775808e18", .min), ("922337203685477580.7e1", .max),
  ]

  @Test(arguments: integers) func readsIntegers(_ text: String, _ value: Int?) throws {
    let json = try JSON(parsing: text)
    #expect(json.asInt == value)
    #expect(json.asInt64 == value.map { Int64($0) })
    #expect((try? json.decode(Int.self)) == value)
  }

  @Test func readsOtherTypes() throws {
    #expect(try JSON(parsing: "18446744073709551615").asUInt64 == .max)
    #expect(try JSON(parsing: "18446744073709551616").asUInt64 == nil)
    #expect(try JSON(parsing: "-1").asUInt64 == nil)
    #expect(try JSON(parsing: "-0").asUInt64 == 0)
    #expect(try JSON(parsing: "1e400").asDouble == nil)
    #expect(try JSON(parsing: "-1e400").asDouble == nil)
    #expect(try JSON(parsing: "1e-400").asDouble == 0)
    #expect(try JSON(parsing: "5e-324").asDouble == .leastNonzeroMagnitude)
    #expect(try JSON(parsing: "true").asDouble == nil)
    #expect(try JSON(parsing: "1.7976931348623157e308").asDouble == .greatestFiniteMagnitude)
    #expect(JSON(Double.nan) == nil)
    #expect(JSON(Double.infinity) == nil)
    #expect(JSON(0.1).asNumberText == "0.1")
    #expect(try JSON(parsing: "1.10").asNumberText == "1.10")
  }

  static let decimals: [(String, String?)] = [
    ("\"1\"", nil), ("1e200", nil), ("1e-200", nil), ("123456789012345678901234567890123456789", nil),
    ("0.1", "0.1"), ("-1.10", "-1.1"), ("0", "0"), ("-0.0", "0"), ("1e3", "1000"),
    ("12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("100000000000000000000000000000000000000000", "100000000000000000000000000000000000000000"), ("1e-128", nil),
  ]

  @Test(arguments: decimals) func readsDecimals(_ text: String, _ digits: String?) throws {
    let json = try JSON(parsing: text)
    if text != "1e-128" { #expect(json.asDecimal?.description == digits) }
    #expect((try? json.decode(Decimal.self)) == json.asDecimal)
  }

  static let equal: [(String, String, Bool)] = [
    ("1", "true", false), ("1", "\"1\"", false), ("0", "false", false), ("0", "null", false), ("1", "1.0000001", false),
    ("9007199254740993", "9007199254740992", false), ("1e400", "1e401", false), ("1", "-1", false),
    ("1.0", "1.00", true), ("1e2", "100", true), ("0", "-0.0e5", true), ("1.5", "15e-1", true),
    ("1e400", "10e399", true),
    ("[1,{\"a\":1,\"b\":2}]", "[1.0,{\"b\":2,\"a\":1e0}]", true), ("[1,2]", "[2,1]", false), ("[]", "{}", false),
    ("{\"a\":1}", "{\"a\":1,\"b\":1}", false), ("{\"a\":1}", "{\"b\":1}", false),
    ("{\"a\":0,\"a\":1}", "{\"a\":1}", true),
    ("\"é\"", "\"\\u00e9\"", true), ("\"é\"", "\"e\u{301}\"", false),
  ]

  @Test(arguments: equal) func compares(_ a: String, _ b: String, _ same: Bool) throws {
    let (x, y) = (try JSON(parsing: a), try JSON(parsing: b))
    #expect((x == y) == same)
    #expect((y == x) == same)
    if same { #expect(x.hashValue == y.hashValue) }
  }
}

/// Exact comparison and division.
struct NumberDivisionTests {
  @Test(arguments: [
    ("0", "3", true), ("9", "3", true), ("10", "3", false), ("-9", "3", true), ("9", "-3", true), ("0.3", "0.1", true),
    ("0.35", "0.1", false), ("1e300", "7", false), ("1e300", "1e299", true), ("3", "9", false), ("12345678901234567890123", "3", true),
    ("1.10", "1.1", true), ("5", "0", false), ("99999999999999999999999999999999999999", "3", true), ("1e-5", "1e-6", true),
  ])
  func dividesExactly(number: String, divisor: String, isMultiple: Bool) throws {
    let (number, divisor) = (try #require(JSON.number(number)), try #require(JSON.number(divisor)))
    #expect(number.isMultiple(of: divisor) == isMultiple)
  }

  @Test func doesNotDivideHugeNumbers() throws {
    #expect(try #require(JSON.number("1e5000")).isMultiple(of: 7) == nil)
    #expect(JSON.string("6").isMultiple(of: 3) == nil)
  }

  @Test(arguments: [
    ("1", "2", true), ("2", "1", false), ("-1", "0.5", true), ("9007199254740992", "9007199254740993", true), ("1.0", "1", false),
  ])
  func comparesExactly(a: String, b: String, isLess: Bool) throws {
    #expect(try #require(JSON.number(a)).isLess(than: try #require(JSON.number(b))) == isLess)
  }
}
