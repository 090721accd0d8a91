import DialHTTP
import Testing

@testable import DialCLI
@testable import DialConsole

/// Notes about calls that are valid but probably not what was meant.
@Suite struct NoteTests {
  private static let spec = #"""
    service: s
    base: https://a.test
    types:
      User: (id Int, name String?, home Home?)
      Home: (street String, zip? Int)
    endpoints:
      chat:
        POST: /chat -> events
        events: {each: delta.text}
        mock: {headers: {Content-Type: text/event-stream}, text: "data: {\"a\":1}\n\ndata: {\"b\":1}\n\n"}
      silent: {POST: /chat -> events, events: {each: delta.text}, mock: {headers: {Content-Type: text/event-stream}, text: ""}}
      some:
        POST: /chat -> events
        events: {each: a}
        mock: {headers: {Content-Type: text/event-stream}, text: "data: {\"a\":1}\n\ndata: {\"b\":1}\n\n"}
      told: {POST: /chat -> events, mock: {headers: {Content-Type: text/event-stream}, text: "data: a\n\ndata: b\n\n"}}
      lines: {GET: "/l @ v -> lines Int", mock: {events: [{v: 1}, {v: null}, {w: 2}, {v: 3}]}}
      gone: {GET: "/l @ v -> lines Int", mock: {events: [{w: 2}]}}
      object: {GET: /x, mock: {json: {total: 1, items: [{id: 1}]}}}
      plain: {GET: /x, mock: {json: {a: {id: 1}, b: {id: 2}}}}
      scalar: {GET: /x, mock: {json: {v: 1, t: a, n: null, l: [{n: null}]}}}
      top: {GET: /x, mock: {json: 7}}
      list: {GET: /x, mock: {json: [{id: 1}]}}
      name: {POST: "/x (name String?, other, count? Int?)", mock: {json: 1}}
      make: {POST: "/x (user User)", mock: {json: 1}}
      many: {POST: "/x (_ users [User])", mock: {json: 1}}
      users: {GET: "/x -> [User]", mock: {json: [{id: 7, name: "7", home: {street: x, zip: 1}}]}}
    """#

  @Test(arguments: [
    ("chat", "none of the 2 events has 'delta.text', which 'each' selects"), ("silent", ""), ("some", ""),
    ("lines", "2 of the 4 lines have no 'v', which '@' selects"), ("gone", "none of the 1 line has 'v', which '@' selects"),
    ("told -s x.y", "--select: the first element has no 'x'; available: 'event', 'data', 'id'"), ("told -s data", ""),
    ("object -s [*].id", "--select: '[*]' selects from an array, but the value is an object; did you mean 'items[*]'?"),
    ("object -s [].id", "--select: '[]' selects from an array, but the value is an object; did you mean 'items[]'?"),
    ("object -s [?id]", "--select: '[?…]' selects from an array, but the value is an object; did you mean 'items[?…]'?"),
    ("plain -s [*].id", "--select: '[*]' selects from an array, but the value is an object; to select from its values, write '*'"),
    ("list -s [*].id", ""), ("plain -s *.id", ""), ("object -s items[*].id", ""),
    ("scalar -s v.x", "--select: 'x' selects a member, but the value is a number"),
    ("scalar -s t.x.y", "--select: 'x' selects a member, but the value is a string"),
    ("scalar -s n.x", "--select: 'x' selects a member, but 'n' is null"), ("scalar -s n", ""), ("scalar -s v", ""),
    ("scalar -s l[*].n.x", ""), ("scalar -s n.x||v", ""), ("top -s x", "--select: 'x' selects a member, but the value is a number"),
    ("users -s [?name==`7`].id", "--select: 'name' is declared as String, but is compared with the number 7; write the text as '7'"),
    (
      "users -s [?`1.5`!=home.street]",
      "--select: 'street' is declared as String, but is compared with the number 1.5; write the text as '1.5'"
    ),
    ("users -s [?name==`\"7\"`].id", ""), ("users -s [?name==`null`].id", ""),
    ("name name=null other=x", "'name' is the text 'null'; for null, write name:=null"), ("name name=nul other=null", ""),
    ("name name:=null other=x", ""),
    ("make user:={\"id\":1,\"extra\":2}", "'user.extra' is not declared and is sent unchanged"),
    ("make user:={\"id\":1,\"home\":{\"street\":\"a\",\"x\":1}}", "'user.home.x' is not declared and is sent unchanged"),
    ("make user:={\"id\":1,\"name\":\"a\"}", ""),
    ("users -s [?id=='7'].name", "--select: 'id' is declared as Int, but is compared with the text '7'; write the number as `7`"),
    ("users -s [?'x'!=home.zip]", "--select: 'zip' is declared as Int, but is compared with the text 'x'"),
    ("users -s [*].home|[?zip=='1']", "--select: 'zip' is declared as Int, but is compared with the text '1'; write the number as `1`"),
    ("users -s [?name=='7'].name", ""), ("users -s [?id==`7`].name", ""), ("users -s [?name=='7'&&id>`1`].id", ""),
    ("users -s sort_by(@,&id)[?id=='7']", "--select: 'id' is declared as Int, but is compared with the text '7'; write the number as `7`"),
  ])
  func notes(line: String, note: String) async {
    let ran = await dial("call s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran.err == (note.isEmpty ? "" : "note: \(note)\n") && ran.exit == 0, "\(ran)")
    #expect(await dial("call s \(line) --mock -q", specs: ["s": Self.spec]).err == "")
  }

  @Test func aSimilarMemberIsAWarningAndManyAreFew() async {
    let similar = await dial(#"call s make user:={"id":1,"nmae":"a"} --mock"#, specs: ["s": Self.spec])
    #expect(similar.err == "warning: 'user.nmae' is not declared and is sent unchanged; did you mean 'name'?\n")
    let users = (0..<9).map { "{\"id\":\($0),\"x\":1}" }.joined(separator: ",")
    let many = await dial("call s many users:=[\(users)] --mock", specs: ["s": Self.spec])
    let lines = (0..<5).map { "note: 'users[\($0)].x' is not declared and is sent unchanged\n" }.joined()
    #expect(many.err == lines + "note: 4 more members are not declared\n", "\(many)")
  }

  @Test(arguments: [
    ("[0]", "[0]", "", "'.[0]'"), ("[*].id|[0]", "[0]", " --select '[*].id'", "'.[0]'"), ("length(@)", "length", "", "length"),
    ("length([?id>`1`])", "length", " --select '[?id>`1`]'", "length"), ("sum([*].id)", "sum", " --select '[*].id'", "add"),
    ("sort_by(@,&id)", "sort_by", "", "'sort_by(.id)'"), ("max_by(@,&id).id", "max_by", "", "'max_by(.id)'"),
    ("reverse(@)", "reverse", "", "reverse"), ("[:2]", "[:2]", "", "'.[:2]'"), ("[*].id", "", "", ""), ("[?id>`1`].id", "", "", ""),
    ("[*].tags[0]", "", "", ""), ("[*].length(name)", "", "", ""),
  ])
  func aSelectionOfAllPagesIsOfEachPage(expression: String, name: String, select: String, filter: String) async throws {
    let spec = """
      service: s
      base: https://a.test
      endpoints:
        list: {GET: "/x (page? Int)", paginate: {page: page}, mock: [{json: [{id: 1, name: a, tags: [x]}, {id: 2, name: b, tags: [y]}]}, {json: []}]}
      """
    let ran = await dial("call s list --mock --all -s", [expression], specs: ["s": spec])
    let note =
      "note: --select: '\(name)' applies to each page; for all pages together, run: dial call s list … --all\(select) | jq \(filter)\n"
    #expect(ran.err.contains(note) == !name.isEmpty && ran.err.contains("each page") == !name.isEmpty, "\(ran)")
    let first = await dial("call s list --mock -s", [expression], specs: ["s": spec])
    #expect(!first.err.contains("each page"))
  }
}
