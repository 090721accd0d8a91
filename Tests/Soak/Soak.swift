import Dial

/// The steps and their limits.
struct Soak {
  struct Step: Sendable {
    var name: String
    /// The maximum growth of memory in this step, in bytes.
    var growth = 64 << 20
    var run: @Sendable (Client) async throws -> String
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static var steps: [Step] { [.events, .download, .socket, .faults] }

  private let client: Client
  private let only: String?

  init(base: String, only: String?) throws {
    client = Client(try Spec.load(yaml: Self.spec, trust: .full), base: base)
    self.only = only
  }

  private static let spec = """
    service: soak
    base: http://127.0.0.1
    endpoints:
      events: {GET: "/events/{count} -> events", events: {each: n}}
      file: GET /file/{megabytes} -> bytes
      live: WS /live
      again: {GET: "/again/{n} (n Int)", timeout: {read: 300ms, total: 60s}, retry: {max: 5, backoff: 1ms..20ms}}
      once: {GET: "/once/{n} (n Int)", timeout: {read: 300ms, total: 60s}, retry: none}
      told: GET /told/{way}
    """

  func run(_ step: Step) async throws {
    if let only, !only.isEmpty, !step.name.contains(only) { return }
    Memory.reset()
    let (before, clock) = (Memory.peak, ContinuousClock())
    let start = clock.now
    let said: String
    do { said = try await step.run(client) } catch { throw Failure(description: "\(step.name): \(error)") }
    let seconds = (clock.now - start) / .seconds(1)
    let (peak, grown) = (Memory.peak, Memory.peak - before)
    guard grown <= step.growth else {
      throw Failure(description: "\(step.name): memory grew by \(grown >> 20) MB, and \(step.growth >> 20) MB is the bound")
    }
    print(
      "ok      \(step.name): \(said) in \((seconds * 100).rounded() / 100) s, at most \(peak >> 20) MB, \(grown >> 20) MB more than before")
  }

  static func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    if !holds { throw Failure(description: message()) }
  }
}
