/// The endpoints of a spec in its order, also by name: all of them modelled, or each when it is first asked for.
package struct EndpointList: RandomAccessCollection, Sendable {
  private var models: [EndpointModel] = []
  private var places: [String: Int] = [:]
  private let compiled: CompiledEndpoints?

  init() { compiled = nil }

  init(_ compiled: CompiledEndpoints) { self.compiled = compiled }

  package var startIndex: Int { 0 }
  package var endIndex: Int { compiled?.count ?? models.count }

  package subscript(place: Int) -> EndpointModel { compiled?.model(place) ?? models[place] }

  /// Whether all of them were modelled when the spec was read.
  var isMade: Bool { compiled == nil }

  /// Names with their groups.
  package var names: [String] { compiled?.names ?? models.map(\.name) }

  /// Where the endpoint of a name stands; of two with one name, which is an error of the spec, the first.
  package func place(of name: String) -> Int? { compiled == nil ? places[name] : compiled?.place(of: name) }

  mutating func append(_ model: EndpointModel) { models.append(model) }

  /// Makes the endpoints known by name, once all of them are there.
  mutating func index() {
    places = Dictionary(zip(models.lazy.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
  }
}
