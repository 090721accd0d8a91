import Dial
import DialConsole

struct ArgumentCandidates {
  let all: [Candidate]

  init(_ spec: Spec?, _ endpoint: String, _ given: [String], _ current: String) {
    if let start = Self.path(in: current) {
      all = FileCandidates(String(current[start...])).all.map { Candidate(value: current[..<start] + $0.value) }
      return
    }
    guard let spec, let model = spec.service.endpoints[endpoint] else {
      all = []
      return
    }
    let types = spec.service.types
    let line = ExampleLine(spec: "", endpoint: model, types: types)
    if let mark = current.firstIndex(of: "="), mark > current.startIndex {
      let name = String(current[..<mark])
      let values = model.parameters.first { line.name($0) == name }.map { Self.values(of: $0, types) } ?? []
      all = values.map { Candidate(value: name + "=" + $0) }
    } else {
      var names = Set(given.filter { !PathWords.isValue($0) }.map { String($0.prefix { !"=:@".contains($0) }) })
      var open = PathWords(model).parameters.filter { !names.contains(line.name($0)) }[...]
      for parameter in open.prefix(given.count(where: PathWords.isValue)) { names.insert(line.name(parameter)) }
      open = open.dropFirst(given.count(where: PathWords.isValue))
      let values = open.first.map { Self.values(of: $0, types) } ?? []
      all =
        values.map { Candidate(value: $0) }
        + model.parameters.filter { !names.contains(line.name($0)) }.map { parameter in
          Candidate(value: line.name(parameter) + line.mark(parameter), note: Self.note(parameter))
        }
    }
  }

  /// Returns where the path of a file begins: after `name@`, `name=@` and `name:=@`.
  private static func path(in word: String) -> String.Index? {
    guard let mark = word.firstIndex(where: { $0 == "=" || $0 == "@" }), mark > word.startIndex else { return nil }
    let next = word.index(after: mark)
    if word[mark] == "@" { return next }
    return word[next...].hasPrefix("@") ? word.index(after: next) : nil
  }

  private static func note(_ parameter: ParameterModel) -> String {
    let type = parameter.shape.isUntyped ? [] : [parameter.shape.wrapped.spelling]
    return (type + [parameter.isRequired ? "required" : "optional"] + (parameter.doc.map { [$0] } ?? [])).joined(separator: ", ")
  }

  private static func values(of parameter: ParameterModel, _ types: TypeTable) -> [String] {
    if let values = parameter.offeredValues { return values.compactMap(ValueText.plain) }
    switch types.resolve(parameter.shape.wrapped) {
    case .literals(let values): return values.compactMap(ValueText.plain)
    case .union(let union):
      return union.alternatives.flatMap { if case .literals(let values) = $0 { values.compactMap(ValueText.plain) } else { [String]() } }
    case .bool: return ["true", "false"]
    default: break
    }
    if case .json(let standard)? = parameter.defaultValue, standard.asBool != nil { return ["true", "false"] }
    return parameter.isFlag ? ["true", "false"] : []
  }
}

/// A completion with a short note.
struct Candidate: Equatable {
  var value: String
  var note = ""

  /// `id=<tab>Int, required`; shells without notes cut it at the tab.
  var line: String { note.isEmpty ? value : "\(value)\t\(TerminalText.safe(note))" }

  /// Whether the word needs no quotes in a shell. It is inserted as it is, and specs are untrusted.
  var isPlain: Bool { ShellWord.quoted(value) == value }
}

/// Completions for a path. Hidden files are included if the path starts with a dot.
struct FileCandidates {
  let all: [Candidate]

  /// - Parameters:
  ///   - typed: the path so far: `photos/a`.
  ///   - isWanted: whether to offer a file. Folders are always offered, with a slash at the end.
  init(_ typed: String, _ isWanted: (String) -> Bool = { _ in true }) {
    let end = LocalFile.name(in: typed)
    let folder = String(typed[..<end])
    let names = CacheFolder.names(in: folder.isEmpty ? "." : folder).sorted().filter {
      $0.hasPrefix(typed[end...]) && ($0.first != "." || end < typed.endIndex)
    }
    all = names.compactMap { name in
      if LocalFile(folder + name).isFolder { return Candidate(value: folder + name + "/") }
      return isWanted(name) ? Candidate(value: folder + name) : nil
    }
  }
}
