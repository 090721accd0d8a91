/// A property of a ``Request`` that is a cookie.
///
/// ```swift
/// @Cookie("sid") var session: String? = nil
/// ```
///
/// nil is left out. A named one is optional with `= nil`, because a wrapper with a name needs a value to begin with; a
/// required property takes no name, and goes by its own.
@propertyWrapper
public struct Cookie<Value: Encodable & Sendable>: RequestComponent {
  public var wrappedValue: Value
  public let name: String?

  public var place: ArgumentPlace { .cookie }
  public var argument: Arguments.Value { wrappedValue }

  /// Under the name of the property.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    name = nil
  }

  /// Under another name on the wire.
  public init(wrappedValue: Value, _ name: String) {
    self.wrappedValue = wrappedValue
    self.name = name
  }
}
