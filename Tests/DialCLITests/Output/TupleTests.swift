import Testing

@Suite struct TupleTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      renamed: {GET: "/x -> (id Int as ID, name as FullName, nick?)", mock: {json: {FullName: Ann, ID: 7, id: 9}}}
      array: {GET: "/x -> (id, name)", mock: {json: [7, Ann]}}
      rows: {GET: "/x -> [(id, name)]", mock: {json: [[1, a], [2, b]]}}
      free: {GET: /x, mock: {json: [{id: 1, name: a}, {id: 2}]}}
      none: {GET: "/x -> [(id, name)]", mock: {json: []}}
      scalars: {GET: /x, mock: {json: [1, 2]}}
      secret: {GET: /x, mock: {json: {token: S3CR, list: [S3CR]}}}
      nested: {GET: "/x -> (list [(id, name)], total Int)", mock: {json: {total: 1, list: [{name: a, id: 1}]}}}
    """

  @Test(arguments: [
    ("renamed --tuple name,id", #"["Ann",7]"#), ("renamed --tuple id,nick", "[7,null]"), ("renamed --tuple FullName", #"["Ann"]"#),
    ("array --tuple name,id", #"["Ann",7]"#), ("rows --tuple name,id", #"[["a",1],["b",2]]"#), ("free --tuple id", "[[1],[2]]"),
    ("free --tuple id,name", #"[[1,"a"],[2,null]]"#),
    ("free --tuple id,name -o csv", "id,name\n1,a\n2,"), ("free --tuple id,name -o table", "id  name\n 1  a\n 2"),
    ("free --tuple id,name -o tsv", "1\ta\n2\t"), ("none --tuple id,name -o csv", "id,name"), ("none --tuple id,name -o table", "id  name"),
    ("nested --select list --tuple name,id", #"[["a",1]]"#), ("nested --tuple total", "[1]"),
  ])
  func rows(_ line: String, _ out: String) async {
    #expect(await dial("call s \(line) --mock", specs: ["s": Self.spec]) == Ran(out: out + "\n", err: "", exit: 0))
  }

  @Test(arguments: [
    ("free --tuple id,name --require", "--tuple: [1] has no 'name'; available: 'id'"),
    ("free --tuple id,nme", "--tuple: [0] has no 'nme'; available: 'id', 'name'"),
    ("array --tuple x", "--tuple: the result has no 'x'; available: 'id', 'name'"),
    ("scalars --tuple x", "--tuple: [0] must be an object or a declared tuple with 'x', but is a number"),
    ("secret --tuple id", "--tuple: the result has no 'id'; available: 'token', 'list'"),
    ("secret --select list --tuple id", "--tuple: [0] must be an object or a declared tuple with 'id', but is a string"),
    ("nested --select nothing --require", "--select 'nothing': 'nothing' is missing"),
  ])
  func faults(_ line: String, _ message: String) async {
    let ran = await dial("call s \(line) --mock --errors json", specs: ["s": Self.spec])
    #expect(ran.exit == 9)
    #expect(ran.out == "")
    #expect(ran.err.hasPrefix("{\"code\":\"selection\",\"message\":\(quoted(message)),"), "\(ran.err)")
  }
}
