/// A property of a ``Request`` that goes to one place under one name: ``Header``, ``Cookie``, ``Field``, ``Path`` and ``Query``.
///
/// nil is left out. A named one is optional with `= nil`, because a wrapper with a name needs a value to begin with; a
/// required property takes no name, and goes by its own.
@propertyWrapper
public struct NamedComponent<Value: Encodable & Sendable, Location: ComponentPlace>: RequestComponent {
  public var wrappedValue: Value
  public let name: String?

  public var place: ArgumentPlace { Location.place }
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

/// A property of a ``Request`` that is a header field.
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

/// A property of a ``Request`` that is a member of its body: of JSON, or of a form where the endpoint sends one.
///
/// ```swift
/// @Field("push_reply_me") var replyMe: Bool? = nil
/// ```
public typealias Field<Value: Encodable & Sendable> = NamedComponent<Value, FieldPlace>

/// A property of a ``Request`` that fills a placeholder of the target.
///
/// ```swift
/// @Path var id: Int
/// ```
public typealias Path<Value: Encodable & Sendable> = NamedComponent<Value, PathPlace>

/// A property of a ``Request`` that is an item of the query; a list is several, by the style of the endpoint.
///
/// ```swift
/// @Query var page: Int
/// @Query("per_page") var size: Int? = nil
/// ```
public typealias Query<Value: Encodable & Sendable> = NamedComponent<Value, QueryPlace>

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
