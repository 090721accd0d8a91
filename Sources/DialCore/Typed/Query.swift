/// A property of a ``Request`` that is an item of the query; a list is several, by the style of the endpoint.
///
/// ```swift
/// @Query var page: Int
/// @Query("per_page") var size: Int? = nil
/// ```
///
/// nil is left out. A named one is optional with `= nil`, because a wrapper with a name needs a value to begin with; a
/// required property takes no name, and goes by its own.
@propertyWrapper
public struct Query<Value: Encodable & Sendable>: RequestComponent {
  public var wrappedValue: Value
  public let name: String?

  public var place: ArgumentPlace { .query }
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
