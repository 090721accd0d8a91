import Dial
import DialConsole

/// The source of a variable in a profile: `env:NAME`, `cmd:program words`, `file:path`, otherwise the text; `text:` precedes a text that
/// looks like a reference. Specs cannot contain references.
enum SecretReference: Equatable {
  case text(String)
  case environment(String)
  case command([String])
  case file(String)

  init(_ text: String) {
    let rest = text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? ""
    switch text.prefix(while: { $0 != ":" }) {
    case "env" where !rest.isEmpty: self = .environment(rest)
    case "cmd" where !ShellWord.split(rest).isEmpty: self = .command(ShellWord.split(rest))
    case "file" where !rest.isEmpty: self = .file(rest)
    case "text" where text.hasPrefix("text:"): self = .text(rest)
    default: self = .text(text)
    }
  }

  var isText: Bool { if case .text = self { true } else { false } }
  var isCommand: Bool { if case .command = self { true } else { false } }

  /// Returns the value, or why there is none. The last line end of a file or a program's output is removed.
  func value() -> LazyVariables.Outcome {
    switch self {
    case .text(let text): return .success(text)
    case .environment(let name):
      return Console.environment(name).map { .success($0) } ?? Self.missing("the environment variable '\(name)' is not set")
    case .command(let words): return Self.line { () throws(Failure) in try SubProcess(words).output() }
    case .file(let path):
      let home = path.hasPrefix("~/") ? Console.environment("HOME").map { $0 + path.dropFirst() } ?? path : path
      return Self.line { () throws(Failure) in try LocalFile(home).read() }
    }
  }

  private static func line(_ read: () throws(Failure) -> [UInt8]) -> LazyVariables.Outcome {
    do throws(Failure) { return .success(LocalFile.line(try read())) } catch { return missing(error.message) }
  }

  private static func missing(_ reason: String) -> LazyVariables.Outcome { .failure(.init(reason)) }
}
