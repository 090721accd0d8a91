/// Stands in for the compiled spec.
struct Spec: Sendable {
  enum Trust { case untrusted, folder, full }
  static func load(_ path: String, trust: Trust = .folder) throws(SpecError) -> Spec { Spec() }
  static func load(yaml: String, trust: Trust = .untrusted) throws(SpecError) -> Spec { Spec() }
}

struct SpecError: Error {}

struct CallError: Error, Sendable {
  enum Code: String, Sendable { case stub }
  var code: Code
  /// What the stub was given, so that a test can tell which overload took it, and as what.
  var given: [String]
  init(code: Code = .stub, given: [String] = []) {
    self.code = code
    self.given = given
  }
}

struct Variables: Sendable, ExpressibleByDictionaryLiteral {
  static let environment = Variables()
  init(dictionaryLiteral elements: (String, String)...) {}
}

struct LoggerLike: Sendable {}
protocol Transport: Sendable {}
struct DefaultTransport: Transport {}
protocol TokenStore: Sendable {}
struct MemoryStore: TokenStore {}
protocol Codec: Sendable {}

/// Cheap to copy: everything changeable is behind one reference.
@dynamicMemberLookup
struct Client: Sendable {
  let engine = Engine()

  init(
    _ spec: Spec, variables: Variables = [:], base: String? = nil, transport: any Transport = DefaultTransport(),
    tokens: any TokenStore = MemoryStore(), logger: LoggerLike? = nil
  ) {}

  subscript(dynamicMember name: String) -> Endpoint { Endpoint(name: name) }
  subscript(name: String) -> Endpoint { Endpoint(name: name) }

  var tokens: any TokenStore {
    get { MemoryStore() }
    nonmutating set {}
  }
  var codecs: Codecs { Codecs() }
  var cache: Cache { Cache() }

  func use(_ name: String, _ middleware: @escaping @Sendable (PreparedRequest, Next) async throws -> Reply) {}
  func on(_ observe: @escaping @Sendable (Event) -> Void) {}
  func cancelAll() {}
}

final class Engine: Sendable {}
struct Event: Sendable {}

struct Codecs: Sendable {
  subscript(name: String) -> (any Codec)? {
    get { nil }
    nonmutating set {}
  }
}

struct Cache: Sendable {
  func set(_ value: JSON, for endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {}
  func get(_ endpoint: String, _ arguments: Arguments = [:]) async -> JSON? { nil }
  func remove(_ endpoint: String, _ arguments: Arguments = [:]) async {}
  func clear() async {}
}

struct Next: Sendable {
  func callAsFunction(_ request: PreparedRequest) async throws -> Reply { throw Stub() }
}

struct Status: Sendable, Hashable {
  enum Kind: Sendable { case successful }
  var code: Int
  var kind: Kind { .successful }
}

/// Stands in for swift-http-types: a subscript by a name that is no literal, and ours by text.
struct Fields: Sendable {
  struct Name: Sendable, Hashable { static let eTag = Name() }
  subscript(name: Name) -> String? { nil }
}

extension Fields {
  subscript(name: String) -> String? { nil }
}

struct Reply: Sendable {
  var status: Status
  var headers: Fields
  var url: String
  var value: JSON
}

struct PreparedRequest: Sendable {
  var method = "GET"
  var url = ""
  var headers = Fields()
  var body: [UInt8] = []
}

/// A bound request together with the client that sends it.
@dynamicMemberLookup
struct Draft: Sendable {
  var request = PreparedRequest()
  subscript<Value>(dynamicMember path: WritableKeyPath<PreparedRequest, Value>) -> Value {
    get { request[keyPath: path] }
    set { request[keyPath: path] = newValue }
  }
  func curl() -> String { "" }
  func send() async throws(CallError) -> Reply { throw CallError() }
}

struct Options: Sendable {
  enum Cache: Sendable { case none, standard, reload }
  enum Accept: Sendable { case any }
  init(
    timeout: Duration? = nil, headers: [String: String] = [:], query: Arguments = [:], cache: Cache? = nil, accept: Accept? = nil
  ) {}
}
