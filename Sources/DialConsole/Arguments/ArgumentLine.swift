package import Dial

/// The arguments of one call, from `--args` and the command line.
package struct ArgumentLine {
  package let spec: Spec
  package let endpoint: String
  package let stdin: StandardInput
  /// The media type of the body that the call chooses, which decides what its arguments are.
  package var contentType: String?

  package init(spec: Spec, endpoint: String, stdin: StandardInput, contentType: String? = nil) {
    (self.spec, self.endpoint, self.stdin, self.contentType) = (spec, endpoint, stdin, contentType)
  }

  /// Returns the arguments. Faults of single words are passed on, so that the binder reports them with its own.
  package func arguments(_ words: [String], args: String?) throws(Failure) -> Arguments {
    let members = try args.map { path throws(Failure) in try ArgumentFile(stdin: stdin).members(of: path) } ?? []
    guard let usual = spec.service.endpoints[endpoint] else { return Arguments() }
    let model = contentType.map(usual.sending) ?? usual
    var table = ArgumentTable(model, types: spec.service.types)
    for member in members {
      table.addBase(member.name, member.value(as: table.shape(ArgumentName(argument: member.name)), spec.service.types))
    }
    let brackets = BracketWords(words, model)
    for name in brackets.names { table.refuse(brackets.fault(of: name), about: name) }
    let places = PathWords.places(in: words, model)
    for (index, word) in words.enumerated() where !places.contains(index) && !brackets.contains(word) {
      do throws(WordFault) {
        if let header = HeaderWord(word), !model.parameters.contains(where: { word.hasPrefix($0.name + "=") }) {
          throw WordFault("'\(header.name):…' is a header; write \(header.flag)")
        }
        if word.hasPrefix("@"), let file = Self.soleFile(model), ArgumentPair.declaredName(of: word, model) == nil {
          throw WordFault("'\(word.prefix(60))' has no parameter name; write \(ShellWord.quoted("\(file)\(word)"))", name: file)
        }
        let pair = try ArgumentPair(word, of: model)
        let name = try ArgumentName(pair.name, of: model)
        table.attempt(name) { table throws(WordFault) in try add(pair.value, name, to: &table) }
      } catch {
        table.refuse(error.message, about: error.name.flatMap { name in try? ArgumentName(name, of: model).argument })
      }
    }
    fill(places.sorted().map { words[$0] }, &table)
    return table.arguments()
  }

  private static func soleFile(_ model: EndpointModel) -> String? {
    let files = model.parameters.filter { $0.shape.isFile }
    return files.count == 1 ? files[0].name : nil
  }

  /// Refuses `id 7` and `id:7`, which mean `id=7`, and returns the other words.
  ///
  /// - Parameter count: how many words can be values.
  private func withoutNames(_ words: [String], _ table: inout ArgumentTable, _ count: Int) -> [String] {
    var rest: [String] = []
    var left = words[...]
    while let word = left.popFirst() {
      let name = String(word.prefix { $0 != ":" })
      let parameter = table.model.parameters.first { $0.name == name }
      var value: String?
      if parameter != nil, word.count > name.count + 1, count == 0 || !table.takesText(ArgumentName(argument: name)) {
        value = String(word.dropFirst(name.count + 1))
      } else if parameter != nil, word == name, words.count > count {
        value = left.popFirst()
      }
      guard let parameter, let value else {
        rest.append(word)
        continue
      }
      let shown = parameter.isHidden ? "…" : ShellWord.quoted(value)
      table.refuse("an argument is written with '='; write \(name)=\(shown)", about: name)
    }
    return rest
  }

  /// Assigns words without names to the parameters of the path that the command line does not set.
  private func fill(_ given: [String], _ table: inout ArgumentTable) {
    if given.isEmpty { return }
    let path = PathWords(table.model)
    let words = withoutNames(given, &table, path.parameters.count)
    var open = path.parameters.filter { !table.isOnLine($0) }[...]
    for word in words {
      guard let parameter = open.popFirst() else {
        var message = path.excess(word, table.model.name)
        if path.parameters.isEmpty || word.hasPrefix(".") {
          do throws(WordFault) { _ = try ArgumentPair(word) } catch { message = error.message }
        }
        table.refuse(message)
        continue
      }
      let isUnique = table.model.parameters.count { $0.name == parameter.name } == 1
      let name = ArgumentName(argument: isUnique ? parameter.name : parameter.qualifiedName)
      table.attempt(name) { table throws(WordFault) in table.add(try table.value(word, name), name) }
    }
  }

  private func add(_ value: ArgumentPair.Value, _ name: ArgumentName, to table: inout ArgumentTable) throws(WordFault) {
    if value.path != nil, case .index? = name.steps.first, table.shape(ArgumentName(argument: name.argument)).isFileList {
      throw WordFault("'\(name.argument)' must be an array of files; write \(name.argument)@PATH for each file")
    }
    switch value {
    case .text(let text) where table.takesFile(name):
      let word = ShellWord.quoted("\(name.text)@\(text.isEmpty ? "PATH" : text)")
      throw WordFault("'\(name.text)' must be a file; write \(word)")
    case .text(let text) where table.takesJSON(name):
      table.add(try json(text, name, otherwise: "to send a string, write \(name.text):='\"…\"'"), name)
    case .text(let text): table.add(try table.value(text, name), name)
    case .json(let text): table.add(try json(text, name, otherwise: "to send a string, write \(name.text)=…"), name)
    case .jsonFile(let path) where table.takesFile(name):
      throw WordFault("'\(name.text)' must be a file; write \(ShellWord.quoted("\(name.text)@\(path)"))")
    case .jsonFile(let path):
      let bytes = try content(of: path, name)
      do throws(WordFault) {
        table.add(try json(bytes, path, name), name)
      } catch {
        guard table.takesLines(name) else { throw error }
        throw WordFault("\(error.message); for one JSON value in each line, write \(ShellWord.quoted("\(name.text)=@\(path)"))")
      }
    case .file(let path, nil) where table.takesLines(name), .content(let path) where table.takesLines(name):
      table.add(try lines(try content(of: path, name), path, name), name)
    case .file("-", let range):
      guard range == nil else { throw WordFault("'\(name.text)': a byte range requires a file, not standard input") }
      // Bytes would become base64 where a file is refused.
      if table.streams(name) || !table.takesContent(name), let file = try standardInput(name, stdin.file) {
        table.add(.file(Self.named(file, name)), name)
      } else {
        table.add(.bytes(try content(of: "-", name)), name)
      }
    case .file(let path, nil) where LocalFile(path).exists && !LocalFile(path).isRegular:
      table.add(table.streams(name) ? .file(Self.named(File(path), name)) : .bytes(try content(of: path, name)), name)
    case .file(let path, let range):
      if !LocalFile(path).exists { _ = try content(of: path, name) }
      table.add(.file(File(path, range: range)), name)
    case .content(let path) where table.takesFile(name) || table.isBytesPart(name):
      // The syntax of curl for an upload.
      try add(ArgumentPair.file(path[...]), name, to: &table)
    case .content(let path):
      let bytes = try content(of: path, name, isContent: true)
      if table.takesBytes(name) || table.isBytesBody(name) {
        table.add(.bytes(bytes), name)
      } else if table.takesJSON(name) {
        table.add(try json(bytes, path, name), name)
      } else if let text = String(validating: bytes, as: UTF8.self) {
        table.add(try table.value(text, name, from: path), name)
      } else if table.model.encoding == .multipart, !table.takesText(name) {
        table.add(.bytes(bytes), name)
      } else {
        let source = path == "-" ? "standard input" : "the file '\(path)'"
        throw WordFault("'\(name.text)': \(source) is not valid UTF-8; convert it, or declare the type Data to send its bytes")
      }
    }
  }

  private func standardInput<Value>(_ name: ArgumentName, _ read: (String) throws(Failure) -> Value) throws(WordFault) -> Value {
    do throws(Failure) { return try read("the argument '\(name.text)'") } catch { throw WordFault(error.message) }
  }

  /// A pipe has no name of its own.
  private static func named(_ file: File, _ name: ArgumentName) -> File {
    var file = file
    (file.filename, file.mimeType) = (name.text, "application/octet-stream")
    return file
  }

  /// Parses a JSON value in each line that is not empty, and reports mistakes with their place.
  private func lines(_ bytes: [UInt8], _ path: String, _ name: ArgumentName) throws(WordFault) -> JSON {
    var items: [JSON] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) { continue }
      items.append(try json(Array(line), path, name, line: index + 1))
    }
    return .array(items)
  }

  private func json(_ text: String, _ name: ArgumentName, otherwise: String) throws(WordFault) -> JSON {
    try json(Array(text.utf8), name) { error in "\(error.column.map { " at column \($0)" } ?? ""); \(otherwise)" }
  }

  /// Parses the JSON of a file, and reports mistakes with their place.
  ///
  /// - Parameter line: the number of the line of the file that is parsed; nil for the whole file.
  private func json(_ bytes: [UInt8], _ path: String, _ name: ArgumentName, line: Int? = nil) throws(WordFault) -> JSON {
    try json(bytes, name) { error in
      let place = [line ?? error.line, error.column].compactMap(\.self).map { ":\($0)" }.joined()
      return " (\(path == "-" ? "<stdin>" : path)\(place))"
    }
  }

  private func json(_ bytes: [UInt8], _ name: ArgumentName, _ place: (JSONError) -> String) throws(WordFault) -> JSON {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      throw WordFault("'\(name.text)' is not valid JSON: \(error.message)\(place(error))")
    }
    // Of two members with the same name, one would be lost.
    guard case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last else { return json }
    throw WordFault("'\(name.text)': duplicate key '\(twice)'")
  }

  private func content(of path: String, _ name: ArgumentName, isContent: Bool = false) throws(WordFault) -> [UInt8] {
    if path == "-" { return try standardInput(name, stdin.read) }
    do throws(Failure) {
      return try LocalFile(path).read()
    } catch {
      var way = isContent ? "; to send a string that starts with '@', write \(name.text):='\"@…\"'" : ""
      if path.contains(";type=") {
        way = "; write the path without ';type='"
      } else if let colon = path.lastIndex(of: ":"), path[colon...].contains("+") {
        way = "; write a range of bytes as \(path[..<colon]):START+COUNT"
      }
      throw WordFault("'\(name.text)': \(error.message)\(way)")
    }
  }
}

