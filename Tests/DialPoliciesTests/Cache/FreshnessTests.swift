import HTTPTypes
import TestSupport
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

struct FreshnessTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var headers: String
    var status = 200
    var age: Double
    var lifetime: Double
    var testDescription: String { "\(status) \(headers)" }
  }

  /// The state of a response ten seconds after it was received.
  @Test(arguments: [
    Row(headers: "X: 1", age: 10, lifetime: 0),
    Row(headers: "Expires: 0", age: 10, lifetime: 0),
    Row(headers: "Expires: soon | Date: \(date(0))", age: 10, lifetime: 0),
    Row(headers: "Expires: \(date(60)) | Expires: \(date(60))", age: 10, lifetime: 0),
    Row(headers: "Expires: \(date(-60)) | Date: \(date(0))", age: 10, lifetime: 0),
    Row(headers: "Cache-Control: max-age=x | Expires: \(date(60))", age: 10, lifetime: 0),
    Row(headers: "Last-Modified: never", age: 10, lifetime: 0),
    Row(headers: "Last-Modified: \(date(1000)) | Date: \(date(0))", age: 10, lifetime: 0),
    Row(headers: "Last-Modified: \(date(-1000)) | Date: \(date(0))", status: 403, age: 10, lifetime: 0),
    Row(headers: "Cache-Control: max-age=60", age: 10, lifetime: 60),
    Row(headers: "Cache-Control: max-age=60 | Expires: \(date(-60))", age: 10, lifetime: 60),
    Row(headers: "Cache-Control: s-maxage=60 | Expires: \(date(20)) | Date: \(date(0))", age: 10, lifetime: 20),
    Row(headers: "Expires: \(date(60)) | Date: \(date(0))", age: 10, lifetime: 60),
    Row(headers: "Expires: \(date(60))", age: 10, lifetime: 60),
    Row(headers: "Last-Modified: \(date(-1000)) | Date: \(date(0))", age: 10, lifetime: 100),
    Row(headers: "Last-Modified: \(date(-1000)) | Date: \(date(0))", status: 404, age: 10, lifetime: 100),
    Row(headers: "Last-Modified: \(date(-1000)) | Date: \(date(0)) | Cache-Control: public", status: 403, age: 10, lifetime: 100),
    Row(headers: "Last-Modified: \(date(-99_999_999)) | Date: \(date(0))", age: 10, lifetime: 86_400),
    Row(headers: "Date: \(date(-30)) | Cache-Control: max-age=60", age: 40, lifetime: 60),
    Row(headers: "Date: \(date(30)) | Cache-Control: max-age=60", age: 10, lifetime: 60),
    Row(headers: "Age: 5 | Cache-Control: max-age=60", age: 15, lifetime: 60),
    Row(headers: "Age: 5 | Date: \(date(-30)) | Cache-Control: max-age=60", age: 40, lifetime: 60),
    Row(headers: "Age: 50, 5 | Cache-Control: max-age=60", age: 60, lifetime: 60),
    Row(headers: "Age: 5 | Age: 50 | Cache-Control: max-age=60", age: 15, lifetime: 60),
    Row(headers: "Age: old | Cache-Control: max-age=60", age: 10, lifetime: 60),
    Row(headers: "Age: -5 | Cache-Control: max-age=60", age: 10, lifetime: 60),
  ])
  func anAnswerOfTenSeconds(_ row: Row) {
    let freshness = Freshness(kept(row.headers, status: row.status), at: newYear + 10)
    #expect(freshness.age == row.age)
    #expect(freshness.lifetime == row.lifetime)
    #expect(freshness.isFresh == (row.lifetime > row.age))
  }

  @Test func theTimeOfTheResponseIsPartOfItsAge() {
    var reply = kept("Cache-Control: max-age=60")
    reply.answered += 7
    #expect(Freshness(reply, at: newYear + 10).age == 10)
  }

  @Test func aClockThatIsSetBackDoesNotLowerTheAge() {
    #expect(Freshness(kept("Age: 5 | Cache-Control: max-age=60"), at: newYear - 100).age == 5)
  }

  @Test(arguments: [
    ("X: 1", 206, "", false), ("X: 1", 304, "", false), ("X: 1", 100, "", false), ("X: 1", 299, "", false), ("X: 1", 500, "", false),
    ("Cache-Control: no-store", 200, "", false), ("Cache-Control: max-age=9, NO-STORE", 200, "", false), ("Vary: *", 200, "", false),
    ("Vary: a, *", 200, "", false), ("Cache-Control: max-age=9", 200, "no-store", false),
    ("Cache-Control: no-store, must-understand, max-age=9", 599, "", false),
    ("Cache-Control: no-store, must-understand, max-age=9", 200, "", true),
    ("X: 1", 200, "", true), ("X: 1", 404, "", true), ("Cache-Control: max-age=9", 500, "", true), ("Expires: \(date(9))", 299, "", true),
    ("Cache-Control: private, max-age=9", 200, "", true), ("Cache-Control: no-cache", 200, "", true), ("Vary: a", 200, "", true),
  ])
  func whatMayBeKept(_ headers: String, _ status: Int, _ asked: String, _ mayKeep: Bool) {
    #expect(StorageRule.allows(status, fields(headers), asked: CacheControl(asked)) == mayKeep)
  }

  @Test func whatOfAHeadIsKept() {
    let head = fields("Connection: X-Hop, close | X-Hop: 1 | Keep-Alive: 5 | Transfer-Encoding: chunked | ETag: \"1\" | Age: 5 | X-A: 1")
    #expect(StoredFields.of(head) == fields("ETag: \"1\" | Age: 5 | X-A: 1"))
    let newer = fields("X-A: 2 | X-A: 3 | Content-Length: 0 | ETag: W/\"1\" | Connection: X-B | X-B: 1 | X-C: 4")
    #expect(StoredFields.merged(StoredFields.of(head), newer) == fields("ETag: \"1\" | X-A: 2 | X-A: 3 | X-C: 4"))
  }
}
