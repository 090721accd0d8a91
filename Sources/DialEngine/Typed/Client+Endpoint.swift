public import DialJSON
import DialMessage
import DialModel
public import DialSpec
import DialSyntax

extension Client {
  /// Returns an endpoint with Swift types. Throws a ``SpecError`` with all differences from the spec that can never fit.
  ///
  /// Types are probed with a decoder that provides empty values. A type that rejects them is checked by the first call.
  ///
  /// ```swift
  /// let getUser = try users.endpoint("getUser", taking: GetUser.self, returning: User.self, failing: APIError.self)
  /// let ann = try await getUser(GetUser(id: 7))
  /// ```
  public func endpoint<Input: Codable & Sendable, Output: Decodable, Failure: Decodable>(
    _ name: String, taking: Input.Type, returning: Output.Type, failing: Failure.Type = JSON.self
  ) throws(SpecError) -> TypedEndpoint<Input, Output, Failure> {
    let plan = try plan(of: name)
    var match = TypeMatch(plan)
    match.compare(input: TypeProbe.shape(of: taking), "\(taking)")
    match.compare(output: TypeProbe.shape(of: returning), "\(returning)")
    match.compare(failure: TypeProbe.shape(of: failing), "\(failing)")
    if !match.findings.isEmpty { throw SpecError(match.findings.inOrder()) }
    return TypedEndpoint(engine: engine, plan: plan)
  }

  private func plan(of name: String) throws(SpecError) -> EndpointPlan {
    do throws(CallError) {
      return try engine.plan(name)
    } catch {
      let start = Position(line: 1, column: 1)
      let range = SourceRange(file: engine.spec.service.file, start: start, end: start)
      throw SpecError([.error(TypeFindingID.endpoint.rawValue, error.message, at: range)])
    }
  }
}
