import DialEngine
import DialJSON
import DialMessage
import DialStreams
import Synchronization
import Testing

struct StreamContractTests {
  @Test func elementsAreHeldAgainstTheirContract() async throws {
    let body = "{\"ID\":1,\"nick\":1}\n{\"ID\":\"x\"}\n"
    let client = try StreamTests.Answer("-> lines User", StreamTests.ndjson, body).client()
    let log = Mutex<[String]>([])
    client.on { event in if case .broken(let faults) = event.kind { log.withLock { $0 += faults.map { "\($0.path) \($0.message)" } } } }
    for (check, gives) in [
      (
        ResponseCheck.off,
        [#"{"ID":1,"nick":1}"#, "decoding: line 2 of the stream does not match User: 'ID' must be an integer, but is 'x'"]
      ),
      (.warn, [#"{"ID":1,"nick":1}"#, #"{"ID":"x"}"#]),
      (.error, ["contract: line 1 of the stream does not match the spec: 'nick' is not declared"]),
    ] {
      var got: [String] = []
      for await result in client.stream("e", [:], CallOptions(check: check)).results { got.append(StreamTests.text(result)) }
      #expect(got == gives)
    }
    #expect(log.withLock { $0 } == ["nick 'nick' is not declared", "ID 'ID' must be an integer, but is 'x'"])
    #expect(try await client.call("e", [:], CallOptions(check: .warn)).contract.map(\.path) == ["[0].nick", "[1].ID"])
    let error = try await #require(throws: CallError.self) { try await client.call("e", [:], CallOptions(check: .error)) }
    #expect(error.code == .contract && error.contract.count == 2 && error.body == Array(body.utf8))
  }

  @Test func whatElementsBreakInTheSameWayIsReportedOnce() async throws {
    let lines = [#"{"ID":1,"nick":1}"#, #"{"ID":"x","nick":2}"#, #"{"ID":2,"ID":3,"nick":3}"#, #"{"name":"a"}"#, #"{"ID":"y"}"#]
    let client = try StreamTests.Answer("-> lines User", StreamTests.ndjson, lines.joined(separator: "\n")).client()
    let log = Mutex<[String]>([])
    client.on { event in
      switch event.kind {
      case .broken(let faults): log.withLock { $0 += faults.map(\.message) }
      case .finished: log.withLock { $0.append("finished") }
      default: break
      }
    }
    var count = 0
    for try await _ in client.stream("e", [:], CallOptions(check: .warn)) { count += 1 }
    #expect(count == lines.count)
    #expect(
      log.withLock { $0 } == [
        "'nick' is not declared", "'ID' must be an integer, but is 'x'", "duplicate member 'ID'; the last one is used",
        "'ID' is missing, expected Int", "'nick' is not declared (and 2 more like this)",
        "'ID' must be an integer, but is 'x' (and 1 more like this)", "finished",
      ])
    // Faults so far are reported when the loop ends.
    log.withLock { $0 = [] }
    for try await element in client.stream("e", [:], CallOptions(check: .warn)) where element.ID.asInt == nil { break }
    #expect(
      log.withLock { $0 } == [
        "'nick' is not declared", "'ID' must be an integer, but is 'x'", "'nick' is not declared (and 1 more like this)", "finished",
      ])
  }

  @Test func aStreamTellsAHundredFaultsApart() async throws {
    let body = (0..<300).map { #"{"ID":1,"x\#($0)":1}"# + "\n" }.joined()
    let client = try StreamTests.Answer("-> lines User", StreamTests.ndjson, body).client()
    let log = Mutex<[String]>([])
    client.on { event in if case .broken(let faults) = event.kind { log.withLock { $0 += faults.map(\.message) } } }
    for try await _ in client.stream("e", [:], CallOptions(check: .warn)) {}
    #expect(log.withLock { $0 } == (0..<100).map { "'x\($0)' is not declared" } + ["only the first 100 places are listed"])
  }
}
