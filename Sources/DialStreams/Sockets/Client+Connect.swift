public import DialEngine
public import DialMessage

extension Client {
  /// Opens the web socket of an endpoint (`live: WS /rooms/{id}`): binds the arguments, sends the handshake through the middlewares, and
  /// gives the socket once it is open. Throws a ``CallError`` with all faults of the arguments before anything is sent; of code `status`
  /// where the server refuses, with its status and body.
  ///
  /// ```swift
  /// let socket = try await users.connect("live", ["id": 1])
  /// try await socket.send("hi")
  /// for try await message in socket { print(message) }
  /// ```
  ///
  /// `timeout` of the options and of the spec is for the opening; an open socket lasts as long as both sides want.
  public func connect(
    _ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await engine.connect(try engine.prepare(endpoint, arguments, options), socket)
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func connect(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await connect(endpoint, Arguments(arguments), options, socket: socket)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func connect(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await connect(endpoint, Arguments(arguments ?? [:]), options, socket: socket)
  }
}

extension Draft {
  /// Opens the web socket of this request as it stands now.
  ///
  /// ```swift
  /// let socket = try await users.prepare("live", ["id": 1]).connect()
  /// ```
  public func connect(_ options: SocketOptions = .init()) async throws(CallError) -> Socket { try await engine.connect(self, options) }
}
