import CallTestSupport
import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// `step`, `short`, `total` and `items`: no item is lost without an error or a note.
struct PageCountTests {
  private static func page(_ items: ClosedRange<Int>, total: Int? = nil) -> String {
    "{\"i\": [\(items.map(String.init).joined(separator: ", "))]\(total.map { ", \"t\": \($0)" } ?? "")}"
  }
  private static let empty = "{\"i\": []}"
  private static let hint = "; if the server leaves items out of its pages, add 'short: true'"

  /// A page that is shorter than `step` and not the last one.
  @Test(arguments: [
    Walk(
      "{GET: '/a (s = 0, limit?) @ i', paginate: {offset: s, step: 5, total: t}}", "{\"limit\": 3}", [page(1...3, total: 7)],
      gives: [
        "GET /a?s=0&limit=3", "= 1 2 3",
        "! limit: page 1 (https://api.test/a?s=0&limit=3): pagination: the page has 3 items, but 'step' is 5, and more items follow",
      ]),
    // Without a total, the next request shows it.
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 5}}", [page(1...1), page(2...3)],
      gives: [
        "GET /a?s=0", "GET /a?s=1", "= 1",
        "! limit: page 1 (https://api.test/a?s=0): pagination: the page has 1 item, but 'step' is 5, and more items follow",
      ]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 2}}", [page(1...2), page(3...3), page(4...4)],
      gives: [
        "GET /a?s=0", "GET /a?s=2", "GET /a?s=3", "= 1 2 3",
        "! limit: page 2 (https://api.test/a?s=2): pagination: the page has 1 item, but 'step' is 2, and more items follow",
      ]),
    Walk(
      "{GET: '/a (s = 0, limit = 9) @ i', paginate: {offset: s, step: limit, total: t}}", [page(1...3, total: 7)],
      gives: [
        "GET /a?s=0&limit=9", "= 1 2 3",
        "! limit: page 1 (https://api.test/a?s=0&limit=9): pagination: the page has 3 items, but 'limit' is 9, and more items follow",
      ]),
    Walk(
      "{GET: '/a (s = 0, limit?) @ i', paginate: {offset: s, step: limit}}", "{\"limit\": 2}", [page(1...3)],
      gives: [
        "GET /a?s=0&limit=2", "= 1 2 3",
        "! limit: page 1 (https://api.test/a?s=0&limit=2): pagination: the page has 3 items, but 'limit' is 2, so the next page would repeat some",
      ]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, items: x}}", [page(1...3)],
      gives: [
        "GET /a?s=0", "= 1 2 3",
        "! decoding: page 1 (https://api.test/a?s=0): pagination: expected the items of the page at 'x', found nothing",
      ]),
    Walk(
      "{GET: /a (p?) @ i, paginate: {page: p, items: t}}", [page(1...3, total: 3)],
      gives: [
        "GET /a", "= 1 2 3", "! decoding: page 1 (https://api.test/a): pagination: expected the items of the page at 't', found a number",
      ]),
    Walk(
      "{GET: '/a (s = 0, limit?) @ i', paginate: {offset: s, step: limit}}", "{\"limit\": \"x\"}", [page(1...3)],
      gives: [
        "GET /a?s=0&limit=x", "= 1 2 3", "! arguments: page 1 (https://api.test/a?s=0&limit=x): 'limit' must be an integer, but is \"x\"",
      ]),
  ])
  func aShorterPageIsAnError(_ walk: Walk) async throws { try await walk.check() }

  @Test(arguments: [
    ("step: 5", "set 'step' to the parameter for the page size, or remove it"), ("step: limit", "remove 'step'"),
  ])
  func theErrorNamesTheRemedies(_ step: String, _ remedy: String) async throws {
    let (client, _) = try Client.scripted(
      "{GET: '/a (s = 0, limit = 5) @ i', paginate: {offset: s, \(step), total: t}}", [Self.page(1...3, total: 7)])
    let error = await #expect(throws: CallError.self) { for try await _ in client.items("e") {} }
    #expect(error?.hint == remedy + Self.hint + "; then continue with s=3")
  }

  @Test(arguments: [
    // The last page is shorter.
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 2, total: t}}", [page(1...2, total: 3), page(3...3, total: 3)],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2 3, last"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 2}}", [page(1...2), page(3...3), empty],
      gives: ["GET /a?s=0", "GET /a?s=2", "GET /a?s=3", "= 1 2 3, empty"]),
    Walk(
      "{GET: '/a (s = 0, limit?) @ i', paginate: {offset: s, step: limit, total: t}}", "{\"limit\": 2}",
      [page(1...2, total: 3), page(3...3, total: 3)], gives: ["GET /a?s=0&limit=2", "GET /a?s=2&limit=2", "= 1 2 3, last"]),
    // Without the argument, any size is right.
    Walk(
      "{GET: '/a (s = 0, limit?) @ i', paginate: {offset: s, step: limit, total: t}}", [page(1...2, total: 3), page(3...3, total: 3)],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2 3, last"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", [page(1...3, total: 4), page(4...4, total: 4)],
      gives: ["GET /a?s=0", "GET /a?s=3", "= 1 2 3 4, last"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 5, until: last}}", ["{\"i\": [1], \"last\": true}"],
      gives: ["GET /a?s=0", "= 1, until"]),
    // A server that leaves items out counts them.
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 2, short: true, total: t}}",
      [page(1...1, total: 6), "{\"i\": [], \"t\": 6}", page(5...6, total: 6)],
      gives: ["GET /a?s=0", "GET /a?s=2", "GET /a?s=4", "= 1 5 6, last"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 2, short: true, total: t}}",
      ["{\"i\": [], \"t\": 6}", "{\"i\": [], \"t\": 6}", page(5...6, total: 6)],
      gives: ["GET /a?s=0", "GET /a?s=2", "GET /a?s=4", "= 5 6, last"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 2, short: true}}", [page(1...1), page(3...4), empty],
      gives: ["GET /a?s=0", "GET /a?s=2", "GET /a?s=4", "= 1 3 4, empty"]),
    // Without a size, the next request would be the same one.
    Walk(
      "{GET: '/a (s = 0, limit?) @ i', paginate: {offset: s, step: limit, short: true, total: t}}", ["{\"i\": [], \"t\": 3}"],
      gives: ["GET /a?s=0", "= , empty, total 3"]),
    // A parameter with the default 1 counts from 1.
    Walk(
      "{GET: /a (from = 1) @ i, paginate: {offset: from, total: t}}", [page(1...2, total: 3), page(3...3, total: 3)],
      gives: ["GET /a?from=1", "GET /a?from=3", "= 1 2 3, last"]),
    Walk(
      "{GET: /a @ i, paginate: {offset: s, step: n}}", "{\"n\": 2}", [page(1...2), page(3...3), empty],
      gives: ["GET /a?n=2", "GET /a?n=2&s=2", "GET /a?n=2&s=3", "= 1 2 3, empty"]),
  ])
  func everyItemArrives(_ walk: Walk) async throws { try await walk.check() }

  /// Items are counted before a filter of `@`.
  @Test(arguments: [
    Walk(
      "{GET: '/a (s = 0) @ i[?on].n', paginate: {offset: s, step: 2}}",
      ["{\"i\": [{\"n\": 1}, {\"n\": 2}]}", "{\"i\": [{\"n\": 3, \"on\": true}]}", empty],
      gives: ["GET /a?s=0", "GET /a?s=2", "GET /a?s=3", "= 3, empty"]),
    Walk(
      "{GET: '/a (s = 0) @ i[?on].n', paginate: {offset: s}}", ["{\"i\": [{\"n\": 1, \"on\": true}, {\"n\": 2}]}", empty],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1, empty"]),
    Walk(
      "{GET: /a (p?), select: 'i[?on] | [*].n', paginate: {page: p}}",
      ["{\"i\": [{\"n\": 1}]}", "{\"i\": [{\"n\": 2, \"on\": true}]}", empty], gives: ["GET /a", "GET /a?p=2", "GET /a?p=3", "= 2, empty"]),
    Walk(
      "{GET: '/a (c?) @ i[?on].n', paginate: {cursor: c, as: c, until: empty}}",
      ["{\"i\": [{\"n\": 1}], \"c\": 1}", "{\"i\": [{\"n\": 2, \"on\": true}], \"c\": 2}", "{\"i\": [], \"c\": 3}"],
      gives: ["GET /a", "GET /a?c=1", "GET /a?c=2", "= 2, empty"]),
    // An expression around the filter.
    Walk(
      "{GET: /a (p?), select: 'i[?on].n || `[]`', paginate: {page: p}}",
      ["{\"i\": [{\"n\": 1}]}", "{\"i\": [{\"n\": 2, \"on\": true}]}", empty],
      gives: ["GET /a", "GET /a?p=2", "GET /a?p=3", "= 2, empty"]),
    Walk(
      "{GET: /a (s = 0), select: '{d: i[?on].n}.d[*]', paginate: {offset: s, total: t}}",
      ["{\"i\": [{\"n\": 1}], \"t\": 2}", "{\"i\": [{\"n\": 2, \"on\": true}], \"t\": 2}"],
      gives: ["GET /a?s=0", "GET /a?s=1", "= 2, last"]),
    // `items` names the list.
    Walk(
      "{GET: /a (p?), select: 'merge({x: i}).x[?on].n || `[]`', paginate: {page: p, items: i}}",
      ["{\"i\": [{\"n\": 1}]}", "{\"i\": [{\"n\": 2, \"on\": true}]}", "{\"i\": null}"],
      gives: ["GET /a", "GET /a?p=2", "GET /a?p=3", "= 2, empty"]),
    // The page is read again, because the filter hides where the items were.
    Walk(
      "{GET: '/a (s = 0) @ i[?on].n', paginate: {offset: s}}",
      ["{\"i\": [{\"n\": 1, \"on\": true}, {\"n\": 2}, {\"n\": 3, \"on\": true}]}"], .init(maxItems: 1),
      gives: ["GET /a?s=0", "= 1, max-items, next first behind 1"]),
  ])
  func aFilterDoesNotEndThePages(_ walk: Walk) async throws { try await walk.check() }

  private static let tagged = "{\"i\": [{\"g\": [1, 2]}, {\"g\": [3]}], \"t\": 3}"
  private static let last = "{\"i\": [{\"g\": [4, 5]}], \"t\": 3}"

  /// The lists in the items are not counted, so `items` must say which list is.
  @Test(arguments: [
    Walk(
      "{GET: '/a (s = 0) @ i[].g[]', paginate: {offset: s, total: t}}", [tagged],
      gives: [
        "GET /a?s=0", "= 1 2 3",
        "! limit: page 1 (https://api.test/a?s=0): pagination: the number of items of the page is not clear, because '@ i[].g[]' joins "
          + "several lists",
      ]),
    Walk(
      "{GET: '/a (s = 0) @ i[].g[]', paginate: {offset: s, total: t, items: i}}", [tagged, last],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2 3 4 5, last"]),
    Walk(
      "{GET: /a (s = 0), select: 'i[*].g | []', paginate: {offset: s, total: t, items: i}}", [tagged], .init(maxItems: 2),
      gives: ["GET /a?s=0", "= 1 2, max-items, next first behind 2"]),
    // The number of a page does not depend on it.
    Walk(
      "{GET: /a (p?), select: 'i[].g[]', paginate: {page: p}}", [tagged, last, empty],
      gives: ["GET /a", "GET /a?p=2", "GET /a?p=3", "= 1 2 3 4 5, empty"]),
    // The order of the items is not theirs.
    Walk(
      "{GET: /a (s = 0), select: 'reverse(i)', paginate: {offset: s}}", ["{\"i\": [1, 2, 3]}"], .init(maxItems: 1),
      gives: ["GET /a?s=0", "= 3, max-items, next first behind 1"]),
  ])
  func joinedLists(_ walk: Walk) async throws { try await walk.check() }

  @Test func joinedListsHaveAHint() async throws {
    let (client, _) = try Client.scripted("{GET: '/a (s = 0) @ i[].g[]', paginate: {offset: s, total: t}}", [Self.tagged])
    let error = await #expect(throws: CallError.self) { for try await _ in client.items("e") {} }
    #expect(error?.hint == "set 'items' in 'paginate' to the list that 's' counts, such as items: i")
  }

  /// An end before the total is reported.
  @Test(arguments: [
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", [page(1...2, total: 9), "{\"i\": [], \"t\": 9}"],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2, empty, total 9"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t, until: last}}", ["{\"i\": [1], \"t\": 2, \"last\": true}"],
      gives: ["GET /a?s=0", "= 1, until, total 2"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", ["{\"i\": [], \"t\": 0}"], gives: ["GET /a?s=0", "= , empty"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", [page(1...2, total: 9)], .init(maxItems: 2),
      gives: ["GET /a?s=0", "= 1 2, max-items, next s=2"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", [page(1...2, total: 9), "{\"i\": [], \"t\": null}"],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2, empty"]),
  ])
  func anEndBeforeTheTotalIsReported(_ walk: Walk) async throws { try await walk.check() }
}
