import CallTestSupport
import Dial
import DialJSON
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Loops over pages: requests, results and ends.
struct PageTests {

  @Test(arguments: [
    Walk("GET /a", [], gives: ["= ", "! arguments: 'e' has no pages, because it does not declare 'paginate'"]),
    Walk(
      "{GET: /a, paginate: {next: link}}", [], .init(maxPages: 0), gives: ["= ", "! arguments: 'maxPages' must be at least 1, but is 0"]),
    Walk(
      "{GET: /a, paginate: {next: link}}", ["{}"],
      gives: ["GET /a", "= ", "! decoding: page 1 (https://api.test/a): expected an array in each page of 'e', found an object"]),
    Walk("{GET: /a (p Int) @ i, paginate: {page: p}}", ["{\"i\": []}"], gives: ["= ", "! arguments: missing argument 'p' (query, Int)"]),
    Walk(
      "{GET: /a (p?) @ i, paginate: {page: p}}", "{\"p\": \"x\"}", ["{\"i\": [1]}"],
      gives: ["GET /a?p=x", "= 1", "! arguments: page 1 (https://api.test/a?p=x): 'p' must be an integer, but is \"x\""]),
    Walk(
      "{GET: /a (c?) @ i, paginate: {cursor: n, as: c}}", ["{\"i\": [1], \"n\": {}}"],
      gives: ["GET /a", "= 1", "! decoding: page 1 (https://api.test/a): pagination: expected a cursor at 'n', found an object"]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": 1}"],
      gives: [
        "GET /a", "= 1", "! decoding: page 1 (https://api.test/a): pagination: expected the URL of the next page at 'n', found a number",
      ]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"http://[\"}"],
      gives: ["GET /a", "= 1", "! decoding: page 1 (https://api.test/a): pagination: 'n' is not a valid URL: 'http://['"]),
    // Each response has an identifier of its own.
    Walk(
      "{GET: /a (p?), paginate: {page: p, items: i}}", (1...9).map { "{\"id\": \($0), \"i\": [{\"k\": 1}]}" },
      gives: (1...5).map { $0 == 1 ? "GET /a" : "GET /a?p=\($0)" } + [
        #"= {"k":1} {"k":1} {"k":1} {"k":1}"#, "! limit: page 5 has the same items as the pages 1 to 4 (p=5)",
      ]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", ["{\"i\": [1], \"t\": []}"],
      gives: [
        "GET /a?s=0", "= 1",
        "! decoding: page 1 (https://api.test/a?s=0): pagination: expected the total number of items at 't', found an array",
      ]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s}}", ["{\"i\": {}}"],
      gives: ["GET /a?s=0", "= ", "! decoding: page 1 (https://api.test/a?s=0): expected an array in each page of 'e', found an object"]),
    Walk(
      "{GET: /a (s = 4) @ i, paginate: {offset: s, step: 9223372036854775807, short: true}}", ["{\"i\": [1]}"],
      gives: ["GET /a?s=4", "= 1", "! limit: page 1 (https://api.test/a?s=4): pagination: 's' is out of range"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 1}}", ["{\"i\": [1, 2]}"],
      gives: [
        "GET /a?s=0", "= 1 2",
        "! limit: page 1 (https://api.test/a?s=0): pagination: the page has 2 items, but 'step' is 1, so the next page would repeat some",
      ]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"httpx://api.test/b\"}"],
      gives: ["GET /a", "= 1", "! decoding: page 1 (https://api.test/a): pagination: 'n' is not a valid URL: 'httpx://api.test/b'"]),
    Walk(
      "{GET: /a @ i, paginate: {next: \"abs(n)\"}}", ["{\"i\": [1], \"n\": []}"],
      gives: [
        "GET /a", "= 1",
        "! decoding: page 1 (https://api.test/a): 'paginate.next': cannot evaluate 'abs(n)': 'abs' requires a number, not an array",
      ]),
  ])
  func isRefused(_ walk: Walk) async throws { try await walk.check() }

  /// A page that repeats, or of another server.
  @Test(arguments: [
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"/b\"}"],
      gives: ["GET /a", "GET /b", "= 1 1", "! limit: page 2 links to a page that was already read, https://api.test/b"]),
    Walk(
      "{GET: /a (c?) @ i, paginate: {cursor: n, as: c}}", ["{\"i\": [1], \"n\": \"x\"}"],
      gives: ["GET /a", "GET /a?c=x", "= 1 1", "! limit: page 2 links to a page that was already read, c=x"]),
    Walk(
      "{GET: /a (p?) @ i, paginate: {page: p}}", ["{\"i\": [1]}"],
      gives: ["GET /a", "GET /a?p=2", "= 1", "! limit: page 2 has the same content as page 1 (p=2)"]),
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", ["{\"i\": [1], \"t\": 9}"],
      gives: ["GET /a?s=0", "GET /a?s=1", "= 1", "! limit: page 2 has the same content as page 1 (s=1)"]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"https://evil.test/b?t=1\"}"],
      gives: ["GET /a", "= 1", "! limit: the next page is on another origin, https://evil.test, and was not requested"]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"http://api.test/b\"}"],
      gives: ["GET /a", "= 1", "! limit: the next page is on another origin, http://api.test, and was not requested"]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}, redirects: {trust: [api.test]}}", ["{\"i\": [1], \"n\": \"http://api.test/b\"}"],
      gives: ["GET /a", "= 1", "! limit: the next page is on another origin, http://api.test, and was not requested"]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"file:///etc/passwd\"}"],
      gives: ["GET /a", "= 1", "! decoding: page 1 (https://api.test/a): pagination: 'n' is not a valid URL: 'file:///etc/passwd'"]),
  ])
  func anInvalidNextPageIsAnError(_ walk: Walk) async throws { try await walk.check() }

  /// A limit that is reached earlier ends the loop, without reporting that it is complete.
  @Test(arguments: [
    Walk("{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1, 2], \"n\": 7}"], .init(maxItems: 2), gives: ["GET /a", "= 1 2, max-items"]),
    Walk("{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1, 2], \"n\": 7}"], .init(maxPages: 1), gives: ["GET /a", "= 1 2, max-pages"]),
  ])
  func stopsBeforeAnUnrelatedPage(_ walk: Walk) async throws { try await walk.check() }

  @Test func anErrorInTheMiddleKeepsWhatCame() async throws {
    try await Walk(
      "{GET: /a (c?) @ i, paginate: {cursor: n, as: c}}", ["{\"i\": [1, 2], \"n\": 5}", "500 {\"message\": \"oh\"}"],
      gives: [
        "GET /a", "GET /a?c=5", "GET /a?c=5", "GET /a?c=5", "= 1 2",
        "! status: page 2 (https://api.test/a?c=5): the server responded with 500: oh (after 3 attempts)",
      ]
    ).check()
  }

  @Test(arguments: [
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"/b\"}", "{\"i\": [2], \"n\": 1}"],
      gives: [
        "GET /a", "GET /b", "= 1 2",
        "! decoding: page 2 (https://api.test/b): pagination: expected the URL of the next page at 'n', found a number",
      ]),
    Walk(
      "{GET: /a (p?) @ i, paginate: {page: p}}", ["{\"i\": [1]}", "{\"i\": {}}"],
      gives: [
        "GET /a", "GET /a?p=2", "= 1",
        "! decoding: page 2 (https://api.test/a?p=2): expected an array in each page of 'e', found an object",
      ]),
    Walk("{GET: /a @ i, paginate: {next: m.n}}", ["{\"i\": [1]}"], gives: ["GET /a", "= 1, absent"]),
    Walk("{GET: /a @ i, paginate: {next: m.n}}", ["{\"i\": [1], \"m\": {}}"], gives: ["GET /a", "= 1, absent"]),
    Walk("{GET: /a @ i, paginate: {next: m.n}}", ["{\"i\": [1], \"m\": null}"], gives: ["GET /a", "= 1, last"]),
    Walk("{GET: /a @ i, paginate: {next: m.n}}", ["{\"i\": []}"], gives: ["GET /a", "= , last"]),
    Walk(
      "{GET: /a @ i, paginate: {next: n}}", ["{\"i\": [1], \"n\": \"/b\"}", "{\"i\": [2]}"],
      gives: ["GET /a", "GET /b", "= 1 2, last"]),
  ])
  func tellsWhereItWas(_ walk: Walk) async throws { try await walk.check() }

  @Test(arguments: [
    ("{GET: /a -> lines}", "'e' is a stream of lines, which has no pages"),
    ("{GET: /a -> events}", "'e' is a stream of events, which has no pages"),
    ("{WS: /a}", "'e' is a WebSocket, which has no pages"),
  ])
  func aStreamHasNoPages(_ endpoint: String, _ message: String) async throws {
    let (client, transport) = try Client.scripted(endpoint, [])
    let error = await #expect(throws: CallError.self) { for try await _ in client.items("e") {} }
    #expect(error?.code == .arguments && error?.message == message)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    Walk(
      "{GET: /a, paginate: {next: header.Next-Page}}", ["[Next-Page: /a?p=2] [1]", "[Other: x] [2]"],
      gives: ["GET /a", "GET /a?p=2", "= 1 2, last"]),
    Walk(
      "{GET: '/a (c? Int)', paginate: {cursor: header.X-Next-Page, as: c}}", ["[x-next-page: 2] [1]", "[X-Next-Page: ] [2]"],
      gives: ["GET /a", "GET /a?c=2", "= 1 2, last"]),
    Walk(
      "{GET: '/a (s = 0)', paginate: {offset: s, total: header.X-Total}}", ["[X-Total: 3] [1, 2]", "[X-Total: 3] [3]"],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2 3, last"]),
    Walk(
      "{GET: /a @ i, paginate: {next: '\"header\".next'}}", ["{\"i\": [1], \"header\": {\"next\": \"/b\"}}", "{\"i\": [2]}"],
      gives: ["GET /a", "GET /b", "= 1 2, last"]),
    Walk(
      "{GET: '/a/b (page?) -> [Int]', paginate: {next: link}}", ["[Link: <b?page=2>; rel=\"next\"] [1]", "[Link: <b>; rel=prev] [2]"],
      gives: ["GET /a/b | Accept: application/json, */*;q=0.1", "GET /a/b?page=2 | Accept: application/json, */*;q=0.1", "= 1 2, last"]),
    Walk(
      "{GET: /a @ i, paginate: {next: m.n}}", ["{\"i\": [1], \"m\": {\"n\": \"//api.test/c d\"}}", "{\"i\": [2], \"m\": {\"n\": \"\"}}"],
      gives: ["GET /a", "GET /c%20d", "= 1 2, last"]),
    Walk(
      "{POST: '/a (c?) @ i', paginate: {cursor: n, as: c}}", "{}", ["{\"i\": [1], \"n\": {\"k\": 1}}", "{\"i\": [2]}"],
      gives: ["POST /a | {}", "POST /a | {\"c\":{\"k\":1}}", "= 1 2, last"]),
    // The list of a declared page is its items.
    Walk(
      "{GET: '/a (p Int = 1) -> (items [Int], more Bool)', paginate: {page: p, items: items, until: '!more'}}",
      ["{\"items\": [1], \"more\": true}", "{\"items\": [2], \"more\": false}"],
      gives: ["GET /a?p=1 | Accept: application/json, */*;q=0.1", "GET /a?p=2 | Accept: application/json, */*;q=0.1", "= 1 2, until"]),
    Walk(
      "{GET: '/a (p Int = 1) -> (data [(items [Int])])', paginate: {page: p, items: 'data[].items[]', until: empty}}",
      ["{\"data\": [{\"items\": [1]}, {\"items\": [2]}]}", "{\"data\": []}"],
      gives: ["GET /a?p=1 | Accept: application/json, */*;q=0.1", "GET /a?p=2 | Accept: application/json, */*;q=0.1", "= 1 2, empty"]),
    // DynamoDB's last key is an object.
    Walk("{POST: '/a (c?) @ i', paginate: {cursor: n, as: c}}", ["{\"i\": [1], \"n\": {}}"], gives: ["POST /a | {}", "= 1, last"]),
    Walk("{POST: '/a (c?) @ i', paginate: {cursor: n, as: c}}", ["{\"i\": [1], \"n\": []}"], gives: ["POST /a | {}", "= 1, last"]),
    Walk(
      "{POST: '/a (q, c?) @ i', paginate: {cursor: n, as: c}}", "{\"q\": \"x\"}", ["{\"i\": [1], \"n\": \"k\"}", "{\"i\": [2]}"],
      gives: ["POST /a | {\"q\":\"x\"}", "POST /a | {\"q\":\"x\",\"c\":\"k\"}", "= 1 2, last"]),
    Walk(
      "{GET: '/a (c? Int, d? String) @ i', paginate: {cursor: n, as: query.d}}", "{\"query.d\": \"0\", \"c\": 1}",
      ["{\"i\": [], \"n\": 12}", "{\"i\": [2], \"n\": null}"], gives: ["GET /a?c=1&d=0", "GET /a?c=1&d=12", "= 2, last"]),
    Walk(
      "{GET: /a @ i, paginate: {cursor: n, as: c}}", "{\"c\": 1, \"q\": 2}", ["{\"i\": [1], \"n\": false}"],
      gives: ["GET /a?c=1&q=2", "= 1, last"]),
    Walk(
      "{GET: /a (p Int = 0) @ i, paginate: {page: p}}", ["{\"i\": [1]}", "{\"i\": [2]}", "{\"i\": []}"],
      gives: ["GET /a?p=0", "GET /a?p=1", "GET /a?p=2", "= 1 2, empty"]),
    Walk(
      "{GET: '/a (p Int = 0) @ i -> [Int]?', paginate: {page: p}}", "{\"p\": 4}", ["{\"i\": [1]}", "{\"i\": null}"],
      gives: ["GET /a?p=4 | Accept: application/json, */*;q=0.1", "GET /a?p=5 | Accept: application/json, */*;q=0.1", "= 1, empty"]),
    Walk(
      "{GET: /a (s?) @ i, paginate: {offset: s}}", ["{\"i\": [1, 2]}", "{\"i\": [3]}", "{\"i\": []}"],
      gives: ["GET /a", "GET /a?s=2", "GET /a?s=3", "= 1 2 3, empty"]),
    Walk(
      "{GET: /a (s = 10) @ i, paginate: {offset: s, step: 2, total: t}}", ["{\"i\": [1, 2], \"t\": \"14\"}"],
      gives: ["GET /a?s=10", "GET /a?s=12", "= 1 2 1 2, last"]),
    // No total is below what was received.
    Walk(
      "{GET: /a (s = 0) @ i, paginate: {offset: s, total: t}}", ["{\"i\": [1, 2], \"t\": -1}", "{\"i\": []}"],
      gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2, empty"]),
    Walk(
      "{GET: /a (p?) @ i, paginate: {page: p, until: \"!more\"}}", ["{\"i\": [1], \"more\": true}", "{\"i\": [2], \"more\": false}"],
      gives: ["GET /a", "GET /a?p=2", "= 1 2, until"]),
    // A server that filters a page after it has cut it sends an empty one in the middle.
    Walk(
      "{GET: /a (p?) @ i, paginate: {page: p, until: \"!more\"}}",
      ["{\"i\": [1], \"more\": true}", "{\"i\": [], \"more\": true}", "{\"i\": [3], \"more\": false}"],
      gives: ["GET /a", "GET /a?p=2", "GET /a?p=3", "= 1 3, until"]),
    Walk(
      "{GET: /a (p?) @ i, paginate: {page: p, until: last}}", ["{\"i\": [1]}", "{\"i\": []}"],
      gives: ["GET /a", "GET /a?p=2", "= 1, empty"]),
    Walk(
      "{GET: /a (c?) @ i, paginate: {cursor: n, as: c, until: empty}}", ["{\"i\": [1], \"n\": 1}", "{\"i\": [], \"n\": 2}"],
      gives: ["GET /a", "GET /a?c=1", "= 1, empty"]),
    // A repeated cursor without new items is not a cycle.
    Walk(
      "{GET: /a (c?) @ i, paginate: {cursor: n, as: c}}", ["{\"i\": [1], \"n\": 1}", "{\"i\": [], \"n\": 1}"],
      gives: ["GET /a", "GET /a?c=1", "= 1, empty"]),
  ])
  func goesOn(_ walk: Walk) async throws { try await walk.check() }

  private static let cursors = ["{\"i\": [1, 2], \"n\": \"a\"}", "{\"i\": [3, 4], \"n\": \"b\"}", "{\"i\": [5]}"]
  private static let cursor = "{GET: /a (c?) @ i, paginate: {cursor: n, as: c}}"
  private static let offset = "{GET: /a (s = 0) @ i, paginate: {offset: s, step: 2}}"

  @Test(arguments: [
    Walk(cursor, cursors, .init(maxItems: 1), gives: ["GET /a", "= 1, max-items, next first behind 1"]),
    Walk(cursor, cursors, .init(maxItems: 2), gives: ["GET /a", "= 1 2, max-items, next c=\"a\""]),
    Walk(cursor, cursors, .init(maxItems: 3), gives: ["GET /a", "GET /a?c=a", "= 1 2 3, max-items, next c=\"a\" behind 1"]),
    Walk(cursor, cursors, .init(maxItems: 5), gives: ["GET /a", "GET /a?c=a", "GET /a?c=b", "= 1 2 3 4 5, last"]),
    Walk(cursor, cursors, .init(maxPages: 1), gives: ["GET /a", "= 1 2, max-pages, next c=\"a\""]),
    Walk(cursor, cursors, .init(maxPages: 3), gives: ["GET /a", "GET /a?c=a", "GET /a?c=b", "= 1 2 3 4 5, last"]),
    Walk(offset, cursors, .init(maxItems: 3), gives: ["GET /a?s=0", "GET /a?s=2", "= 1 2 3, max-items, next s=3"]),
  ])
  func stopsInTime(_ walk: Walk) async throws { try await walk.check() }

  @Test func pagesEndWithTheOneThatReachesTheBound() async throws {
    let (client, transport) = try Client.scripted(Self.cursor, Self.cursors)
    var values: [String] = []
    for try await page in client.pages("e", [:], PageOptions(maxItems: 3)) { values.append(JSONWriter.text(page.value)) }
    #expect(values == ["[1,2]", "[3,4]"])
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [false, true]) func thePageAheadIsOneAtMost(prefetch: Bool) async throws {
    let (client, transport) = try Client.scripted(Self.cursor, Self.cursors)
    var pages = client.pages("e", [:], PageOptions(prefetch: prefetch)).makeAsyncIterator()
    let first = try await pages.next()
    #expect(first.map { JSONWriter.text($0.value) } == "[1,2]")
    if prefetch { while transport.requests.count < 2 { await Task.yield() } }
    for _ in 0..<100 { await Task.yield() }
    #expect(transport.requests.count == (prefetch ? 2 : 1))
    while try await pages.next() != nil {}
    #expect(transport.asked == ["GET /a", "GET /a?c=a", "GET /a?c=b"])
  }

  @Test func prefetchedItemsAreTheSame() async throws {
    try await Walk(
      Self.cursor, Self.cursors, .init(prefetch: true), gives: ["GET /a", "GET /a?c=a", "GET /a?c=b", "= 1 2 3 4 5, last"]
    ).check()
  }

  @Test func eachLoopRequestsItsPagesAndReportsTheirHeads() async throws {
    let (client, transport) = try Client.scripted(Self.cursor, Self.cursors.prefix(2) + Self.cursors)
    let heads = Heads()
    let pages = client.pages("e", [:], PageOptions(maxPages: 2)).onOpen { heads.add($0.url) }
    for _ in 0..<2 { for try await _ in pages {} }
    #expect(heads.urls == ["https://api.test/a", "https://api.test/a?c=a", "https://api.test/a", "https://api.test/a?c=a"])
    #expect(transport.requests.count == 4)
  }

  @Test func headersAndCredentialsStayOnTheOrigin() async throws {
    let (client, transport) = try Client.scripted(
      "{GET: /a @ i, paginate: {next: n}, redirects: {trust: [cdn.test]}}",
      ["{\"i\": [1], \"n\": \"/b\"}", "{\"i\": [2], \"n\": \"https://cdn.test/c?x=1\"}", "{\"i\": [3], \"n\": \"https://other.test/\"}"],
      more: "auth: query key ${KEY}\nheaders: {X-Tenant: t}", variables: ["KEY": "s3cret"])
    var items: [JSON] = []
    await #expect(throws: CallError.self) { for try await item in client.items("e") { items.append(item) } }
    #expect(
      transport.asked == [
        "GET /a?key=s3cret | X-Tenant: t", "GET /b?key=s3cret | X-Tenant: t", "GET https://cdn.test/c?x=1&key=s3cret | X-Tenant: t",
      ])
    #expect(items.compactMap(\.asInt) == [1, 2, 3])
  }

  @Test func noSecretIsSentAfterARedirect() async throws {
    let spec = try Spec.load(
      yaml: """
        base: http://api.test
        headers: {X-Tenant: t, Accept: application/json}
        auth: bearer ${KEY}
        endpoints:
          e: {GET: /a @ i, paginate: {next: n}}
        """, trust: .folder)
    let transport = Scripted(["301 [Location: https://api.test/a]", "{\"i\": [1], \"n\": \"/b\"}", "{\"i\": [2]}"])
    let client = Client(spec, variables: ["KEY": "s3cret"], transport: transport)
    var items: [Int?] = []
    for try await item in client.items("e") { items.append(item.asInt) }
    #expect(items == [1, 2])
    #expect(
      transport.asked == [
        "GET http://api.test/a | X-Tenant: t | Accept: application/json | Authorization: Bearer s3cret",
        "GET /a | Accept: application/json",
        "GET /b | Accept: application/json",
      ])
  }

  @Test func cancellingEndsPaging() async throws {
    let (client, _) = try Client.scripted(Self.cursor, Self.cursors)
    let task = Task { () -> CallError.Code? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(CallError) {
        for try await _ in client.items("e") {}
        return nil
      } catch {
        return error.code
      }
    }
    #expect(await task.value == .cancelled)
  }

  @Test func aPageIsRetriedLikeACall() async throws {
    let (client, transport) = try Client.scripted(
      "{GET: /x (page?), paginate: {page: page, until: empty}}", ["503 {}", "[1]", "!connect", "!connect", "[2]", "[]"])
    var pages = 0
    for try await _ in client.pages("e") { pages += 1 }
    #expect(transport.requests.count == 6 && pages == 3)
  }
}

/// The URLs in order.
private final class Heads: Sendable {
  private let list = Mutex<[String]>([])
  var urls: [String] { list.withLock { $0 } }
  func add(_ url: String) { list.withLock { $0.append(url) } }
}
