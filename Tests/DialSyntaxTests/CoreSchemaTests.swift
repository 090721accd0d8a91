import DialSyntax
import Testing

struct CoreSchemaTests {
  @Test(
    arguments: [
      ("~", .null), ("Null", .null), ("!!null ''", .null), ("true", .bool(true)), ("False", .bool(false)), ("yes", .string("yes")),
      ("1", .number("1")), ("+1", .number("1")), ("-0", .number("-0")), ("010", .number("10")), ("-007", .number("-7")),
      ("1.10", .number("1.10")),
      ("1.", .number("1.0")), (".5", .number("0.5")), ("-.5", .number("-0.5")), ("+001.230", .number("1.230")), ("1e3", .number("1e3")),
      ("1.e+3", .number("1.0e+3")), (".5E-2", .number("0.5E-2")), ("0x1F", .number("31")), ("0o17", .number("15")), ("0x0", .number("0")),
      ("0xffffffffffffffffffff", .number("1208925819614629174706175")), ("0o7777777777777777777777777", .number("37778931862957161709567")),
      ("0x3b9aca00", .number("1000000000")), ("123456789012345678901234567890", .number("123456789012345678901234567890")),
      (".", .string(".")), ("+", .string("+")), ("1e", .string("1e")), ("1_000", .string("1_000")), ("0x", .string("0x")),
      ("0o8", .string("0o8")), ("-0x1", .string("-0x1")), ("1.2.3", .string("1.2.3")), ("12:30", .string("12:30")),
      ("2001-12-14", .string("2001-12-14")),
      (".inf", .notFinite(".inf")), ("-.INF", .notFinite("-.inf")), (".NaN", .notFinite(".nan")), ("'1'", .string("1")),
      ("\"true\"", .string("true")),
      ("!!str 1", .string("1")), ("! 1", .string("1")), ("!!int '5'", .number("5")), ("!!float 1", .number("1")),
      ("!!int 0x10", .number("16")),
      ("!!float .inf", .notFinite(".inf")), ("!!int 1.5", nil), ("!!int abc", nil), ("!!float 0x10", nil), ("!!bool 1", nil),
      ("!!null x", nil),
      ("[]", nil), ("{}", nil),
    ] as [(String, CoreValue?)])
  func readsAValue(text: String, expected: CoreValue?) throws {
    #expect(CoreSchema.value(of: try tree(text)) == expected)
  }

  @Test func aNumberOfTooManyDigitsIsAText() throws {
    let digits = "0x" + String(repeating: "f", count: 5000)
    #expect(CoreSchema.value(of: try tree(digits)) == .string(digits))
  }
}
