import Dial
import DialConsole
import DialFlags

struct FetchCommand: SharedCommand {
  static let about = CommandAbout(
    "Download an OpenAPI document, or get its newest version",
    usage: "dial fetch URL [-O FILE]\ndial fetch FILE",
    text: """
      Writes the document to FILE, and where it comes from to FILE.source, so that relative servers of the document are known. 'dial fetch
      FILE' downloads it again if it has changed. A version with other servers or sign-in URLs is written only with --accept-servers. The
      response must be an OpenAPI or Swagger document; otherwise nothing is written.
      """,
    sections: [
      "EXAMPLES": """
      dial fetch https://api.example.com/openapi.json
      dial fetch https://api.example.com/openapi.json -O shop.json
      dial fetch shop.json                       get the newest version
      dial fetch https://api.example.com/openapi.json -H 'Authorization: Bearer …'
      dial fetch https://api.example.com/openapi.json -O - | dial check -
      """,
      "EXIT CODES": """
      0 written, or unchanged
      1 refused, because a file or a server would change   6 not a document
      """,
    ])

  static let operands = [Operand("document", optional: \Self.document)]

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition(
        "-O", "--output-file", sets: \.path, to: "file", help: "file of the document ('-': stdout; default: the name in the URL)"),
      FlagDefinition("--accept-servers", switches: \.acceptsServers, help: "write a version with other servers or sign-in URLs"),
      FlagDefinition("--force", switches: \.force, help: "replace a file that was changed or that comes from somewhere else"),
      FlagDefinition("-H", "--header", adds: \.headers, of: "Name: value", help: "header of the request (repeatable)"),
      FlagDefinition("-q", "--quiet", switches: \.quiet, help: "hide warnings and notes"),
    ] + FlagDefinition.part(\.transport, titled: "Transport") + FlagDefinition.part(\.shared, titled: "Behavior")

  var document: String?
  var path: String?
  var acceptsServers = false
  var force = false
  var headers: [String] = []
  var quiet = false
  var transport = TransportFlags()
  var shared = SharedFlags()

  func configure(_ console: inout Console) { (console.color, console.isQuiet) = (shared.color, quiet) }

  func perform(_ console: Console, _ context: Context) async throws {
    let (url, file) = try place()
    guard let file else {
      let received = try await request(url, [])
      _ = try received.document(from: url)
      return try console.out(received.bytes)
    }
    try FileTarget(file.path).check()
    let validators = file.validators(for: url, force)
    let received = try await request(url, validators)
    if received.isUnchanged { return note("'\(file.path)' is unchanged", console) }
    let document = try received.document(from: url)
    let source = received.source(for: url)
    try check(file, against: received.bytes, document, source)
    let isSame = file.bytes == received.bytes
    if !isSame { try FileTarget(file.path).write(received.bytes) }
    let text = Array(source.text("Where '\(file.name)' comes from. To get a newer version, run: dial fetch \(file.name)").utf8)
    if text != file.sourceText { try FileTarget(file.sourcePath).write(text) }
    let count = document.count.counted("operation")
    note(isSame ? "'\(file.path)' is unchanged" : "'\(file.path)' has \(document.version) with \(count)", console)
    for line in file.missing(document.files) { console.warn(line) }
  }

  private func note(_ text: String, _ console: Console) { if !quiet { console.note(TerminalText.safe(text)) } }

  /// Returns what to get, and the file of the document; nil for standard output.
  private func place() throws(Failure) -> (url: String, file: FetchedFile?) {
    if path == "" { throw .usage("-O must be a file name or '-' for standard output, but is ''") }
    if let document, URLSpec.isURL(document) {
      guard let url = Self.url(document) else {
        throw .usage(
          "'\(Self.shown(document))' is not a valid URL of a document", hint: "pass a user and a password with -H 'Authorization: …'")
      }
      if path == "-" { return (url, nil) }
      return (url, try FetchedFile(path ?? Self.name(in: url)))
    }
    if document != nil, path != nil { throw .usage("-O requires a URL, but '\(document?.excerpt ?? "")' is a file") }
    guard let path = document ?? path, path != "-" else {
      throw .usage("missing URL or file", hint: "to download a document, run: dial fetch URL -O FILE")
    }
    let file = try FetchedFile(path)
    if let url = file.source?.url { return (url, file) }
    let reason = file.bytes == nil ? "does not exist" : "does not come from 'dial fetch': '\(file.sourcePath)' does not exist"
    throw .usage("'\(path)' \(reason)", hint: "pass the URL, too: dial fetch URL -O \(ShellWord.quoted(path))")
  }

  /// Returns a URL with everything encoded that a URL cannot contain, without its fragment.
  private static func url(_ word: String) -> String? {
    let bare = String(word.prefix { $0 != "#" })
    guard let authority = AbsoluteURL(bare)?.authority, !authority.contains("@") else { return nil }
    return RedirectTarget.resolve(Array(bare.utf8), against: "https://localhost/").flatMap { DocumentSource.isURL($0) ? $0 : nil }
  }

  /// A URL for messages: a password in it stays secret.
  private static func shown(_ url: String) -> String {
    guard let mark = url.firstRange(of: "://"), let at = url.lastIndex(of: "@"), mark.upperBound < at else { return url.excerpt }
    return (url[..<mark.upperBound] + "…" + url[at...]).excerpt
  }

  /// The name of the file in a URL that the user wrote. A server never chooses it.
  private static func name(in url: String) -> String {
    let path = url.prefix { $0 != "?" }.split(separator: "/").dropFirst(2).last.map { PercentEncoding.decode(String($0)) } ?? ""
    let isName = !path.isEmpty && !path.hasPrefix(".") && path.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    return isName ? path : "openapi.json"
  }

  /// Sends the request. Throws if the response is no success.
  private func request(_ url: String, _ validators: [(String, String)]) async throws -> ReceivedBytes {
    let text = """
      service: fetch
      endpoints:
        document: {GET: \(Scalar.quoted(url.replacing("$", with: "%24"))), returns: bytes, decode: gzip, auth: none, redirects: 10}
      """
    do {
      let spec = try Spec(Array(text.utf8), name: "fetch", folder: nil, trust: .untrusted)
      let given = try TargetFlags.headers(headers)
      var options = CallOptions()
      options.headers = [("Accept", "application/json, application/yaml;q=0.9, */*;q=0.5")].filter { standard in
        !given.contains { HeaderRules.isSame($0.0, standard.0) }
      }
      options.headers += validators + given
      options.timeout = try transport.makeTimeout()
      var accepted = StatusSet.success
      if !validators.isEmpty { _ = accepted.insert("304") }
      options.accept = accepted
      let client = Client(spec, transport: try transport.makeTransport())
      let reply = try await client.prepare("document", Arguments(), options).send()
      return ReceivedBytes(bytes: reply.body, status: reply.status.code, url: reply.url, headers: reply.headers)
    } catch let error as CallError {
      var failure = Failure(error)
      (failure.location, failure.endpoint) = (nil, nil)
      if error.code == .connect, error.culprit != .openFiles { failure.hint = "check that the server is running and the URL is correct" }
      throw failure
    } catch let error as SpecError {
      throw Failure.usage("'\(Self.shown(url))' is not a valid URL of a document: \(error.diagnostics.first?.message ?? "")")
    }
  }

  /// Throws if the file or an address must not change unasked.
  private func check(
    _ file: FetchedFile, against bytes: [UInt8], _ document: ReceivedDocument, _ source: DocumentSource
  ) throws(Failure) {
    func refused(_ message: String, flag: String) -> Failure {
      var words = ["dial", "fetch"] + [self.document].compactMap(\.self)
      if let path { words += ["-O", path] }
      let line = (words + [flag]).map(ShellWord.quoted).joined(separator: " ")
      return Failure("fetch", message, exit: ExitStatus.failure, hint: "if that is intended, run: \(line)")
    }
    if !force, file.sourceText != nil, file.source == nil {
      throw refused("'\(file.sourcePath)' already exists and was not written by 'dial fetch'", flag: "--force")
    }
    guard let old = file.bytes, old != bytes || file.source.map({ $0.base != source.base }) ?? false else { return }
    if !force, old != bytes {
      guard let known = file.source else {
        throw refused("'\(file.path)' already exists and does not come from 'dial fetch'", flag: "--force")
      }
      if known.url != source.url { throw refused("'\(file.path)' comes from '\(known.url)'", flag: "--force") }
      if !file.isAsFetched { throw refused("'\(file.path)' was changed after it was fetched", flag: "--force") }
    }
    guard !acceptsServers, let before = try? ReceivedDocument(old, name: file.path) else { return }
    let changes = before.addresses(file.source ?? source).changes(to: document.addresses(source))
    if changes.isEmpty { return }
    let lines = changes.map { "\($0.what): \($0.old ?? "none") -> \($0.new ?? "none")" }
    var failure = refused("the new version of '\(file.path)' changes where requests and credentials are sent", flag: "--accept-servers")
    failure.listing = lines.prefix(20).map { "  " + $0 } + (lines.count > 20 ? ["  and \(lines.count - 20) more"] : [])
    failure.faults = lines.map { Failure.Fault(code: failure.code, message: $0) }
    throw failure
  }
}

