import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct CheckResponseTests {
  private static let spec = """
    service: s
    base: https://a.test
    types: {User: {id: Int, name: String}, Problem: {code: String}}
    endpoints:
      one: {GET: /x -> User, mock: {json: {id: 7, name: Ann, nick: a}}}
      two: {GET: /x -> User, mock: {json: {id: "7", name: Ann, nick: a}}}
      good: {GET: /x -> User, mock: {json: {id: 7, name: Ann}}}
      gone: {GET: /x -> User ! Problem, mock: {status: 404, json: {cod: x}}}
    """

  @Test(arguments: [
    (
      "s one --check-response error", 9, "",
      """
      s:5:3: error: the response does not match the spec: 'nick' is not declared [contract]
        one: {GET: /x -> User, mock: {json: {id: 7, name: Ann, nick: a}}}
        ^~~
      {"id":7,"name":"Ann","nick":"a"}

      """
    ),
    (
      "s two --check-response error", 9, "",
      """
      s:6:3: error: the response does not match the spec in 2 places [contract]
        two: {GET: /x -> User, mock: {json: {id: "7", name: Ann, nick: a}}}
        ^~~
      error: 'id' must be an integer, but is '7'
      error: 'nick' is not declared
      {"id":"7","name":"Ann","nick":"a"}

      """
    ),
    (
      "s gone --check-response error", 9, "",
      """
      s:8:3: error: the server responded with 404 [contract]
        gone: {GET: /x -> User ! Problem, mock: {status: 404, json: {cod: x}}}
        ^~~~
      error: the error response does not match the spec in 2 places
      error: 'code' is missing, expected String; found 'cod'
      error: 'cod' is not declared
      {"cod":"x"}

      """
    ),
    (
      "s gone --check-response warn", 4, "",
      """
      s:8:3: warning: the error response does not match the spec in 2 places [contract]
        gone: {GET: /x -> User ! Problem, mock: {status: 404, json: {cod: x}}}
        ^~~~
      note: 'code' is missing, expected String; found 'cod'
      note: 'cod' is not declared
      s:8:3: error: the server responded with 404 [status]
        gone: {GET: /x -> User ! Problem, mock: {status: 404, json: {cod: x}}}
        ^~~~
      {"cod":"x"}

      """
    ),
    (
      "s two --check-response warn", 0, #"{"id":"7","name":"Ann","nick":"a"}"# + "\n",
      """
      s:6:3: warning: the response does not match the spec in 2 places [contract]
        two: {GET: /x -> User, mock: {json: {id: "7", name: Ann, nick: a}}}
        ^~~
      note: 'id' must be an integer, but is '7'
      note: 'nick' is not declared

      """
    ),
    (
      "s one --check-response warn --select name", 0, "\"Ann\"\n",
      """
      s:5:3: warning: the response does not match the spec: 'nick' is not declared [contract]
        one: {GET: /x -> User, mock: {json: {id: 7, name: Ann, nick: a}}}
        ^~~

      """
    ),
    ("s one --check-response warn -q", 0, #"{"id":7,"name":"Ann","nick":"a"}"# + "\n", ""),
    (
      "s one --check-response warn --errors json", 0, #"{"id":7,"name":"Ann","nick":"a"}"# + "\n",
      #"{"severity":"warning","code":"contract","message":"the response does not match the spec: 'nick' is not declared","endpoint":"one","spec":{"file":"s","line":5,"column":3},"faults":[{"code":"contract","message":"'nick' is not declared","argument":null,"hint":null,"spec":{"file":"s","line":5,"column":3}}]}"#
        + "\n"
    ),
    ("s one --check-response warn --errors json -q", 0, #"{"id":7,"name":"Ann","nick":"a"}"# + "\n", ""),
    ("s one --check-response off", 0, #"{"id":7,"name":"Ann","nick":"a"}"# + "\n", ""),
    ("s one", 0, #"{"id":7,"name":"Ann","nick":"a"}"# + "\n", ""),
    ("s good --check-response error", 0, #"{"id":7,"name":"Ann"}"# + "\n", ""),
    (
      "s two --check-response error --errors json", 9, "",
      #"{"code":"contract","message":"the response does not match the spec in 2 places\n'id' must be an integer, but is '7'\n'nick' is not declared","endpoint":"two","status":200,"hint":null,"attempts":1,"body":{"id":"7","name":"Ann","nick":"a"},"spec":{"file":"s","line":6,"column":3},"faults":[{"code":"contract","message":"'id' must be an integer, but is '7'","argument":null,"hint":null,"spec":{"file":"s","line":6,"column":3}},{"code":"contract","message":"'nick' is not declared","argument":null,"hint":null,"spec":{"file":"s","line":6,"column":3}}],"headers":{"content-type":"application/json"}}"#
        + "\n"
    ),
  ])
  func reportsDifferences(_ line: String, _ exit: Int32, _ out: String, _ err: String) async {
    #expect(await dial(line + " --mock", specs: ["s": Self.spec]) == Ran(out: out, err: err, exit: exit))
  }

  @Test func otherWordsAreRefused() async {
    let ran = await dial("call s one --check-response all --mock", specs: ["s": Self.spec])
    #expect(ran.exit == 2 && ran.out == "")
    #expect(
      ran.err == "error: '--check-response' must be off, warn or error, but is 'all'\nhint: for help, run: dial help call\n", "\(ran.err)")
  }
}
