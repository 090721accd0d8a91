import DialJSON
import DialMessage
import DialModel

/// A command line with options of other tools, in words of Dial.
package struct ForeignLine {
  /// A part of the line.
  package enum Piece {
    case operand(String)
    /// Words that stay as they are: a flag of Dial with its value, without secrets.
    case kept([String])
    case foreign(ForeignOption, String)

    package var isForeign: Bool { if case .foreign = self { true } else { false } }
  }

  static let arguments = "write arguments as name=value or name:=json"

  private var written: [String]
  private var notes: [String] = []
  private var isRewritten = false
  /// Whether everything in the line was converted.
  private var isWhole = true
  private var hasBody = false
  private let writer: ArgumentWriter?
  /// Whether the line calls a URL without a spec.
  private let isURL: Bool
  /// Whether an option moves the body of curl to the query.
  private let sendsQuery: Bool

  private var model: EndpointModel? { writer?.model }

  /// - Parameters:
  ///   - start: the words before the first piece: `dial`.
  ///   - writer: the endpoint; nil if it is unknown.
  ///   - isURL: whether the line calls a URL without a spec; its first operand is then the method.
  package init(_ pieces: [Piece], start: [String], _ writer: ArgumentWriter?, isURL: Bool = false) {
    (written, self.writer, self.isURL) = (start, writer, isURL)
    sendsQuery = pieces.contains { if case .foreign(let option, _) = $0 { option.movesBody } else { false } }
    for piece in pieces {
      switch piece {
      case .operand(let word): written.append(shown(word))
      case .kept(let words): written += words
      case .foreign(let option, let value): translate(option.meaning, value)
      }
    }
    // The encoding of the body already sets the media type.
    while hasBody, let index = written.indices.dropLast().first(where: { written[$0] == "-H" && Self.isBodyType(written[$0 + 1]) }) {
      written.removeSubrange(index...index + 1)
    }
  }

  /// The converted line and the reasons; only reasons if it cannot be converted.
  package var hint: String? {
    if !isRewritten || !isWhole { return notes.isEmpty ? nil : notes.joined(separator: "; ") }
    let line = written.map(ShellWord.quoted).joined(separator: " ")
    let told = notes.distinct() + (written.contains { $0.hasSuffix("…") } ? ["replace … with the hidden value"] : [])
    return told.isEmpty ? line : told.joined(separator: "; ") + "; run: " + line
  }

  private static func isBodyType(_ header: String) -> Bool {
    let types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "application/x-ndjson"]
    return types.contains { header.lowercased().filter { $0 != " " }.hasPrefix("content-type:\($0)") }
  }

  /// Returns an argument without secrets.
  private func shown(_ word: String) -> String {
    guard let mark = word.firstIndex(of: "=") else { return word }
    return isSecret(String(word[..<mark].prefix { $0 != ":" })) ? word[...mark] + "…" : word
  }

  private func isSecret(_ name: String) -> Bool {
    model?.parameters.first { $0.name == name }?.isHidden ?? SecretNames.contains(name)
  }

  private mutating func translate(_ meaning: ForeignOption.Meaning, _ value: String) {
    switch meaning {
    case .words(let words) where value.isEmpty && words.contains { $0.contains("%") }: isWhole = false
    case .words(let words): write(words.map { $0 == "%=…" ? value.prefix { $0 != "=" } + "=…" : $0.replacing("%", with: value) })
    case .pages(let words):
      guard let model, model.pagination == nil else { return translate(.words(words), value) }
      notes.append("\(words[0]) requires 'paginate' in the spec, which '\(model.name)' does not declare")
    case .selection(let words):
      if let path = JQExpression.jmespath(value) { return write(words + ["-s", path]) }
      notes.append(JQExpression.advice(value, "-s") ?? "to select from the result with JMESPath, use -s EXPRESSION")
    case .needless(let reason):
      notes.append(reason)
      write([])
    case .told(let text): notes.append(text)
    case .credentials: notes.append(credentials)
    case .bearer where isURL: write(["-H", "Authorization: Bearer …"])
    case .bearer: notes.append(credentials)
    case .pair: translate(isURL ? .form : .field, value)
    case .head: write(isURL ? [] : ["-i"])
    case .style: write(written.contains("-o") || written.contains("--output") ? ["--indent"] : ["-o", "json"])
    case .nearly(let words, let difference):
      notes.append(difference)
      translate(.words(words), value)
    case .method where isURL: write([])
    case .method: translate(.needless("the spec declares the method"), value)
    case .body("json") where isURL: translate(.needless("arguments are sent as JSON"), value)
    case .body(let word) where isURL: write(written.contains("--content-type") ? [] : ["--content-type", word])
    case .body: notes.append(Self.arguments)
    case .data: data(value)
    case .file: data("@" + value)
    case .part: write(part(value), isBody: true)
    case .form where isURL && !value.contains("=@") && !value.contains("=<"):
      write(field(value).map { [$0] + choosing(.form) }, isBody: true)
    case .form: write(part(value), isBody: true)
    case .upload: write(writer?.uploaded(value == "." ? "-" : value).map { [$0] }, isBody: true)
    case .cookie: write(cookies(value))
    case .field: write(field(value).map { [$0] })
    }
  }

  /// Appends words; nil if the endpoint has no argument for them.
  private mutating func write(_ words: [String]?, isBody: Bool = false) {
    guard let words else {
      isWhole = false
      let note = writer?.takes ?? Self.arguments
      if !notes.contains(note) { notes.append(note) }
      return
    }
    (isRewritten, hasBody) = (true, hasBody || isBody)
    written += words
  }

  private var credentials: String {
    if isURL { return "to send credentials, write -u NAME:PASSWORD, or a header: -H 'Authorization: …'" }
    guard let model, model.auth.variables.isEmpty else {
      return "the spec declares credentials in 'auth'; set its variables with --var NAME=value"
    }
    return
      "'\(model.name)' has no credentials; add 'auth' to the spec, such as auth: basic ${USER} ${PASSWORD}, or pass -u NAME:PASSWORD or -H 'Authorization: …'"
  }

  /// Converts a body: JSON, `name=value&…`, a text or `@file`.
  private mutating func data(_ text: String) {
    guard let writer else { return write(nil) }
    if text.hasPrefix("@") {
      let path = String(text.dropFirst())
      let arguments = writer.takesFields ? ["--args", path] : nil
      // Without a spec, the content decides the media type, unless its extension does.
      let isFile = isURL && path != "-" && !path.lowercased().hasSuffix("json")
      return write((isFile ? writer.uploaded(path) : writer.upload(path)).map { [$0] } ?? arguments, isBody: true)
    }
    // Arguments of a DELETE are items of the query.
    if isURL, !writer.model.hasBody, !sendsQuery, let json = try? JSON(parsing: text) {
      let isHidden = !UndeclaredSecrets.body(Array(text.utf8), nil).isEmpty
      return write([isHidden ? "_:=…" : "_:=" + JSONWriter.text(json)], isBody: true)
    }
    if writer.body == nil, writer.takesFields, let members = (try? JSON(parsing: text))?.asObject {
      if members.isEmpty, !writer.model.hasBody { return notes.append("'\(writer.model.name)' sends no body") }
      return write(all(members.map { member(wire: $0.name, $0.value) }), isBody: true)
    }
    if let word = writer.body(.text(text)) {
      let hidesValue = !UndeclaredSecrets.body(Array(text.utf8), nil).isEmpty
      return write([hidesValue ? word.prefix { $0 != "=" } + "=…" : word], isBody: true)
    }
    // A form is percent-encoded, and has no blanks.
    guard text.contains("="), !text.contains(" ") else { return write(nil) }
    write(all(FormCoding.decode(text).map { member(wire: $0.0, .string($0.1)) }).map { $0 + choosing(.form) }, isBody: true)
  }

  /// Returns the flag for an encoding that the endpoint has besides its usual one.
  private func choosing(_ encoding: Encoding) -> [String] {
    guard let model, model.encoding != encoding, model.mediaTypes.contains(where: { Encoding(mediaType: $0) == encoding }) else {
      return []
    }
    return written.contains("--content-type") ? [] : ["--content-type", encoding.word]
  }

  private func all(_ words: [String?]) -> [String]? { words.contains(nil) ? nil : words.compactMap(\.self) }

  /// Returns a member of a body as an argument; nil if the endpoint has none for it.
  private func member(wire: String, _ value: JSON) -> String? {
    guard let writer, let (name, known) = writer.target(wire) else { return nil }
    if isSecret(name) || isSecret(wire) { return name + "=…" }
    return writer.word(value, known, name)
  }

  /// Converts `name=value`, or `name@file` of curl's --data-urlencode.
  private func field(_ text: String) -> String? {
    let name = String(text.prefix { $0 != "=" && $0 != "@" })
    let rest = String(text.dropFirst(name.count + 1))
    guard name.count < text.count, let writer, let target = writer.target(name) else { return nil }
    if text.dropFirst(name.count).hasPrefix("@") { return writer.word(.file(rest), target.parameter, target.name) }
    return member(wire: name, .string(rest))
  }

  /// Converts a part of a form: `name=value`, `name=@file;type=image/png`, `name=<file`.
  private mutating func part(_ text: String) -> [String]? {
    let wire = String(text.prefix { $0 != "=" })
    let value = text.dropFirst(wire.count + 1)
    guard wire.count < text.count, let writer, let (name, known) = writer.target(wire) else { return nil }
    let isChosen = writer.model.mediaTypes.contains { Encoding(mediaType: $0) == .multipart }
    if value.hasPrefix("@"), known == nil, writer.model.encoding != .multipart, !isChosen {
      notes.append("'\(writer.model.name)' sends no parts; to upload a file, write 'multipart' after the method in the spec")
      return nil
    }
    guard value.hasPrefix("@") || value.hasPrefix("<") else {
      return member(wire: wire, .string(String(value))).map { [$0] + choosing(.multipart) }
    }
    let path = value.dropFirst().prefix { $0 != ";" }
    if path.endIndex != value.endIndex { notes.append("the spec declares the media type of a file") }
    if value.hasPrefix("<"), known?.shape.isUntyped != false { return ["\(name)=@\(path)"] }
    if known == nil, isChosen { return ["\(name)@\(path)"] + choosing(.multipart) }
    return writer.word(.file(String(path)), known, name).map { [$0] }
  }

  private func cookies(_ text: String) -> [String]? {
    var (words, others): ([String], [String]) = ([], [])
    for pair in text.split(separator: ";").map({ String($0.drop { $0 == " " }) }) {
      let name = String(pair.prefix { $0 != "=" })
      guard name.count < pair.count else { return ["-H", "Cookie: …"] }
      let value = SecretNames.contains(name) ? "…" : String(pair.dropFirst(name.count + 1))
      if let parameter = model?.parameters.first(where: { $0.place == .cookie && $0.wire == name }) {
        words.append("\(parameter.name)=\(parameter.isSecret ? "…" : value)")
      } else {
        others.append("\(name)=\(value)")
      }
    }
    return words + (others.isEmpty ? [] : ["-H", "Cookie: " + others.joined(separator: "; ")])
  }
}
