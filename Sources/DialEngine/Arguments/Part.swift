/// A property of a ``Request`` that is a part of its multipart body: a ``File``, a `Data`, text, or a value that is sent as JSON.
///
/// ```swift
/// @Part var caption: String
/// @Part("photo", filename: "me.jpg", mimeType: "image/jpeg") var picture: Data? = nil
/// ```
@propertyWrapper
public struct Part<Value: Encodable & Sendable>: RequestComponent {
  public var wrappedValue: Value
  public let name: String?
  public let filename: String?
  public let mimeType: String?

  public var place: ArgumentPlace { .part }
  public var argument: Arguments.Value { wrappedValue }

  /// Uses the name of the property.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    name = nil
    filename = nil
    mimeType = nil
  }

  /// Uses another name, file name or media type.
  public init(wrappedValue: Value, _ name: String? = nil, filename: String? = nil, mimeType: String? = nil) {
    self.wrappedValue = wrappedValue
    self.name = name
    self.filename = filename
    self.mimeType = mimeType
  }
}

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

  /// Creates a body with this value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
