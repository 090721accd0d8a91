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

/// A property of a ``Request`` whose members go to one place, each under its own name, sorted: ``HeaderMap`` and ``QueryMap``.
@propertyWrapper
public struct MapComponent<Value: Encodable & Sendable, Location: ComponentPlace>: RequestComponent {
  public var wrappedValue: [String: Value]
  /// What goes before each name.
  public let name: String?

  public var place: ArgumentPlace { Location.place }
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

/// A property of a ``Request`` whose members are header fields, sorted by name.
///
/// ```swift
/// @HeaderMap var more: [String: String] = [:]
/// @HeaderMap("X-Meta-") var meta: [String: String] = [:]
/// ```
public typealias HeaderMap<Value: Encodable & Sendable> = MapComponent<Value, HeaderPlace>

/// A property of a ``Request`` whose members are items of the query, sorted by name.
///
/// ```swift
/// @QueryMap var filters: [String: String] = [:]
/// ```
public typealias QueryMap<Value: Encodable & Sendable> = MapComponent<Value, QueryPlace>

/// A property of a ``Request`` that is a part of its multipart body: a ``File``, a `Data`, a text, or a value that is sent as JSON.
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

  /// Under the name of the property.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    name = nil
    filename = nil
    mimeType = nil
  }

  /// Under another name, or with a file name and a media type of its own.
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

  /// The value is the body.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
