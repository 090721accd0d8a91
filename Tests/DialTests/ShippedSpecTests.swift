import Dial
import Testing

/// Calls of the specs in `specs/` whose arguments are keys, paths, or JSON in a query.
struct ShippedSpecTests {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  @Test(
    arguments: [
      ("s3", "objects.get", ["bucket": "b", "key": "a/d"], "https://s3.us-east-1.amazonaws.com/b/a/d"),
      ("s3", "objects.get", ["bucket": "b", "key": "a%2Fd"], "https://s3.us-east-1.amazonaws.com/b/a%252Fd"),
      ("s3", "objects.delete", ["bucket": "b", "key": "a%2Fd e?"], "https://s3.us-east-1.amazonaws.com/b/a%252Fd%20e%3F"),
      (
        "github", "repos.content", ["owner": "o", "repo": "r", "path": "docs/a%20b#.md"],
        "https://api.github.com/repos/o/r/contents/docs/a%2520b%23.md"
      ),
      ("docker", "images.get", ["name": "team/web"], "http+unix://%2Fvar%2Frun%2Fdocker.sock/v1.43/images/team/web/json"),
      (
        "docker", "volumes.prune", ["filters": ["label": ["x"]]],
        "http+unix://%2Fvar%2Frun%2Fdocker.sock/v1.43/volumes/prune?filters=%7B%22label%22%3A%5B%22x%22%5D%7D"
      ),
      (
        "docker", "containers.list", ["filters": ["status": ["exited"]]],
        "http+unix://%2Fvar%2Frun%2Fdocker.sock/v1.43/containers/json?all=false&filters=%7B%22status%22%3A%5B%22exited%22%5D%7D"
      ),
      ("stripe", "customers.list", ["created": ["gte": 5]], "https://api.stripe.com/v1/customers?created%5Bgte%5D=5&limit=10"),
      ("arxiv", "pdf", ["id": "math/0211159v1"], "https://arxiv.org/pdf/math/0211159v1"),
    ] as [(String, String, Arguments.Literals, String)])
  func sends(_ name: String, _ endpoint: String, _ arguments: Arguments.Literals, _ url: String) throws {
    let spec = try Spec.load("\(Self.root)/specs/\(name).yaml")
    let client = Client(
      spec,
      variables: ["AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t", "GITHUB_TOKEN": "g", "STRIPE_KEY": "s"])
    #expect(try client.prepare(endpoint, Arguments(arguments)).url == url)
  }

  /// The source of a copy is a path, too.
  @Test func copiesAnObject() throws {
    let spec = try Spec.load("\(Self.root)/specs/s3.yaml")
    let client = Client(spec, variables: ["AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t"])
    let draft = try client.prepare("objects.copy", ["bucket": "b", "key": "new", "source": "/b/a b%2F/c"])
    #expect(draft.headers[.init("x-amz-copy-source")!] == "/b/a%20b%252F/c")
  }
}
