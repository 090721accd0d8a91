import Foundation

/// A real httpbin, started by the first test and shared by all. Two ports are two origins.
struct HTTPBin: Sendable {
  /// The origin that most calls go to.
  let base: String
  /// Another origin of the same server.
  let other: String

  static var shared: HTTPBin {
    get async throws { try await started.value }
  }

  private static let started = Task {
    let (first, second) = try await PythonServer.start("serve.py")
    return HTTPBin(base: "http://127.0.0.1:\(first)", other: "http://127.0.0.1:\(second)")
  }

  static var root: URL { PythonServer.root }
}
