package import DialEngine
import DialJSON
package import DialMessage
import DialModel
import DialPolicies
import DialSyntax
import HTTPTypes

/// Polls until the goal is reached, cannot be reached any more, or the timeout is over. Each poll is an ordinary call.
package struct PollLoop {
  private let engine: Engine
  private let plan: EndpointPlan
  private let arguments: Arguments
  private let options: PollOptions
  private let goal: PollGoal
  /// The pause between two polls.
  package let every: Duration
  /// The limit for the whole wait.
  package let timeout: Duration
  /// Sends a request. Callers that show requests and responses replace it.
  package var send: (Draft) async throws(CallError) -> Reply = { draft async throws(CallError) in try await draft.send() }

  /// Whether the spec or the options declare a goal.
  package var hasGoal: Bool { goal.until != nil || plan.model.poll != nil }

  package init(_ engine: Engine, _ endpoint: String, _ arguments: Arguments, _ options: PollOptions) throws(CallError) {
    plan = try engine.plan(endpoint)
    if let kind = plan.model.kindOfStream {
      throw CallError(
        .arguments, "'\(endpoint)' is \(kind), which cannot be polled", of: plan.model,
        hint: "to wait for a job, use an endpoint that returns its status")
    }
    goal = try PollGoal(plan.model, options)
    try Self.check(plan, engine)
    self.engine = engine
    self.arguments = arguments
    self.options = options
    every = options.every ?? plan.model.poll?.every ?? .seconds(2)
    timeout = options.timeout ?? plan.model.poll?.timeout ?? .seconds(600)
  }

  /// Throws if the state cannot be asked for, before a request starts a job. Only endpoints of a document are not checked before.
  private static func check(_ plan: EndpointPlan, _ engine: Engine) throws(CallError) {
    guard let call = plan.model.poll?.check else { return }
    let called = try engine.plan(call.endpoint).model
    if let stray = call.stray(in: called) {
      let name = stray.literal ?? ""
      let phrase = Suggestion.phrase(for: name, among: called.parameters.map(\.name), what: "argument")
      throw CallError(.arguments, "'\(call.endpoint)' has no argument '\(name)'; \(phrase)", location: stray.range)
    }
    let missing = call.missing(in: called)
    guard !missing.isEmpty else { return }
    let names = missing.map { "'\($0.name)'" }.joined(separator: ", ")
    throw CallError(.arguments, "'\(call.endpoint)' requires \(names), which 'poll.args' does not set", location: call.range)
  }

  /// Returns the last response, read as its endpoint declares. A response from a URL that the server named is not selected.
  package func run() async throws(CallError) -> Reply {
    let time = PollClock(options.clock)
    let first = try engine.prepare(plan, arguments, options.call)
    var target = PollTarget.endpoint
    var number = 0
    var location: (url: LinkedURL, answered: String)?
    while true {
      number += 1
      let look = try await look(try draft(target, first), target, number, time)
      if let reply = look.reply {
        if target.isFirst, let text = reply.headers["location"] { location = LinkedURL(text, in: reply).map { ($0, reply.url) } }
        switch try step(reply, &target, first) {
        case .done:
          if let last = try last(target, first, location) { return try await send(last) }
          return try result(reply, target, first)
        case .failed(let why): throw failed(reply, "the job failed: \(why)", .failed, number)
        case .lost: throw lost(reply, number)
        case .pending: break
        }
      }
      try await pause(look, target, first.outputSecrets, number, isOther: look.target.isFirst && plan.check != nil, time)
    }
  }

  private struct Look {
    var target: PollTarget
    var reply: Reply?
    var error: CallError?

    var headers: HTTPFields? { reply?.headers ?? error?.headers }
  }

  private func draft(_ target: PollTarget, _ first: Draft) throws(CallError) -> Draft {
    var draft: Draft =
      switch target {
      case .endpoint: try engine.prepare(plan, arguments, options.call)
      case .check(let plan, let arguments): try engine.prepare(plan, arguments, options.call)
      case .address(let address, _, let answered): try first.reading(address, answered: answered)
      }
    draft.request.context[AcceptedStatuses.self] = options.call.accept
    (draft.plan, draft.check) = (draft.plan.whole(), .off)
    return draft
  }

  private func look(_ draft: Draft, _ target: PollTarget, _ number: Int, _ time: PollClock) async throws(CallError) -> Look {
    var draft = draft
    // A poll needs the current state, so a cached response is revalidated.
    if [.standard, .preferCache].contains(draft.request.policy.cache) { draft.request.policy.cache = .revalidate }
    let left = timeout - time.elapsed()
    draft.request.policy.totalTimeout = min(draft.policy.totalTimeout ?? left, left)
    // The next poll is the retry; only the first one is retried as any call.
    if number > 1 { draft.request.policy.maxRetries = 0 }
    do throws(CallError) {
      return Look(target: target, reply: try await send(draft))
    } catch {
      if error.code == .timeout, time.elapsed() >= timeout {
        throw late("no response was received", error, number, target, draft.outputSecrets)
      }
      // If the first poll fails, its address may be wrong. A request that may have started a job is not repeated.
      let mayGoOn = number > 1 || error.code == .status && (draft.isSafe || plan.check != nil && !target.isFirst)
      guard error.mayPass, mayGoOn, !target.isFirst || draft.isSafe else { throw error }
      return Look(target: target, error: error)
    }
  }

  /// Interprets a response, and decides what to poll next.
  private func step(_ reply: Reply, _ target: inout PollTarget, _ first: Draft) throws(CallError) -> PollGoal.Verdict {
    if target.isFirst, let check = plan.check {
      target = .check(try engine.plan(check.endpoint), try check.arguments(reply.value, first.argument))
      return .pending
    }
    let hasCondition = goal.until != nil && target.isFirst && !first.isSafe
    let named: PollTarget? = if case .check = target { nil } else { PollTarget(namedBy: reply, withAnyStatus: hasCondition) }
    // If the first response names a monitor, its own status does not say whether the job is done.
    let isMonitor = target.isMonitor || (named?.isMonitor ?? false)
    let verdict = try goal.verdict(reply, isMonitor: isMonitor, isFirst: target.isFirst)
    switch verdict {
    case .done where goal.until == nil && target.isFirst && named != nil: break
    case .done, .failed, .lost: return verdict
    case .pending: break
    }
    if let named {
      target = named
    } else if target.isFirst, !first.isSafe {
      return .lost
    }
    return .pending
  }

  /// Names what a condition looks at and the last response does not have, which can be a slip.
  private static func absence(_ condition: JMESPath, in reply: Reply?) -> String {
    guard let members = reply?.value.asObject, let name = condition.outerNames.first(where: { members[$0] == nil }) else { return "" }
    return "; the last response has no '\(name)'"
      + (Suggestion.nearest(to: name, among: members.map(\.name)).map { "; did you mean '\($0)'?" } ?? "")
  }

  private func pause(_ look: Look, _ target: PollTarget, _ secrets: Secrets, _ number: Int, isOther: Bool, _ time: PollClock)
    async throws(CallError)
  {
    let asked = RetryAfter.wait(look.headers).flatMap { $0 > .zero ? $0 : nil }
    // The endpoint that reports the state is polled without a pause.
    let wait = asked ?? (isOther && look.reply != nil ? .zero : every)
    let elapsed = time.elapsed()
    guard elapsed + wait < timeout else {
      let count = number.counted("poll")
      let why =
        asked.map { "the server asks to wait \(DurationText.text($0))" }
        ?? (goal.until.map { "'until' was not true in \(count): \($0.text)" + Self.absence($0, in: look.reply) }
          ?? "not done after \(count)")
      throw late(why, look.error ?? look.reply.map { $0.failure(.deadline, "") }, number, target, secrets)
    }
    options.observe?(
      PollLook(
        number: number, elapsed: elapsed, status: look.reply?.status ?? look.error?.status,
        value: look.reply?.value ?? look.error?.content ?? .null, wait: wait))
    do {
      if wait > .zero { try await time.sleep(wait) }
    } catch {
      throw CallError(.cancelled, "the wait was cancelled", of: plan.model, attempts: number)
    }
  }

  /// Returns the request for the result of a job that is done; nil if the last response is the result.
  private func last(
    _ target: PollTarget, _ first: Draft, _ location: (url: LinkedURL, answered: String)?
  ) throws(CallError) -> Draft? {
    let address: (url: LinkedURL, answered: String)? =
      switch plan.model.poll?.result {
      case .own: target.isFirst ? nil : (LinkedURL(first.url), first.url)
      case .location: location
      case nil: nil
      }
    guard let address else { return nil }
    // What was polled is the result already.
    if plan.model.poll?.result == .location, case .address(_, isMonitor: false, _) = target { return nil }
    var draft = try first.reading(address.url, answered: address.answered)
    (draft.plan, draft.check) = (draft.plan.whole(), .off)
    return draft
  }

  private func result(_ reply: Reply, _ target: PollTarget, _ first: Draft) throws(CallError) -> Reply {
    let plan: EndpointPlan
    switch target {
    case .endpoint: plan = first.plan
    case .check(let other, _): plan = other
    case .address: return reply
    }
    let response = Response(status: reply.status, headers: reply.headers, url: reply.url)
    do throws(CallError) {
      var result = try ReplyReader(plan: plan, check: first.check, for: response.status.code).reply(
        response, body: reply.body, secrets: reply.secrets)
      result.metrics = reply.metrics
      return result
    } catch {
      throw engine.describe(error, first.request, plan.model)
    }
  }

  private func failed(_ reply: Reply, _ why: String, _ code: CallError.Code, _ number: Int) -> CallError {
    let said = ErrorBody.message(reply.body).map { ": \($0)" } ?? ""
    var error = reply.failure(code, why + said)
    error.attempts = number
    return error
  }

  /// Nobody knows how the job goes on, so it is not said to have failed.
  private func lost(_ reply: Reply, _ number: Int) -> CallError {
    let why = "the server responded with \(reply.status.code), but without a status URL (Location or Operation-Location)"
    var error = failed(reply, why, .decoding, number)
    guard plan.check == nil else { return error }
    error.hint = "add 'poll: {call: …}' to the spec with the endpoint that returns the status; a \(plan.model.method) cannot be polled"
    return error
  }

  private func late(_ why: String, _ last: CallError?, _ number: Int, _ target: PollTarget, _ secrets: Secrets) -> CallError {
    var error = last ?? CallError(.deadline, "")
    (error.code, error.hint) = (.deadline, nil)
    // To call again would start another job.
    if case .address(let address, _, _) = target, !Methods.isSafe(plan.model.method) {
      error.hint = "the job may still run; its state is at \(secrets.redact(url: address.url))"
    }
    error.message =
      "timed out after \(DurationText.text(timeout)): \(why)" + (last?.code == .deadline ? "" : last.map { ": \($0.message)" } ?? "")
    (error.endpoint, error.location, error.attempts) = (plan.model.name, plan.model.range, number)
    return error
  }
}

