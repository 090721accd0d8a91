import DialSyntax

/// The endpoints of a spec in its order, also by name: each modelled when the spec is read, or when it is first asked for.
package struct EndpointList: RandomAccessCollection, Sendable {
  /// Where an endpoint stands that is modelled later: its `endpoints:`, and its place there.
  struct Late: Sendable {
    var block: Int
    var entry: Int
  }

  private enum Slot: Sendable {
    case made(EndpointModel)
    case late(Late)
  }

  private var slots: [Slot] = []
  private var late = LateEndpoints([], folder: nil, SelectionTable(), aliases: [:])
  private let compiled: CompiledEndpoints?

  init() { compiled = nil }

  init(_ compiled: CompiledEndpoints) { self.compiled = compiled }

  package var startIndex: Int { 0 }
  package var endIndex: Int { compiled?.count ?? slots.count }

  package subscript(place: Int) -> EndpointModel {
    if let compiled { return compiled.model(place) }
    switch slots[place] {
    case .made(let model): return model
    case .late(let entry): return late.model(place, entry)
    }
  }

  /// Whether all of the spec was read.
  var isMade: Bool { compiled == nil }

  /// Names with their groups.
  package var names: [String] {
    if let compiled { return compiled.names }
    return slots.map { slot in
      switch slot {
      case .made(let model): model.name
      case .late(let place): late.blocks[place.block].handed.level.name(of: late.blocks[place.block].entries[place.entry].name)
      }
    }
  }

  /// Where the endpoint of a name stands; of two with one name, which is an error of the spec, the first.
  package func place(of name: String) -> Int? { compiled == nil ? late.place(of: name) { names } : compiled?.place(of: name) }

  mutating func append(_ model: EndpointModel) { slots.append(.made(model)) }

  mutating func append(_ entry: Late) { slots.append(.late(entry)) }

  /// Says where the entries of later endpoints are, once all of them are there.
  mutating func close(_ blocks: [EndpointBlock], _ findings: Findings) {
    late = LateEndpoints(blocks, folder: findings.folder, findings.selections, aliases: findings.aliases)
  }
}

/// What can be told without a model.
extension EndpointList {
  /// Those that were modelled when the spec was read, with their places.
  var made: [(place: Int, model: EndpointModel)] {
    slots.enumerated().compactMap { place, slot in if case .made(let model) = slot { (place, model) } else { nil } }
  }

  /// The credentials of each. A later endpoint has those that are handed down to it.
  var auths: [AuthModel] {
    slots.map { slot in
      switch slot {
      case .made(let model): model.auth
      case .late(let place): late.blocks[place.block].handed.level.auth
      }
    }
  }

  /// The same, those of a level once for all endpoints that follow each other.
  var distinctAuths: [AuthModel] {
    sources.map { _, source in
      switch source {
      case .model(let model): model.auth
      case .level(let handed): handed.level.auth
      }
    }
  }

  /// What endpoints are made of: a model, or what is handed down to those of one `endpoints:` that are modelled later.
  enum Source {
    case model(EndpointModel)
    case level(HandedLevel)
  }

  /// All of them in order with the place of the first endpoint; a level once for all that follow each other.
  var sources: [(place: Int, source: Source)] {
    if compiled != nil { return indices.map { ($0, .model(self[$0])) } }
    var last = -1
    return slots.enumerated().compactMap { place, slot in
      switch slot {
      case .made(let model): return (place, .model(model))
      case .late(let entry):
        defer { last = entry.block }
        return entry.block == last ? nil : (place, .level(late.blocks[entry.block].handed))
      }
    }
  }

  /// The endpoint of a name.
  subscript(name: String) -> EndpointModel? { place(of: name).map { self[$0] } }
}