/// Why a word is not an argument.
package struct WordFault: Error, Equatable {
  package let message: String
  /// The argument that was meant, so that it is not also reported as missing.
  package var name: String?

  package init(_ message: String, name: String? = nil) { (self.message, self.name) = (message, name) }
}

/// A word of the command line that gives an argument.
///
/// | word | name | value |
/// | --- | --- | --- |
/// | `id=7` | `id` | the text `7` |
/// | `filter:={"a":1}` | `filter` | JSON |
/// | `filter:=@f.json` | `filter` | the JSON of a file |
/// | `text=@notes.txt` | `text` | the content of a file |
/// | `photo@me.jpg:0+100` | `photo` | a file, or a part of it |
package struct ArgumentPair: Equatable {
  package enum Value: Equatable {
    case text(String)
    case json(String)
    case jsonFile(path: String)
    case content(path: String)
    case file(path: String, range: Range<Int64>?)

    package var path: String? {
      switch self {
      case .jsonFile(let path), .content(let path), .file(let path, _): path
      case .text, .json: nil
      }
    }
  }

  package var name: String
  package var value: Value

  static let forms = "name=value, name:=json, name:=@file (JSON from a file), name=@file (content of a file) or name@file (upload)"

  /// - Parameter model: the endpoint, of which a parameter can have `@` in its name.
  package init(_ word: String, of model: EndpointModel? = nil) throws(WordFault) {
    let declared = model.flatMap { Self.declaredName(of: word, $0) }
    guard let mark = Self.end(of: declared, in: word) else {
      if word.hasPrefix("{") || word.hasPrefix("[") {
        throw WordFault("missing argument name for the JSON; write NAME:='…', or pass all arguments with --args FILE")
      }
      if word.hasPrefix(".") {
        throw WordFault("'\(Self.shown(word))' is not a valid argument; to select from the result, use -s EXPRESSION")
      }
      if word.hasPrefix("<") {
        throw WordFault("missing argument name for the text; write NAME='…', or _='…' for the whole body")
      }
      if let header = HeaderWord(word + "…"), word.hasSuffix(":") {
        throw WordFault("'\(word.prefix(60))' is a header without a value; write -H '\(header.name): VALUE'")
      }
      throw WordFault("'\(Self.shown(word))' is not a valid argument; write \(Self.forms)")
    }
    var name = word[..<mark]
    let rest = word[word.index(after: mark)...]
    if word[mark] == "@" {
      value = Self.file(rest)
    } else if name.hasSuffix(":") {
      name = name.dropLast()
      // JSON cannot begin with '@'.
      value = rest.hasPrefix("@") ? .jsonFile(path: String(rest.dropFirst())) : .json(String(rest))
    } else if rest.hasPrefix("@") {
      value = .content(path: String(rest.dropFirst()))
    } else {
      value = .text(String(rest))
    }
    guard !name.isEmpty else { throw WordFault("missing argument name; write \(Self.forms)") }
    self.name = declared ?? String(name).replacing("\\@", with: "@").replacing("\\=", with: "=")
    if value.path == "" { throw WordFault("missing file name in '\(word.prefix(60))'", name: self.name) }
  }

  /// Returns the index of the sign after the name. In a name, the signs have a backslash before them, as in HTTPie: `\@type=x`.
  private static func end(of declared: String?, in word: String) -> String.Index? {
    if let declared {
      let end = word.index(word.startIndex, offsetBy: declared.count)
      return word[end] == ":" ? word.index(after: end) : end
    }
    var isEscaped = false
    return word.indices.first { index in
      defer { isEscaped = word[index] == "\\" }
      return !isEscaped && (word[index] == "=" || word[index] == "@")
    }
  }

  /// Whether a word has a sign after a name.
  static func hasSign(_ word: String) -> Bool { end(of: nil, in: word) != nil }

  /// Returns the name of the parameter with `@` in its name that a word sets, such as `@type` of a document.
  static func declaredName(of word: String, _ model: EndpointModel) -> String? {
    guard word.contains("@") else { return nil }
    let names = model.parameters.lazy.flatMap { [$0.name, $0.qualifiedName, "body." + $0.name] }.filter { name in
      guard name.contains("@"), word.hasPrefix(name) else { return false }
      let rest = word.dropFirst(name.count)
      return rest.hasPrefix("=") || rest.hasPrefix(":=") || rest.hasPrefix("@")
    }
    return names.max { $0.count < $1.count }
  }

  /// Returns the part of a word for a message: what looks like a name, because the rest may be a secret.
  package static func shown(_ word: String) -> String {
    let end = word.firstIndex { !($0.isLetter || $0.isNumber || "_-.[]".contains($0)) } ?? word.endIndex
    let name = word[..<end].prefix(60)
    return name.endIndex == word.endIndex ? word : name + "…"
  }

  /// Parses `a.bin:8+50`, which is 50 bytes from the eighth on.
  package static func file(_ text: Substring) -> Value {
    if let colon = text.lastIndex(of: ":") {
      let parts = text[text.index(after: colon)...].split(separator: "+", omittingEmptySubsequences: false)
      if parts.count == 2, let start = number(parts[0]), let count = number(parts[1]), start <= Int64.max - count {
        return .file(path: String(text[..<colon]), range: start..<start + count)
      }
    }
    return .file(path: String(text), range: nil)
  }

  private static func number(_ digits: Substring) -> Int64? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int64(digits)
  }
}

