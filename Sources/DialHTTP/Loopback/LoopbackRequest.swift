/// A request to a ``LoopbackServer``.
package struct LoopbackRequest: Sendable {
  package var method: String
  /// The target of the request line: `/pets?tag=a%20b`.
  package var target: String
  /// The header fields in the order received.
  package var headers: [(name: String, value: String)]
  /// The body; empty if it exceeds the limit of the server.
  package var body: [UInt8]
  /// The size of the body.
  package var size: Int

  package init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [], size: Int? = nil) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.size = size ?? body.count
  }

  /// Returns the first value of a field, by a case-insensitive name.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
