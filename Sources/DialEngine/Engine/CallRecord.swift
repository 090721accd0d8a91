package import DialMessage
import DialModel
import DialSpec
import HTTPTypes
import Logging

/// A call in progress: its start, its cost and its observers. The owner must end it exactly once.
package struct CallRecord: Sendable {
  package private(set) var draft: Draft
  private let start = Instant.now
  package var metrics = CallMetrics()
  /// The attempts before the current one.
  package var tries = AttemptLog()

  package init(_ draft: consuming Draft, _ meter: ProgressMeter?) {
    let engine = draft.engine
    // A stream that reconnects already has a deadline.
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

  /// Records a response. Returns whether its status is accepted. Throws if it is an unrequested part.
  @inline(never)
  mutating func accepts(_ response: Response) throws -> Bool {
    metrics.add(response)
    tries = response.tries
    request.watch?.tell(.received(status: response.status.code))
    guard draft.accepted.contains(response.status.code) else { return false }
    if let fault = PartialContent.fault(in: response, to: request) { throw fault }
    return true
  }

  /// Ends the call with a complete response, and returns it.
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

  /// Ends the call with this status, and returns its metrics.
  package mutating func end(_ status: Int) -> CallMetrics {
    metrics.total = Instant.now - start
    log("\(status)")
    request.trace?.end(nil)
    request.watch?.tell(.finished(metrics))
    return metrics
  }

  /// Ends the call with an error, and returns it.
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