/// Words that use the PHP syntax for an array, `labels[]=a labels[]=b`. In Dial, the name without brackets is repeated, except
/// where a name is sent as it is written.
package struct BracketWords {
  private let words: [String]
  private let model: EndpointModel

  package init(_ words: [String], _ model: EndpointModel) {
    self.words = words.filter { Self.name($0).map { !ArgumentName.isVerbatim($0 + "[]", model) } ?? false }
    self.model = model
  }

  package var names: [String] { words.compactMap(Self.name).distinct() }

  package func contains(_ word: String) -> Bool { words.contains(word) }

  /// Returns a message with the correct syntax of all words of a name.
  package func fault(of name: String) -> String {
    let parameter = model.parameters.first { $0.name == name } ?? model.parameters.first { $0.wire == name + "[]" }
    let isSecret = parameter?.isHidden ?? SecretNames.contains(name)
    let written = words.filter { Self.name($0) == name }.map { word in
      let rest = word.dropFirst(name.count + 2)
      let mark = rest.prefix { "=:@".contains($0) }
      return ShellWord.quoted((parameter?.name ?? name) + (isSecret ? mark + "…" : rest))
    }
    return "an argument name cannot end with '[]'; to pass an array, write: \(written.joined(separator: " "))"
  }

  private static func name(_ word: String) -> String? {
    guard let mark = word.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return nil }
    var name = word[..<mark]
    if name.hasSuffix(":") { name = name.dropLast() }
    return name.hasSuffix("[]") && name.count > 2 ? String(name.dropLast(2)) : nil
  }
}

