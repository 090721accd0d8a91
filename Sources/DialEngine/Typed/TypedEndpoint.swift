public import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

/// An endpoint with the Swift types of its arguments, its result and its failure, checked against the spec.
///
/// ```swift
/// let getUser = try users.endpoint("getUser", taking: GetUser.self, returning: User.self, failing: APIError.self)
/// let ann = try await getUser(GetUser(id: 7))
/// ```
public struct TypedEndpoint<Input: Encodable & Sendable, Output: Decodable, Failure: Decodable>: Sendable {
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
      ? try plan(Sent.endpoint) : try signatures.plan(of: Sent.self, Sent.signature, name: Sent.endpoint, base: options.base)
    return try prepare(plan, ArgumentEncoder.arguments(of: request), options)
  }

  /// Sends a request, and returns the response whatever its status.
  func reply<Success, Failure>(_ draft: Draft) async throws(CallError) -> TypedReply<Success, Failure> {
    let accepted = draft.accepted
    var bound = draft.bound
    bound.request.accept = .any
    let reply = try await send(Draft(bound: bound, engine: self, plan: draft.plan, check: draft.check))
    return TypedReply(reply: reply, isSuccess: accepted.contains(reply.status.code))
  }
}
