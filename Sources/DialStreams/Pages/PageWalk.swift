package import DialEngine
import DialJSON
package import DialMessage
package import DialModel
import Synchronization

/// Goes from page to page: ``draft()`` makes the request of the next one, ``take(_:)`` says what its reply means. Between them the
/// request is sent by the ordinary call, so that a page is a call as any other.
package struct PageWalk: Sendable {
  private let engine: Engine
  private let plan: EndpointPlan
  private let pagination: PaginationModel
  private let arguments: Arguments
  private let options: PageOptions

  /// The page that is asked for next.
  private var here = NextPage.Address.first
  /// The page that was asked for last, and the URL that answered.
  package private(set) var asked = NextPage.Address.first
  private var answered = ""
  /// Another origin has answered, which no credentials go to, nor to what it names.
  private var isAway = false
  private let visited = Visited()
  /// The last page is whole, and there is no way on: it leads to one that was there, or to what is no page.
  private var fault: CallError?
  /// The body of the last page, where nothing but a new one tells that the server moves on.
  private var last: ReplyBody?
  package private(set) var pages = 0
  /// The URL of the last request, and what may not be shown of it.
  package private(set) var url = ""
  package private(set) var secrets = Secrets()
  /// The page behind that which was taken last; nil where that is the end.
  package private(set) var next: NextPage.Address?
  /// The URL of the first request.
  package private(set) var firstURL = ""
  /// What the only page lacks, where that may be a slip of the spec.
  package private(set) var absence: String?
  /// Why there are no more pages.
  package private(set) var end: PageEnd.Reason?

  package var model: EndpointModel { plan.model }

  /// Whether the last page leads nowhere, which is told to whoever goes on.
  var isAstray: Bool { fault != nil }

  /// The addresses of pages that were asked for. A walk that goes on is a copy of the one before, which is not asked again: it has the same
  /// ones, as to copy them with each page would take longer and longer.
  private final class Visited: Sendable {
    private let addresses = Mutex<Set<String>>([])

    /// Whether it is a new one.
    @discardableResult func insert(_ address: String) -> Bool { addresses.withLock { $0.insert(address).inserted } }
  }

  /// - Throws: a ``CallError`` of code `arguments` where the endpoint has no pages.
  package init(_ engine: Engine, _ endpoint: String, _ arguments: Arguments, _ options: PageOptions) throws(CallError) {
    plan = try engine.plan(endpoint)
    guard let pagination = plan.model.pagination else { throw Self.noPages(plan.model) }
    for (name, bound) in [("maxPages", options.maxPages), ("maxItems", options.maxItems)] {
      guard let bound, bound < 1 else { continue }
      throw CallError(.arguments, "'\(name)' is \(bound): a walk has one at least", endpoint: endpoint, location: plan.model.range)
    }
    self.engine = engine
    self.pagination = pagination
    self.arguments = arguments
    self.options = options
  }

  private static func noPages(_ model: EndpointModel) -> CallError {
    if let kind = model.kindOfStream {
      return CallError(
        .arguments, "'\(model.name)' is \(kind), and has no pages", endpoint: model.name,
        hint: "it is read until it ends, or until its reader has enough", location: model.range)
    }
    return CallError(
      .arguments, "'\(model.name)' has no pages: its spec has no 'paginate'", endpoint: model.name,
      hint: "'paginate' says where the next page is: next, cursor, page or offset; see PagesAndPolling", location: model.range)
  }

  /// The request of the next page; nil at the end.
  package mutating func draft() throws(CallError) -> Draft? {
    if end != nil { return nil }
    if let fault {
      end = .last
      throw fault
    }
    var given = arguments
    if case .argument(let name, let value) = here { given.replace(plan.names(of: name), with: value) }
    let draft = try engine.prepare(plan, given, options.call)
    asked = here
    if pages == 0 { visited.insert(key(of: here) ?? draft.url) }
    var next = draft
    if case .url(let url) = here {
      next = try LinkedURL(url).draft(draft, "the next page", answered: answered, isAway: isAway)
      isAway = next.request.isAway
    }
    (url, secrets) = (next.url, next.secrets)
    if pages == 0 { firstURL = url }
    return next
  }

  /// Takes the reply to the last request: what is behind it, or that it is the end. An error ends the walk, too; what is wrong with the way
  /// on is told when it is gone, so that the page is not lost.
  package mutating func take(_ reply: Reply) throws(CallError) {
    pages += 1
    end = .last
    next = nil
    let found: NextPage.Address?
    do throws(CallError) { found = try next(behind: reply) } catch { return lead(astray: error) }
    guard let there = found else { return }
    try checkProgress(reply)
    if let key = key(of: there), !visited.insert(key) {
      if PageStep.isEmpty(reply) {
        end = .empty
        return
      }
      fault = error(reply, "page \(pages) leads to one that was there before, \(shown(there, reply))")
    }
    answered = reply.url
    next = there
    if let maximum = options.maxPages, pages >= maximum {
      end = .maxPages
    } else {
      (here, end) = (there, nil)
    }
  }

  private mutating func lead(astray error: CallError) {
    fault = error
    end = options.maxPages.map { pages >= $0 } ?? false ? .maxPages : nil
  }

  /// The page that a reply leads to; nil at the end, with its reason.
  private mutating func next(behind reply: Reply) throws(CallError) -> NextPage.Address? {
    do throws(CallError) {
      let step = PageStep(plan: plan, pagination: pagination, reply: reply, whole: try whole(reply), current: current)
      if let reason = try step.end() {
        end = reason
        return nil
      }
      if let there = try step.next() { return there }
      absence = pages == 1 ? step.absence : nil
      if absence != nil { end = .absent }
      return nil
    } catch {
      throw named(error, number: pages)
    }
  }

  /// Where a page behind the first one is: `page 3 (https://…)`.
  ///
  /// - Parameter number: counts from 1; that of the page that was asked for last where nothing is said.
  package func place(number: Int? = nil) -> String? {
    let number = number ?? pages + 1
    return number > 1 ? "page \(number) (\(secrets.redact(url: url)))" : nil
  }

  /// A failure with the page that it is of.
  package func named(_ error: CallError, number: Int? = nil) -> CallError {
    guard error.code != .cancelled, let place = place(number: number) else { return error }
    var named = error
    named.message = "\(place): \(error.message)"
    return named
  }

  /// A server that does not look at the number of the page gives the first one without end.
  private mutating func checkProgress(_ reply: Reply) throws(CallError) {
    switch pagination.way {
    case .link, .url, .cursor: return
    case .page, .offset: break
    }
    defer { last = reply.source }
    guard let last, last.bytes == reply.source.bytes else { return }
    throw error(reply, "page \(pages) is the same as the one before, \(shown(asked, reply))")
  }

  private func error(_ reply: Reply, _ message: String) -> CallError {
    reply.failure(.limit, message, hint: "the server goes in a circle; a bound on pages ends the walk before")
  }

  /// Where the walk goes on behind so many items of the page that was taken last, which has `count`; nil where that is the end.
  ///
  /// - Parameter areItems: whether they are the elements of the page itself, which an offset counts.
  package func rest(behind taken: Int, of count: Int, areItems: Bool = true) -> NextPage? {
    if taken >= count { return next.map { NextPage($0) } }
    guard areItems, case .offset(let name, _, _) = pagination.way, let step = try? PageStep.number(current, plan, name, first: 0) else {
      return NextPage(asked, skip: taken)
    }
    let (there, isTooFar) = step.addingReportingOverflow(taken)
    return isTooFar ? NextPage(asked, skip: taken) : NextPage(.argument(name, JSON(there)))
  }

  /// Why it ended, behind so many items; `cut` is where it goes on that was left in the middle.
  package func finished(_ items: Int, _ cut: NextPage? = nil) -> PageEnd {
    let next = cut ?? (end == .maxPages ? next.map { NextPage($0) } : nil)
    let reason = end ?? (isAstray ? .maxItems : .last)
    return PageEnd(cut == nil ? reason : .maxItems, pages: pages, items: items, next: next)
  }

  /// What a page may be asked for with only once; nil for a number, which moves on by itself.
  private func key(of address: NextPage.Address) -> String? {
    switch (address, pagination.way) {
    case (.url(let url), _): return url
    case (.argument(_, let value), .cursor): return JSONWriter.text(value)
    case (.first, .cursor): return current.map { JSONWriter.text($0) } ?? ""
    default: return nil
    }
  }

  private func shown(_ address: NextPage.Address, _ reply: Reply) -> String {
    switch address {
    case .first: "that of the call"
    case .argument(let name, let value): "\(name)=\(reply.secrets.redact(ValueText.plain(value) ?? JSONWriter.text(value)))"
    case .url(let url): reply.secrets.redact(url: url)
    }
  }

  /// The argument that goes from page to page, as this page has it.
  private var current: JSON? {
    if case .argument(_, let value) = asked { return value }
    guard let name = pagination.parameter else { return nil }
    let names = plan.names(of: name)
    return arguments.items.last { names.contains($0.name) }?.value.json
  }

  private func whole(_ reply: Reply) throws(CallError) -> JSON {
    if case .link = pagination.way, pagination.end == nil { return .null }
    return try reply.whole()
  }
}

extension EndpointPlan {
  /// The parameter that an argument of this name goes to.
  func parameter(_ name: String) -> ParameterModel? {
    if case .slot(let slot)? = arguments[name] { parameters[slot].model } else { nil }
  }

  /// The names that an argument may be given by: its own, and that with its place.
  func names(of name: String) -> [String] {
    guard let parameter = parameter(name) else { return [name] }
    return [name, parameter.name, parameter.qualifiedName]
  }
}
