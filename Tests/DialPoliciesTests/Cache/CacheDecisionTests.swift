import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

struct CacheDecisionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var mode: CacheMode = .standard
    /// The cached response; nil if there is none.
    var kept: String?
    var asked = ""
    var gives: CacheDecision
    var testDescription: String { "\(mode) \(kept ?? "nothing") \(asked)" }
  }

  private static let fresh = CacheDecision.give(CacheUse(.fresh, age: .seconds(100)))
  private static let stale = CacheDecision.give(CacheUse(.stale, age: .seconds(100)))

  /// A request a hundred seconds after the response was stored.
  @Test(arguments: [
    Row(mode: .none, kept: "Cache-Control: max-age=999", gives: .ask),
    Row(kept: nil, gives: .ask),
    Row(mode: .onlyCache, kept: nil, gives: .miss),
    Row(kept: nil, asked: "only-if-cached", gives: .miss),
    Row(kept: "Cache-Control: max-age=99", asked: "only-if-cached", gives: .miss),
    Row(kept: "Cache-Control: max-age=99", gives: .ask),
    Row(kept: "Cache-Control: max-age=100", gives: .ask),
    Row(kept: "Cache-Control: max-age=999, no-cache", gives: .ask),
    Row(kept: "Cache-Control: max-age=999, no-cache | ETag: \"1\"", gives: .confirm),
    Row(kept: "Cache-Control: max-age=99 | ETag: \"1\"", gives: .confirm),
    Row(kept: "Cache-Control: max-age=99 | Last-Modified: x", gives: .confirm),
    Row(kept: "Cache-Control: max-age=999", asked: "no-cache", gives: .ask),
    Row(kept: "Cache-Control: max-age=999", asked: "max-age=99", gives: .ask),
    Row(kept: "Cache-Control: max-age=999", asked: "max-age=99, max-stale", gives: .ask),
    Row(kept: "Cache-Control: max-age=999", asked: "min-fresh=900", gives: .ask),
    Row(kept: "Cache-Control: max-age=90", asked: "max-stale=9", gives: .ask),
    Row(kept: "Cache-Control: max-age=90, must-revalidate", asked: "max-stale", gives: .ask),
    Row(kept: "Cache-Control: max-age=90, stale-while-revalidate=10", gives: .ask),
    Row(kept: "Cache-Control: max-age=90, stale-while-revalidate=99, must-revalidate", gives: .ask),
    Row(kept: "Cache-Control: max-age=101", gives: fresh),
    Row(kept: "Cache-Control: max-age=101, must-revalidate", gives: fresh),
    Row(kept: "Cache-Control: max-age=101, no-cache=\"x\"", gives: fresh),
    Row(kept: "Cache-Control: max-age=101", asked: "only-if-cached", gives: fresh),
    Row(kept: "Cache-Control: max-age=999", asked: "max-age=100, min-fresh=899", gives: fresh),
    Row(kept: "Cache-Control: max-age=90", asked: "max-stale=10", gives: stale),
    Row(kept: "Cache-Control: max-age=90", asked: "max-stale", gives: stale),
    Row(
      kept: "Cache-Control: max-age=90, stale-while-revalidate=11",
      gives: .giveAndRefresh(CacheUse(.stale, age: .seconds(100)))),
    Row(mode: .preferCache, kept: nil, gives: .ask),
    Row(mode: .preferCache, kept: "Cache-Control: no-cache, must-revalidate", gives: stale),
    Row(mode: .onlyCache, kept: "X: 1", gives: stale),
    Row(mode: .onlyCache, kept: "Cache-Control: max-age=999", gives: fresh),
    Row(mode: .reload, kept: "Cache-Control: max-age=999 | ETag: \"1\"", gives: .ask),
    Row(mode: .revalidate, kept: "Cache-Control: max-age=999 | ETag: \"1\"", gives: .confirm),
    Row(mode: .revalidate, kept: "Cache-Control: max-age=999", gives: .ask),
    Row(mode: .revalidate, kept: nil, gives: .ask),
  ])
  func whatBecomesOfARequest(_ row: Row) {
    let reply = row.kept.map { kept($0) }
    #expect(CacheDecision(row.mode, reply, asked: CacheControl(row.asked), at: newYear + 100) == row.gives)
  }

  @Test(arguments: [
    ("Cache-Control: max-age=90", "", false), ("Cache-Control: max-age=90, stale-if-error=10", "", false),
    ("Cache-Control: max-age=90, stale-if-error=99, must-revalidate", "", false),
    ("Cache-Control: max-age=90, stale-if-error=99, no-cache", "", false),
    ("Cache-Control: max-age=90, stale-if-error=99", "no-cache", false),
    ("Cache-Control: max-age=90, stale-if-error=11", "", true), ("Cache-Control: max-age=90", "stale-if-error=11", true),
    ("Cache-Control: max-age=90, stale-if-error=1", "stale-if-error=11", true),
  ])
  func staleResponsesThatMayReplaceFailures(_ headers: String, _ asked: String, _ mayStandIn: Bool) {
    #expect(CacheDecision.mayStandIn(kept(headers), asked: CacheControl(asked), at: newYear + 100) == mayStandIn)
  }

  @Test(
    arguments: [
      ("bytes=0-1", 0..<2), ("bytes=8-", 8..<10), ("bytes=8-99", 8..<10), ("bytes=-3", 7..<10), ("bytes=-99", 0..<10), ("bytes=10-", nil),
      ("bytes=5-4", nil), ("bytes=-0", nil), ("bytes=0-1,3-4", nil), ("bytes=", nil), ("bytes=-", nil), ("bytes=a-b", nil),
      ("items=0-1", nil), ("bytes=0-99999999999999999999", 0..<10),
    ] as [(String, Range<Int>?)])
  func partsOfTenBytes(_ field: String, _ range: Range<Int>?) {
    #expect(ByteRange.bytes(field, of: 10) == range)
  }
}