/// The parameters that are set by words without names, in the order of the target: `dial tasks.yaml get 1`.
package struct PathWords {
  /// The parameters of the path without a default.
  package let parameters: [ParameterModel]
  private let numbers: [String: Int]

  package init(_ model: EndpointModel) {
    let open = model.parameters.filter { $0.place == .path && $0.defaultValue == nil }
    let named = Dictionary(open.map { ($0.name, $0) }) { first, _ in first }
    let wired = Dictionary(open.map { ($0.wire, $0) }) { first, _ in first }
    let names = model.target.template.parts.flatMap { part -> [String] in
      if case .expression(let expression) = part { expression.variables.map(\.name) } else { [] }
    }
    parameters = names.distinct().compactMap { named[$0] ?? wired[$0] }
    numbers = Dictionary(parameters.enumerated().map { ($1.qualifiedName, $0 + 1) }) { first, _ in first }
  }

  /// Returns the position of the word that sets a parameter, counted from 1; nil if there is none.
  package func number(of parameter: ParameterModel) -> Int? { numbers[parameter.qualifiedName] }

  /// Whether a word is a value without a name. A word that looks like a header is not, because it was probably meant for -H.
  package static func isValue(_ word: String) -> Bool {
    !word.isEmpty && word != "-" && !ArgumentPair.hasSign(word) && HeaderWord(word) == nil
  }

  /// Returns the places of the words that set parameters of the path: values without a name and, as long as parameters are missing, values
  /// with the sign of another argument, such as `joe@example.com` and `dXNlcjox==`.
  package static func places(in words: [String], _ model: EndpointModel) -> Set<Int> {
    var places = Set(words.indices.filter { isValue(words[$0]) })
    let names = Set(words.compactMap { (try? ArgumentPair($0, of: model))?.name })
    var missing = PathWords(model).parameters.count { !names.contains($0.name) && !names.contains($0.qualifiedName) } - places.count
    for index in words.indices where missing > 0 && isSigned(words[index], model) {
      places.insert(index)
      missing -= 1
    }
    return places
  }

  /// Whether a word with `@` or `=` at its end names neither a parameter, nor nearly one, nor a file.
  private static func isSigned(_ word: String, _ model: EndpointModel) -> Bool {
    guard let pair = try? ArgumentPair(word, of: model), let name = try? ArgumentName(pair.name, of: model).argument else { return false }
    let known = model.parameters.flatMap { [$0.name, $0.qualifiedName, $0.wire] }
    guard !known.contains(name), Suggestion.nearest(to: name, among: known) == nil else { return false }
    switch pair.value {
    case .file(let path, _): return !LocalFile(path).exists
    case .text(let text): return text == "=" || text.isEmpty && name.contains { $0.isUppercase || $0.isNumber }
    default: return false
    }
  }

  func excess(_ word: String, _ endpoint: String) -> String {
    let names = parameters.map { "'\($0.name)'" }.joined(separator: ", ")
    let accepted = "\(parameters.count.counted("positional argument")) (\(names))"
    return "unexpected argument '\(ArgumentPair.shown(word))': '\(endpoint)' accepts \(accepted); write other arguments as name=value"
  }
}

/// A header in the syntax of HTTPie, as an argument: `X-Foo:bar`.
package struct HeaderWord {
  package let name: String
  package let value: String

  package init?(_ word: String) {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let (name, rest) = (word[..<colon], word[word.index(after: colon)...])
    guard !name.isEmpty, !rest.isEmpty, !rest.hasPrefix("="), !rest.hasPrefix("//"), name.first?.isLetter ?? false,
      name.contains("-") || name.first?.isUppercase ?? false, name.utf8.allSatisfy(Self.isNamePart)
    else { return nil }
    (self.name, value) = (String(name), String(rest.drop { $0 == " " }))
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The header as a flag of Dial, without the value of a credential.
  package var flag: String { "-H " + ShellWord.quoted("\(name): \(SecretNames.contains(name, in: .header) ? "…" : value)") }
}
