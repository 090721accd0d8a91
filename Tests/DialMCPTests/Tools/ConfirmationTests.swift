import Dial
import Synchronization
import Testing

@testable import DialMCP

@Suite struct ConfirmationTests {
  private func fault(_ confirmations: Confirmations, _ state: String, _ digest: String = "d") -> Confirmations.Fault? {
    do throws(Confirmations.Fault) {
      try confirmations.open(state, for: digest)
      return nil
    } catch {
      return error
    }
  }

  @Test func sealedStates() {
    let now = Mutex(Duration.seconds(5))
    let confirmations = Confirmations { now.withLock { $0 } }
    let state = confirmations.seal("d")
    #expect(state != confirmations.seal("d"))
    for bad in ["", ".", "..", "a.b.c", state + "0", String(state.dropLast()), "1" + state, state.replacing(".", with: ".0"), state + "."] {
      #expect(fault(confirmations, bad) == .forged, "\(bad)")
    }
    #expect(fault(confirmations, state, "e") == .forged)
    #expect(fault(Confirmations(), state) == .forged)
    #expect(fault(confirmations, state) == nil)
    #expect(fault(confirmations, state) == .used)
    let late = confirmations.seal("d")
    now.withLock { $0 += .seconds(119) }
    let next = confirmations.seal("d")
    #expect(fault(confirmations, late) == nil)
    now.withLock { $0 += .seconds(1) }
    #expect(fault(confirmations, late) == .expired)
    #expect(fault(confirmations, next) == nil)
  }

  @Test func digestsTellTextsApart() { #expect(Confirmations.digest("ab", "c") != Confirmations.digest("a", "bc")) }

  @Test(
    arguments: [
      ([], "GET", true), ([], "QUERY", true), ([], "TRACE", false), ([], "POST", false), ([], "PURGE", false), (["POST"], "POST", true),
      (["POST"], "PUT", false), (["make"], "POST", true), (["users/make"], "POST", true), (["other/make"], "POST", false),
    ] as [([String], String, Bool)])
  func gate(_ allowed: [String], _ method: String, _ admits: Bool) {
    #expect(Gate(allowed).admits(method, "make", of: "users") == admits)
  }
}
