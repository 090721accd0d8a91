import DialJSON
import HTTPTypes
import TestSupport

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// 2026-01-01T00:00:00Z, where the clocks of these tests begin.
let newYear = 1_767_225_600.0

/// A date of HTTP so many seconds from the beginning.
func date(_ seconds: Double) -> String { Timestamp(secondsSince1970: newYear + seconds).http }

/// An answer that is kept since the beginning.
func kept(_ headers: String, status: Int = 200, body: String = "old", identity: String = "", vary: [String: String] = [:]) -> StoredReply {
  StoredReply(
    url: "https://api.test/a", method: "GET", status: status, headers: fields(headers), body: Array(body.utf8), requested: newYear,
    answered: newYear, identity: identity, vary: vary)
}