/// A response with a document, or with the news that it is the same.
private struct ReceivedBytes {
  let bytes: [UInt8]
  let status: Int
  /// The URL after redirects.
  let url: String
  let headers: HTTPFields

  var isUnchanged: Bool { status == 304 }

  /// Throws if the bytes are not a document.
  func document(from url: String) throws(Failure) -> ReceivedDocument {
    let name = String(url.prefix { $0 != "?" }).excerpt
    do throws(Diagnostic) {
      return try ReceivedDocument(bytes, name: name)
    } catch {
      let type = headers[.contentType].map { " (\($0.excerpt))" } ?? ""
      let isPage = headers[.contentType]?.lowercased().contains("html") ?? bytes.starts(with: Array("<".utf8))
      let place = error.range.start.line > 1 ? "line \(error.range.start.line): " : ""
      throw Failure(
        "spec", "the response\(type) is not an OpenAPI document: \(isPage ? "it is a web page" : place + error.message)",
        exit: ExitStatus.spec,
        hint: isPage ? "pass the URL of the document itself, and credentials with -H if it requires them" : nil)
    }
  }

  func source(for url: String) -> DocumentSource {
    var source = DocumentSource(url: url.withoutSecrets)
    let place = self.url.withoutSecrets
    if place != source.url, DocumentSource.isURL(place) { source.redirected = place }
    source.setValidators(etag: headers[.eTag], lastModified: headers[.lastModified])
    source.digest = CacheDigest.sum(bytes)
    return source
  }
}

