import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Which requests are repeated, how often, and after which pauses.
struct RetryTests {
  private static let get = "GET /x"
  private static let once = "{POST: /x, retry: {max: 2}}"
  private static let mayActTwice =
    "[not retried: a POST can take effect twice; to allow it, set 'retry: {unsafe: true}' or an Idempotency-Key header]"

  @Test(arguments: [
    Tries(get, ["404 {}"], "1: ! status: the server responded with 404"),
    Tries(get, ["501 {}"], "1: ! status: the server responded with 501"),
    Tries(get, ["505 {}"], "1: ! status: the server responded with 505"),
    Tries(get, ["!tls"], "1: ! tls: no luck"),
    Tries(get, ["!limit"], "1: ! limit: no luck"),
    Tries(get, ["!protocol"], "1: ! protocol: no luck"),
    Tries(get, ["!cancelled"], "1: ! cancelled: no luck"),
    Tries(
      get, ["nonsense"],
      "1: ! decoding: the response of type application/json is not valid JSON: expected 'null', found 'o' (line 1, column 2) [check the response, which starts with: 'nonsense']"
    ),
    Tries("POST /x", ["503 {}"], "1: ! status: the server responded with 503 \(mayActTwice)"),
    Tries("PATCH /x", ["!connect"], "1: ! connect: no luck \(mayActTwice.replacing("a POST", with: "a PATCH"))"),
    Tries("POST /x", ["{✂"], "1: ! truncated: cut \(mayActTwice)"),
    Tries("POST /x", ["404 {}"], "1: ! status: the server responded with 404"),
    Tries(once, ["503 {}"], "1: ! status: the server responded with 503 \(mayActTwice)"),
    Tries("POST /x", ["!timeout"], .init(retries: 3), "1: ! timeout: no luck \(mayActTwice)"),
    Tries("{GET: /x, retry: none}", ["503 {}"], "1: ! status: the server responded with 503"),
    Tries("{GET: /x, retry: {max: 0}}", ["!connect"], "1: ! connect: no luck"),
    Tries(get, ["503 {}"], .init(retries: 0), "1: ! status: the server responded with 503"),
    Tries("{GET: /x, retry: {on: [429]}}", ["503 {}"], "1: ! status: the server responded with 503"),
    Tries("{GET: /x, retry: {on: [5xx]}}", ["!connect"], "1: ! connect: no luck"),
    Tries("{GET: /x, retry: {on: [network]}}", ["503 {}"], "1: ! status: the server responded with 503"),
    Tries("{GET: /x, accept: any}", ["503 {}"], "1: : {}"),
    Tries("{GET: /x, retry: {on: [503]}}", ["503 {}"], .init(accept: .any), "1: : {}"),
    Tries(
      get, ["503 [Retry-After: 61] {}"],
      "1: ! status: the server responded with 503 [not retried: the server asks to wait 61s, but the maximum is 1m]"),
    Tries(
      get, ["429 [Retry-After: 100000000000000000000] {}"],
      "1: ! status: the server responded with 429 [not retried: the server asks to wait 36500d, but the maximum is 1m]"),
    Tries(
      get, ["503 [Retry-After: 3] {}"], .init(timeout: .seconds(2)),
      "1: ! status: the server responded with 503 [not retried: the next attempt would start in 3.1s, after the timeout of the call]"
    ),
  ])
  func failsAtOnce(_ tries: Tries) async throws { try await tries.check() }