/// The conditions for success and failure of a wait.
struct PollGoal {
  /// The condition for success; nil if the status decides.
  var until: JMESPath?
  var fail: JMESPath?

  /// What a response means for the wait.
  enum Verdict {
    case done
    case failed(String)
    /// The job goes on where nobody can look.
    case lost
    case pending
  }

  init(_ model: EndpointModel, _ options: PollOptions) throws(CallError) {
    until = try Self.path(options.until, "until", model) ?? model.poll?.until
    fail = try Self.path(options.fail, "fail", model) ?? model.poll?.fail
  }

  private static func path(_ text: String?, _ key: String, _ model: EndpointModel) throws(CallError) -> JMESPath? {
    guard let text else { return nil }
    do throws(JMESPathError) {
      return try JMESPath(text)
    } catch {
      throw CallError(.arguments, "'\(text)' in '\(key)' is not a valid JMESPath expression: \(error.message)", of: model)
    }
  }

  /// Interprets a response. Without conditions, 202 is not done (RFC 9110 section 15.3.3), and a status monitor has a member `status`.
  func verdict(_ reply: Reply, isMonitor: Bool, isFirst: Bool) throws(CallError) -> Verdict {
    if let fail, try holds(fail, "fail", reply) { return .failed("'fail' is true: \(fail.text)") }
    if let until { return try holds(until, "until", reply) ? .done : .pending }
    let status = isMonitor ? reply.value[member: "status"].asString?.lowercased() : nil
    if isMonitor, !isFirst, status == nil, reply.status.code != 202 {
      throw reply.failure(
        .decoding, "the response of the status URL has no text in 'status', so Dial cannot know whether the work is done",
        hint: "declare the condition in the spec, such as: poll: {until: state == 'done'}")
    }
    if let status {
      switch status {
      case "succeeded": return .done
      case "failed", "canceled", "cancelled": return .failed("its status is '\(status)'")
      default: return .pending
      }
    }
    return reply.status.code == 202 ? .pending : .done
  }

