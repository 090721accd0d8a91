public import DialJSON

/// An endpoint or a group of a client, called as if it were a method: `users.getUser(id: 7)`, `users.admin.ban(id: 7)`.
///
/// An unlabelled argument is the whole body. The result is JSON, any `Decodable`, or a flat tuple, as the caller asks.
@dynamicMemberLookup @dynamicCallable
public struct Endpoint: Sendable {
  let engine: Engine
  let name: String

  public subscript(dynamicMember member: String) -> Endpoint { Endpoint(engine: engine, name: "\(name).\(member)") }

  public subscript(member: String) -> Endpoint { Endpoint(engine: engine, name: "\(name).\(member)") }

  @discardableResult
  public func dynamicallyCall(withKeywordArguments arguments: Arguments) async throws(CallError) -> JSON {
    try await engine.call(name, arguments, .init()).value
  }

  public func dynamicallyCall<T: Decodable>(withKeywordArguments arguments: Arguments) async throws(CallError) -> T {
    try await engine.call(name, arguments, .init()).decode(T.self)
  }

  public func dynamicallyCall<A: Decodable, B: Decodable, each Rest: Decodable>(
    withKeywordArguments arguments: Arguments
  ) async throws(CallError) -> (A, B, repeat each Rest) {
    try await engine.call(name, arguments, .init()).tuple(A.self, B.self, repeat (each Rest).self)
  }

  @_disfavoredOverload @discardableResult
  public func dynamicallyCall(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> JSON {
    try await engine.call(name, Arguments(arguments), .init()).value
  }

  @_disfavoredOverload
  public func dynamicallyCall<T: Decodable>(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> T {
    try await engine.call(name, Arguments(arguments), .init()).decode(T.self)
  }

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
      throw decodingError(error, "tuple of these types")
    }
  }
}
