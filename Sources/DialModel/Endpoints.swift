import Synchronization

/// The endpoints of a service, in the order of its spec and by name.
package struct Endpoints: RandomAccessCollection, Sendable {
  private let source: any EndpointSource

  package init(_ models: [EndpointModel] = []) { source = EndpointTable(models) }

  /// Creates a collection whose endpoints are read on demand.
  package init(from source: any EndpointSource) { self.source = source }

  package var startIndex: Int { 0 }
  package var endIndex: Int { source.count }

  package subscript(index: Int) -> EndpointModel { source.model(at: index) }

  /// Returns the endpoint with this name.
  package subscript(name: String) -> EndpointModel? { place(of: name).map { self[$0] } }

  /// The names with their groups.
  package var names: [String] { source.names }

  /// Returns the index of an endpoint. If a name is repeated, which is an error of the spec, it returns the first.
  package func place(of name: String) -> Int? { source.place(of: name) }
}

/// The source of the endpoints of a service.
package protocol EndpointSource: Sendable {
  var count: Int { get }
  var names: [String] { get }
  func place(of name: String) -> Int?
  /// Returns the endpoint; the same object each time.
  func model(at index: Int) -> EndpointModel
}

/// Endpoints that have already been read.
private final class EndpointTable: EndpointSource {
  private final class Semaphore: Sendable {
    let places: [String: Int]

    init(_ models: [EndpointModel]) {
      places = Dictionary(zip(models.lazy.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
    }
  }

  private let models: [EndpointModel]
  private let places = AtomicLazyReference<Semaphore>()

  init(_ models: [EndpointModel]) { self.models = models }

  var count: Int { models.count }
  var names: [String] { models.map(\.name) }
  func place(of name: String) -> Int? { (places.load() ?? places.storeIfNil(Semaphore(models))).places[name] }
  func model(at index: Int) -> EndpointModel { models[index] }
}
