import DialJSON
import HTTPTypes

@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec
@testable import DialStreams

/// 2026-01-01T00:00:00Z, where the clocks of these tests begin.
let newYear = 1_767_225_600.0

/// A date of HTTP so many seconds from the beginning.
func date(_ seconds: Double) -> String { Timestamp(secondsSince1970: newYear + seconds).http }

/// Field lines of one text: `A: 1 | B: 2`.
func fields(_ text: String) -> HTTPFields {
  var fields = HTTPFields()
  for line in text.split(separator: "|") {
    let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
    var value = String(parts[1])
    while value.last == " " { value.removeLast() }
    fields.append(HTTPField(name: .init(String(parts[0]))!, value: value))
  }
  return fields
}

/// An answer that is kept since the beginning.
func kept(_ headers: String, status: Int = 200, body: String = "old", identity: String = "", vary: [String: String] = [:]) -> StoredReply {
  StoredReply(
    url: "https://api.test/a", method: "GET", status: status, headers: fields(headers), body: Array(body.utf8), requested: newYear,
    answered: newYear, identity: identity, vary: vary)
}
