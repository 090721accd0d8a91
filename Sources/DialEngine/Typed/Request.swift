public import DialJSON

/// A request as a type: its stored properties, with or without a wrapper, are the arguments of an endpoint.
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
/// The endpoint is one of the spec, or the type brings it along as a ``signature``. A property without a wrapper is an argument of its
/// name, placed as the endpoint says. What is nil is left out.
public protocol Request: Encodable, Sendable {
  /// What an accepted reply is read as; JSON where nothing else is said.
  associatedtype Response: Decodable = JSON
  /// What a refused reply is read as; JSON where nothing else is said.
  associatedtype Failure: Decodable = JSON

  /// The name of the endpoint: one of the spec, or what a request with a ``signature`` is called in errors and logs. By default that of the type.
  static var endpoint: String { get }

  /// An endpoint as a spec has it, for a request that needs none: a line such as `POST form /v3/set_push -> (code Int)`, or the
  /// long form `{POST: /upload, timeout: 60s}`. Empty, the default, for an endpoint of the spec.
  static var signature: String { get }
}

extension Request {
  public static var endpoint: String { String("\(Self.self)".prefix { $0 != "<" }) }
  public static var signature: String { "" }
}
