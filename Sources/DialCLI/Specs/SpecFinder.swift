import DialCore
import DialSyntax

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds the SPEC of a command line: a file, `-`, or a name that stands as NAME.yaml in `$DIAL_PATH`, `./specs` or
/// `~/.config/dial/specs`.
struct SpecFinder {
  /// Where a spec comes from.
  enum Source: Equatable {
    case file(String)
    case stdin
    case builtIn(String)
  }

  let context: Context
  var folders = SpecFinder.standardFolders

  static var standardFolders: [String] {
    let listed = (Console.environment("DIAL_PATH") ?? "").split(separator: ":").map(String.init)
    let home = Console.environment("HOME").map { ["\($0)/.config/dial/specs"] } ?? []
    return listed + ["./specs"] + home
  }

  func exists(_ word: String) -> Bool { source(word) != nil }

  func source(_ word: String) -> Source? {
    if word == "-" { return .stdin }
    if context.prefersBuiltIn, context.builtIn[word] != nil { return .builtIn(word) }
    if LocalFile(word).exists { return .file(word) }
    guard Self.isName(word) else { return nil }
    for folder in folders {
      for ending in [".yaml", ".yml"] where LocalFile("\(folder)/\(word)\(ending)").exists {
        return .file(Self.tidy("\(folder)/\(word)\(ending)"))
      }
    }
    return context.builtIn[word] == nil ? nil : .builtIn(word)
  }

  /// The spec of a word. Throws what is wrong with it, every finding at once.
  func load(_ word: String, isTrusted: Bool = false) throws(Failure) -> Spec {
    guard let source = source(word) else { throw missing(word) }
    switch source {
    case .stdin: return try spec(try context.stdin(), "<stdin>", folder: nil, isTrusted ? .full : .untrusted)
    case .builtIn(let name): return try spec(Array((context.builtIn[name] ?? "").utf8), name, folder: nil, .full)
    case .file(let path):
      let bytes: [UInt8]
      do throws(LocalFile.Unreadable) {
        bytes = try LocalFile(path).read()
      } catch {
        throw Failure("spec", "cannot read '\(path)': \(error.reason)", exit: ExitStatus.spec)
      }
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      return try spec(bytes, path, folder: folder.isEmpty ? "/" : folder, isTrusted ? .full : .folder)
    }
  }

  private func spec(_ bytes: [UInt8], _ name: String, folder: String?, _ trust: Spec.Trust) throws(Failure) -> Spec {
    do throws(SpecError) {
      return try Spec(bytes, name: name, folder: folder, trust: trust)
    } catch {
      throw Failure(error)
    }
  }

  /// That there is no such spec, with the places looked at and the nearest name.
  func missing(_ word: String) -> Failure {
    guard Self.isName(word) else {
      return Failure("spec", "there is no file '\(word)'", exit: ExitStatus.spec)
    }
    let places = ["'\(word)'"] + folders.map { "'\(Self.tidy("\($0)/\(word).yaml"))'" }
    var message = "no spec '\(word)': looked for \(places.joined(separator: ", "))"
    if let nearest = Suggestion.nearest(to: word, among: names) { message += "; did you mean '\(nearest)'?" }
    return Failure("spec", message, exit: ExitStatus.spec, hint: "give a file, '-' for standard input, or the name of a spec in $DIAL_PATH")
  }

  /// The names that would be found.
  var names: [String] {
    folders.flatMap { folder -> [String] in
      guard let handle = opendir(folder) else { return [] }
      defer { closedir(handle) }
      var found: [String] = []
      while let entry = readdir(handle) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name.hasSuffix(".yaml") { found.append(String(name.dropLast(5))) }
      }
      return found.sorted()
    } + context.builtIn.keys.sorted()
  }

  private static func isName(_ word: String) -> Bool { !word.contains("/") && !word.hasSuffix(".yaml") && !word.hasSuffix(".yml") }

  private static func tidy(_ path: String) -> String { path.hasPrefix("./") ? String(path.dropFirst(2)) : path }
}
