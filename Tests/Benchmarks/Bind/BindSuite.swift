import CBench
import Dial
import Foundation

/// From five arguments to the method, the URL and the fields of a request, next to the same by hand.
struct BindSuite {
  private let table: Table
  private static let spec = """
    service: issues
    base: https://api.example.com/v1
    headers: {Accept: application/json}
    endpoints:
      list: GET /repos/{owner}/{repo}/issues (labels String, page Int, header.etag String as If-None-Match)
    """

  init(_ table: Table) {
    self.table = table
  }

  func run() throws {
    guard table.wants("bind", "five arguments") else { return }
    let client = Client(try Spec.load(yaml: Self.spec), transport: HTTPTransport())
    let (ours, theirs) = (try Self.bound(client).request, Self.byHand())
    guard ours.url == theirs.url, theirs.headers.allSatisfy({ field in ours.headers[HTTPField.Name(field.key)!] == field.value }) else {
      throw PeerError(description: "bind: '\(ours.url)' is not '\(theirs.url)'")
    }
    let rounds = try Rounds {
      try Stopwatch.seconds { use(try Self.bound(client)) }
    } _: {
      Stopwatch.seconds { use(Self.byHand()) }
    }
    let notes = Table.Notes(
      ours: Self.allocations { use(try? Self.bound(client)) }, theirs: Self.allocations { use(Self.byHand()) })
    table.row("bind", "five arguments", against: "URLComponents by hand", rounds, notes)
  }

  /// Binds repeatedly, for a profiler.
  static func alone(times: Int) throws {
    let client = Client(try Spec.load(yaml: Self.spec), transport: HTTPTransport())
    for _ in 0..<times { use(try bound(client)) }
  }

  private static func bound(_ client: Client) throws -> Draft {
    try client.prepare(
      "list", ["owner": "swiftlang", "repo": "swift-nio", "labels": "good first issue", "page": 7, "etag": "\"5f1c\""])
  }

  /// The same request without Dial: every part encoded, the fields in a dictionary.
  @inline(never) private static func byHand() -> (method: String, url: String, headers: [String: String]) {
    let (owner, repo, labels, page, etag) = ("swiftlang", "swift-nio", "good first issue", 7, "\"5f1c\"")
    var components = URLComponents(string: "https://api.example.com/v1")!
    let path = [owner, repo].map { $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "" }
    components.percentEncodedPath += "/repos/\(path[0])/\(path[1])/issues"
    components.queryItems = [URLQueryItem(name: "labels", value: labels), URLQueryItem(name: "page", value: "\(page)")]
    return ("GET", components.string ?? "", ["Accept": "application/json", "If-None-Match": etag])
  }

  /// Returns the number of allocations of one run, as a note; empty if they are not counted.
  private static func allocations(_ body: () -> Void) -> String {
    let (runs, start) = (1_000, cbench_allocations())
    for _ in 0..<runs { body() }
    let count = cbench_allocations() - start
    return count == 0 ? "" : ", \(Int(count) / runs) mallocs"
  }
}
