import DialJSON
import DialRows
import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial each`: one line for each row, in order, and nothing lost where a row is bad.
@Suite struct EachCommandTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      get: {GET: "/u/{id} (id Int) -> (id Int, name String)", mock: {json: {id: 1, name: n}}}
      create: {POST: "/u (name String, age Int?)", mock: {status: 201, json: {ok: true}}}
      fail: {GET: "/f (id Int)", mock: {status: 500, json: {message: oh}}, retry: none}
      pay: {POST: /p (id Int), headers: {Idempotency-Key: $uuid}, mock: {json: 1}}
      slow: {GET: "/l (id Int)", limit: 10/s, mock: {json: 1}}
      talk: {WS: /w, mock: {}}
    """

  private func each(_ line: String, _ rows: String, file: String = "-", _ more: [String] = []) async -> Ran {
    await dial("each s \(line) --rows \(file) --mock", more, specs: ["s": Self.spec], stdin: rows)
  }

  @Test(arguments: [
    ("get", "", "", "", 0),
    (
      "get", "{\"id\":1}\n{\"id\":2}",
      "{\"row\":1,\"status\":200,\"value\":{\"id\":1,\"name\":\"n\"}}\n{\"row\":2,\"status\":200,\"value\":{\"id\":1,\"name\":\"n\"}}\n",
      "", 0
    ),
    ("get -s name", "{\"id\":1}", "{\"row\":1,\"status\":200,\"value\":\"n\"}\n", "", 0),
    ("get --tuple name,id -o csv", "{\"id\":1}", "name,id\nn,1\n", "", 0),
    ("get -o tsv", "{\"id\":1}", "1\tn\n", "", 0),
    ("create age=3 --rows-format csv", "name\nAnn\n", "{\"row\":1,\"status\":201,\"value\":{\"ok\":true}}\n", "", 0),
    ("create --map name=full --rows-format csv", "full\nAnn\n", "{\"row\":1,\"status\":201,\"value\":{\"ok\":true}}\n", "", 0),
    (
      "get --key id --key-prefix p", "{\"id\":1}", "{\"row\":1,\"key\":\"p:1\",\"status\":200,\"value\":{\"id\":1,\"name\":\"n\"}}\n", "", 0
    ),
    // What identifies a row does not have to be an argument.
    (
      "create --key no --rows-format csv", "no,name\n7,Ann\n", "{\"row\":1,\"key\":\"7\",\"status\":201,\"value\":{\"ok\":true}}\n", "", 0
    ),
    ("create --key no", "{\"no\":7,\"name\":\"Ann\"}", "{\"row\":1,\"key\":\"7\",\"status\":201,\"value\":{\"ok\":true}}\n", "", 0),
    ("create --key name --rows-format csv", "no,name\n7,Ann\n", "", "error: <stdin>:2: unknown argument 'no' of 'create'", 2),
    ("fail --failures ok -q -o none", "{\"id\":1}", "", "", 0),
    // What is wrong with all rows is said once, before the first call.
    ("get", "{\"idd\":1}\n{\"idd\":2}", "", "error: <stdin>:1: unknown argument 'idd' of 'get'; did you mean 'id'? available: 'id'", 2),
    ("create --rows-format csv", "age\n1\n", "", "error: <stdin>:2: missing argument 'name' (body, String)", 2),
    ("none", "{}", "", "error: unknown endpoint 'none'", 2),
    ("talk", "{}", "", "error: 'talk' is a WebSocket, which has no single result for each row", 2),
    ("get --share d", "{\"id\":1}", "", "error: 'get' has no 'limit' with a rate that could be shared", 2),
    ("slow --share /dev/null", "{\"id\":1}", "", "error: cannot create the folder '/dev/null': file exists", 1),
    ("slow --share /dev/null/d", "{\"id\":1}", "", "error: cannot create the folder '/dev/null': file exists", 1),
    ("get --only-new", "{}", "", "error: --only-new requires --journal", 2),
    ("get --failed /nonexistent/f", "{\"id\":1}", "", "error: cannot write '/nonexistent/f'", 1),
    ("get", "id\n1\n", "", "error: <stdin>:1: the row is not valid JSON: expected a value, found 'i' at column 1", 2),
    ("get --failed -", "{}", "", "error: --failed must be a file name, because standard output has the results", 2),
    ("get --check-rows", "{}", "", "error: --check-rows reads the rows twice, which standard input does not allow", 2),
    ("get --rows-format tsv", "1", "", "error: TSV has no line of names", 2),
    ("get --parallel 0", "{}", "", "error: --parallel must be an integer from 1 to 10000, but is '0'", 2),
    ("get --map x", "{}", "", "error: --map must be name=column, but is 'x'", 2),
    ("get --share-of 3/2", "{}", "", "error: --share-of must be a part such as 1/16, but is '3/2'", 2),
    ("get --max-failures x", "{}", "", "error: --max-failures must be a number of rows or a part such as 5%, but is 'x'", 2),
    (
      "get -o table", "{}", "", "error: dial each prints JSON Lines, or with -o csv and -o tsv the rows that succeed; it has no -o table", 2
    ),
    ("create -o csv", "{\"name\":\"n\"}", "", "error: -o csv needs columns", 2),
    ("get -O x", "{}", "", "error: dial each has no -O", 2),
  ])
  func prints(_ line: String, _ rows: String, _ out: String, _ error: String, _ exit: Int32) async {
    let ran = await each(line, rows)
    #expect(ran.out == out)
    #expect(error.isEmpty ? ran.err.isEmpty : ran.err.contains(error), "\(ran.err)")
    #expect(ran.exit == exit)
  }

  @Test func aRowThatFailsHasItsErrorAndItsLine() async throws {
    let ran = await each("get", "{\"id\":1}\n{\"id\":\"x\"}\nno\n")
    #expect(ran.exit == 12)
    let lines = ran.out.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
    #expect(lines.map { $0.row.asInt } == [1, 2, 3])
    #expect(lines[1].error.message.asString == "<stdin>:2: 'id' must be an integer, but is 'x'")
    #expect(lines[2].error.code.asString == "rows")
    #expect(ran.err.contains("3 rows: 1 succeeded, 2 failed (arguments: 1, rows: 1)"))
  }

  /// Returns the idempotency key of a row as it would be sent, and the whole request.
  private func key(_ endpoint: String, _ row: String, _ flags: String, run: String) async throws -> (key: String?, request: String) {
    let spec = "service: s\nbase: https://a.test\nendpoints:\n  pay: {\(endpoint)}\n"
    let ran = await dial("each s pay --rows - --dry-run --run-id \(run) \(flags)", specs: ["s": spec], stdin: row)
    #expect(ran.exit == 0, "\(ran.err)")
    let fields = try JSON(parsing: ran.out).request.headers.asArray ?? []
    return (fields.first { $0[0].asString == "idempotency-key" }?[1].asString, ran.out)
  }

  /// A key that the spec, the row or the call gives is the one that is sent.
  @Test(arguments: [
    ("POST: '/p (key? String = $uuid)', headers: {Idempotency-Key: '{key}'}", #"{"key":"k-7"}"#, "", "k-7"),
    ("POST: '/p (id Int)', headers: {Idempotency-Key: 'import-{id}'}", #"{"id":1}"#, "", "import-1"),
    ("POST: '/p (id Int)', headers: {Idempotency-Key: fixed}", #"{"id":1}"#, "", "fixed"),
    ("POST: '/p (id Int)', headers: {Idempotency-Key: $uuid}", #"{"id":1}"#, "-H Idempotency-Key:zz", "zz"),
    ("POST: '/p (id Int, header.key as Idempotency-Key = $uuid)'", #"{"id":1,"key":"k-7"}"#, "", "k-7"),
    ("POST: '/p (id Int, header.key as Idempotency-Key = $uuid)'", #"{"id":1}"#, "key=all", "all"),
  ])
  func aKeyThatIsGivenIsSent(_ endpoint: String, _ row: String, _ flags: String, _ given: String) async throws {
    #expect(try await key(endpoint, row, flags, run: "a").key == given)
  }

  /// A generated one is a UUID, the same in each try of a run, and the same in all places that share it.
  @Test(arguments: [
    ("POST: '/p (id Int)', headers: {Idempotency-Key: 'order-{$uuid}'}", "order-", 1),
    ("POST: '/p (id Int, header.Idempotency-Key UUID = $uuid)'", "", 1),
    ("POST: '/p (id Int)', headers: {Idempotency-Key: $uuid}, body: {id: $uuid, n: '{id}'}", "", 2),
  ])
  func aGeneratedKeyIsThatOfTheRow(_ endpoint: String, _ prefix: String, _ uses: Int) async throws {
    let row = #"{"id":1}"#
    let first = try await key(endpoint, row, "", run: "a")
    let uuid = try #require(first.key)
    #expect(try Regex("\(prefix)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}").wholeMatch(in: uuid) != nil)
    #expect(first.request.components(separatedBy: uuid).count == uses + 1)
    #expect(try await key(endpoint, row, "", run: "a").key == uuid)
    #expect(try await key(endpoint, row, "", run: "b").key != uuid)
    #expect(try await key(endpoint, #"{"id":2}"#, "", run: "a").key != uuid)
  }

  @Test func failedRowsAreTheNextInput() async throws {
    let folder = try TemporaryFolder(["r.csv": "id,note\n1,\n\"x\",\n\"3\n\",\n4,\n"])
    let spec = Self.spec.replacing("/u/{id} (id Int)", with: "/u/{id} (id Int, note String?)")
    let ran = await dial("each s get --mock --failed \(folder.path)/f.csv --rows \(folder.path)/r.csv -o none", specs: ["s": spec])
    #expect(ran.exit == 0, "\(ran.err)")
    #expect(try folder.read("f.csv") == "id,note\n\"x\",\n\"3\n\",\n")
  }

  @Test func tooManyFailuresStopTheRun() async {
    let rows = (0..<400).map { "{\"id\":\($0)}" }.joined(separator: "\n")
    let count = await each("fail --max-failures 3 --parallel 1", rows)
    #expect(count.exit == 13)
    #expect(count.out.split(separator: "\n").count == 4)
    let part = await each("fail --max-failures 50% --parallel 1", rows)
    #expect(part.exit == 13)
    #expect(part.out.split(separator: "\n").count == 20)
  }

  /// A selection is applied to each element of a stream, as in a call, and one that finds nothing is told once.
  @Test(arguments: [
    ("list -s v", #"[1,2]"#, ""), ("list --tuple v", #"[[1],[2]]"#, ""),
    ("one -s typo", "null", "note: --select: the result has no 'typo'; available: 'a'\n"),
    ("list -s typo", "[null,null]", "note: --select: the first element has no 'typo'; available: 'v'\n"),
  ])
  func selects(_ line: String, _ value: String, _ note: String) async {
    let spec =
      "service: s\nbase: https://a.test\nendpoints:\n  one: {GET: /o, mock: {json: {a: 1}}}\n  list: {GET: '/l -> lines', mock: {events: [{v: 1}, {v: 2}]}}\n"
    let ran = await dial("each s \(line) --rows - --mock", specs: ["s": spec], stdin: "{}\n{}\n")
    #expect(ran.out == "{\"row\":1,\"status\":200,\"value\":\(value)}\n{\"row\":2,\"status\":200,\"value\":\(value)}\n")
    #expect(ran.err == note)
  }

  /// Rows with one key are one to the server.
  @Test(arguments: [("fixed", true), ("'{id}'", false), ("$uuid", false), ("$now", true)])
  func aSharedKeyIsTold(_ key: String, _ isTold: Bool) async {
    let spec =
      "service: s\nbase: https://a.test\nendpoints:\n  pay: {POST: '/p (id Int)', headers: {Idempotency-Key: \(key)}, mock: {json: 1}}\n"
    let ran = await dial("each s pay --rows - --mock --parallel 1", specs: ["s": spec], stdin: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
    #expect(ran.exit == 0)
    #expect(ran.err.components(separatedBy: "rows have the same Idempotency-Key").count == (isTold ? 2 : 1), "\(ran)")
  }

  /// What was not sent, or was sent with other values, is not what the journal has.
  @Test func anotherRunHasAnotherJournal() async throws {
    let folder = try TemporaryFolder(["r.jsonl": "{\"id\":1}\n", "a": "TENANT=a\n", "b": "TENANT=b\n", "t.har": ""])
    func spec(_ more: String) -> [String: String] {
      [
        "s":
          "service: s\nbase: https://a.test\nvars: {TENANT: none}\nendpoints:\n  pay: {POST: '/${TENANT}/p (id Int)'\(more), mock: {json: 1}}\n"
      ]
    }
    func run(_ journal: String, _ flags: String, _ more: String = "") async -> Ran {
      await dial("each s pay --rows \(folder.path)/r.jsonl --journal \(folder.path)/\(journal) \(flags)", specs: spec(more))
    }
    #expect(await run("j", "--mock --env-file \(folder.path)/a").exit == 0)
    #expect(await run("j", "--mock --env-file \(folder.path)/a").exit == 0)
    for (flags, more) in [
      ("--mock --env-file \(folder.path)/b", ""), ("--env-file \(folder.path)/a", ""),
      ("--mock --env-file \(folder.path)/a", ", headers: {Idempotency-Key: $uuid}"),
    ] {
      let ran = await run("j", flags, more)
      #expect(ran.exit == 1 && ran.err.contains("is of another run: its request differs"), "\(flags) \(more): \(ran)")
    }
  }

  /// Standard input and other pipes can be read only once.
  @Test func aPipeOfRowsIsNotReadTwice() async throws {
    let folder = try TemporaryFolder([:])
    mkfifo(folder.path + "/p", 0o600)
    let ran = await dial("each s get --mock --check-rows --rows-format jsonl --rows \(folder.path)/p", specs: ["s": Self.spec])
    #expect(ran.err.contains("error: --check-rows reads the rows twice, which a pipe does not allow"), "\(ran)")
    #expect(await each("get", "{}", ["--run-id", ""]).exit == 2)
  }

  /// A row that may have been sent is unknown, also if it can no longer be bound.
  @Test func aRowUnderWayThatCannotBeBoundIsUnknown() async throws {
    let row = #"{"id":2}"#
    let folder = try TemporaryFolder(["r.jsonl": "{\"id\":1}\n"])
    let line = "each s pay --mock --rows \(folder.path)/r.jsonl --journal \(folder.path)/j --failed \(folder.path)/f"
    func spec(_ more: String) -> [String: String] {
      ["s": "service: s\nbase: https://a.test\nendpoints:\n  pay: {POST: '/p (id Int\(more))', mock: {json: 1}}\n"]
    }
    _ = await dial(line, specs: spec(""))
    var journal = Array(try folder.read("j").utf8)
    JournalRecord(.begun, row: 2, digest: Journal.digest(Array(row.utf8)), key: "2").write(into: &journal)
    try folder.write("j", String(decoding: journal, as: UTF8.self))
    try folder.write("r.jsonl", "{\"id\":1}\n\(row)\n")
    let ran = await dial(line, specs: spec(", other Int"))
    #expect(ran.out.contains(#""code":"unknown""#), "\(ran)")
    #expect(try folder.read("f") == "")
  }

  @Test func aRowWithoutANameIsAFault() async {
    let spec = "service: s\nbase: https://a.test\nendpoints:\n  open: {POST: /o, mock: {json: 1}}\n"
    let ran = await dial("each s open --rows - --mock", specs: ["s": spec], stdin: #"{"": {"admin": true}}"#)
    #expect(ran.err.contains("an argument name is empty; to send a whole body, use '_'"), "\(ran)")
  }

  /// A result that is printed again has the position that its row has now.
  @Test func aRowThatMovedHasItsNewNumber() async throws {
    let folder = try TemporaryFolder(["r.jsonl": "{\"id\":1}\n{\"id\":2}\n"])
    let line = "each s get --mock --rows \(folder.path)/r.jsonl --journal \(folder.path)/j --key id"
    _ = await dial(line, specs: ["s": Self.spec])
    try folder.write("r.jsonl", "{\"id\":2}\n{\"id\":3}\n{\"id\":1}\n")
    let ran = await dial(line, specs: ["s": Self.spec])
    let lines = ran.out.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
    #expect(lines.map { $0.row.asInt } == [1, 2, 3] && lines.map { $0.key.asString } == ["2", "3", "1"], "\(ran)")
  }

  @Test func allRowsAreCheckedFirst() async throws {
    let folder = try TemporaryFolder(["r.csv": "id\n1\nx\ny\n"])
    let ran = await dial("each s get --mock --check-rows --rows \(folder.path)/r.csv", specs: ["s": Self.spec])
    #expect(ran.exit == 2)
    #expect(ran.out.isEmpty)
    #expect(ran.err.contains("2 rows cannot be sent"))
    #expect(ran.err.contains("r.csv:3: 'id' must be an integer, but is 'x'"))
  }

  @Test func theSameCommandPrintsFinishedRowsAgain() async throws {
    let folder = try TemporaryFolder(["r.jsonl": "{\"id\":1}\n{\"id\":\"x\"}\n"])
    let line = "each s get --mock --rows \(folder.path)/r.jsonl --journal \(folder.path)/j"
    let first = await dial(line, specs: ["s": Self.spec])
    let second = await dial(line, specs: ["s": Self.spec])
    #expect(first.exit == 12 && second.exit == 12)
    #expect(first.out == second.out)
    #expect(second.err.contains("1 succeeded (2 earlier), 1 failed"))
    #expect(await dial(line + " --only-new", specs: ["s": Self.spec]).out == "")
    // Other rows under the same positions are not taken for these.
    try folder.write("r.jsonl", "{\"id\":7}\n")
    let other = await dial(line, specs: ["s": Self.spec])
    #expect(other.exit == 2)
    #expect(other.err.contains("r.jsonl:1: the journal has another row under the key '1'"))
    let selected = await dial(line + " -s name", specs: ["s": Self.spec])
    #expect(selected.err.contains("is of another run: its selection is '', not 'name'"))
  }

  /// What a call tells holds for each row, once for each.
  @Test func responsesAreCheckedAndTold() async {
    let spec = Self.spec.replacing("{id: 1, name: n}", with: "{id: x, name: n}")
    let rows = "{\"id\":1}\n{\"id\":2}\n"
    let warned = await dial("each s get --rows - --mock --check-response warn", specs: ["s": spec], stdin: rows)
    #expect(warned.exit == 0 && warned.err.components(separatedBy: "[contract]").count == 3, "\(warned.err)")
    let told = await dial("each s get --rows - --mock -v --parallel 1", specs: ["s": Self.spec], stdin: rows)
    #expect(
      told.err.components(separatedBy: "> GET https://a.test/u/").count == 3 && told.err.components(separatedBy: "< HTTP 200").count == 3,
      "\(told.err)")
  }

  @Test func aKeyThatIsUsedTwiceFails() async {
    let ran = await each("get --key id", "{\"id\":1}\n{\"id\":1}\n{}\n")
    let other = await each("get --key idd", "{\"id\":1}\n")
    #expect(other.exit == 2 && other.err.contains("<stdin>:1: the row has no 'idd', which --key names; did you mean 'id'?"))
    #expect(ran.exit == 12)
    #expect(ran.out.contains("<stdin>:2: the key '1' is also that of row 1"))
    #expect(ran.out.contains("<stdin>:3: the row has no 'id', which --key names"))
  }

  /// Whoever can replace the file of a rate can stop the calls of others.
  @Test(arguments: [(0o700, nil), (0o777, "write"), (0o770, "write"), (0o1777, nil)] as [(UInt16, String?)])
  func aSharedFolderIsOfThisUser(_ mode: UInt16, _ fault: String?) async throws {
    let folder = try TemporaryFolder()
    #expect(chmod(folder.path, mode_t(mode)) == 0)
    let ran = await each("slow --share \(folder.path)", "{\"id\":1}")
    #expect(ran.exit == (fault == nil ? 0 : 1), "\(ran)")
    let told = "error: other users can write to the folder '\(folder.path)'; forbid it with: chmod go-w \(folder.path)\n"
    if fault != nil { #expect(ran.err == told) }
    guard geteuid() == 0, fault == nil else { return }
    #expect(chown(folder.path, 65_534, 65_534) == 0)
    let other = await each("slow --share \(folder.path)", "{\"id\":1}")
    #expect(other.err == "error: the folder '\(folder.path)' belongs to another user; use one of your own\n", "\(other)")
  }
}
