import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

struct ProgressMeterTests {
  /// The events, and whether two were reported at once.
  private final class SocketActivity: Sendable {
    let received = Mutex<[Int64]>([])
    let isBusy = Atomic(false)
    let overlaps = Atomic(0)
    let meter = Mutex<ProgressMeter?>(nil)

    func take(_ step: CallTask.Progress) {
      if isBusy.exchange(true, ordering: .sequentiallyConsistent) { overlaps.add(1, ordering: .relaxed) }
      received.withLock { $0.append(step.received) }
      isBusy.store(false, ordering: .sequentiallyConsistent)
    }
  }

  @Test func `who is told may ask, and may cause the next step`() async throws {
    let heard = SocketActivity()
    let meter = ProgressMeter { step in
      heard.take(step)
      let meter = heard.meter.withLock { $0 }
      _ = meter?.steps()
      if step.received < 3 { meter?.update { $0.received += 1 } }
    }
    heard.meter.withLock { $0 = meter }
    meter.update { $0.received = 1 }
    #expect(heard.received.withLock { $0 } == [1, 2, 3])
    heard.meter.withLock { $0 = nil }
  }

  @Test func `all steps are told, in order, one after the other`() async {
    let heard = SocketActivity()
    let meter = ProgressMeter { heard.take($0) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<500 { meter.update { $0.received += 1 } } } }
    }
    #expect(heard.received.withLock { $0 } == Array(1...4000) && heard.overlaps.load(ordering: .relaxed) == 0)
  }
}
