import Dial
import DialSyntax
import TestSupport
import Testing

@testable import DialBuild
@testable import DialSpec

/// A spec with one slip: `Fixtures/slips/NAME.yaml`.
struct Slip: Sendable, CustomTestStringConvertible {
  let name: String
  /// The id and the line of its only finding.
  let id: String
  let line: Int
  let isFixed: Bool

  init(_ name: String, _ id: String, line: Int, isFixed: Bool) {
    (self.name, self.id, self.line, self.isFixed) = (name, id, line, isFixed)
  }

  var testDescription: String { name }

  static let all = [
    Slip("01-key-baseurl", "unknown-key", line: 2, isFixed: true),
    Slip("02-key-description", "unknown-key", line: 12, isFixed: true),
    Slip("03-key-responses", "unknown-key", line: 14, isFixed: false),
    Slip("04-key-paths", "unknown-key", line: 8, isFixed: true),
    Slip("05-key-parameters", "unknown-key", line: 11, isFixed: true),
    Slip("06-key-required", "unknown-key", line: 13, isFixed: false),
    Slip("07-key-enum", "unknown-key", line: 14, isFixed: true),
    Slip("08-key-env", "unknown-key", line: 2, isFixed: true),
    Slip("09-key-with", "unknown-key", line: 8, isFixed: true),
    Slip("10-key-timeout-minutes", "unknown-key", line: 14, isFixed: false),
    Slip("11-key-data", "unknown-key", line: 20, isFixed: true),
    Slip("12-key-method-url", "missing-key", line: 17, isFixed: false),
    Slip("13-type-integer", "unknown-type", line: 10, isFixed: true),
    Slip("14-type-datetime", "unknown-type", line: 13, isFixed: true),
    Slip("15-type-case", "unknown-type", line: 10, isFixed: true),
    Slip("16-type-array-ts", "shape", line: 9, isFixed: true),
    Slip("17-type-generic", "shape", line: 9, isFixed: true),
    Slip("18-method-missing", "method", line: 10, isFixed: true),
    Slip("19-method-url-order", "method", line: 16, isFixed: true),
    Slip("20-path-colon", "target", line: 10, isFixed: true),
    Slip("21-path-mustache", "target", line: 10, isFixed: true),
    Slip("22-path-unclosed", "signature", line: 16, isFixed: true),
    Slip("23-list-unclosed", "signature", line: 16, isFixed: true),
    Slip("24-list-semicolon", "parameter-list", line: 9, isFixed: true),
    Slip("25-list-colon", "yaml-quote", line: 16, isFixed: true),
    Slip("26-list-no-comma", "parameter", line: 13, isFixed: true),
    Slip("27-list-quotes-default", "default-value", line: 9, isFixed: true),
    Slip("28-arrow-fat", "signature", line: 10, isFixed: true),
    Slip("29-arrow-colon", "yaml-quote", line: 16, isFixed: true),
    Slip("30-var-mustache", "sent-literally", line: 3, isFixed: true),
    Slip("31-var-dollar", "sent-literally", line: 3, isFixed: true),
    Slip("32-var-percent", "sent-literally", line: 4, isFixed: true),
    Slip("33-var-gha", "sent-literally", line: 4, isFixed: true),
    Slip("34-var-env-dot", "sent-literally", line: 7, isFixed: true),
    Slip("35-auth-header-text", "auth", line: 3, isFixed: false),
    Slip("36-auth-apikey", "auth", line: 3, isFixed: false),
    Slip("37-auth-basic-colon", "auth", line: 3, isFixed: true),
    Slip("38-unit-sec", "duration", line: 14, isFixed: true),
    Slip("39-unit-rate", "expected-value", line: 12, isFixed: true),
    Slip("40-unit-backoff", "duration", line: 11, isFixed: true),
    Slip("41-indent-endpoint", "yaml-quote", line: 10, isFixed: true),
    Slip("42-indent-key", "yaml-syntax", line: 14, isFixed: true),
    Slip("43-tab", "yaml-tab", line: 14, isFixed: true),
    Slip("44-colon-no-blank", "yaml-syntax", line: 4, isFixed: true),
    Slip("45-quote-unclosed", "yaml-syntax", line: 20, isFixed: true),
    Slip("46-dash-missing", "yaml-syntax", line: 10, isFixed: true),
    Slip("47-list-for-map", "expected-mapping", line: 3, isFixed: true),
    Slip("48-list-headers", "expected-mapping", line: 3, isFixed: true),
    Slip("49-list-endpoints", "yaml-syntax", line: 9, isFixed: true),
    Slip("50-place-base-in-group", "unknown-key", line: 25, isFixed: true),
    Slip("51-place-endpoint-top", "misplaced-key", line: 16, isFixed: true),
    Slip("52-accept-text", "statuses", line: 5, isFixed: false),
    Slip("53-cache-true", "expected-value", line: 7, isFixed: true),
    Slip("54-poll-double-eq", "selection", line: 18, isFixed: true),
    Slip("55-poll-dquote", "selection", line: 18, isFixed: true),
    Slip("56-paginate-param", "unknown-key", line: 22, isFixed: true),
    Slip("57-mock-body", "unknown-key", line: 19, isFixed: false),
    Slip("58-mock-status-text", "expected-number", line: 19, isFixed: true),
    Slip("59-smart-quotes", "yaml-quote", line: 20, isFixed: true),
    Slip("60-header-colon", "header-name", line: 4, isFixed: false),
  ]
}

/// Mistakes of users of other tools have one finding each, in their line, and fix-its always leave a valid spec.
struct SlipTests {
  @Test(arguments: Slip.all)
  func hasOneFinding(_ slip: Slip) throws {
    let found = Self.check(try fixtures.bytes("slips/\(slip.name).yaml")).diagnostics
    let printed = DiagnosticPrinter(color: false).text(found)
    #expect(found.map(\.id) == [slip.id], "\(printed)")
    #expect(found.map(\.range.start.line) == [slip.line], "\(printed)")
  }

  @Test(arguments: Slip.all)
  func fixItsMendItOrLeaveIt(_ slip: Slip) throws {
    let before = try fixtures.bytes("slips/\(slip.name).yaml")
    var bytes = before
    var reading = Self.check(bytes)
    _ = SpecFixes.apply(to: &bytes, &reading, check: Self.check)
    let printed = "\(String(decoding: bytes, as: UTF8.self))\n\(DiagnosticPrinter(color: false).text(reading.diagnostics))"
    #expect(reading.diagnostics.isEmpty == slip.isFixed, "\(printed)")
    if !slip.isFixed { #expect(bytes == before, "\(printed)") }
  }

  @Test func everyFileIsInTheTable() { #expect(fixtures.names("slips", ending: "yaml") == Slip.all.map(\.name)) }

  private static func check(_ bytes: [UInt8]) -> SpecReading { Spec.check(bytes, name: "slip.yaml", folder: nil) }
}
