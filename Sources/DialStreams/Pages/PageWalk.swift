package import DialEngine
import DialJSON
package import DialMessage
package import DialModel
import Synchronization

/// The state of a walk: ``draft()`` makes the request for the next page, and ``take(_:)`` interprets its response.
package struct PageWalk: Sendable {
  private let engine: Engine
  private let plan: EndpointPlan
  private let pagination: PaginationModel
  private let arguments: Arguments
  private let options: PageOptions

  private var here = NextPage.Address.first
  /// The page that was requested last.
  package private(set) var asked = NextPage.Address.first
  private var answered = ""
  /// Whether another origin has responded, so that no credentials are sent any more.
  private var isAway = false
  private let visited = Visited()
  /// The error for the next page, if the last one was complete but leads to an earlier page or an invalid address.
  private var fault: CallError?
  /// The error for the last page, if another one with items follows.
  private var shortness: CallError?
  /// Whether the offset of an item of the last page is that of the page and its place.
  private var areItemsCounted = false
  /// The body of the last page, if only a different body shows that the server makes progress.
  private var last: ReplyBody?
  /// Whether the items of a page are as the server sent them.
  private let hasRecords: Bool
  /// The hash of the items of the last page, if they are objects.
  private var lastItems: Int?
  /// How many pages before the last one had the same items.
  private var repeats = 0
  /// The number of empty pages before the next one.
  private var gaps = 0
  private static let maxGaps = 100
  /// Data can repeat, but whole pages of it do not.
  private static let maxRepeats = 4
  package private(set) var pages = 0
  /// The URL of the last request, without secrets.
  package private(set) var url = ""
  package private(set) var secrets = Secrets()
  /// The page after the last one; nil at the end.
  package private(set) var next: NextPage.Address?
  package private(set) var firstURL = ""
  /// The path at which the only page has nothing, which may be a mistake in the spec.
  package private(set) var absence: String?
  /// The total that was not reached.
  package private(set) var shortfall: PageShortfall?
  /// Why there are no more pages.
  package private(set) var end: PageEnd.Reason?

  package var model: EndpointModel { plan.model }

  /// Whether the last page leads to an invalid page. The next request throws the error.
  var isAstray: Bool { fault != nil }

  /// The addresses that were requested. Copies of a walk share them, because copying them for each page would take quadratic time.
  private final class Visited: Sendable {
    private let addresses = Mutex<Set<String>>([])

    @discardableResult func insert(_ address: String) -> Bool { addresses.withLock { $0.insert(address).inserted } }
  }

  /// - Throws: a ``CallError`` with code `arguments` if the endpoint has no pages.
  package init(_ engine: Engine, _ endpoint: String, _ arguments: Arguments, _ options: PageOptions) throws(CallError) {
    let whole = try engine.plan(endpoint)
    guard let pagination = whole.model.pagination else { throw Self.noPages(whole) }
    // Without a selection, the items are the result of each page.
    hasRecords = whole.model.selection == nil
    plan = whole.model.selection == nil ? pagination.items.map(whole.selecting) ?? whole : whole
    try Self.check("maxPages", options.maxPages, plan)
    try Self.check("maxItems", options.maxItems, plan)
    self.engine = engine
    self.pagination = pagination
    self.arguments = arguments
    self.options = options
  }

  private static func check(_ name: String, _ bound: Int?, _ plan: EndpointPlan) throws(CallError) {
    guard let bound, bound < 1 else { return }
    throw CallError(.arguments, "'\(name)' must be at least 1, but is \(bound)", of: plan.model)
  }

  private static func noPages(_ plan: EndpointPlan) -> CallError {
    let model = plan.model
    if let kind = model.kindOfStream {
      return CallError(
        .arguments, "'\(model.name)' is \(kind), which has no pages", endpoint: model.name,
        remedy: .stopReading, location: model.range)
    }
    let guess = PagingGuess(model.parameters.filter { $0.place == .query }.map(\.wire), members(of: plan))
    return CallError(
      .arguments, "'\(model.name)' has no pages, because it does not declare 'paginate'", of: model,
      hint: "add 'paginate' to the endpoint, such as: \(guess?.settings ?? "paginate: link")")
  }

  /// Returns the members of the response that a document declares.
  private static func members(of plan: EndpointPlan) -> [PagingGuess.Member] {
    let content = plan.model.responses.response(for: 200)?.contents.first { Encoding(mediaType: $0.mediaType) == .json }
    guard let shape = content?.shape, case .record(let record) = plan.types.resolve(plan.types.resolve(shape).wrapped) else { return [] }
    return record.members.map { member in
      switch plan.types.resolve(plan.types.resolve(member.shape).wrapped) {
      case .array: .init(member.wire, .array)
      case .int, .int64, .uint64: .init(member.wire, .integer)
      case .string: .init(member.wire, .text)
      default: .init(member.wire, .other)
      }
    }
  }

  /// Returns the request for the next page, or nil at the end.
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
      isAway = next.request.context[IsAway.self]
    }
    (url, secrets) = (next.url, next.secrets)
    if pages == 0 { firstURL = url }
    return next
  }

  /// Takes the response to the last request. If the next page is invalid, the next call throws the error, so that this page is not lost.
  package mutating func take(_ reply: Reply) throws(CallError) {
    pages += 1
    end = .last
    next = nil
    let short = shortness.take()
    let step: PageStep
    let found: NextPage.Address?
    do throws(CallError) {
      step = try PageStep(
        plan: plan, pagination: pagination, reply: reply, current: current, size: pagination.sizeParameter.flatMap { argument($0) })
      found = try short == nil || step.isEmpty ? next(behind: step) : nil
    } catch {
      fault = named(error, number: pages)
      end = options.maxPages.map { pages >= $0 } ?? false ? .maxPages : nil
      return
    }
    if let short, !step.isEmpty { throw short }
    guard let there = found else { return }
    gaps = step.isEmpty ? gaps + 1 : 0
    if gaps == Self.maxGaps, case .page = pagination.way {
      fault = reply.failure(.limit, "\(gaps) pages in a row are empty, and 'until' is not true")
    }
    if !step.isEmpty { try checkProgress(reply) }
    if let key = key(of: there), !visited.insert(key) {
      if step.isEmpty {
        end = .empty
        return
      }
      fault = reply.failure(
        .limit, "page \(pages) links to a page that was already read, \(shown(there, reply))",
        hint: "limit the number of pages; the server repeats them")
    }
    answered = reply.url
    next = there
    if let maximum = options.maxPages, pages >= maximum {
      end = .maxPages
    } else {
      (here, end) = (there, nil)
    }
  }

  /// Returns the page that a response leads to, or nil at the end.
  private mutating func next(behind step: PageStep) throws(CallError) -> NextPage.Address? {
    areItemsCounted =
      step.count == step.reply.value.asArray?.count && !step.mayHideItems && plan.model.selection?.path.keepsOrder ?? true
    if let reason = try step.end() {
      (end, shortfall) = (reason, step.shortfall())
      return nil
    }
    if let there = try step.next() {
      shortness = try step.shortness().map { named($0, number: pages) }
      return there
    }
    absence = pages == 1 ? step.absence : nil
    if absence != nil { end = .absent }
    return nil
  }

  /// Names a page in an error: `page 3 (https://…)`. The number counts from 1. Without it, this is the requested page, which need not be
  /// named if it is the first.
  package func place(number: Int? = nil) -> String? {
    if number == nil, pages == 0 { return nil }
    return "page \(number ?? pages + 1) (\(secrets.redact(link: url)))"
  }

  /// Adds the page to the message of an error.
  package func named(_ error: CallError, number: Int? = nil) -> CallError {
    guard error.code != .cancelled, let place = place(number: number) else { return error }
    var named = error
    named.message = "\(place): \(error.message)"
    return named
  }

  /// Detects a server that ignores the page number and always returns the first page.
  private mutating func checkProgress(_ reply: Reply) throws(CallError) {
    switch pagination.way {
    case .link, .url, .cursor: return
    case .page, .offset: break
    }
    defer { last = reply.source }
    // Of other values, and of what is selected, different records can be equal.
    let objects = hasRecords ? (try? reply.items()).flatMap { $0.allSatisfy { $0.asKind == .object } ? $0 : nil } : nil
    let items = objects.map { JSONWriter.bytes(.array(Array($0))).hashValue }
    repeats = items != nil && items == lastItems ? repeats + 1 : 0
    lastItems = items
    let isSame = last.map { $0.bytes == reply.source.bytes } ?? false
    // Next to the same items, a response can have an identifier of its own.
    guard isSame || repeats >= Self.maxRepeats else { return }
    let (what, before) = isSame ? ("content as page", "\(pages - 1)") : ("items as the pages", "\(pages - repeats) to \(pages - 1)")
    throw reply.failure(
      .limit, "page \(pages) has the same \(what) \(before) (\(shown(asked, reply)))",
      hint: "check 'paginate' in the spec; the server may ignore the parameter")
  }

  /// Returns where to continue after `taken` of the `count` items of the last page; nil at the end. An offset counts items with `areItems`.
  package func rest(behind taken: Int, of count: Int, areItems: Bool = true) -> NextPage? {
    if taken >= count { return next.map { NextPage($0) } }
    guard areItems, areItemsCounted, case .offset(let offset) = pagination.way,
      let here = try? PageStep.number(current, plan, offset.parameter, first: 0)
    else { return NextPage(asked, skip: taken) }
    return NextPage(.argument(offset.parameter, JSON(here + taken)))
  }

  /// Returns the end after this number of items; `cut` is the page that was left in the middle.
  package func finished(_ items: Int, _ cut: NextPage? = nil) -> PageEnd {
    let next = cut ?? (end == .maxPages ? next.map { NextPage($0) } : nil)
    let reason = end ?? (isAstray ? .maxItems : .last)
    return PageEnd(cut == nil ? reason : .maxItems, pages: pages, items: items, next: next, total: cut == nil ? shortfall?.total : nil)
  }

  /// The key of an address that may occur only once; nil for a number, which always increases.
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
    case .first: "the first page"
    case .argument(let name, let value): "\(name)=\(reply.secrets.redact(ValueText.plain(value) ?? JSONWriter.text(value)))"
    case .url(let url): reply.secrets.redact(link: url)
    }
  }

  /// The argument that selects the current page.
  private var current: JSON? {
    if case .argument(_, let value) = asked { return value }
    return pagination.parameter.flatMap { argument($0) }
  }

  private func argument(_ name: String) -> JSON? {
    let names = plan.names(of: name)
    return arguments.items.last { names.contains($0.name) }?.value.json
  }
}

extension EndpointPlan {
  func parameter(_ name: String) -> ParameterModel? {
    if case .slot(let slot)? = arguments[name] { parameters[slot].model } else { nil }
  }

  /// The names of an argument: its own, and its name with the location.
  func names(of name: String) -> [String] {
    guard let parameter = parameter(name) else { return [name] }
    return [name, parameter.name] + parameter.spellings
  }
}
