import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial mock` as a separate process.
@Suite struct MockCommandTests {
  private static let spec = """
    base: https://api.test/v1
    vars: {WHO: Ann}
    endpoints:
      user: {GET: "/users/{id} (id Int)", mock: {json: {id: 7, name: "${WHO}"}}}
      turns: {GET: /turns, mock: [{json: 1}, {json: 2}]}
      none: GET /none
      chat: {GET: /chat -> text, mock: {events: [a, b, c], delay: 30s}}
    """

  @Test(arguments: [
    ("--port 70000", "--port must be a number from 0 to 65535, but is '70000'", ""),
    ("--port -1", "--port must be a number from 0 to 65535, but is '-1'", ""),
    (
      "--delay 50", "--delay must be a duration such as 50ms or a range such as 50ms..200ms, but is '50'",
      "hint: add a unit, such as 50s\n"
    ),
    ("--delay 2s..1s", "--delay must be a duration such as 50ms or a range such as 50ms..200ms, but is '2s..1s'", ""),
    ("--fail 0.5", "--fail must be a percentage such as 5%, but is '0.5'", ""),
    ("--fail 101%", "--fail must be a percentage such as 5%, but is '101%'", ""),
    ("--fail -1%", "--fail must be a percentage such as 5%, but is '-1%'", ""),
    ("--var x", "invalid value of --var; write --var name=value", ""),
    ("--base api.test", "--base must start with https:// or http://", "hint: write a URL such as --base https://api.example.com/v1\n"),
    ("--record a --replay b", "--record conflicts with --replay", ""),
    ("--record -", "--record must be a file name, but is '-'", ""),
    ("--insecure", "--insecure requires --record", ""),
    ("--http1.1", "--http1.1 requires --record", ""),
    ("--seed x", "--seed must be a non-negative integer, but is 'x'", ""),
    ("--port x", "--port must be a number from 0 to 65535, but is 'x'", ""),
  ])
  func invalidFlags(_ flags: String, _ message: String, _ hint: String) async {
    let ran = await dial("mock m \(flags)", specs: ["m": Self.spec])
    #expect(ran == Ran(out: "", err: "error: \(message)\n\(hint)", exit: 2))
  }

  @Test func specsThatCannotBeUsed() async {
    #expect(await dial("mock m", specs: ["m": "endpoints: []"]).exit == 6)
    #expect(await dial("mock nowhere").exit == 6)
  }

  /// Starts the server, waits for its base, runs the lines, and ends it with a signal.
  private func serve(_ lines: String, flags: String = "", signal: String = "INT") async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.spec.write(toFile: folder + "/m.yaml", atomically: true, encoding: .utf8)
    let shown = try await Program.run(
      """
      dial mock m.yaml \(flags) > base 2> log & server=$!
      while [ ! -s base ]; do sleep 0.05; done
      base=$(cat base)
      \(lines)
      kill -\(signal) $server; wait $server; echo "exit $?"
      sed -e 's/ [0-9]* ms$/ N ms/' log; wc -l < base
      """, in: folder)
    return shown.replacing(#/127\.0\.0\.1:\d+/#, with: "ADDRESS")
  }

  @Test func callsGoToIt() async throws {
    let shown = try await serve(
      """
      dial call m.yaml user id=7 --base $base
      for n in 1 2 3; do dial call m.yaml turns --base $base; done
      dial call m.yaml none --base $base -q; echo "exit $?"
      """)
    #expect(
      shown == """
        {"id":7,"name":"Ann"}
        1
        2
        2
        m.yaml:6:3: error: the server responded with 501 Not Implemented: 'none' has no 'mock' [status]
          none: GET /none
          ^~~~
        {"error":"no_mock","message":"'none' has no 'mock'"}
        exit 5
        exit 0
        GET /v1/users/7 user 200 N ms
        GET /v1/turns turns 200 N ms
        GET /v1/turns turns 200 N ms
        GET /v1/turns turns 200 N ms
        GET /v1/none none 501 N ms
        1

        """)
  }

  @Test(.enabled(if: Program.exists("curl"), "curl is not installed")) func anyClientDoes() async throws {
    let shown = try await serve(
      """
      curl -s $base/users/7; echo
      curl -s -o /dev/null -w '%{http_code}\\n' -X DELETE $base/users/7
      curl -s -I $base/users/7 | tr -d '\\r'
      """, flags: "--var WHO=Bob -q", signal: "TERM")
    #expect(
      shown == """
        {"id":7,"name":"Bob"}
        405
        HTTP/1.1 200 OK
        Content-Type: application/json
        Content-Length: 21

        exit 0
        1

        """)
  }

  @Test(.enabled(if: Program.exists("curl"), "curl is not installed")) func aBrowserMayCallIt() async throws {
    let shown = try await serve(
      """
      curl -s -i -X OPTIONS -H 'Origin: https://app.test' -H 'Access-Control-Request-Method: DELETE' \\
        -H 'Access-Control-Request-Headers: x-a, authorization' $base/users/7 | tr -d '\r'
      curl -s -i -H 'Origin: https://app.test' $base/users/7 | tr -d '\r'
      curl -s -i -H 'Origin: https://app.test' $base/nowhere | grep -c Access-Control-Allow-Origin
      curl -s -i $base/users/7 | grep -c Access-Control
      """, flags: "--cors")
    #expect(
      shown == """
        HTTP/1.1 204 No Content
        Access-Control-Allow-Methods: DELETE
        Access-Control-Max-Age: 600
        Access-Control-Allow-Headers: x-a, authorization
        Access-Control-Allow-Origin: https://app.test
        Access-Control-Allow-Credentials: true
        Vary: Origin

        HTTP/1.1 200 OK
        Content-Type: application/json
        Access-Control-Allow-Origin: https://app.test
        Access-Control-Allow-Credentials: true
        Vary: Origin
        Access-Control-Expose-Headers: Content-Type
        Content-Length: 21

        {"id":7,"name":"Ann"}1
        0
        exit 0
        OPTIONS /v1/users/7 - 204 N ms
        GET /v1/users/7 user 200 N ms
        GET /v1/nowhere - 404 N ms
        GET /v1/users/7 user 200 N ms
        1

        """)
  }

  @Test(.enabled(if: Program.exists("curl"), "curl is not installed")) func aStopEndsAStream() async throws {
    let shown = try await serve(
      """
      curl -sN $base/chat > events & client=$!
      while [ ! -s events ]; do sleep 0.05; done
      kill -INT $server; wait $server; wait $client; echo "curl $?"
      cat events
      """)
    // 18: the response ended early.
    #expect(shown.hasPrefix("curl 18\ndata: a\n\n"))
  }

  @Test func aSpecWithoutMocksSaysWhatIsMissing() async throws {
    let shown = try await Program.run(
      """
      echo 'endpoints: {a: GET /a}' > /tmp/dial-mockless.$$.yaml
      dial mock /tmp/dial-mockless.$$.yaml > /dev/null 2> /tmp/dial-mockless.$$.log & server=$!
      while [ ! -s /tmp/dial-mockless.$$.log ]; do sleep 0.05; done
      kill -INT $server; wait $server; sed "s/'[^']*yaml'/SPEC/" /tmp/dial-mockless.$$.log; rm /tmp/dial-mockless.$$.*
      """)
    #expect(
      shown
        == "warning: no endpoint of SPEC has a mock, so each request fails with status 501; add 'mock: {status: 200, json: …}' to an endpoint\n"
    )
  }

  @Test func failuresAreTheSameWithTheSameSeed() async throws {
    let calls = "for n in 1 2 3 4 5 6 7 8 9 10; do dial call m.yaml turns --base $base -o none -q 2> /dev/null; printf \"$? \"; done; echo"
    let first = try await serve(calls, flags: "--fail 50% --seed 7 -q --delay 1ms..2ms")
    #expect(first.contains("0 ") && first.contains("7 "))
    #expect(try await serve(calls, flags: "--fail 50% --seed 7 -q") == first)
  }

  @Test func recordingsThatCannotBeUsed() async {
    let ran = await dial("mock m --replay /nowhere.har", specs: ["m": Self.spec])
    #expect(ran.exit == 1 && ran.err.hasPrefix("error: cannot read"), "\(ran.err)")
    let homeless = await dial("mock m --record /tmp/never.har", specs: ["m": "endpoints: {a: GET /a}"])
    #expect(homeless == Ran(out: "", err: "error: the spec has no 'base' to forward requests to\nhint: set one with --base URL\n", exit: 2))
  }

  /// One server is the service; a second one records it, and then replays the recording.
  @Test(.enabled(if: Program.exists("curl"), "curl is not installed")) func recordsAndReplays() async throws {
    let shown = try await serve(
      """
      serve() { dial mock m.yaml --base $base "$@" -q > other & other=$!; while [ ! -s other ]; do sleep 0.05; done; }
      calls() {
        for n in 1 2 3; do curl -s $(cat other)/turns; echo; done
        curl -s -H 'Authorization: Bearer tok-123456' "$(cat other)/users/7?api_key=key-123456"; echo
        curl -s $(cat other)/nowhere; echo
      }
      serve --record m.har; calls; kill -INT $other; wait $other; echo "exit $?"; rm other
      grep -c 123456 m.har
      serve --replay m.har; calls
      curl -s -w ' %{http_code}\\n' $(cat other)/none
      kill -INT $other; wait $other; echo "exit $?"
      """)
    let calls = """
      1
      2
      2
      {"id":7,"name":"Ann"}
      {"error":"not_found","message":"no endpoint has the path '/v1/nowhere'"}

      """
    #expect(
      shown == calls + "exit 0\n0\n" + calls + """
        {"error":"replay","message":"the recording 'm.har' has no response to GET http://ADDRESS/v1/none; the closest match is entry 1, GET http://ADDRESS/v1/turns: its path is '/v1/turns', not '/v1/none'"} 502
        exit 0
        exit 0
        GET /v1/turns turns 200 N ms
        GET /v1/turns turns 200 N ms
        GET /v1/turns turns 200 N ms
        GET /v1/users/7 user 200 N ms
        GET /v1/nowhere - 404 N ms
        1

        """)
  }
}
