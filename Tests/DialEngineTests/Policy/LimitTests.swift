import CallTestSupport
import Dial
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Calls that are delayed by `limit`, with a time that does not pass.
struct LimitTests {
  private static func waits(_ keys: String, _ answers: [String] = ["[1]"], calls: Int, timeout: Duration = .seconds(60)) async throws
    -> String
  {
    let time = HurriedTime()
    let (client, _) = try Client.scripted("{GET: /x, retry: none, \(keys)}", answers, time: time.time)
    var last = ""
    for _ in 0..<calls {
      do throws(CallError) {
        try await client.call("e", [:], CallOptions(timeout: timeout))
      } catch {
        if error.code == .status { continue }
        last = "! \(error.code): \(error.message)"
        break
      }
    }
    return time.text + last
  }

  @Test(arguments: [
    // The deadline would pass, so nothing is sent.
    (
      "limit: 1/m", 2, Duration.seconds(50),
      "! timeout: timed out: the limit of 1/m delays the call by 1m, which is longer than the time left for the call"
    ),
    (
      "limit: 1/h", 2, .seconds(5),
      "! timeout: timed out: the limit of 1/h delays the call by 1h, which is longer than the time left for the call"
    ),
    ("limit: 10/s", 10, .seconds(60), ""), ("limit: 10/s", 13, .seconds(60), "100ms 100ms 100ms"),
    ("limit: 1/s", 3, .seconds(60), "1s 1s"), ("limit: 30/m", 3, .seconds(60), "2s 2s"),
    ("limit: {rate: 2/s, concurrent: 9}", 4, .seconds(60), "500ms 500ms"),
    ("limit: {concurrent: 1}", 3, .seconds(60), ""),
  ])
  func rate(keys: String, calls: Int, timeout: Duration, gives: String) async throws {
    #expect(try await Self.waits(keys, calls: calls, timeout: timeout) == gives)
  }

  /// One of many calls waits as long as the rate says, and its own time begins then.
  @Test func aPatientCallWaits() async throws {
    let time = HurriedTime()
    let (client, _) = try Client.scripted("{GET: /x, retry: none, limit: 1/h}", ["[1]"], time: time.time)
    for _ in 0..<3 {
      var draft = try client.prepare("e", [:], CallOptions(timeout: .seconds(5)))
      draft.waitsForItsTurn()
      _ = try await draft.send()
    }
    #expect(time.text == "1h 1h")
  }

  private static let shared = "service: s\nbase: http://a.test\nlimit: {rate: 1/h, share: FOLDER}\nendpoints: {e: GET /x}\n"

  /// The client of another process would know this one only by the folder, as the second client here does.
  @Test func aRateIsSharedThroughAFolder() async throws {
    let folder = try TemporaryFolder(["a.yaml": Self.shared.replacing("FOLDER", with: ".rates")])
    let clients = try (0..<2).map { _ in Client(try Spec.load("\(folder.path)/a.yaml"), transport: Canned()) }
    try await clients[0].call("e")
    let error = await #expect(throws: CallError.self) { try await clients[1].call("e") }
    #expect(error?.code == .timeout && error?.message.hasPrefix("timed out: the limit of 1/h delays the call by ") == true)
    #expect(folder.names == [".rates", "a.yaml"])
  }

  /// A spec chooses where Dial writes, so far as it is trusted.
  @Test(arguments: [
    ("../rates", Spec.Trust.folder, false), ("a/rates", .folder, false), ("..", .folder, false), ("out", .folder, false),
    ("ABSOLUTE", .folder, false), ("rates", .folder, true), ("rates", .untrusted, false), ("ABSOLUTE", .full, true),
    ("a/rates", .full, true),
  ])
  func theFolderOfASharedRate(share: String, trust: Spec.Trust, isAllowed: Bool) async throws {
    let elsewhere = try TemporaryFolder()
    let text = Self.shared.replacing("FOLDER", with: share.replacing("ABSOLUTE", with: elsewhere.path + "/rates"))
    let folder = try TemporaryFolder(["spec/a.yaml": text])
    try folder.link("spec/out", to: elsewhere.path)
    let client = Client(try Spec.load("\(folder.path)/spec/a.yaml", trust: trust), transport: Canned())
    var message = ""
    do throws(CallError) { try await client.call("e") } catch { message = error.message }
    #expect(message.isEmpty == isAllowed && (isAllowed || message.contains("the rate cannot be shared through '")), "\(message)")
    #expect(isAllowed || elsewhere.names.isEmpty && folder.names == ["spec"])
  }

  @Test func aBucketFillsWithTime() {
    let start = ContinuousClock.now
    var pace = TokenBucket(LimitModel.Rate(count: 2, per: .seconds(1), text: "2/s"))
    var times: [Double] = []
    for at in [0.0, 0, 0, 0, 1.5, 9, 9, 9, 9] {
      times.append(start.duration(to: pace.take(at: start + .seconds(at), before: nil).turn.time) / .seconds(1))
    }
    #expect(times == [0, 0, 0.5, 1, 1.5, 9, 9, 9.5, 10])
  }

  @Test func aReturnedPermitIsTakenByTheNext() {
    let start = ContinuousClock.now
    var pace = TokenBucket(LimitModel.Rate(count: 1, per: .seconds(1), text: "1/s"))
    _ = pace.take(at: start, before: nil)
    #expect(pace.take(at: start, before: start + .seconds(1)).isTaken == false)
    let turn = pace.take(at: start, before: nil).turn
    #expect(turn.time == start + .seconds(1))
    pace.giveBack(turn)
    #expect(pace.take(at: start, before: nil).turn.time == start + .seconds(1))
  }

