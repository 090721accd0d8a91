/// A property of a ``Request`` that is a query key without a value, sent if it is true.
///
/// ```swift
/// @KeyQuery var verbose = false
/// ```
@propertyWrapper
public struct KeyQuery: RequestComponent {
  public var wrappedValue: Bool
  public let name: String?

  public var place: ArgumentPlace { .query }
  public var form: ComponentForm { .flag }
  public var argument: Arguments.Value { wrappedValue }

  /// Creates a key with the name of the property.
  public init(wrappedValue: Bool) {
    self.wrappedValue = wrappedValue
    name = nil
  }

  /// Creates a key with another name.
  public init(wrappedValue: Bool, _ name: String) {
    self.wrappedValue = wrappedValue
    self.name = name
  }
}