  private func holds(_ path: JMESPath, _ key: String, _ reply: Reply) throws(CallError) -> Bool {
    do throws(JSONError) {
      return try path.select(reply.value, reply.selectionBudget).isTrue
    } catch {
      throw reply.failure(.selection, "cannot evaluate '\(key)' on the response: \(error.message)")
    }
  }
}

/// What to poll next.
enum PollTarget {
  case endpoint
  /// Another endpoint, with these arguments.
  case check(EndpointPlan, Arguments)
  /// A URL from a response: the future result, or a monitor of the job.
  case address(LinkedURL, isMonitor: Bool, answered: String)

  var isMonitor: Bool { if case .address(_, isMonitor: true, _) = self { true } else { false } }

  var isFirst: Bool { if case .endpoint = self { true } else { false } }

  /// Reads the URL of a job from a response: Operation-Location with any status, or Location with 202. A condition tells whether what
  /// another response created is done, so its Location is the URL, too (RFC 9110 section 15.3.2).
  init?(namedBy reply: Reply, withAnyStatus: Bool = false) {
    let monitor = reply.headers["operation-location"] ?? reply.headers["azure-asyncoperation"]
    guard let text = monitor ?? (reply.status.code == 202 || withAnyStatus ? reply.headers["location"] : nil),
      let address = LinkedURL(text, in: reply)
    else { return nil }
    self = .address(address, isMonitor: monitor != nil, answered: reply.url)
  }
}

extension Draft {
  /// Whether the request changes nothing, so it can be sent again.
  var isSafe: Bool { Methods.isSafe(request.method.rawValue) }

  /// Returns a GET request for a URL from a response, with the headers of the call but without its body.
  func reading(_ address: LinkedURL, answered: String) throws(CallError) -> Draft {
    // An upload took its time, and a poll does not.
    var draft = timed(PreparedRequest.Policy().totalTimeout)
    draft.request.method = .get
    draft.request.body = .none
    draft.request.context[File.self] = nil
    draft.request.context[BodyHoldsSecret.self] = false
    draft.request.headers = RedirectedHeaders.withoutBody(request.headers)
    return try address.draft(draft, "the job", answered: answered)
  }
}

struct PollClock {
  /// The time since the wait began.
  let elapsed: () -> Duration
  /// Waits. Throws if the task is cancelled.
  let sleep: (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }
}
