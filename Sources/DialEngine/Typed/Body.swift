/// A property of a ``Request`` that is its whole body, in the encoding of the endpoint.
///
/// ```swift
/// @Body var user: User
/// ```
@propertyWrapper
public struct Body<Value: Encodable & Sendable>: RequestComponent {
  public var wrappedValue: Value

  public var place: ArgumentPlace { .body }
  public var argument: Arguments.Value { wrappedValue }

  /// The value is the body.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
