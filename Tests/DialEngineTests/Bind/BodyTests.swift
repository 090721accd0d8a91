import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Bodies by encoding, whole bodies and templates (Bodies.md; T4, T6 and T20 in SeedChecklist.md).
struct BodyTests {
  static let form = "\nContent-Type: application/x-www-form-urlencoded\n\n"

  @Test(arguments: [
    Call("POST form /x (_ b)", #"{"b": [1]}"#, "arguments: the whole body of a form must be an object"),
    Call("POST text /x (_ b)", #"{"b": {}}"#, "arguments: the whole body of a text request must be a string, a number or a Boolean"),
    Call("POST bytes /x (_ b)", #"{"b": 1}"#, "arguments: the whole body of a bytes request must be a file, Data or a string"),
    Call("POST /x (a*)", #"{"a": 1}"#, "arguments: 'a' must be an object, because it is spread into the body"),
    Call("POST form /x (a*)", #"{"a": 1}"#, "arguments: 'a' must be an object, because it is spread into the form"),
    Call("POST /x (f*, g*)", #"{"f": {"a": 1, "b": 2}, "g": {"a": 3}}"#, "arguments: duplicate body field 'a'; it is in both 'f' and 'g'"),
    Call("POST form /x (f*, g*)", #"{"f": {"a": 1}, "g": {"a": 1}}"#, "arguments: duplicate body field 'a'; it is in both 'f' and 'g'"),
    Call(
      "POST form /x (+a)", #"{"a": "x&y"}"#,
      "arguments: 'a' is sent in the form without encoding and cannot contain '&', '#' or a control character"),
    Call(
      "POST form /x (+a)", #"{"a": ["x", {"k": "a#b"}]}"#,
      "arguments: 'a' is sent in the form without encoding and cannot contain '&', '#' or a control character"),
    Call("POST multipart /x (f*)", #"{"f": 1}"#, "arguments: 'f' must be an object, because it is spread into the body"),
    Call(
      "POST /x", #"{"_": 1, "a": 2}"#, "arguments: the whole body '_' conflicts with arguments that are body fields; pass one or the other"
    ),
    Call(
      #"{POST: /x, body: "{a}"}"#, #"{"a": 1, "b": 2, "c": 3}"#,
      "arguments: 'b' cannot be added to the body, because 'body' in the spec is not a mapping\n'c' cannot be added to the body, because 'body' in the spec is not a mapping"
    ),
    Call(
      #"{POST: /x, body: {a: 1}}"#, #"{"_": {"b": 2}}"#,
      "arguments: the whole body '_' conflicts with 'body' of 'e' in the spec"),
    Call(
      "POST /x", #"{"part.a": "1"}"#, "arguments: 'part.a' is a part, but the body of 'e' is json; set 'encoding: multipart' in the spec"),
    Call("POST /x (a)", #"{"a": 1, "_": {}}"#, "arguments: 'e' does not accept a whole body; available: 'a'"),
    Call("GET /x (_ b)", "{}", "arguments: missing argument 'b' (whole body)"),
  ])
  func refuses(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("POST /x (b, a)", #"{"a": {"z": 1, "y": [1.10]}, "b": "é"}"#, #"POST /x|{"b":"é","a":{"z":1,"y":[1.10]}}"#),
    Call("POST /x (a?)", "{}", "POST /x|{}"),
    Call("POST /x (query.a?)", "{}", "POST /x"),
    Call("POST /x ()", "{}", "POST /x"),
    Call("POST /x", "{}", "POST /x"),
    Call("POST /x (a?, b)", #"{"a": null, "b": 1}"#, #"POST /x|{"a":null,"b":1}"#),
    Call("POST /x (a, m*)", #"{"a": 1, "m": {"b": 2}}"#, #"POST /x|{"a":1,"b":2}"#),
    Call("POST /x (f*, a)", #"{"f": {"a": 1, "b": 2}, "a": 3}"#, #"POST /x|{"b":2,"a":3}"#),
    Call("POST /x (f*, g*)", #"{"f": {"a": 1}, "g": {"b": 2}}"#, #"POST /x|{"a":1,"b":2}"#),
    Call("POST /x (f*, g*, a)", #"{"f": {"a": 1}, "g": {"a": 2}, "a": 3}"#, #"POST /x|{"a":3}"#),
    Call("POST /x (at Date)", #"{"at": "2024-01-31T10:00:00.5+02:00"}"#, #"POST /x|{"at":"2024-01-31T10:00:00.5+02:00"}"#),
    Call("POST /x (m* as p_)", #"{"m": {"b": 2}}"#, #"POST /x|{"p_b":2}"#),
    Call("POST /x (pageSize, b as $b)", #"{"pageSize": 1, "b": 2}"#, #"POST /x|{"page_size":1,"$b":2}"#, more: "style: {keys: snake}"),
    Call("POST /x (at Date)", #"{"at": "2024-01-31T10:00:00.5Z"}"#, #"POST /x|{"at":1706695200.5}"#, more: "style: {dates: unix}"),
    Call("POST /x (u User)", #"{"u": {"id": 1, "more": 2}}"#, #"POST /x|{"u":{"ID":1,"more":2}}"#, more: "types: {User: {id: Int as ID}}"),
    Call("DELETE /x (field.ids, hard)", #"{"ids": [1], "hard": true}"#, #"DELETE /x?hard=true|{"ids":[1]}"#),
    Call("PUT /x (_ u)", #"{"u": [1, null]}"#, "PUT /x|[1,null]"),
    Call("PUT /x (_ u)", #"{"_": "text"}"#, #"PUT /x|"text""#),
    Call("PUT /x", #"{"_": {"a": 1}, "query.q": 2}"#, #"PUT /x?q=2|{"a":1}"#),
    Call("PUT /x (_ u?)", "{}", "PUT /x"),
    Call("GET /x (_ b)", #"{"b": {"a": 1}}"#, #"GET /x|{"a":1}"#),
    Call("POST /x (ab as a.b)", #"{"ab": 1}"#, #"POST /x|{"a.b":1}"#),
    Call("POST json /x (a)", #"{"a": 1}"#, #"POST /x|{"a":1}"#, more: "encoding: form"),
    Call("{PURGE: /x (a), hasBody: true}", #"{"a": 1}"#, #"PURGE /x|{"a":1}"#),
    Call("{PURGE: /x (a), hasBody: false}", #"{"a": 1}"#, "PURGE /x?a=1"),
    Call("QUERY /x (a)", #"{"a": 1}"#, #"QUERY /x|{"a":1}"#),
    Call("PUT /x (_ u?)", #"{"u": null}"#, "PUT /x|null"),
  ])
  func writesJSON(call: Call) throws { #expect(try call.outcome() == call.gives.replacing("|", with: "\n\n", maxReplacements: 1)) }

  @Test(arguments: [
    Call("POST form /x (a, b as b[c])", #"{"a": "x y+z&é*'~", "b": 1}"#, "a=x+y%2Bz%26%C3%A9*%27%7E&b%5Bc%5D=1"),
    Call("POST form /x (a)", #"{"a": ["x y", 1, null, true]}"#, "a=x+y&a=1&a=true"),
    Call("POST form /x (a)", #"{"a": ["x y", "b,c"]}"#, "a=x+y,b%2Cc", more: "style: {arrays: csv}"),
    Call("POST form /x (a)", #"{"a": ["x y", "b"]}"#, "a=x+y+b", more: "style: {arrays: space}"),
    Call("POST form /x (a)", #"{"a": ["x", "b"]}"#, "a=x%7Cb", more: "style: {arrays: pipes}"),
    Call("POST form /x (a)", #"{"a": ["x", "b"]}"#, "a%5B0%5D=x&a%5B1%5D=b", more: "style: {arrays: indices}"),
    Call("POST form /x (a)", #"{"a": ["x", "b"]}"#, "a%5B%5D=x&a%5B%5D=b", more: "style: {arrays: brackets}"),
    Call(
      "POST form /x (a)", #"{"a": {"k": [1, {"z": 2}], "n": {"m": false}}}"#,
      "a%5Bk%5D%5B0%5D=1&a%5Bk%5D%5B1%5D%5Bz%5D=2&a%5Bn%5D%5Bm%5D=false", more: "style: {arrays: indices}"),
    Call("POST form /x (a)", #"{"a": {"k": 1}}"#, "a.k=1", more: "style: {nesting: dots}"),
    Call("POST form /x (a*)", #"{"a": {"k": 1, "l": {"m": 2}}}"#, "k=1&l%5Bm%5D=2"),
    Call("POST form /x (+a)", #"{"a": "x+y z/%20%zé"}"#, "a=x+y%20z/%20%25z%C3%A9"),
    Call("POST form /x (+a, b)", #"{"a": ["x:y", {"k": "z@"}], "b": "x:y"}"#, "a=x:y&a%5B1%5D%5Bk%5D=z@&b=x%3Ay"),
    Call("POST form /x (a?)", "{}", ""),
    Call("POST /x (a)", #"{"a": 1}"#, "a=1", more: "encoding: form"),
    Call("POST form /x (a?, b)", #"{"a": null, "b": []}"#, ""),
    Call("POST form /x (_ b)", #"{"b": {"x": 1, "y": "a b"}}"#, "x=1&y=a+b"),
    Call("POST form /x", #"{"b": true}"#, "b=1", more: "style: {bools: numeric}"),
    Call(#"{POST: form /x (a), body: {t: "{a}", u: v}}"#, #"{"a": 1}"#, "t=1&u=v"),
  ])
  func writesForms(call: Call) throws { #expect(try call.outcome() == "POST /x" + Self.form + call.gives) }

  @Test(arguments: [
    Call("PUT text /x (_ t)", #"{"t": "é"}"#, "PUT /x\nContent-Type: text/plain; charset=utf-8\n\né"),
    Call("PUT text /x (_ t)", #"{"t": 1.10}"#, "PUT /x\nContent-Type: text/plain; charset=utf-8\n\n1.10"),
    Call("PUT bytes /x (_ t)", #"{"t": "é"}"#, "PUT /x\nContent-Type: application/octet-stream\n\né"),
    Call("PUT bytes /x (_ t Data)", #"{"t": "aGk="}"#, "PUT /x\nContent-Type: application/octet-stream\n\nhi"),
    Call("PUT /x (_ t Data)", #"{"t": "aGk="}"#, "PUT /x\nContent-Type: application/octet-stream\n\nhi"),
    Call("{PUT: /x (_ t), params: {t: {type: Data, mimeType: a/b}}}", #"{"t": "aGk="}"#, "PUT /x\nContent-Type: a/b\n\nhi"),
    Call("PUT /x (d Data)", #"{"d": "aGk="}"#, "PUT /x\n\n{\"d\":\"aGk=\"}"),
  ])
  func writesTextAndBytes(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call(
      #"{POST: "/x (a, b?)", body: {t: {x: "{a}", y: "{b}"}, z: "{b}", n: "n{a}"}}"#, #"{"a": {"k": [1]}}"#,
      #"{"t":{"x":{"k":[1]}},"n":"n{\"k\":[1]}"}"#),
    Call(#"{POST: "/x (a, b?)", body: ["{a}", "{b}", 1, no, null, "1", 1.10]}"#, #"{"a": 1}"#, #"[1,1,"no",null,"1",1.10]"#),
    Call(#"{POST: "/x (a?)", body: "{a}"}"#, #"{"a": "text"}"#, #""text""#),
    Call(#"{POST: "/x (a, c)", body: {t: "{a}"}}"#, #"{"a": 1, "c": 2}"#, #"{"t":1,"c":2}"#),
    Call(#"{POST: "/x", body: {t: "{a}"}}"#, #"{"a": 1, "d": 2}"#, #"{"t":1,"d":2}"#),
    Call(
      #"{POST: "/x (a)", body: {t: "{a}", j: "{\"a\": 1}", d: "$${X}"}}"#, #"{"a": "{a}"}"#, #"{"t":"{a}","j":"{\"a\": 1}","d":"${X}"}"#),
    Call(#"{POST: "/x (a?)", body: {t: "{a}"}}"#, "{}", "{}"),
    Call(#"{POST: "/x (a?)", body: {t: "{a}"}}"#, #"{"a": null}"#, #"{"t":null}"#),
  ])
  func fillsTemplates(call: Call) throws { #expect(try call.outcome() == "POST /x\n\n" + call.gives) }
}
