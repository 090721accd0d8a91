/// An endpoint, or a group of them, by name; `users.getUser` and `users.admin.ban` are this.
@dynamicMemberLookup @dynamicCallable
struct Endpoint: Sendable {
  var name: String

  subscript(dynamicMember member: String) -> Endpoint { Endpoint(name: "\(name).\(member)") }
  subscript(member: String) -> Endpoint { Endpoint(name: "\(name).\(member)") }

  @discardableResult
  func dynamicallyCall(withKeywordArguments arguments: Arguments) async throws(CallError) -> JSON {
    throw CallError(given: arguments.description)
  }

  func dynamicallyCall<Value: Decodable>(withKeywordArguments arguments: Arguments) async throws(CallError) -> Value {
    throw CallError(given: arguments.description)
  }

  func dynamicallyCall<First: Decodable, Second: Decodable, each Rest: Decodable>(
    withKeywordArguments arguments: Arguments
  ) async throws(CallError) -> (First, Second, repeat each Rest) { throw CallError(given: arguments.description) }

  @_disfavoredOverload @discardableResult
  func dynamicallyCall(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> JSON {
    throw CallError(given: arguments.description)
  }

  @_disfavoredOverload
  func dynamicallyCall<Value: Decodable>(withKeywordArguments arguments: Arguments.Literals) async throws(CallError) -> Value {
    throw CallError(given: arguments.description)
  }

  @_disfavoredOverload
  func dynamicallyCall<First: Decodable, Second: Decodable, each Rest: Decodable>(
    withKeywordArguments arguments: Arguments.Literals
  ) async throws(CallError) -> (First, Second, repeat each Rest) { throw CallError(given: arguments.description) }
}

extension Client {
  @discardableResult
  func call(_ name: String, _ arguments: Arguments = [:], _ options: Options = .init()) async throws(CallError) -> Reply {
    throw CallError(given: arguments.description)
  }
  @_disfavoredOverload @discardableResult
  func call(_ name: String, _ literals: Arguments.Literals, _ options: Options = .init()) async throws(CallError) -> Reply {
    throw CallError(given: literals.description)
  }
  @_disfavoredOverload @discardableResult
  func call(_ name: String, _ dictionary: [String: Arguments.Value], _ options: Options = .init()) async throws(CallError) -> Reply {
    throw CallError(given: dictionary.keys.map { "dictionary of \($0)" })
  }

