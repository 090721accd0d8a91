import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

extension Engine {
  func prepare<Sent: Request>(_ request: Sent, _ options: CallOptions) throws(CallError) -> Draft {
    let plan = Sent.signature.isEmpty ? try plan(Sent.endpoint) : try signatures.plan(of: Sent.self, base: options.base)
    return try prepare(plan, ArgumentEncoder.arguments(of: request), options)
  }

  /// Sends a request of which every status is an answer.
  func reply<Success, Failure>(_ draft: Draft) async throws(CallError) -> TypedReply<Success, Failure> {
    let accepted = draft.accepted
    var bound = draft.bound
    bound.request.accept = .any
    let reply = try await send(Draft(bound: bound, engine: self, plan: draft.plan, check: draft.check))
    return TypedReply(reply: reply, isSuccess: accepted.contains(reply.status.code))
  }
}
