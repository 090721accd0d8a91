import Dial
import Foundation
import TestSupport

let recordings = Fixtures().folder

func failureOf<Value>(_ make: () throws(CallError) -> Value) -> CallError {
  do throws(CallError) { _ = try make() } catch { return error }
  return CallError(CallError.Code(rawValue: "none"), "it did not fail")
}

/// A body that ends with an error.
struct Pieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  var texts: [String]
  var error: (any Error)?

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<String>
    let error: (any Error)?

    mutating func next() async throws -> [UInt8]? {
      if let text = rest.popFirst() { return Array(text.utf8) }
      if let error { throw error }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: texts[...], error: error) }
}

extension Response {
  static func answer(_ type: String?, _ body: String, status: Int = 200, _ headers: [(String, String)] = []) -> Response {
    var fields = HTTPFields()
    if let type { fields[.contentType] = type }
    for (name, value) in headers { fields.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
    return Response(status: .init(code: status), headers: fields, body: .init(Array(body.utf8)))
  }
}
