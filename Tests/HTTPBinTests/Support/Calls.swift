import Dial
import DialBuild
import DialEngine
import DialMessage
import Foundation
import HTTPTypes
import Testing

/// The service under test, as `specs/httpbin.yaml` describes it.
enum Service {
  static let spec = Result { try Spec.load(HTTPBin.root.appending(path: "specs/httpbin.yaml").path) }

  static func client(_ variables: Variables = [:]) async throws -> Client {
    Client(try spec.get(), variables: variables, base: try await HTTPBin.shared.base)
  }

  static func other(_ path: String) async throws -> String { try await HTTPBin.shared.other + path }
}

func failure(_ call: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async throws -> CallError {
  let error = await #expect(throws: CallError.self, sourceLocation: sourceLocation) { try await call() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension JSON {
  var names: [String] { (asObject ?? [:]).map(\.name).sorted() }
}
