public import DialBuild
public import DialEngine
import DialHTTP
public import DialMessage
public import DialPolicies
public import Logging

extension Client {
  /// Creates a client that uses the network.
  ///
  /// ```swift
  /// let users = Client(try Spec.load("users.yaml"), variables: .environment)
  /// ```
  public init(
    _ spec: Spec, variables: Variables = [:], base: String? = nil, tokens: (any TokenStore)? = nil, logger: Logger? = nil,
    check: ResponseCheck = .off, instruments: Instruments = .system
  ) {
    self.init(
      spec, variables: variables, base: base, transport: HTTPTransport(), tokens: tokens, logger: logger, check: check,
      instruments: instruments)
  }

  /// Creates a client that uses the network, without a spec. Each request contains its endpoint as a ``Request/signature``.
  ///
  /// ```swift
  /// let user = try await Client(base: "https://api.example.com").send(GetUser(id: 7))
  /// ```
  public init(
    base: String, variables: Variables = [:], logger: Logger? = nil, check: ResponseCheck = .off, instruments: Instruments = .system
  ) {
    self.init(base: base, variables: variables, transport: HTTPTransport(), logger: logger, check: check, instruments: instruments)
  }

  /// Creates a client without a spec. Each request contains its endpoint as a ``Request/signature``.
  ///
  /// ```swift
  /// struct GetUser: Request {
  ///   static let signature = "GET /users/{id}"
  ///   @Path var id: Int
  /// }
  /// let ann = try await Client(base: "https://api.example.com").send(GetUser(id: 7))
  /// ```
  public init(
    base: String, variables: Variables = [:], transport: any Transport, logger: Logger? = nil, check: ResponseCheck = .off,
    instruments: Instruments = .system
  ) {
    self.init(
      Spec.empty, variables: variables, base: base, transport: transport, logger: logger, check: check, instruments: instruments)
  }
}
