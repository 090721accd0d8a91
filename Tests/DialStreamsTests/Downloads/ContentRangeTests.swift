import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

@Suite struct ContentRangeTests {
  @Test(arguments: [
    "", "bytes", "bytes ", "bytes 0-9", "bytes 0-9/", "bytes 9-0/100", "bytes 0-9/9", "bytes -9/100", "bytes 0-/100", "bytes +0-9/100",
    "bytes 0-9/-1", "bytes 0-9/100/100", "lines 0-9/100", "bytes=0-9/100", "bytes 0-99999999999999999999/*", "bytes a-b/c",
  ])
  func refuses(text: String) { #expect(ContentRange(text) == nil) }

  @Test(
    arguments: [
      ("bytes 0-9/100", 0...9, 100), ("Bytes 0-9/*", 0...9, nil), ("bytes */100", nil, 100), ("bytes 0-0/1", 0...0, 1),
      ("bytes */*", nil, nil),
    ] as [(String, ClosedRange<Int64>?, Int64?)])
  func reads(text: String, bytes: ClosedRange<Int64>?, total: Int64?) {
    let range = ContentRange(text)
    #expect(range != nil && range?.bytes == bytes && range?.total == total)
  }

  @Test(arguments: ["", "\"", "v1", "W/\"v1\"", "\"v\"1\"", "\"v 1\"", "\"v\u{E9}\"", "\"v\r\n\"", "yesterday"])
  func noStrongValidator(tag: String) { #expect(StrongValidator(tag) == nil) }

  @Test(arguments: ["\"\"", "\"v1\"", "\"W/\"", "Sun, 06 Nov 1994 08:49:37 GMT"])
  func strongValidators(text: String) { #expect(StrongValidator(text)?.text == text) }
}
