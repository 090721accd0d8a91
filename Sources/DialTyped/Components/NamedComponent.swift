public import DialEngine
public import DialMessage
import DialModel

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

  /// Uses the name of the property, or another one.
  public init(wrappedValue: Value, _ name: String? = nil) {
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

/// A property of a ``Request`` that is a field of its JSON body or form.
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

  /// Creates a key with the name of the property, or another one.
  public init(wrappedValue: Bool, _ name: String? = nil) {
    self.wrappedValue = wrappedValue
    self.name = name
  }
}

/// A property of a ``Request`` whose members are sent separately under their own names, sorted: ``HeaderMap`` and ``QueryMap``.
@propertyWrapper
public struct MapComponent<Value: Encodable & Sendable, Location: ComponentPlace>: RequestComponent {
  public var wrappedValue: [String: Value]
  /// The prefix of each name.
  public let name: String?

  public var place: ArgumentPlace { Location.place }
  public var form: ComponentForm { .spread }
  public var argument: Arguments.Value { wrappedValue }

  /// Sends each member under its own name, after `prefix` if there is one.
  public init(wrappedValue: [String: Value], _ prefix: String? = nil) {
    self.wrappedValue = wrappedValue
    name = prefix
  }
}

/// A property of a ``Request`` whose members are headers, sorted by name.
///
/// ```swift
/// @HeaderMap var more: [String: String] = [:]
/// @HeaderMap("X-Meta-") var meta: [String: String] = [:]
/// ```
public typealias HeaderMap<Value: Encodable & Sendable> = MapComponent<Value, HeaderPlace>

/// A property of a ``Request`` whose members are query items, sorted by name.
///
/// ```swift
/// @QueryMap var filters: [String: String] = [:]
/// ```
public typealias QueryMap<Value: Encodable & Sendable> = MapComponent<Value, QueryPlace>

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

  /// Uses the name of the property, or another name, file name or media type.
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

extension NamedComponent: SecretHolder {
  /// The value; for a header, a cookie or a name such as `token`, only the name.
  public var description: String {
    let isShown = ![.header, .cookie].contains(place) && !SecretNames.contains(name ?? "")
    return "\(name.map { "\($0): " } ?? "")\(isShown ? "\(wrappedValue)" : Secrets.mask)"
  }
}

extension MapComponent: SecretHolder {
  /// The names of the members, without their values.
  public var description: String { wrappedValue.keys.sorted().joined(separator: ", ") }
}