  @discardableResult
  func call(
    _ name: String, _ arguments: Arguments = [:], _ options: Options = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask { CallTask() }
  @_disfavoredOverload @discardableResult
  func call(
    _ name: String, _ literals: Arguments.Literals, _ options: Options = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask { CallTask() }
  @_disfavoredOverload @discardableResult
  func call(
    _ name: String, _ dictionary: [String: Arguments.Value], _ options: Options = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask { CallTask() }

  func prepare(_ name: String, _ arguments: Arguments = [:]) throws(CallError) -> Draft { throw CallError() }
  @_disfavoredOverload
  func prepare(_ name: String, _ literals: Arguments.Literals) throws(CallError) -> Draft { throw CallError() }
  @_disfavoredOverload
  func prepare(_ name: String, _ dictionary: [String: Arguments.Value]) throws(CallError) -> Draft { throw CallError() }
  func start(_ name: String, _ arguments: Arguments = [:]) -> CallTask { CallTask() }
  @_disfavoredOverload
  func start(_ name: String, _ literals: Arguments.Literals) -> CallTask { CallTask() }
  @_disfavoredOverload
  func start(_ name: String, _ dictionary: [String: Arguments.Value]) -> CallTask { CallTask() }
  func poll(_ name: String, _ arguments: Arguments = [:]) async throws(CallError) -> JSON { throw CallError() }
  @_disfavoredOverload
  func poll(_ name: String, _ literals: Arguments.Literals) async throws(CallError) -> JSON { throw CallError() }
  @_disfavoredOverload
  func poll(_ name: String, _ dictionary: [String: Arguments.Value]) async throws(CallError) -> JSON { throw CallError() }
  func connect(_ name: String, _ arguments: Arguments = [:]) async throws(CallError) -> Socket { throw CallError() }
  @_disfavoredOverload
  func connect(_ name: String, _ literals: Arguments.Literals) async throws(CallError) -> Socket { throw CallError() }
  @_disfavoredOverload
  func connect(_ name: String, _ dictionary: [String: Arguments.Value]) async throws(CallError) -> Socket { throw CallError() }
  func stream(_ name: String, _ arguments: Arguments = [:]) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func stream(_ name: String, _ literals: Arguments.Literals) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func stream(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<JSON> { Replies() }
  func events(_ name: String, _ arguments: Arguments = [:]) -> Replies<ServerSentEvent> { Replies() }
  @_disfavoredOverload
  func events(_ name: String, _ literals: Arguments.Literals) -> Replies<ServerSentEvent> { Replies() }
  @_disfavoredOverload
  func events(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<ServerSentEvent> { Replies() }
  func pages(_ name: String, _ arguments: Arguments = [:]) -> Replies<Reply> { Replies() }
  @_disfavoredOverload
  func pages(_ name: String, _ literals: Arguments.Literals) -> Replies<Reply> { Replies() }
  @_disfavoredOverload
  func pages(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<Reply> { Replies() }
  func items(_ name: String, _ arguments: Arguments = [:]) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func items(_ name: String, _ literals: Arguments.Literals) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func items(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<JSON> { Replies() }

  func endpoint<Input: Codable & Sendable, Output: Decodable, Failure: Decodable>(
    _ name: String, taking: Input.Type, returning: Output.Type, failing: Failure.Type
  ) throws(SpecError) -> TypedEndpoint<Input, Output, Failure> { TypedEndpoint() }

  func send<Sent: Request>(_ request: Sent) async throws(CallError) -> Sent.Response { throw CallError() }
}

struct TypedEndpoint<Input: Codable & Sendable, Output: Decodable, Failure: Decodable>: Sendable {
  func callAsFunction(_ input: Input) async throws(CallError) -> Output { throw CallError() }
}

struct ServerSentEvent: Sendable {
  var event: String?
  var data: String
  var id: String?
}

/// Many replies of one endpoint; ends with a ``CallError``.
struct Replies<Element: Sendable>: AsyncSequence, Sendable {
  struct Iterator: AsyncIteratorProtocol {
    mutating func next() async throws(CallError) -> Element? { throw CallError() }
    mutating func next(isolation actor: isolated (any Actor)?) async throws(CallError) -> Element? { throw CallError() }
  }
  func makeAsyncIterator() -> Iterator { Iterator() }
}

struct Socket: AsyncSequence, Sendable {
  enum Message: Sendable { case text(String), bytes([UInt8]) }
  func send(_ text: String) async throws(CallError) {}
  func makeAsyncIterator() -> Replies<Message>.Iterator { .init() }
}

struct CallTask: Sendable {
  struct Progress: Sendable {
    var sent: Int64
    var received: Int64
    var total: Int64?
  }
  var progress: AsyncStream<Progress> { AsyncStream { $0.finish() } }
  var value: Reply { get async throws(CallError) { throw CallError() } }
  func cancel() {}
}

/// A request as a type: its stored properties, with or without wrappers, are its arguments.
protocol Request: Encodable, Sendable {
  associatedtype Response: Decodable
  static var endpoint: String { get }
}

/// What a property of a ``Request`` may be wrapped in; own wrappers join by conforming.
protocol RequestComponent: Encodable, Sendable {
  var name: String? { get }
  var place: Place { get }
}

enum Place: Sendable { case header, query, field }

@propertyWrapper struct Header<Value: Encodable & Sendable>: RequestComponent {
  var wrappedValue: Value
  var name: String?
  var place: Place { .header }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue; self.name = name }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Query<Value: Encodable & Sendable>: RequestComponent {
  var wrappedValue: Value
  var name: String?
  var place: Place { .query }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue; self.name = name }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Field<Value: Encodable & Sendable>: RequestComponent {
  var wrappedValue: Value
  var name: String?
  var place: Place { .field }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue; self.name = name }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Client {
  static func recording(_ spec: Spec) -> (Client, Log) { (Client(spec), Log()) }
}

struct Log: Sendable { var requests: [PreparedRequest] { [] } }
