import DialJSON
import DialModel
import Synchronization

/// The layouts of declared shapes, with which a response can be read by label and by position. A layout contains what it needs of the
/// types, so that a response can outlive the spec.
struct LayoutTable: Sendable {
  let types: TypeTable

  /// Returns nil for shapes without a record.
  func layout(of shape: Shape) -> JSONLayout? {
    switch shape {
    case .array(let item): return layout(of: item).map(JSONLayout.array)
    case .dictionary(let item): return layout(of: item).map(JSONLayout.dictionary)
    case .optional(let inner): return layout(of: inner).map(JSONLayout.optional)
    case .record(let record):
      return .record(record.members.map { .init($0.label, wire: $0.wire, layout: layout(of: $0.shape)) })
    case .named(let name):
      let named = NamedLayout(name, self)
      return .reference { named.layout }
    default: return nil
    }
  }
}

/// The layout of a named type, created on demand. A type that contains itself unfolds as deep as its values.
private final class NamedLayout: Sendable {
  private let name: String
  private let table: LayoutTable
  private let made = Mutex<JSONLayout??>(nil)

  init(_ name: String, _ table: LayoutTable) {
    self.name = name
    self.table = table
  }

  var layout: JSONLayout? {
    made.withLock { made in
      if let made { return made }
      let layout = table.layout(of: table.types.resolve(.named(name)))
      made = .some(layout)
      return layout
    }
  }
}
