import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Common calls: scalars in the path, the query, the headers and a JSON body.
struct UsualCallTests {
  static let usual: [Call] = [
    Call("GET /a", "{}", "GET /a"), Call("GET /a ()", "{}", "GET /a"), Call("GET /", "{}", "GET /"),
    Call("GET /{b}/c", #"{"b": "d e"}"#, "GET /d%20e/c"), Call("GET /{b}.json", #"{"b": "c.d"}"#, "GET /c.d.json"),
    Call("GET /{b=3}", "{}", "GET /3"), Call("GET /{b=3}", #"{"b": 4}"#, "GET /4"),
    Call("GET /a?k=v (b?, c Int, d Bool)", #"{"d": true, "c": 7}"#, "GET /a?k=v&c=7&d=true"),
    Call("GET /a (b Bool)", #"{"b": false}"#, "GET /a?b=0", more: "style: {bools: numeric}"),
    Call("GET /a (b = 1, c Int = 2)", #"{"c": 3}"#, "GET /a?b=1&c=3"), Call("GET /a{?b,c}", #"{"c": ""}"#, "GET /a?c="),
    Call("GET /a (query.b)", #"{"query.b": "é"}"#, "GET /a?b=%C3%A9"), Call("GET /a (b \"x\" | \"y\")", #"{"b": "y"}"#, "GET /a?b=y"),
    Call("GET /a (header.b? as X-B, header.c as X-C)", #"{"c": 1}"#, "GET /a\nX-V: v 1\nX-C: 1", more: "headers: {X-V: \"${V}\"}"),
    Call("GET /a (header.b as x-v)", #"{"b": "c"}"#, "GET /a\nx-v: c", more: "headers: {X-V: 1}"),
    Call("GET /a (b)", #"{"b": 1}"#, "GET /a?b=1\nAuthorization: Bearer k9", more: "auth: bearer ${T}"),
    Call("GET /a (b)", #"{"b": 1}"#, "GET /a?b=1&key=k9", more: "auth: query key ${T}"),
    Call(
      "POST /a/{b} (c, d? [Int], e as \"f g\" = true)", #"{"b": 1, "c": "x\n", "d": [1, 2]}"#,
      "POST /a/1\n\n{\"c\":\"x\\n\",\"d\":[1,2],\"f g\":true}"), Call("POST /a (b?)", "{}", "POST /a\n\n{}"),
  ]

  @Test(arguments: usual) func binds(call: Call) throws {
    #expect(try bound(call.spec, call.args, variables: ["T": "k9", "V": "v 1"]) == call.gives)
  }
}
