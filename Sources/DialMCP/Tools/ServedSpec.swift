package import Dial
import Synchronization

/// A spec that is served: read while the first requests are answered, and again after one of its files has changed.
package final class ServedSpec: Sendable {
  /// Why a spec cannot be used.
  package struct Fault: Error {
    let message: String
    /// The paths of the files with the faults.
    let files: [String]

    package init(_ message: String, in files: [String] = []) { (self.message, self.files) = (message, files) }
  }

  private struct State {
    var loading: Task<Result<Client, Fault>, Never>
    /// The files as they were before they were read; nil while they are read.
    var files: [(path: String, identity: FileIdentity?)]?
    var checked = ContinuousClock.now
    /// The number of readings.
    var version = 1
  }

  /// The time between two looks at the files.
  static let interval = Duration.seconds(1)

  package let name: String
  private let file: String?
  private let load: @Sendable () async -> Result<Client, Fault>
  private let state: Mutex<State>

  /// - Parameters:
  ///   - name: the name in addresses and in front of the names of endpoints.
  ///   - file: the path of the spec; nil if it cannot change.
  package init(_ name: String, file: String? = nil, _ load: @escaping @Sendable () async -> Result<Client, Fault>) {
    (self.name, self.file, self.load) = (name, file, load)
    state = Mutex(State(loading: Task { await load() }))
    state.withLock { watch($0.loading, Self.identities(of: [file].compactMap(\.self))) }
  }

  var client: Result<Client, Fault> {
    get async {
      update()
      return await state.withLock(\.loading).value
    }
  }

  /// Reads the spec again if one of its files has changed, and returns the number of readings.
  @discardableResult func update() -> Int {
    state.withLock { state in
      guard file != nil, let files = state.files, .now - state.checked >= Self.interval else { return state.version }
      state.checked = .now
      guard files.contains(where: { FileKind($0.path)?.identity != $0.identity }) else { return state.version }
      // As they are before they are read, so that no change is missed.
      let (load, identities) = (load, Self.identities(of: files.map(\.path)))
      state = State(loading: Task { await load() }, version: state.version + 1)
      watch(state.loading, identities)
      return state.version
    }
  }

  private static func identities(of paths: [String]) -> [String: FileIdentity?] {
    Dictionary(paths.map { ($0, FileKind($0)?.identity) }, uniquingKeysWith: { first, _ in first })
  }

  /// Notes the files of a reading when it ends.
  private func watch(_ loading: Task<Result<Client, Fault>, Never>, _ known: [String: FileIdentity?]) {
    guard let file else { return }
    Task { [weak self] in
      var paths: Set = [file]
      switch await loading.value {
      case .success(let client):
        let spec = client.engine.spec
        paths.formUnion(spec.files.map { "\(spec.folder ?? ".")/\($0)" })
      // Any of them may be the one that will be mended.
      case .failure(let fault): paths.formUnion(fault.files + known.keys)
      }
      let files = paths.map { (path: $0, identity: known[$0] ?? FileKind($0)?.identity) }
      self?.state.withLock { $0.files = files }
    }
  }

  /// The endpoints; nil if the spec cannot be used.
  package var endpoints: [EndpointSummary]? {
    get async { if case .success(let client) = await client { client.engine.spec.service.endpoints.summaries } else { nil } }
  }

  var address: String { "dial://" + PercentEncoding.encode(name) }
  var pattern: String { address + "/{endpoint}" }

  func endpoint(in address: String) -> String { PercentEncoding.decode(String(address.dropFirst(self.address.count + 1))) }

  var resource: JSON {
    ["uri": .string(address), "name": .string(name), "description": .string("The endpoints of '\(name)'"), "mimeType": "text/plain"]
  }

  var template: JSON {
    [
      "uriTemplate": .string(pattern), "name": .string("\(name) endpoint"), "description": "Arguments and result of an endpoint",
      "mimeType": "application/json",
    ]
  }
}
