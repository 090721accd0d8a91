/// A property of a ``Request`` whose members are sent separately under their own names, sorted: ``HeaderMap`` and ``QueryMap``.
@propertyWrapper
public struct MapComponent<Value: Encodable & Sendable, Location: ComponentPlace>: RequestComponent {
  public var wrappedValue: [String: Value]
  /// The prefix of each name.
  public let name: String?

  public var place: ArgumentPlace { Location.place }
  public var form: ComponentForm { .spread }
  public var argument: Arguments.Value { wrappedValue }

  /// Sends each member under its own name.
  public init(wrappedValue: [String: Value]) {
    self.wrappedValue = wrappedValue
    name = nil
  }

  /// Sends each member under its own name after `prefix`.
  public init(wrappedValue: [String: Value], _ prefix: String) {
    self.wrappedValue = wrappedValue
    name = prefix
  }
}

/// A property of a ``Request`` whose members are headers, sorted by name.
///
/// ```swift
/// @HeaderMap var more: [String: String] = [:]
/// @HeaderMap("X-Meta-") var meta: [String: String] = [:]
/// ```
public typealias HeaderMap<Value: Encodable & Sendable> = MapComponent<Value, HeaderPlace>

/// A property of a ``Request`` whose members are query items, sorted by name.
///
/// ```swift
/// @QueryMap var filters: [String: String] = [:]
/// ```
public typealias QueryMap<Value: Encodable & Sendable> = MapComponent<Value, QueryPlace>
