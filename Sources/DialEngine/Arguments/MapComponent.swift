/// A property of a ``Request`` whose members go to one place, each under its own name, sorted: ``HeaderMap`` and ``QueryMap``.
@propertyWrapper
public struct MapComponent<Value: Encodable & Sendable, Location: ComponentPlace>: RequestComponent {
  public var wrappedValue: [String: Value]
  /// What goes before each name.
  public let name: String?

  public var place: ArgumentPlace { Location.place }
  public var form: ComponentForm { .spread }
  public var argument: Arguments.Value { wrappedValue }

  /// Each member under its own name.
  public init(wrappedValue: [String: Value]) {
    self.wrappedValue = wrappedValue
    name = nil
  }

  /// Each member under its own name with `prefix` before it.
  public init(wrappedValue: [String: Value], _ prefix: String) {
    self.wrappedValue = wrappedValue
    name = prefix
  }
}

/// A property of a ``Request`` whose members are header fields, sorted by name.
///
/// ```swift
/// @HeaderMap var more: [String: String] = [:]
/// @HeaderMap("X-Meta-") var meta: [String: String] = [:]
/// ```
public typealias HeaderMap<Value: Encodable & Sendable> = MapComponent<Value, HeaderPlace>

/// A property of a ``Request`` whose members are items of the query, sorted by name.
///
/// ```swift
/// @QueryMap var filters: [String: String] = [:]
/// ```
public typealias QueryMap<Value: Encodable & Sendable> = MapComponent<Value, QueryPlace>
