import DialJSON
import HTTPTypes
import TestSupport

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// 2026-01-01T00:00:00Z, the start of the clock in these tests.
let newYear = 1_767_225_600.0

func date(_ seconds: Double) -> String { Timestamp(secondsSince1970: newYear + seconds).http }

/// Returns a response that was stored at the start.
func kept(_ headers: String, status: Int = 200, body: String = "old", identity: String = "", vary: [String: String] = [:]) -> StoredReply {
  StoredReply(
    url: "https://api.test/a", method: "GET", status: status, headers: fields(headers), body: Array(body.utf8), requested: newYear,
    answered: newYear, identity: identity, vary: vary)
}
