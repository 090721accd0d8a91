import Dial
import DialEngine
import DialMessage
import DialSpec
import Foundation
import HTTPTypes
import Testing

/// The service under test, as `specs/httpbin.yaml` describes it.
enum Service {
  static let spec = Result { try Spec.load(HTTPBin.root.appending(path: "specs/httpbin.yaml").path) }

  /// A client of the first origin, over the real network.
  static func client(_ variables: Variables = [:]) async throws -> Client {
    Client(try spec.get(), variables: variables, base: try await HTTPBin.shared.base)
  }

  /// Another address, as the target of a redirect.
  static func other(_ path: String) async throws -> String { try await HTTPBin.shared.other + path }
}

/// The error of a call that must fail.
func failure(_ call: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async throws -> CallError {
  let error = await #expect(throws: CallError.self, sourceLocation: sourceLocation) { try await call() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension JSON {
  /// The names of an object in alphabetical order.
  var names: [String] { (asObject ?? [:]).map(\.name).sorted() }
}