/// The file of a document, and the one that says where it comes from.
private struct FetchedFile {
  let path: String
  /// nil if the file does not exist.
  let bytes: [UInt8]?
  let source: DocumentSource?
  let sourceText: [UInt8]?

  init(_ path: String) throws(Failure) {
    self.path = path
    let beside = path + DocumentSource.ending
    for (name, kind) in [(path, FileKind(path)), (beside, FileKind(itself: beside))] where kind.map({ !$0.isRegular }) ?? false {
      throw .io("'\(name)' is not a regular file")
    }
    bytes = LocalFile(path).exists ? try LocalFile(path).read() : nil
    guard LocalFile(beside).exists else {
      (source, sourceText) = (nil, nil)
      return
    }
    let text = try LocalFile(beside).read()
    var findings: [Diagnostic] = []
    (source, sourceText) = (DocumentSource(YAMLReader.read(text, name: beside), &findings), text)
  }

  var name: String { String(path[LocalFile.name(in: path)...]) }

  var sourcePath: String { path + DocumentSource.ending }

  /// Whether the file is the one that was fetched.
  var isAsFetched: Bool { bytes.map(CacheDigest.sum) == source?.digest && bytes != nil }

  /// The conditions of a request (RFC 9110 section 13.1); none if the whole document is needed.
  func validators(for url: String, _ force: Bool) -> [(String, String)] {
    guard isAsFetched, !force, let source, source.url == url.withoutSecrets else { return [] }
    return [("If-None-Match", source.etag), ("If-Modified-Since", source.lastModified)].compactMap { name, value in value.map { (name, $0) }
    }
  }

  /// Says which other files of a document do not exist.
  func missing(_ named: [String]) -> [String] {
    let folder = Spec.folder(of: path)
    let absent = named.filter { URLReference.isAbsolute($0) || !LocalFile("\(folder)/\(PercentEncoding.decode($0))").exists }
    let (urls, files) = (absent.filter(URLReference.isAbsolute), absent.filter { !URLReference.isAbsolute($0) })
    func listed(_ names: [String]) -> String {
      names.prefix(5).map { "'\($0.excerpt)'" }.joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }
    let missing = files.isEmpty ? [] : ["the document names files that do not exist: \(listed(files)); save them beside it"]
    return missing + (urls.isEmpty ? [] : ["the document names URLs, which are not read: \(listed(urls))"])
  }
}

extension String {
  /// A URL without the items of its query whose names are those of secrets.
  fileprivate var withoutSecrets: String {
    guard let mark = firstIndex(of: "?") else { return self }
    let items = self[index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    let kept = items.filter { !SecretNames.contains(PercentEncoding.decode(String($0.prefix { $0 != "=" })), in: .item) }
    return self[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }
}
