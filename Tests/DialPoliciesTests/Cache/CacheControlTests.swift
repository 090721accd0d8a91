import HTTPTypes
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

struct CacheControlTests {
  /// Invalid values allow less reuse, never more.
  @Test(
    arguments: [
      ("", nil), ("max-age", 0), ("max-age=", 0), ("max-age=-1", 0), ("max-age=a", 0), ("max-age=5.5", 0), ("max-age=5s", 0),
      ("max-age='5'", 0), ("x=\"max-age=9\"", nil), ("max-agex=9", nil), ("no-cache", nil),
      ("max-age=5", 5), ("MaX-aGe=5", 5), ("max-age=\"5\"", 5), ("max-age=005", 5), ("max-age =5", 5), ("x=\"a,b\", max-age=5", 5),
      ("x=\"\\\"\", max-age=5", 5), (",,max-age=5,,", 5), ("max-age=9, max-age=5", 5), ("max-age=5, max-age=9", 5),
      ("max-age=99999999999999999999", 2_147_483_648),
    ] as [(String, Double?)])
  func seconds(_ text: String, _ seconds: Double?) {
    #expect(CacheControl(text).seconds("max-age") == seconds)
  }

  @Test func linesAreOneList() {
    var fields = HTTPFields()
    fields.append(HTTPField(name: .cacheControl, value: "max-age=9"))
    fields.append(HTTPField(name: .cacheControl, value: "No-Store"))
    let control = CacheControl(fields)
    #expect(control.has("no-store") && !control.has("private") && control.seconds("max-age") == 9)
  }

  @Test func aDirectiveMayBeAboutSomeFields() {
    let some = CacheControl("no-cache=\"Set-Cookie, X-A\"")
    #expect(some.has("no-cache") && !some.hasWhole("no-cache") && some.fields("no-cache") == ["set-cookie", "x-a"])
    #expect(CacheControl("no-cache").hasWhole("no-cache"))
    #expect(CacheControl("no-cache=\"x\", no-cache").hasWhole("no-cache"))
    #expect(CacheControl("no-cache=\"\"").hasWhole("no-cache"))
  }

  @Test(
    arguments: [
      ("", []), (" , ,", []), ("a", ["a"]), (" a , b ", ["a", "b"]), ("\"a,b\",c", ["\"a,b\"", "c"]),
      ("\"a\\\",b\",c", ["\"a\\\",b\"", "c"]),
      ("\"a,b", ["\"a,b"]),
    ] as [(String, [String])])
  func items(_ text: String, _ items: [String]) {
    #expect(text.listItems.map(String.init) == items)
  }
}
