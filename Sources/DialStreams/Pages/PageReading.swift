import DialEngine
package import DialJSON
package import DialMessage
import DialModel

/// Returns the pages of a walk or their items, up to the limits of its options. Not safe for concurrent use.
final class PageReading {
  private struct Step: Sendable {
    var walk: PageWalk
    var reply: Result<Reply?, CallError>
  }

  /// The state after the last page that was returned.
  private var walk: PageWalk
  private let options: PageOptions
  private let opened: ReplyHead.Listener?
  /// The request for the next page, if pages are prefetched.
  private var ahead: Task<Step, Never>?
  private var count = 0
  private var page: JSON.Elements?
  private var taken = 0

  init(_ walk: PageWalk, _ options: PageOptions, _ opened: ReplyHead.Listener?) {
    (self.walk, self.options, self.opened) = (walk, options, opened)
  }

  deinit { ahead?.cancel() }

  func nextPage() async throws(CallError) -> Reply? {
    if let maximum = options.maxItems, count >= maximum, walk.next != nil || walk.isAstray {
      return end(walk.next.map { NextPage($0) })
    }
    guard let reply = try await request() else { return end() }
    count += reply.value.asArray?.count ?? 0
    return reply
  }

  func nextItem() async throws(CallError) -> JSON? {
    while true {
      let isCut = options.maxItems.map { count >= $0 } ?? false
      if isCut, let page, let rest = walk.rest(behind: taken, of: page.count) { return end(rest) }
      if !isCut, let page, taken < page.count {
        (taken, count) = (taken + 1, count + 1)
        return page[taken - 1]
      }
      guard !isCut, let reply = try await request() else { return end() }
      do throws(CallError) { (page, taken) = (try reply.items(), 0) } catch { throw walk.named(error, number: walk.pages) }
    }
  }

  private func end<Element>(_ cut: NextPage? = nil) -> Element? {
    options.onEnd?(walk.finished(count, cut))
    return nil
  }

  private func request() async throws(CallError) -> Reply? {
    let step = if let ahead { await Self.value(ahead) } else { await Self.step(walk) }
    ahead = nil
    walk = step.walk
    guard let reply = try step.reply.get() else { return nil }
    if options.prefetch, walk.end == nil { ahead = Self.begin(step.walk) }
    opened?(ReplyHead(status: reply.status, headers: reply.headers, url: reply.url))
    return reply
  }

  private static func begin(_ walk: PageWalk) -> Task<Step, Never> { Task { await step(walk) } }

  private static func step(_ walk: PageWalk) async -> Step {
    var walk = walk
    do throws(CallError) {
      guard let draft = try walk.draft() else { return Step(walk: walk, reply: .success(nil)) }
      let reply: Reply
      do throws(CallError) { reply = try await draft.send() } catch { throw walk.named(error) }
      try walk.take(reply)
      return Step(walk: walk, reply: .success(reply))
    } catch {
      return Step(walk: walk, reply: .failure(error))
    }
  }

  /// Waits for a task, and cancels it if the caller is cancelled.
  private static func value(_ task: Task<Step, Never>) async -> Step {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension Reply {
  /// Returns the items of a page; none if an optional result is absent.
  package func items() throws(CallError) -> JSON.Elements {
    if let items = value.asArray ?? (value.isNull ? JSON.array([]).asArray : nil) { return items }
    throw failure(
      .decoding, "expected an array in each page of '\(endpoint.name)', found \(value.asKind.noun)",
      hint: "select the array with '@' in the spec, such as GET /items @ items")
  }
}
