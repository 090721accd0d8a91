import DialSyntax
import Synchronization

/// The endpoints that were found right at a glance, each modelled when it is first asked for, and the places of all by name.
final class LateEndpoints: Sendable {
  private final class Places: Sendable {
    let places: [String: Int]

    init(_ names: [String]) { places = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first }) }
  }

  let blocks: [EndpointBlock]
  private let folder: String?
  private let selections: SelectionTable
  private let aliases: [String: Shape]
  /// Each at its place in the spec, once there is one.
  private let models = Mutex<[EndpointModel?]>([])
  private let places = AtomicLazyReference<Places>()

  /// - Parameters:
  ///   - folder: where the spec stands.
  ///   - selections: those that were read at a glance.
  ///   - aliases: types that are another name of one of the language.
  init(_ blocks: [EndpointBlock], folder: String?, _ selections: SelectionTable, aliases: [String: Shape]) {
    (self.blocks, self.folder, self.selections, self.aliases) = (blocks, folder, selections, aliases)
  }

  /// The model of an entry at its place in the spec.
  func model(_ place: Int, _ entry: EndpointList.Late) -> EndpointModel {
    if let model = models.withLock({ $0.isEmpty ? nil : $0[place] }) { return model }
    let made = read(entry)
    return models.withLock { models in
      if models.isEmpty { models = Array(repeating: nil, count: blocks.reduce(0) { $0 + $1.entries.count }) }
      if let model = models[place] { return model }
      models[place] = made
      return made
    }
  }

  private func read(_ late: EndpointList.Late) -> EndpointModel {
    let (handed, entry) = (blocks[late.block].handed, blocks[late.block].entries[late.entry])
    let level = handed.level
    return EndpointReader(findings: Findings(knownRight: folder, selections, aliases: aliases)).read(entry, in: level)
      ?? EndpointModel(level.name(of: entry.name), at: entry.key.range, damage: "the endpoint cannot be read: this is a fault of Dial")
  }

  /// Of two with one name the first.
  func place(of name: String, among names: () -> [String]) -> Int? {
    let found = places.load() ?? places.storeIfNil(Places(names()))
    return found.places[name]
  }
}
