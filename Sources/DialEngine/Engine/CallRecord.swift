package import DialMessage
import DialModel
import DialPolicies
import DialSpec
import HTTPTypes
import Logging

/// A call under way: when it began, what it cost until now, and who is told of its end. Who has it ends it once, well or not.
package struct CallRecord: Sendable {
  package private(set) var draft: Draft
  private let start = Instant.now
  package var metrics = CallMetrics()
  /// The tries before the one whose reply is read.
  package var tries = AttemptLog()

  package init(_ draft: consuming Draft, _ meter: ProgressMeter?) {
    let engine = draft.engine
    // A stream that goes on where it broke off has its deadline already.
    if draft.bound.request.end == nil, let total = draft.bound.request.policy.totalTimeout { draft.bound.request.end = start + total }
    if let watch = engine.observers.watch(draft.bound.request.endpoint, meter) { draft.bound.request.watch = watch }
    if let trace = CallTrace(engine.instruments, draft.plan.model, engine.spec.service.name) { draft.bound.request.trace = trace }
    self.draft = draft
  }

  package var request: PreparedRequest {
    @inline(__always) get { draft.bound.request }
    _modify { yield &draft.bound.request }
  }
  package var plan: EndpointPlan { draft.plan }
  private var engine: Engine { draft.engine }

  /// Notes an answer; whether it is one that the call accepts. Throws where it is, and is a part that nobody asked for.
  @inline(never)
  mutating func accepts(_ response: Response) throws -> Bool {
    metrics.add(response)
    tries = response.tries
    if let watch = request.watch {
      watch.tell(.received(status: response.status.code))
      if var deprecation = Deprecation(response.headers) {
        deprecation.link = deprecation.link.map {
          request.secrets.redact(url: RedirectTarget.resolve(Array($0.utf8), against: response.url) ?? $0)
        }
        watch.tell(.deprecated(deprecation))
      }
    }
    guard draft.accepted.contains(response.status.code) else { return false }
    if let fault = PartialContent.fault(in: response, to: request) { throw fault }
    return true
  }

  /// The call ended with an answer and all of its body; gives the reply that they are.
  @inline(never)
  mutating func end(_ response: Response, _ body: consuming [UInt8]) throws(CallError) -> Reply {
    do throws(CallError) {
      let reader = ReplyReader(plan: plan, check: draft.check)
      var reply = try reader.reply(response, body: consume body, secrets: request.secrets)
      reply.metrics = end(reply.status.code)
      return reply
    } catch {
      throw fail(error)
    }
  }

  /// The call ended as it should, with this status; gives what it cost.
  package mutating func end(_ status: Int) -> CallMetrics {
    metrics.total = Instant.now - start
    log("\(status)")
    request.trace?.end(nil)
    request.watch?.tell(.finished(metrics))
    return metrics
  }

  /// The call failed; gives the error that it throws.
  @inline(never)
  package mutating func fail(_ error: any Error) -> CallError {
    let failure = engine.describe(error, request, plan.model, tries)
    metrics.total = Instant.now - start
    metrics.attempts = max(metrics.attempts, failure.attempts)
    metrics.bytesSent = max(metrics.bytesSent, failure.bytesSent)
    metrics.paused = max(metrics.paused, failure.earlier.reduce(.zero) { $0 + $1.wait })
    log(failure.code.rawValue)
    request.trace?.end(failure)
    if let watch = request.watch {
      metrics.redirects = watch.redirects
      watch.tell(.failed(failure))
      watch.tell(.finished(metrics))
    }
    return failure
  }

  private func log(_ outcome: @autoclosure () -> String) {
    guard let logger = engine.logger else { return }
    let took = metrics.total.components
    let milliseconds = took.seconds * 1000 + took.attoseconds / 1_000_000_000_000_000
    logger.debug(
      "call",
      metadata: [
        "endpoint": "\(request.endpoint)", "method": "\(request.method)", "url": "\(request.secrets.redact(url: request.url))",
        "outcome": "\(outcome())", "ms": "\(milliseconds)",
      ])
  }
}
