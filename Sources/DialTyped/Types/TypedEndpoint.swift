public import DialBuild
public import DialEngine
public import DialJSON
public import DialMessage
import DialModel
import DialPolicies
import DialSyntax
import HTTPTypes

/// An endpoint with the Swift types of its arguments, its result and its failure, checked against the spec.
///
/// ```swift
/// let getUser = try users.endpoint("getUser", taking: GetUser.self, returning: User.self, failing: APIError.self)
/// let ann = try await getUser(GetUser(id: 7))
/// ```
public struct TypedEndpoint<Input: Encodable & Sendable, Output: Decodable, Failure: Decodable>: Sendable, SecretHolder {
  let engine: Engine
  let plan: EndpointPlan

  /// Calls the endpoint. The members of the input are its arguments; an input that is not an object is the whole body.
  @discardableResult
  public func callAsFunction(_ input: Input, _ options: CallOptions = .init()) async throws(CallError) -> Output {
    try await engine.send(try prepare(input, options)).decode(Output.self)
  }

  /// Calls the endpoint and returns the response, whatever its status.
  public func reply(to input: Input, _ options: CallOptions = .init()) async throws(CallError) -> TypedReply<Output, Failure> {
    try await engine.reply(try prepare(input, options))
  }

  /// Returns the request without sending it, to inspect, log, change and send.
  public func prepare(_ input: Input, _ options: CallOptions = .init()) throws(CallError) -> Draft {
    try engine.prepare(plan, ArgumentEncoder.arguments(of: input), options)
  }
}

extension Engine {
  func prepare<Sent: Request>(_ request: Sent, _ options: CallOptions) throws(CallError) -> Draft {
    let plan =
      Sent.signature.isEmpty
      ? try plan(Sent.endpoint) : try plans.plan(of: Sent.self, Sent.signature, name: Sent.endpoint, base: options.base)
    return try prepare(plan, ArgumentEncoder.arguments(of: request), options)
  }

  func reply<Success, Failure>(_ draft: Draft) async throws(CallError) -> TypedReply<Success, Failure> {
    let accepted = draft.accepted
    var any = draft
    any.request.context[AcceptedStatuses.self] = .any
    let reply = try await send(any)
    return TypedReply(reply: reply, isSuccess: accepted.contains(reply.status.code))
  }
}

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
