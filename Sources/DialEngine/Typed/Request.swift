public import DialJSON

/// A request as a type. Its stored properties, with or without wrappers, are the arguments of an endpoint.
///
/// ```swift
/// struct SetPush: Request {
///   static let endpoint = "setPush"
///   @Header("TOKEN") var token: String? = nil
///   @Field("push_reply_me") var replyMe: Bool? = nil
///   struct Response: Decodable { var code: Int }
/// }
/// let set = try await users.send(SetPush(token: "t", replyMe: true))   // SetPush.Response
/// ```
///
/// The endpoint is one of the spec, or the ``signature`` of the type. A property without a wrapper is the argument with its name, sent
/// where the endpoint declares it. nil is omitted.
public protocol Request: Encodable, Sendable {
  /// The type of an accepted response; by default JSON.
  associatedtype Response: Decodable = JSON
  /// The type of a rejected response; by default JSON.
  associatedtype Failure: Decodable = JSON

  /// The name of an endpoint of the spec or, with a ``signature``, the name in errors and logs. By default that of the type.
  static var endpoint: String { get }

  /// An endpoint as in a spec, for a request without one: a line such as `POST form /v3/set_push -> (code Int)`, or the long form
  /// `{POST: /upload, timeout: 60s}`. Empty by default.
  static var signature: String { get }
}

extension Request {
  public static var endpoint: String { String("\(Self.self)".prefix { $0 != "<" }) }
  public static var signature: String { "" }
}
