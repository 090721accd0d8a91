import CallTestSupport
import Dial
import DialJSON
import Foundation
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Whole multipart bodies with the boundary `B` (RFC 7578; T7 in SeedChecklist.md).
struct MultipartTests {
  @Test(arguments: [
    Call(
      "POST multipart /x (f File)", #"{"f": "a.txt"}"#, "arguments: 'f' must be a file; write f@path, or .file(path) in Swift"),
    Call(
      "POST multipart /x (f [File])", #"{"f": ["a.txt"]}"#,
      "arguments: 'f' must be an array of files; write f@path for each file, or [File] in Swift"),
    Call("POST multipart /x (d Data)", #"{"d": "no base64"}"#, "arguments: 'd' must be base64 data, but is 'no base64'"),
    Call(
      "{POST: multipart /x, params: {d: {type: Data, max: 1B}}}", #"{"d": "aGk="}"#,
      "arguments: 'd' has 2 bytes, more than the maximum of 1 byte"),
    Call(
      "{POST: multipart /x, params: {d: {type: '[Data]', max: 1B}}}", #"{"d": ["aA==", "aGk="]}"#,
      "arguments: 'd' has 2 bytes, more than the maximum of 1 byte"),
    Call(
      "{POST: /x, params: {d: {type: Data, max: 1B}}}", #"{"d": "aGk="}"#, "arguments: 'd' has 2 bytes, more than the maximum of 1 byte"),
    Call(
      "{PUT: /x (_ d), params: {d: {type: Data, max: 1B}}}", #"{"d": "aGk="}"#,
      "arguments: 'd' has 2 bytes, more than the maximum of 1 byte"),
    Call(
      "POST multipart /x (_ m)", #"{"m": [1]}"#,
      "arguments: the whole body of a multipart request must be an object whose members are the parts"),
    Call(
      "POST multipart /x", #"{"_": "a"}"#, "arguments: the whole body of a multipart request must be an object whose members are the parts"),
    Call("POST multipart /x (a*)", #"{"a": [1]}"#, "arguments: 'a' must be an object, because it is spread into the body"),
    Call(
      "POST multipart /x", #"{"_": {"a": 1}, "b": 2}"#,
      "arguments: the whole body '_' conflicts with arguments that are body fields; pass one or the other"),
    Call(
      "POST multipart /x (_ m, header.t as Content-Type)", #"{"m": {}, "t": "text/plain"}"#,
      "arguments: the Content-Type of a multipart body contains its boundary and is set by Dial; remove the header"),
    Call(
      "{POST: multipart /x, params: {t: {style: {arrays: csv}}}}", #"{"t": ["a", {"k": 1}]}"#,
      "arguments: 't' contains an array or an object, which cannot be joined with others in one part"),
  ])
  func refuses(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("POST multipart /x (a, b)", #"{"b": 1.10, "a": "é"}"#, "a||é--b||1.10"),
    Call("POST multipart /x (a)", #"{"a": ["x", 2, null, true]}"#, "a||x--a||2--a||true"),
    Call("POST multipart /x (a)", #"{"a": {"k": [1]}}"#, #"a|;application/json|{"k":[1]}"#),
    Call("POST multipart /x (a)", #"{"a": [{"k": 1}, {"k": 2}]}"#, #"a|;application/json|{"k":1}--a|;application/json|{"k":2}"#),
    Call(
      "POST multipart /x (a [JSON])", #"{"a": [{"k": 1}, "t", [2]]}"#, #"a|;application/json|{"k":1}--a||t--a|;application/json|[2]"#),
    Call("POST multipart /x (a* [String: JSON])", #"{"a": {"k": [1], "l": "t"}}"#, "k|;application/json|[1]--l||t"),
    Call(
      "POST multipart /x (a* T)", #"{"a": {"k": [1], "l": [2, 3]}}"#, "k|;application/json|[1]--l||2--l||3",
      more: "types: {T: {k: JSON, l: '[Int]'}}"),
    Call("POST multipart /x (_ a [String: JSON])", #"{"a": {"k": [1]}}"#, "k|;application/json|[1]"),
    // The names of a form, of parameters, of undeclared arguments and of files.
    Call(
      "POST multipart /x (t [String], o)", #"{"t": ["a", "b"], "o": {"k": 1, "l": [2]}}"#, "t[]||a--t[]||b--o[k]||1--o[l][]||2",
      more: "style: {arrays: brackets, objects: nest}"),
    Call(
      "POST multipart /x", #"{"t": ["a", "b"], "o": {"k": 1}}"#, "t.1||a--t.2||b--o.k||1",
      more: "style: {arrays: indices, first: 1, objects: nest, nesting: dots}"),
    Call("POST multipart /x (t [Data])", #"{"t": ["aA=="]}"#, "t[]|t[];application/octet-stream|h", more: "style: {arrays: brackets}"),
    // What joins is said of a part itself.
    Call("POST multipart /x (t [String])", #"{"t": ["a", "b"]}"#, "t||a--t||b", more: "style: {arrays: csv, objects: pairs}"),
    Call("{POST: multipart /x, params: {t: {type: '[Bool]', style: {arrays: pipes, bools: numeric}}}}", #"{"t": [true, false]}"#, "t||1|0"),
    Call(
      "{POST: 'multipart /x (a JSON, b [JSON], c)', body: {t: '{a}', u: '{b}', v: '{c}'}}", #"{"a": [1, 2], "b": [[1], 2], "c": [3, 4]}"#,
      "t|;application/json|[1,2]--u|;application/json|[1]--u||2--v||3--v||4"),
    Call("POST multipart /x (a [[Int]])", #"{"a": [[1], [2]]}"#, "a||1--a||2"),
    Call("POST multipart /x (a?, b = 2)", "{}", "b||2"),
    Call("POST multipart /x (a?)", #"{"a": null}"#, ""),
    Call("POST multipart /x (aB)", #"{"aB": true}"#, "a_b||1", more: "style: {keys: snake, bools: numeric}"),
    Call("POST multipart /x", #"{"aB": 1}"#, "a_b||1", more: "style: {keys: snake}"),
    Call("POST multipart /x (m* as p_, b)", #"{"m": {"c": 1, "b": 2}, "b": 3}"#, "p_c||1--p_b||2--b||3"),
    Call("POST multipart /x (_ m)", #"{"m": {"a": 1, "b": ["x", "y"]}}"#, "a||1--b||x--b||y"),
    Call("POST multipart /x", #"{"_": {"a": 1}}"#, "a||1"),
    Call("POST multipart /x (d Data)", #"{"d": "aGk="}"#, "d|d;application/octet-stream|hi"),
    Call(
      "POST multipart /x (d [Data])", #"{"d": ["aGk=", "aG8="]}"#, "d|d;application/octet-stream|hi--d|d;application/octet-stream|ho"),
    Call("{POST: multipart /x, params: {a: {mimeType: text/csv, filename: a.csv}}}", #"{"a": "1,2"}"#, "a|a.csv;text/csv|1,2"),
    Call("{POST: multipart /x (a), body: {t: '{a}', u: v}}", #"{"a": {"k": 1}}"#, #"t|;application/json|{"k":1}--u||v"#),
    Call(#"POST multipart /x (a as "b\"\r\nX: 1")"#, #"{"a": 1}"#, "b%22%0D%0AX: 1||1"),
    Call("PUT /x (part.a, query.q)", #"{"a": "\r\n--B--", "q": 1}"#, "a||\r\n--B--"),
    Call("DELETE multipart /x (field.a)", #"{"a": 1}"#, "a||1"),
  ])
  func writes(call: Call) async throws {
    let members = try #require(try JSON(parsing: call.args).asObject)
    let arguments = Arguments(members: members.map { ($0.name, $0.value) })
    #expect(try await Self.body(call.spec, arguments) == Self.written(call.gives))
  }

  @Test func writesFiles() async throws {
    let line = "{POST: multipart /x, params: {f: '[File]', g: {type: File?, filename: g.jpg, mimeType: image/jpeg}, h: File?}}"
    let file = File(bytes: Array("hi".utf8), filename: "dir/b\"\r\n.TXT")
    let body = try await Self.body(Call(line, "", "").spec, ["f": [file, File(bytes: [])], "g": file])
    #expect(body == Self.written("f|b%22%0D%0A.TXT;text/plain|hi--f|data;application/octet-stream|--g|g.jpg;image/jpeg|hi"))
    let one = try await Self.body(Call(line, "", "").spec, ["f": file, "h": File(bytes: [], mimeType: "a/b")])
    #expect(one == Self.written("f|b%22%0D%0A.TXT;text/plain|hi--h|data;a/b|"))
    let data = try await Self.body(Call("POST multipart /x (d [Data])", "", "").spec, ["d": [Data("hi".utf8)]])
    #expect(data == Self.written("d|d;application/octet-stream|hi"))
    #expect(try await Self.body(Call(line, "", "").spec, ["f": [File]()]) == Self.written(""))
  }

  @Test func refusesFiles() throws {
    let file = File(bytes: [1, 2])
    func fault(_ line: String, _ arguments: Arguments) throws -> String {
      let client = Client(try Spec.load(yaml: Call(line, "", "").spec), transport: Canned())
      do throws(CallError) { return text(of: try client.prepare("e", arguments).request) } catch { return error.message }
    }
    #expect(try fault("POST multipart /x (f File)", ["f": [file, file]]) == "'f' accepts one file, but 2 were passed")
    #expect(try fault("POST multipart /x (f [String])", ["f": [file]]) == "'f' must be [String], but is an array of files or Data")
    #expect(
      try fault("POST /x", ["f": [file]])
        == "the file 'f' cannot be sent in the body; declare it as a File, or pass it as the whole body '_'")
    #expect(try fault("PUT /x (_ f)", ["f": [file]]) == "the whole body must be one file, not an array")
    #expect(
      try fault("POST multipart /x", ["_": file]) == "the whole body of a multipart request must be an object whose members are the parts")
    #expect(
      try fault("{POST: multipart /x, params: {f: {type: '[File]', max: 1B}}}", ["f": [file]])
        == "the file 'data' has 2 bytes, more than the maximum of 1 byte for 'f'")
    #expect(
      try fault("POST multipart /x (f File)", ["f": File(bytes: [], mimeType: "a/b\r\nX: 1")])
        == "the type of the part 'f' contains a character that is not allowed in a header")
    struct Holder: Encodable { var file: File }
    #expect(
      try fault("POST /x", ["h": Holder(file: file)])
        == "cannot encode the argument 'h': a file cannot be nested in a value; pass it as a separate argument")
  }

  @Test func everyCallHasABoundaryOfItsOwn() throws {
    let client = Client(try Spec.load(yaml: Call("POST multipart /x (a)", "", "").spec), transport: Canned())
    let types = Set(try (0..<50).map { _ in try client.prepare("e", ["a": 1]).request.headers[.contentType] })
    #expect(types.count == 50)
    #expect(types.allSatisfy { $0?.wholeMatch(of: /multipart\/form-data; boundary=dial-[0-9a-f]{48}/) != nil })
  }

  /// A part is searched for secrets as any other body, by its name and in the members of its JSON.
  @Test(arguments: [
    ("token", "abc", "abc"), ("data", #"{"a": {"token": "abc"}}"#, "abc"), ("data", #"{"a": "abc"}"#, nil), ("data", "abc", nil),
  ])
  func undeclaredSecretsAreFoundInParts(name: String, content: String, secret: String?) throws {
    let client = Client(try Spec.load(yaml: Call("POST multipart /x", "", "").spec), transport: Canned())
    let value = (try? JSON(parsing: content)) ?? .string(content)
    let request = try client.prepare("e", Arguments(members: [(name, value)])).request
    #expect(UndeclaredSecrets.all(of: request) == Set([secret].compactMap { $0 }))
  }

  /// Returns `name|filename;type|content` for each part.
  private static func written(_ parts: String) -> String {
    let all = parts.isEmpty ? [] : parts.split(separator: /--(?=[a-z_.\[\]0-9]+(?:%22[^|]*)?\|)/, omittingEmptySubsequences: false)
    return all.map { part in
      let columns = part.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
      let file = columns[1].split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let name = file.first.map { $0.isEmpty ? "" : "; filename=\"\($0)\"" } ?? ""
      let type = file.count < 2 ? "" : "Content-Type: \(file[1])\r\n"
      return "--B\r\nContent-Disposition: form-data; name=\"\(columns[0])\"\(name)\r\n\(type)\r\n\(columns[2])\r\n"
    }.joined() + "--B--\r\n"
  }

  /// Returns the body of the call with the boundary `B`, after checking its length.
  static func body(_ spec: String, _ arguments: Arguments) async throws -> String {
    let request = try Client(try Spec.load(yaml: spec), transport: Canned()).prepare("e", arguments).request
    let type = try #require(request.headers[.contentType])
    let boundary = type.replacing("multipart/form-data; boundary=", with: "")
    guard case .stream(let length, _, let pieces) = request.body else { return "no stream" }
    let bytes = try await pieces.collect(upTo: 1 << 20)
    #expect(length == Int64(bytes.count))
    return String(decoding: bytes, as: UTF8.self).replacing(boundary, with: "B")
  }
}
