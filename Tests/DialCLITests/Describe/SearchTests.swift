import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct SearchTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      listUsers: GET /users (page Int?)
      user: GET /users/{id} (id Int)
      deleteUser: {doc: Removes somebody., DELETE: "/users/{id} (id Int)"}
      posts: {doc: Posts of a user., GET: "/posts (author?)"}
    """

  @Test(arguments: [
    ("zz", []), ("user zz", []),
    // By score: the whole name, its beginning, the rest, the target, the doc.
    ("user", ["user", "listUsers", "deleteUser", "posts"]),
    ("USER delete", ["deleteUser"]), ("somebody", ["deleteUser"]), ("author", ["posts"]), ("/users", ["listUsers", "user", "deleteUser"]),
    ("page", ["listUsers"]), ("DELETE", ["deleteUser"]),
  ])
  func found(_ words: String, _ names: [String]) async {
    let ran = await dial("search s \(words) -o jsonl", specs: ["s": Self.spec])
    #expect(ran.exit == 0)
    #expect(ran.out.split(separator: "\n").map { $0.split(separator: "\"")[3] } == names.map { $0[...] }, "\(ran.out)")
    #expect(ran.err.isEmpty == !names.isEmpty)
  }

  @Test func columns() async {
    let spec = ["s": Self.spec]
    #expect(await dial("search s zz", specs: spec) == Ran(out: "", err: "no endpoint of 's' contains 'zz'\n", exit: 0))
    #expect(await dial("search s zz -o json", specs: spec).out == "[]\n")
    #expect(await dial("search s", specs: spec).exit == 2)
    let ran = await dial("search s delete", specs: spec)
    #expect(ran == Ran(out: "deleteUser  DELETE  /users/{id}  Removes somebody.\n", err: "", exit: 0))
  }
}
