/// A property of a ``Request`` whose members are header fields, sorted by name.
///
/// ```swift
/// @HeaderMap var more: [String: String] = [:]
/// @HeaderMap("X-Meta-") var meta: [String: String] = [:]
/// ```
@propertyWrapper
public struct HeaderMap<Value: Encodable & Sendable>: RequestComponent {
  public var wrappedValue: [String: Value]
  /// What goes before each name.
  public let name: String?

  public var place: ArgumentPlace { .header }
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
