import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Files as arguments, and words of the line beside `--args`.
struct ArgumentFileTests {
  private static let spec = """
    base: https://a.test
    endpoints:
      get: GET /users/{id} (id Int)
      two: GET /e/{a}/{b} (a Int, b Int)
      text: POST /e (note String?, any?)
      upload: POST multipart /e (photo File)
      lines: POST lines /e (_ rows)
      picture: POST multipart /e (picture Data)
    """

  private static let document = """
    openapi: 3.0.3
    info: {title: t, version: '1'}
    servers: [{url: "https://a.test"}]
    paths:
      /up: {post: {operationId: up, requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {
        file: {type: string, format: binary}, files: {type: array, items: {type: string, format: binary}}}}}}}, responses: {}}}
    """

  /// A part has the name and the type of its file, whether the spec says File or Data, and however the file is passed.
  @Test(arguments: [
    ("s upload photo@", true), ("s upload photo=@", true), ("s picture picture@", true), ("s picture picture=@", true),
    ("d up file@", true),
    ("d up file=@", true), ("d up files@", true), ("s picture picture=", false),
  ])
  func aPartIsNamedAfterItsFile(_ line: String, _ isNamed: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a b.txt"
    try FileTarget(path).write(Array("hi".utf8))
    let last = String(line.split(separator: " ").last ?? "")
    let word = isNamed ? last + path : last + "aGk="
    let ran = await dial(
      line.split(separator: " ").dropLast().joined(separator: " ") + " --dry-run", [word], specs: ["s": Self.spec, "d": Self.document])
    #expect(ran.out.contains(#""filename":"a b.txt","content_type":"text/plain","size":2"#) == isNamed, "\(ran)")
    #expect(ran.out.contains("\\r\\nhi\\r\\n"), "\(ran)")
  }

  @Test(arguments: [
    ("get 8", #"{"id": 9}"#, "/users/8"), ("two 5 6", #"{"a": 1}"#, "/e/5/6"), ("two 5", #"{"b": 1}"#, "/e/5/1"),
  ])
  func aWordWinsOverTheFile(_ line: String, _ args: String, _ path: String) async {
    let ran = await dial("s \(line) --args - --curl", specs: ["s": Self.spec], stdin: args)
    #expect(ran.out.contains("https://a.test\(path)"), "\(ran)")
  }

  @Test func whatAWordMeansDoesNotDependOnTheFile() async {
    let ran = await dial("s two 5 --args - --curl", specs: ["s": Self.spec], stdin: #"{"a": 1}"#)
    #expect(ran.exit == 2 && ran.err.contains("missing argument 'b'"), "\(ran)")
  }

  @Test(arguments: [
    ("text note=@", "'note': the file '$' is not valid UTF-8; convert it, or declare the type Data to send its bytes"),
    ("text any=@", "'any': the file '$' is not valid UTF-8; convert it, or declare the type Data to send its bytes"),
    ("upload photo:=@", "'photo' must be a file; write photo@$"),
    ("lines _:=@", "for one JSON value in each line, write _=@$"),
  ])
  func aFileThatDoesNotFit(_ line: String, _ message: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/f"
    try FileTarget(path).write(Array("Andr".utf8) + [0xE9])
    let ran = await dial("s \(line)\(path) --curl", specs: ["s": Self.spec])
    #expect(ran.exit == 2 && ran.err.contains(message.replacing("$", with: path)), "\(ran)")
  }

  @Test func aFolderIsForBytes() async throws {
    let folder = try TemporaryFolder()
    let ran = await dial("s get 7 --mock -s a -O \(folder.path)", specs: ["s": Self.spec])
    #expect(
      ran.err.contains("it is a folder\nhint: only bytes are written into a folder; add a file name: -O \(folder.path)/NAME\n"), "\(ran)")
  }
}
