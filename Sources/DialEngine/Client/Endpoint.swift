public import DialJSON
public import DialMessage
import DialModel

/// An endpoint or a group of a client, called as a method: `users.getUser(id: 7)`, `users.admin.ban(id: 7)`.
///
/// An argument without a label is the whole body. The result is JSON, any `Decodable` type or a flat tuple, whichever you ask for.
@dynamicMemberLookup @dynamicCallable
public struct Endpoint: Sendable {
  let engine: Engine
  let name: String

  /// Returns an endpoint or a group in this group, such as `users.admin.ban`. It is looked up when it is called.
  public subscript(dynamicMember member: String) -> Endpoint { Endpoint(engine: engine, name: "\(name).\(member)") }

  /// Returns an endpoint or a group by a name that is known only at run time: `users["admin"]["ban"]`.
  public subscript(member: String) -> Endpoint { Endpoint(engine: engine, name: "\(name).\(member)") }

  /// Calls the endpoint and returns the result as JSON. Throws a ``CallError``; if the arguments are wrong, before anything is sent.
  ///
  /// ```swift
  /// let ann = try await users.getUser(id: 7)
  /// ann.name.asString   // "Ann"
  /// ```
  @discardableResult
  public func dynamicallyCall(withKeywordArguments arguments: Arguments) async throws(CallError) -> JSON {
    try await engine.call(name, arguments, .init()).value
  }

  /// Calls the endpoint and returns the result as a Swift type. Throws a ``CallError`` with code `decoding` if it does not fit.
  ///
  /// ```swift
  /// let found: [User] = try await users.search(q: "n", page: 2)
  /// ```
  public func dynamicallyCall<T: Decodable>(withKeywordArguments arguments: Arguments) async throws(CallError) -> T {
    try await engine.call(name, arguments, .init()).decode(T.self)
  }

  /// Calls the endpoint and returns the result as a tuple: the members of an object in the declared order, or the elements of an array.
  /// Throws a ``CallError`` with code `decoding` if it does not fit or has no declared order.
  ///
  /// ```swift
  /// let (id, name): (Int, String) = try await users.create(name: "Cy")
  /// ```
  public func dynamicallyCall<A: Decodable, B: Decodable, each Rest: Decodable>(
    withKeywordArguments arguments: Arguments
  ) async throws(CallError) -> (A, B, repeat each Rest) {
    try await engine.call(name, arguments, .init()).tuple(A.self, B.self, repeat (each Rest).self)
  }

  /// Returns JSON; accepts nested literals of mixed types.
  @_disfavoredOverload @discardableResult
  public func dynamicallyCall(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> JSON {
    try await engine.call(name, Arguments(arguments), .init()).value
  }

  /// Returns a Swift type; accepts nested literals of mixed types.
  @_disfavoredOverload
  public func dynamicallyCall<T: Decodable>(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> T {
    try await engine.call(name, Arguments(arguments), .init()).decode(T.self)
  }

  /// Returns a tuple; accepts nested literals of mixed types.
  @_disfavoredOverload
  public func dynamicallyCall<A: Decodable, B: Decodable, each Rest: Decodable>(
    withKeywordArguments arguments: Arguments.Literals
  ) async throws(CallError) -> (A, B, repeat each Rest) {
    try await engine.call(name, Arguments(arguments), .init()).tuple(A.self, B.self, repeat (each Rest).self)
  }
}

extension Encodable where Self == JSON {
  /// An explicit JSON null as an argument.
  public static var null: JSON { JSON.null }
}

extension Reply {
  /// Reads the result by position, in the declared order.
  public func tuple<A: Decodable, B: Decodable, each Rest: Decodable>(
    _ first: A.Type, _ second: B.Type, _ rest: repeat (each Rest).Type
  ) throws(CallError) -> (A, B, repeat each Rest) {
    do throws(JSONError) {
      return try value.tuple(first, second, repeat each rest)
    } catch {
      throw failure(.decoding, "cannot read the result of '\(endpoint.name)' as a tuple of these types: \(error.message)")
    }
  }
}

extension Endpoint: SecretHolder {
  /// The name of the endpoint.
  public var description: String { "Endpoint(\(name))" }
}
