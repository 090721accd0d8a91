/// The calls that the demo makes, as a reader would type them.
struct DemoStep {
  var title: String
  var words: [String]
  /// The exit code that it ends with.
  var exit: Int32 = ExitStatus.done

  static let all: [DemoStep] = [
    DemoStep(title: "a path argument; its type is in the spec", words: ["call", "demo", "getUser", "id=7"]),
    DemoStep(
      title: "defaults go into the query; the spec's '@ users' picks the list",
      words: ["call", "demo", "listUsers", "page=2", "-o", "table"]),
    DemoStep(
      title: "a POST: arguments become members of the JSON body",
      words: ["call", "demo", "createUser", "name=Eve", "email=eve@example.com", "tags=new", "tags=demo"]),
    DemoStep(
      title: "with 'form' in the spec they become a form",
      words: ["call", "demo", "login", "user=ann", "password=pssst", "-o", "raw"]),
    DemoStep(
      title: "credentials come from a variable and are never shown",
      words: ["call", "demo", "whoami", "--var", "DEMO_TOKEN=\(DemoService.token)", "-v", "--select", "name"]),
    DemoStep(
      title: "some members of a list, for the shell",
      words: ["call", "demo", "posts", "user=7", "--tuple", "id,title", "-o", "tsv"]),
    DemoStep(
      title: "any selection, by JMESPath",
      words: ["call", "demo", "listUsers", "size=10", "--select", "[?contains(tags, 'staff')].name"]),
    DemoStep(
      title: "an answer that comes word by word, and is shown as it comes", words: ["call", "demo", "chat", "message=hi", "-o", "jsonl"]),
    DemoStep(title: "a refused status is an exit code, and points at the spec", words: ["call", "demo", "getUser", "id=404"], exit: 4),
    DemoStep(
      title: "faults of arguments are told together, before anything is sent", words: ["call", "demo", "createUser", "nam=Eve", "tags=x"],
      exit: ExitStatus.usage),
    DemoStep(
      title: "what would be sent, without sending it", words: ["call", "demo", "search", "q=a b", "fields=id", "fields=title", "--dry-run"]),
    DemoStep(
      title: "the same for curl",
      words: ["call", "demo", "createUser", "name=Eve", "email=eve@example.com", "--curl"]),
  ]
}
