import DialJSON
import Synchronization

/// The layouts of declared shapes: what a reply carries so that it can be read by label and by position.
package final class LayoutTable: Sendable {
  private let types: TypeTable
  private let made = Mutex<[String: JSONLayout]>([:])

  init(_ types: TypeTable) { self.types = types }

  /// nil for shapes that hold no record.
  func layout(of shape: Shape) -> JSONLayout? {
    switch shape {
    case .array(let item): return layout(of: item).map(JSONLayout.array)
    case .dictionary(let item): return layout(of: item).map(JSONLayout.dictionary)
    case .optional(let inner): return layout(of: inner).map(JSONLayout.optional)
    case .record(let record):
      return .record(record.members.map { .init($0.label, wire: $0.wire, layout: layout(of: $0.shape)) })
    case .named(let name): return .reference { [weak self] in self?.named(name) }
    default: return nil
    }
  }

  private func named(_ name: String) -> JSONLayout? {
    if let known = made.withLock({ $0[name] }) { return known }
    guard let layout = layout(of: types.resolve(.named(name))) else { return nil }
    made.withLock { $0[name] = layout }
    return layout
  }
}
