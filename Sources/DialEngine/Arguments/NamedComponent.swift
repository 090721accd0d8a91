/// A property of a ``Request`` that is sent in one location under one name: ``Header``, ``Cookie``, ``Field``, ``Path`` and ``Query``.
///
/// nil is omitted. A wrapper with a name needs an initial value, so such a property is optional with `= nil`. A required property uses
/// its own name.
@propertyWrapper
public struct NamedComponent<Value: Encodable & Sendable, Location: ComponentPlace>: RequestComponent {
  public var wrappedValue: Value
  public let name: String?

  public var place: ArgumentPlace { Location.place }
  public var argument: Arguments.Value { wrappedValue }

  /// Uses the name of the property.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    name = nil
  }

  /// Uses another name.
  public init(wrappedValue: Value, _ name: String) {
    self.wrappedValue = wrappedValue
    self.name = name
  }
}

/// A property of a ``Request`` that is a header.
///
/// ```swift
/// @Header("X-Token") var token: String? = nil
/// ```
public typealias Header<Value: Encodable & Sendable> = NamedComponent<Value, HeaderPlace>

/// A property of a ``Request`` that is a cookie.
///
/// ```swift
/// @Cookie("sid") var session: String? = nil
/// ```
public typealias Cookie<Value: Encodable & Sendable> = NamedComponent<Value, CookiePlace>

/// A property of a ``Request`` that is a member of its JSON body or form.
///
/// ```swift
/// @Field("push_reply_me") var replyMe: Bool? = nil
/// ```
public typealias Field<Value: Encodable & Sendable> = NamedComponent<Value, FieldPlace>

/// A property of a ``Request`` that is a placeholder of the target.
///
/// ```swift
/// @Path var id: Int
/// ```
public typealias Path<Value: Encodable & Sendable> = NamedComponent<Value, PathPlace>

/// A property of a ``Request`` that is a query item. An array is written by the style of the endpoint.
///
/// ```swift
/// @Query var page: Int
/// @Query("per_page") var size: Int? = nil
/// ```
public typealias Query<Value: Encodable & Sendable> = NamedComponent<Value, QueryPlace>

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
