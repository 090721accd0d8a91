import Dial
import DialConsole

/// How the body of a call without a spec is made: the media type that `--content-type` or `-H 'Content-Type: …'` names, otherwise that of
/// what the arguments are.
struct URLBody {
  /// The media type of the endpoint that makes the body; nil for JSON, or for a file, which has its own.
  private(set) var variant: String?
  /// The header, if it says more than the variant.
  private(set) var header: String?
  /// Why the arguments cannot be sent as this type; nil if they can.
  private(set) var fault: Failure?

  /// - Parameters:
  ///   - type: the value of `--content-type`, with the words of the language for media types.
  ///   - header: the value of `-H 'Content-Type: …'`.
  init(_ words: [String], type: String?, header: String?) {
    let pairs = words.compactMap { try? ArgumentPair($0) }
    let whole = pairs.last { $0.name == "_" }
    guard let given = type ?? header else {
      if let whole { variant = Self.isText(whole.value) ? BodyWord.mediaTypes["text"] : nil }
      if pairs.contains(where: { $0.name != "_" && $0.isFile }) { variant = BodyWord.mediaTypes["multipart"] }
      return
    }
    let media = MediaType(given)
    switch Encoding(mediaType: given) {
    case .form where whole?.isFile == true: break
    case .form, .multipart: variant = media?.essence
    case .json: variant = BodyWord.mediaTypes["json"]
    case let encoding:
      if let whole, whole.isText { variant = BodyWord.mediaTypes["text"] }
      if encoding != .lines, whole == nil, let pair = pairs.first {
        fault = .usage(
          "'\(pair.name)' cannot be sent as \(media?.essence ?? given.excerpt), which has no members",
          hint: "pass the whole body: _=TEXT, or _@FILE for the content of a file; to add an item of the query, use --query")
      }
    }
    if type != nil, variant != given { self.header = given }
  }

  /// Whether the value of `_` is a text that is not JSON.
  private static func isText(_ value: ArgumentPair.Value) -> Bool {
    switch value {
    case .text(let text): (try? JSON(parsing: text)) == nil
    case .content(let path): !path.lowercased().hasSuffix("json") && path != "-"
    default: false
    }
  }
}

extension ArgumentPair {
  fileprivate var isFile: Bool { if case .file = value { true } else { false } }

  fileprivate var isText: Bool {
    switch value {
    case .text, .content: true
    default: false
    }
  }
}

extension CallLine {
  /// The body of a call without a spec; nil for other calls, and for methods without a body.
  var urlBody: URLBody? {
    guard URLSpec.isURL(spec), Methods.hasBody(endpoint.uppercased()) == true else { return nil }
    let given = behaviour.contentType.map { BodyWord.mediaTypes[$0] ?? $0 }
    let inPath = spec.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    let inBody = words.filter { word in
      guard HeaderWord(word) == nil, let name = (try? ArgumentPair(word))?.name else { return false }
      return !name.hasPrefix("query.") && !inPath.contains(name)
    }
    return URLBody(inBody, type: given, header: contentTypeHeader)
  }

  /// The value of `-H 'Content-Type: …'`.
  var contentTypeHeader: String? {
    let found = target.headers.last { $0.prefix { $0 != ":" }.lowercased() == "content-type" }
    return found.map { String($0.drop { $0 != ":" }.dropFirst().trimmed) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Refuses a header that contradicts how the arguments of a spec are sent.
  func checkContentType(_ model: EndpointModel) throws(Failure) {
    guard urlBody == nil, let header = contentTypeHeader, words.contains(where: { (try? ArgumentPair($0)).map { $0.name != "_" } ?? false })
    else { return }
    let (own, given) = (model.encoding, Encoding(mediaType: header))
    let known: [Encoding] = [.json, .form, .multipart]
    guard model.hasBody, given != own, known.contains(own), known.contains(given) else { return }
    let isDeclared = model.mediaTypes.contains { Encoding(mediaType: $0) == given }
    throw .usage(
      "-H 'Content-Type: \(header.excerpt)' contradicts the body of '\(model.name)', which is sent as \(own.word)",
      hint: isDeclared
        ? "to send this type, use --content-type \(given.word)"
        : "leave the header out, or write '\(given.word)' after the method in the spec")
  }
}

/// Standard input as the body of a call without a spec: a file of which nothing was read, or a pipe with content.
struct PipedBody {
  /// The word that sends it.
  let word: String
  /// The media type; nil if the call names one.
  let type: String?
  /// The media type that its content has; nil if the call names one.
  let guessed: String?

  /// Returns nil if the call has arguments for its body, or if there is nothing to send.
  ///
  /// - Parameter late: called while nothing comes.
  init?(_ line: CallLine, _ model: EndpointModel, _ stdin: StandardInput, _ context: Context, late: () -> Void) throws(Failure) {
    guard line.urlBody != nil, line.args.isEmpty, !line.behaviour.noInput, stdin.isFree, context.stdinHasText,
      Self.hasNoBody(line.words, model)
    else { return nil }
    if context.stdinIsPipe, context.stdinIsLate() { late() }
    let given = line.behaviour.contentType.map { BodyWord.mediaTypes[$0] ?? $0 } ?? line.contentTypeHeader
    if let given, Encoding(mediaType: given) == .multipart, MediaType(given)?["boundary"] == nil {
      throw .usage("standard input cannot be a multipart body, which has a boundary", hint: "to send it as a part, write NAME@-")
    }
    if let given, Encoding(mediaType: given) != .json {
      (word, type, guessed) = ("_@-", nil, nil)
      return
    }
    let bytes = try stdin.hold(for: "the body")
    if bytes.isEmpty {
      try stdin.reserve("the body")
      return nil
    }
    if given != nil || (try? JSON(parsing: bytes)) != nil {
      (word, type, guessed) = ("_:=@-", nil, given == nil ? BodyWord.mediaTypes["json"] : nil)
      return
    }
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let kind = Self.isLines(bytes) ? "lines" : isText ? "text" : "bytes"
    (word, type) = (kind == "text" ? "_=@-" : "_@-", BodyWord.mediaTypes[kind])
    guessed = type
  }

  private static func hasNoBody(_ words: [String], _ model: EndpointModel) -> Bool {
    let places = PathWords.places(in: words, model)
    let inPath = model.parameters.flatMap { [$0.name, $0.qualifiedName] }
    return words.indices.allSatisfy { index in
      guard !places.contains(index) else { return true }
      guard let pair = try? ArgumentPair(words[index]) else { return false }
      return inPath.contains(pair.name) || pair.name.hasPrefix("query.")
    }
  }

  /// Whether each line is a JSON object or array.
  private static func isLines(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.contains { !" \t\r".utf8.contains($0) } }
    return lines.count > 1
      && lines.allSatisfy { line in
        guard let value = try? JSON(parsing: line) else { return false }
        return value.asObject != nil || value.asArray != nil
      }
  }
}