  @Test(arguments: [
    Tries(get, ["503 {}"], "3: 100ms 200ms! status: the server responded with 503 (after 3 attempts)"),
    Tries(get, ["!connect"], "3: 100ms 200ms! connect: no luck (after 3 attempts)"),
    Tries(get, ["!timeout"], "3: 100ms 200ms! timeout: no luck (after 3 attempts)"),
    Tries(get, ["{\"a\": 1✂"], "3: 100ms 200ms! truncated: cut (after 3 attempts)"),
    Tries(get, ["!connect", "404 {}"], "2: 100ms! status: the server responded with 404"),
    Tries(get, ["503 {}"], .init(retries: 1), "2: 100ms! status: the server responded with 503 (after 2 attempts)"),
    Tries("{GET: /x, retry: none}", ["503 {}"], .init(retries: 1), "2: 100ms! status: the server responded with 503 (after 2 attempts)"),
    Tries(
      "{GET: /x, retry: {max: 8, backoff: 1s..10s}}", ["503 {}"],
      "9: 1s 2s 4s 8s 10s 10s 10s 10s! status: the server responded with 503 (after 9 attempts)"),
    Tries(
      get, ["429 {}"], .init(timeout: .seconds(2)),
      "2: 1s! status: the server responded with 429 (after 2 attempts) [not retried: the next attempt would start in 2s, after the timeout of the call]"
    ),
    Tries(
      get, ["503 {}", "503 [Retry-After: 99] {}"],
      "2: 100ms! status: the server responded with 503 (after 2 attempts) [not retried: the server asks to wait 99s, but the maximum is 1m]"
    ),
  ])
  func failsInTheEnd(_ tries: Tries) async throws { try await tries.check() }

  @Test(arguments: [
    Tries(get, ["503 {}", "{\"a\": 1}"], "2: 100ms: {\"a\":1}"),
    Tries(get, ["408 {}", "425 {}", "[1]"], "3: 100ms 200ms: [1]"),
    Tries(get, ["500 {}", "502 {}", "[1]"], "3: 100ms 200ms: [1]"),
    Tries(get, ["504 {}", "529 {}", "[1]"], "3: 100ms 200ms: [1]"),
    Tries(get, ["{\"a\": 1✂", "[2]"], "2: 100ms: [2]"),
    Tries(get, ["!connect", "503 {}", "[1]"], "3: 100ms 200ms: [1]"),
    Tries("HEAD /x -> Void", ["503", ""], "2: 100ms: null"),
    Tries("OPTIONS /x", ["503 {}", "[1]"], "2: 100ms: [1]"), Tries("PUT /x", ["503 {}", "[1]"], "2: 100ms: [1]"),
    Tries("DELETE /x", ["503 {}", "[1]"], "2: 100ms: [1]"), Tries("QUERY /x", ["503 {}", "[1]"], "2: 100ms: [1]"),
    Tries("{POST: /x, headers: {Idempotency-Key: k}}", ["503 {}", "[1]"], "2: 100ms: [1]"),
    Tries("{POST: /x, retry: {unsafe: true}}", ["!connect", "[1]"], "2: 100ms: [1]"),
    Tries(get, ["503 [Retry-After: 2] {}", "[1]"], "2: 2.1s: [1]"), Tries(get, ["503 [Retry-After: 0] {}", "[1]"], "2: 100ms: [1]"),
    Tries(get, ["503 [Retry-After: soon] {}", "[1]"], "2: 100ms: [1]"), Tries(get, ["503 [Retry-After: -5] {}", "[1]"], "2: 100ms: [1]"),
    Tries(get, ["503 [Date: Sun, 06 Nov 1994 08:49:07 GMT | Retry-After: Sun, 06 Nov 1994 08:49:37 GMT] {}", "[1]"], "2: 30.1s: [1]"),
    Tries(get, ["429 {}", "429 {}", "[1]"], "3: 1s 2s: [1]"),
    Tries("{GET: /x, retry: {on: [429], backoff: 10ms..20ms}}", ["429 {}", "[1]"], "2: 10ms: [1]"),
    Tries("{GET: /x, retry: {max: 1, on: [404, 2xx]}}", ["404 {}", "[1]"], "2: 100ms: [1]"),
    Tries("{GET: /x, retry: {max: 1}}", ["503 {}", "503 {}", "503 {}", "[1]"], .init(retries: 3), "4: 100ms 200ms 400ms: [1]"),
  ])
  func succeeds(_ tries: Tries) async throws { try await tries.check() }
}

extension Tries {
  fileprivate init(_ endpoint: String, _ answers: [String], _ gives: String) { self.init(endpoint, answers, .init(), gives) }
}