  /// A cancelled waiter leaves its place to the next one.
  @Test func aReturnedTurnIsTakenAtItsTimeOrLost() {
    let start = ContinuousClock.now
    var pace = TokenBucket(LimitModel.Rate(count: 1, per: .seconds(1), text: "1/s"))
    func seconds(at: Double) -> Double { start.duration(to: pace.take(at: start + .seconds(at), before: nil).turn.time) / .seconds(1) }
    let turns = (0..<5).map { _ in pace.take(at: start, before: nil).turn }
    pace.giveBack(turns[1])
    pace.giveBack(turns[3])
    // The second one could go at 1, and the fourth at 3.
    #expect([seconds(at: 0.5), seconds(at: 0.5), seconds(at: 0.5)] == [1, 3, 5])
    pace.giveBack(turns[2])
    // Unused turns expire.
    #expect(seconds(at: 2.5) == 6)
    let late = (0..<3).map { _ in pace.take(at: start + .seconds(6), before: nil).turn }
    for turn in [late[0], late[2], late[1]] { pace.giveBack(turn) }
    #expect([seconds(at: 6), seconds(at: 20)] == [7, 20])
  }

  @Test func aBurstKeepsItsRateIfTurnsAreReturned() {
    let start = ContinuousClock.now
    var pace = TokenBucket(LimitModel.Rate(count: 3, per: .seconds(1), text: "3/s"))
    var times: [Duration] = []
    for round in 0..<40 {
      let turns = (0..<4).map { _ in pace.take(at: start + .milliseconds(50 * round), before: nil).turn }
      pace.giveBack(turns[1])
      times += [turns[0], turns[2], turns[3]].map { start.duration(to: $0.time) }
    }
    times.sort()
    // No four calls are closer than the burst and its rate allow.
    for (first, last) in zip(times, times.dropFirst(3)) { #expect(last - first >= .milliseconds(333), "\(first) \(last)") }
  }

  @Test func aVeryHighRateDoesNotDelay() {
    let pace = TokenBucket(LimitModel.Rate(count: .max, per: .seconds(1), text: "9223372036854775807/s"))
    var copy = pace
    let start = ContinuousClock.now
    #expect(copy.take(at: start, before: nil).turn.time == start)
  }

  @Test func callsUnderOneKeyShareIt() async throws {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test
        limit: 1/s
        endpoints:
          a: GET /a
          b: GET /b
          own: {GET: /c, limit: 2/s}
        """)
    let time = HurriedTime()
    let client = Client(spec, transport: Scripted(["[1]"]), time: time.time)
    for name in ["a", "b", "own", "own", "a"] { try await client.call(name) }
    #expect(time.text == "1s 1s")
  }

  @Test func aWaitIsReportedAndMeasured() async throws {
    let (client, _) = try Client.scripted("{GET: /x, limit: 1/s}", ["[1]"], time: HurriedTime().time)
    let told = Mutex<[String]>([])
    client.on { event in
      if case .delayed(let wait, let reason) = event.kind { told.withLock { $0.append("\(DurationText.text(wait)): \(reason)") } }
    }
    try await client.call("e")
    #expect(try await client.call("e").metrics.paused == .seconds(1))
    #expect(told.withLock { $0 } == ["1s: the limit is 1/s"])
  }

  @Test(arguments: [
    (["[X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 7] [1]", "[1]"], "7s"),
    (["[RateLimit: limit=9, remaining=0, reset=5] [1]", "[1]"], "5s"), (["[RateLimit: \"default\";r=0;t=4] [1]", "[1]"], "4s"),
    (["429 [Retry-After: 3] [1]", "[1]"], "3s"),
    // At most a minute, and only if none are left.
    (["[X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 600] [1]", "[1]"], "1m"),
    (["[X-RateLimit-Remaining: 1 | X-RateLimit-Reset: 7] [1]", "[1]"], ""),
  ])
  func learns(answers: [String], gives: String) async throws {
    #expect(try await Self.waits("limit: 100/s", answers, calls: 2, timeout: .seconds(100)) == gives)
  }

  @Test func withoutALimitNothingIsLearned() async throws {
    #expect(try await Self.waits("timeout: 9s", ["[X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 7] [1]", "[1]"], calls: 2) == "")
  }

  @Test(
    arguments: [
      ([:], nil), (["RateLimit": "nonsense"], nil), (["RateLimit": "\"a\";r=5;t=30"], nil), (["RateLimit": "\"a\";r=0"], nil),
      (["X-RateLimit-Remaining": "0"], nil), (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "-4"], nil),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999999999999"], nil), (["Retry-After": "4"], nil),
      (["RateLimit": "\"a\";r=5;t=30, \"b\";r=0;t=12"], 12), (["RateLimit": "\"a\" ; r=0 ; t=3, \"b\";t=12;r=0"], 12),
      (["RateLimit": "limit=10, remaining=0, reset=30"], 30), (["RateLimit-Remaining": "0", "RateLimit-Reset": "8"], 8),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2.5"], 2),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000001"], 0),
      // Milliseconds and dates.
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000001000"], 0),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2026-01-01T00:00:00Z"], 0),
      (["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "Sun, 06 Nov 1994 08:49:37 GMT"], 0),
    ] as [([String: String], Int?)])
  func fields(_ given: [String: String], seconds: Int?) {
    var fields = HTTPFields()
    for (name, value) in given { fields[HTTPField.Name(name)!] = value }
    #expect(RateLimitFields.pause(Response(status: .ok, headers: fields)) == seconds.map { .seconds($0) })
  }
}
