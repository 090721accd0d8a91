public import DialCore
import DialHTTP
public import Logging

extension Client {
  /// A client over the real network.
  ///
  /// ```swift
  /// let users = Client(try Spec.load("users.yaml"), variables: .environment)
  /// ```
  public init(_ spec: Spec, variables: Variables = [:], base: String? = nil, logger: Logger? = nil) {
    self.init(spec, variables: variables, base: base, transport: HTTPTransport(), logger: logger)
  }
}
