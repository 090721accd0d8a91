public import DialEngine
public import DialMessage

extension Client {
  /// Opens the web socket of an endpoint (`live: WS /rooms/{id}`): binds the arguments, sends the handshake through the middlewares, and
  /// returns the open socket. Throws a ``CallError`` with all wrong arguments before anything is sent, or with code `status` and the
  /// response if the server rejects the handshake.
  ///
  /// ```swift
  /// let socket = try await users.connect("live", ["id": 1])
  /// try await socket.send("hi")
  /// for try await message in socket { print(message) }
  /// ```
  ///
  /// `timeout` in the options and in the spec limits only the handshake.
  public func connect(
    _ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await engine.connect(try engine.prepare(endpoint, arguments, options), socket)
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload
  public func connect(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await connect(endpoint, Arguments(arguments), options, socket: socket)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload
  public func connect(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init(), socket: SocketOptions = .init()
  ) async throws(CallError) -> Socket {
    try await connect(endpoint, Arguments(arguments ?? [:]), options, socket: socket)
  }
}

extension Draft {
  /// Opens a web socket with this request as it is now.
  ///
  /// ```swift
  /// let socket = try await users.prepare("live", ["id": 1]).connect()
  /// ```
  public func connect(_ options: SocketOptions = .init()) async throws(CallError) -> Socket { try await engine.connect(self, options) }
}
