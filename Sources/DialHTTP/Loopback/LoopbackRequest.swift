/// A request as ``LoopbackServer`` got it.
package struct LoopbackRequest: Sendable {
  package var method: String
  /// The request line's target, as it came: `/pets?tag=a%20b`.
  package var target: String
  /// Field lines in the order received.
  package var headers: [(name: String, value: String)]
  /// Empty where it is larger than the server keeps.
  package var body: [UInt8]
  /// How many bytes of a body came.
  package var size: Int

  package init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [], size: Int? = nil) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.size = size ?? body.count
  }

  /// The first value of a field, by its name in any case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
