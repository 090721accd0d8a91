public import DialJSON
public import DialMessage
import DialModel

/// An endpoint or a group of a client, called as if it were a method: `users.getUser(id: 7)`, `users.admin.ban(id: 7)`.
///
/// An unlabelled argument is the whole body. The result is JSON, any `Decodable`, or a flat tuple, as the caller asks.
@dynamicMemberLookup @dynamicCallable
public struct Endpoint: Sendable {
  let engine: Engine
  let name: String

  /// An endpoint or group inside of this group, such as `users.admin.ban`. Nothing is looked up before it is called.
  public subscript(dynamicMember member: String) -> Endpoint { Endpoint(engine: engine, name: "\(name).\(member)") }

  /// The same by text, for a name that is not known before the program runs: `users["admin"]["ban"]`.
  public subscript(member: String) -> Endpoint { Endpoint(engine: engine, name: "\(name).\(member)") }

  /// Calls the endpoint; gives the result as JSON. Throws a ``CallError``, before anything is sent where the arguments do not fit.
  ///
  /// ```swift
  /// let ann = try await users.getUser(id: 7)
  /// ann.name.asString   // "Ann"
  /// ```
  @discardableResult
  public func dynamicallyCall(withKeywordArguments arguments: Arguments) async throws(CallError) -> JSON {
    try await engine.call(name, arguments, .init()).value
  }

  /// The same, with the result as a type of Swift. A result that does not fit it throws a ``CallError`` of code `decoding`.
  ///
  /// ```swift
  /// let found: [User] = try await users.search(q: "n", page: 2)
  /// ```
  public func dynamicallyCall<T: Decodable>(withKeywordArguments arguments: Arguments) async throws(CallError) -> T {
    try await engine.call(name, arguments, .init()).decode(T.self)
  }

  /// The same, with the result as a tuple: the members of an object in the order of its declared shape, or the elements of an array. A
  /// result that does not fit it, or has no declared order, throws a ``CallError`` of code `decoding`.
  ///
  /// ```swift
  /// let (id, name): (Int, String) = try await users.create(name: "Cy")
  /// ```
  public func dynamicallyCall<A: Decodable, B: Decodable, each Rest: Decodable>(
    withKeywordArguments arguments: Arguments
  ) async throws(CallError) -> (A, B, repeat each Rest) {
    try await engine.call(name, arguments, .init()).tuple(A.self, B.self, repeat (each Rest).self)
  }

  /// The same as JSON, with mixed nested literals as arguments.
  @_disfavoredOverload @discardableResult
  public func dynamicallyCall(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> JSON {
    try await engine.call(name, Arguments(arguments), .init()).value
  }

  /// The same as a type of Swift, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func dynamicallyCall<T: Decodable>(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> T {
    try await engine.call(name, Arguments(arguments), .init()).decode(T.self)
  }

  /// The same as a tuple, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func dynamicallyCall<A: Decodable, B: Decodable, each Rest: Decodable>(
    withKeywordArguments arguments: Arguments.Literals
  ) async throws(CallError) -> (A, B, repeat each Rest) {
    try await engine.call(name, Arguments(arguments), .init()).tuple(A.self, B.self, repeat (each Rest).self)
  }
}

extension Encodable where Self == JSON {
  /// An explicit JSON null, in place of an argument.
  public static var null: JSON { JSON.null }
}

extension Reply {
  /// The result read by position, in the order of its declared shape.
  public func tuple<A: Decodable, B: Decodable, each Rest: Decodable>(
    _ first: A.Type, _ second: B.Type, _ rest: repeat (each Rest).Type
  ) throws(CallError) -> (A, B, repeat each Rest) {
    do throws(JSONError) {
      return try value.tuple(first, second, repeat each rest)
    } catch {
      throw decodingError("cannot read the result of '\(endpoint.name)' as a tuple of these types: \(error.message)")
    }
  }
}
