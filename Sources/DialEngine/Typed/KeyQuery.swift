/// A property of a ``Request`` that is a key of the query without a value: there where it is true.
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

  /// Under the name of the property.
  public init(wrappedValue: Bool) {
    self.wrappedValue = wrappedValue
    name = nil
  }

  /// Under another name on the wire.
  public init(wrappedValue: Bool, _ name: String) {
    self.wrappedValue = wrappedValue
    self.name = name
  }
}
