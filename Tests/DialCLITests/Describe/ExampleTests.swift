import Dial
import DialBuild
import DialEngine
import DialModel
import DialTesting
import Testing

@testable import DialCLI
@testable import DialConsole

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct ExampleTests {
  private static let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/specs"

  private static func specs() throws -> [String] {
    let handle = try #require(opendir(folder))
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".yaml") { found.append(name) }
    }
    return found.sorted()
  }

  private static func words(_ line: Substring) -> [String] {
    var (words, current, quote): ([String], String?, Character?) = ([], nil, nil)
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { current?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        current = current ?? ""
      } else if character == " " {
        if let word = current { words.append(word) }
        current = nil
      } else {
        current = (current ?? "") + String(character)
      }
    }
    return words + (current.map { [$0] } ?? [])
  }

  @Test func quotes() {
    #expect(Self.words(#"a 'b c' d="x'y" e"#) == ["a", "b c", "d=x'y", "e"])
  }

  @Test(.timeLimit(.minutes(2))) func theyWork() throws {
    var count = 0
    for name in try Self.specs() {
      let spec = try SpecFinder(context: Context.standard).load("\(Self.folder)/\(name)")
      for model in spec.service.endpoints where model.unsupported == nil {
        count += 1
        try works(EndpointDescription(model, of: spec, named: name).example, model.name, spec)
      }
    }
    #expect(count > 100)
  }

  private func works(_ line: String, _ endpoint: String, _ spec: Spec) throws {
    let start = try #require(line.firstRange(of: "dial call ")).upperBound
    let words = Self.words(line[start...]).dropFirst(2)
    let variables = words.split(separator: "--var", omittingEmptySubsequences: false).dropFirst().compactMap(\.first)
    var context = Context.standard
    context.stdinFile = { nil }
    context.stdin = { () throws(Failure) in Array("hello\n".utf8) }
    let binder = ArgumentLine(spec: spec, endpoint: endpoint, stdin: StandardInput(context: context))
    let given = Dictionary(uniqueKeysWithValues: variables.map { (String($0.prefix { $0 != "=" }), "text") })
    do {
      let arguments = try binder.arguments(Array(words.prefix { $0 != "--var" }), args: nil)
      _ = try Client.mocked(spec, variables: Variables(given)).prepare(endpoint, arguments)
    } catch {
      Issue.record("\(line): \(error)")
    }
  }
}
