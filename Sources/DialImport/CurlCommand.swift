import Dial
package import DialTesting

/// A curl command as a request.
package struct CurlCommand {
  package private(set) var request: RecordedRequest
  /// Options that the spec does not need or cannot say, with the reason.
  package private(set) var notes: [String] = []
  /// The names of options that say how curl sends, and are not a part of the request.
  package private(set) var leftOut: [String] = []
  private var data: [String] = []
  private var isInQuery = false
  /// Whether brackets and braces of the URL stand for several URLs.
  private var globs = true
  private var isHead = false
  /// Whether it has `-d` or one like it, whose media type is that of a form.
  private var hasData = false
  /// Whether it has `--json`, whose headers are those that the command does not have itself.
  private var hasJSON = false
  private var method: String?
  private var url: String?
  private var file: String?
  /// The value of `--aws-sigv4`: `aws:amz:REGION:SERVICE`.
  private var signing: String?
  /// The schemes of which curl takes the best that the server offers.
  private var schemes: Set<String> = []
  /// The cookies of `-b`, which a header replaces.
  private var cookies: [String] = []
  private var hasCookieHeader = false

  /// The token of `--oauth2-bearer`.
  private var bearer: String?
  private var seconds: (total: String?, connect: String?)

  /// Reads all commands of a text, as they were copied.
  package static func all(in text: String) throws(ImportError) -> [CurlCommand] {
    var commands: [CurlCommand] = []
    for words in ShellLine(text).commands {
      var rest = words[...]
      let program = rest.popFirst() ?? ""
      repeat { commands.append(try CurlCommand(program, &rest)) } while !rest.isEmpty
    }
    return commands
  }

  /// Reads the words of one request: up to `--next`, after which another one begins. Throws if it is not a curl command, or if it has no
  /// URL.
  init(_ program: String, _ words: inout ArraySlice<String>) throws(ImportError) {
    request = RecordedRequest(method: "GET", url: "")
    guard ["curl", "curl.exe"].contains(program.split(whereSeparator: { "/\\".contains($0) }).last ?? "") else {
      throw .notCurl(program)
    }
    while let word = words.popFirst() {
      if word == "--" { continue }
      if word == "--next" || word == "-:" { break }
      guard word.hasPrefix("-"), word.count > 1 else {
        if url == nil { url = word } else { notes.append("the URL '\(word.excerpt)' is left out; import each URL by itself") }
        continue
      }
      if word.hasPrefix("--") {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        if Self.needsValue(parts[0]) {
          guard let value = parts.count > 1 ? parts[1] : words.popFirst() else { throw .incomplete("\(parts[0]) of curl has no value") }
          try take(parts[0], value)
        } else {
          flag(word)
        }
        continue
      }
      try take(letters: word.dropFirst(), &words)
    }
    try finish()
  }

  /// Reads short options in one word: `-XPOST`, `-sSL`, `-sH name`.
  private mutating func take(letters: Substring, _ words: inout ArraySlice<String>) throws(ImportError) {
    var letters = letters
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard Self.needsValue(name) else {
        flag(name)
        continue
      }
      guard let value = letters.isEmpty ? words.popFirst() : String(letters) else { throw .incomplete("\(name) of curl has no value") }
      try take(name, value)
      return
    }
  }

  private static func needsValue(_ name: String) -> Bool {
    CurlOption.withValue.contains(name) || values.contains(name)
  }

  private static let values: Set = [
    "-X", "--request", "-H", "--header", "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "-F",
    "--form", "--form-string", "-u", "--user", "-b", "--cookie", "-A", "--user-agent", "-e", "--referer", "--url", "-T", "--upload-file",
    "--oauth2-bearer", "--url-query", "-r", "--range", "--aws-sigv4", "-m", "--max-time", "--connect-timeout", "--retry",
  ]

  private mutating func flag(_ name: String) {
    switch name {
    case "-G", "--get": isInQuery = true
    case "-I", "--head": isHead = true
    case "-g", "--globoff": globs = false
    case "--digest", "--basic", "--anyauth", "--ntlm", "--negotiate": schemes.insert(name)
    case "-n", "--netrc": notes.append("\(name) is left out; set 'auth' in the spec")
    default: leaveOut(name)
    }
  }

  private mutating func take(_ name: String, _ value: String) throws(ImportError) {
    switch name {
    case "-X", "--request": method = value.uppercased()
    case "-H", "--header": header(value)
    case "-d", "--data", "--data-ascii", "--data-binary":
      if value.hasPrefix("@") { request.isUpload = true } else { data.append(value) }
      hasData = true
    case "--data-raw":
      data.append(value)
      hasData = true
    case "--data-urlencode":
      data.append(urlencoded(value))
      hasData = true
    case "--json":
      // Several of them are one text, without a sign between them.
      if value.hasPrefix("@") { request.isUpload = true } else { data = [data.joined(separator: "&") + value] }
      hasJSON = true
    case "-F", "--form": request.parts.append(part(value))
    case "--form-string": request.parts.append(Self.textPart(value))
    case "-u", "--user":
      let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      request.user = (parts[0], parts.count > 1 ? parts[1] : "")
    case "--oauth2-bearer": bearer = value
    case "-m", "--max-time": seconds.total = value
    case "--connect-timeout": seconds.connect = value
    case "--retry": if let count = Int(value), count > 0 { request.settings.append(("retry", "\(min(count, 100))")) }
    case "-b", "--cookie":
      if value.contains("=") {
        cookies.append(value)
      } else {
        notes.append("the cookies of '\(value.excerpt)' are left out")
      }
    case "-A", "--user-agent": request.headers.append(("User-Agent", value))
    case "-e", "--referer": request.headers.append(("Referer", value))
    case "-r", "--range": request.headers.append(("Range", "bytes=\(value)"))
    case "--url": url = value
    case "--url-query": request.query.append(value.hasPrefix("+") ? String(value.dropFirst()) : urlencoded(value))
    case "-T", "--upload-file":
      method = method ?? "PUT"
      request.isUpload = true
      file = file ?? value
    case "--aws-sigv4": signing = value
    default: leaveOut(name)
    }
  }

  private mutating func leaveOut(_ name: String) {
    if CurlOption.matters(name), !leftOut.contains(name) { leftOut.append(name) }
  }

  private mutating func header(_ line: String) {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == ";" }) else {
      if line.hasPrefix("@") { notes.append("the headers of '\(String(line.dropFirst()).excerpt)' are left out") }
      return
    }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    if HeaderRules.isSame(String(line[..<colon]), "Cookie") { hasCookieHeader = true }
    // 'Name:' removes a header of curl.
    if value.isEmpty, line[colon] == ":" {
      if HeaderRules.isSame(String(line[..<colon]), "Content-Type") {
        notes.append("-H '\(line)' is left out; the request of the spec has a media type")
      }
      return
    }
    let name = String(line[..<colon])
    // Several are one (RFC 6265 section 5.4).
    if HeaderRules.isSame(name, "Cookie"), let index = request.headers.firstIndex(where: { HeaderRules.isSame($0.name, name) }) {
      request.headers[index].value += "; " + value
    } else {
      request.headers.append((name, String(value)))
    }
  }

  /// Encodes the value of --data-urlencode: `name=text`, `=text`, `text`, or `name@file`, which is read when the endpoint is called.
  private mutating func urlencoded(_ text: String) -> String {
    guard let mark = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return PercentEncoding.encode(text) }
    if text[mark] == "@" {
      let (name, file) = (text[..<mark], text[mark...].dropFirst())
      notes.append("the content of '\(String(file).excerpt)' is left out; pass it as \(name.isEmpty ? "NAME" : name)=@FILE")
      return name.isEmpty ? "" : "\(name)="
    }
    return (mark == text.startIndex ? "" : text[...mark]) + PercentEncoding.encode(String(text[text.index(after: mark)...]))
  }

  /// Returns the part of --form-string, whose value is all that follows `=`.
  private static func textPart(_ text: String) -> RecordedRequest.Part {
    let name = text.prefix { $0 != "=" }
    return .init(name: String(name), value: String(text.dropFirst(name.count + 1)))
  }

  /// Returns the part of -F: `name=text`, `name=@file`, or `name=<file`, a text that is read when the endpoint is called.
  private mutating func part(_ text: String) -> RecordedRequest.Part {
    let name = String(text.prefix { $0 != "=" })
    let value = text.dropFirst(name.count + 1)
    // The value ends at `;`, unless it is quoted.
    let isQuoted = value.hasPrefix("\"")
    let end = isQuoted ? value.dropFirst().firstIndex(of: "\"").map { value.index(after: $0) } : value.firstIndex(of: ";")
    let plain = value[..<(end ?? value.endIndex)]
    let isFile = plain.hasPrefix("@")
    if isFile, plain.dropFirst().first != "\"", plain.contains(",") {
      notes.append("'\(name)' has several files in one part, which a spec cannot say; it takes one file")
    }
    var part = RecordedRequest.Part(name: name, value: isFile ? nil : String(plain).unquoted)
    if plain.hasPrefix("<") {
      notes.append("the content of '\(String(plain.dropFirst()).excerpt)' is left out; pass it as \(name)=@FILE")
      (part.value, part.isPassed) = ("", true)
    }
    var last = ""
    for setting in Self.settings(value[plain.endIndex...]) {
      let pair = setting.split(separator: "=", maxSplits: 1).map { String($0.trimmed) }
      switch pair.first {
      case "type" where pair.count == 2: part.type = pair[1].unquoted
      case "filename" where pair.count == 2: part.fileName = pair[1].unquoted
      case "headers": notes.append("the headers of the part '\(name)' are left out")
      // A media type has parameters of its own.
      case _? where last == "type": part.type = (part.type ?? "") + "; " + setting.trimmed
      default: continue
      }
      last = pair.first.flatMap { ["filename", "headers"].contains($0) ? $0 : nil } ?? "type"
    }
    return part
  }

  /// Splits what follows the value of a part at each `;` outside of quotes.
  private static func settings(_ text: Substring) -> [String] {
    var (settings, isQuoted, isEscaped) = ([""], false, false)
    for sign in text {
      if sign == ";", !isQuoted {
        settings.append("")
      } else {
        settings[settings.count - 1].append(sign)
      }
      if sign == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = sign == "\\" && !isEscaped
    }
    return settings.filter { !$0.isEmpty }
  }

  /// Adds the time limits, which curl has in seconds.
  private mutating func takeTimes() {
    func text(_ seconds: String?) -> String? {
      guard let value = seconds.flatMap({ Double($0) }), value > 0, value < 1e6 else { return nil }
      return value == value.rounded() ? "\(Int(value))s" : "\(Int((value * 1000).rounded()))ms"
    }
    let (total, connect) = (text(seconds.total), text(seconds.connect))
    if let connect {
      request.settings.append(("timeout.connect", connect))
      if let total { request.settings.append(("timeout.total", total)) }
    } else if let total {
      request.settings.append(("timeout", total))
    }
  }

  /// Reads user and password of the URL, which are those of `-u`.
  private mutating func takeUser(of url: String) -> String {
    guard let authority = AbsoluteURL(url)?.authority, let mark = authority.lastIndex(of: "@") else { return url }
    let pair = authority[..<mark].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
      PercentEncoding.decode(String($0))
    }
    request.user = request.user ?? (pair[0], pair.count > 1 ? pair[1] : "")
    return url.replacing(authority[...mark], with: "", maxReplacements: 1)
  }

  /// Leaves out the credentials that curl does not send: a header replaces them, or their scheme is another one.
  private mutating func takeCredentials() {
    if !cookies.isEmpty, !hasCookieHeader { request.headers.append(("Cookie", cookies.joined(separator: "; "))) }
    if let bearer, request.header("Authorization") == nil { request.headers.append(("Authorization", "Bearer \(bearer)")) }
    guard request.user != nil else { return }
    if request.header("Authorization") != nil {
      request.user = nil
      notes.append("-u is left out: curl sends the header 'Authorization' instead")
    } else if let scheme {
      request.scheme = scheme
    } else {
      // Sent in another way, a password would be shown to everyone on the path.
      request.user = nil
      let option = signing.map { "--aws-sigv4 \($0.excerpt)" } ?? schemes.sorted().joined(separator: " and ")
      notes.append("-u is left out: Dial does not have the scheme of \(option)")
    }
  }

  /// The scheme of user and password; nil if Dial does not have it.
  private var scheme: RecordedRequest.Scheme? {
    mutating get {
      if let signing {
        let words = signing.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        func word(_ index: Int) -> String? { words[safe: index].flatMap { $0.isEmpty ? nil : $0 } }
        let isPlain = words.allSatisfy { $0.utf8.allSatisfy { Name.isASCIIPart($0) } }
        return isPlain && words[0].lowercased() == "aws" ? .aws4(service: word(3), region: word(2)) : nil
      }
      if schemes.isEmpty || schemes == ["--basic"] { return .basic }
      guard schemes.contains("--digest") || schemes.contains("--anyauth") else { return nil }
      // Of several, it is the one that sends no password before the server asks.
      if schemes != ["--digest"] {
        notes.append("the password is imported for Digest; if the server asks for Basic, set 'auth: basic …' in the spec")
      }
      return .digest
    }
  }

  private mutating func finish() throws(ImportError) {
    takeTimes()
    guard var url else { throw .incomplete("the curl command has no URL") }
    if !url.contains("://") { url = "http://" + url }
    url = takeUser(of: url)
    takeCredentials()
    for name in hasJSON ? ["Content-Type", "Accept"] : [] where request.header(name) == nil {
      request.headers.append((name, "application/json"))
    }
    url = uploadURL(url)
    // Browsers escape the brackets that curl would read as a pattern.
    request.hasGaps = globs
    if globs { for bracket in "[]{}" { url = url.replacing("\\\(bracket)", with: String(bracket)) } }
    if isInQuery {
      request.query += data.filter { !$0.isEmpty }
    } else if hasData || !data.isEmpty {
      if !request.isUpload {
        request.body = data.joined(separator: "&")
      } else if !data.isEmpty {
        notes.append("the data beside a file is left out; curl sends both\(hasJSON ? "" : ", joined with '&'")")
      }
      if request.header("Content-Type") == nil { request.headers.append(("Content-Type", "application/x-www-form-urlencoded")) }
      takeParts()
    }
    for item in request.query { url += (url.contains("?") ? "&" : "?") + item }
    request.url = url
    let hasBody = request.body != nil || request.isUpload || !request.parts.isEmpty
    request.method = method ?? (isHead ? "HEAD" : hasBody ? "POST" : "GET")
  }

  /// Returns the URL of an upload: curl adds the name of the file to a URL without one.
  private func uploadURL(_ url: String) -> String {
    guard let file, !["-", "."].contains(file), let rest = AbsoluteURL(url)?.rest else { return url }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    guard path.isEmpty || path.hasSuffix("/") else { return url }
    let name = file.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
    let head = url.prefix { $0 != "?" && $0 != "#" }
    return head + (path.isEmpty ? "/" : "") + PercentEncoding.encode(name) + url.dropFirst(head.count)
  }

  /// Turns a multipart text, as browsers copy it, into its parts. They leave out the content of files, and cmd.exe the carriage returns.
  private mutating func takeParts() {
    guard let body = request.body, let media = request.header("Content-Type").flatMap({ MediaType($0) }), media.type == "multipart",
      let boundary = media["boundary"]
    else { return }
    let lines = body.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    let end = "\r\n\r\n--\(boundary)"
    let texts = [body, lines, lines.replacing(end, with: "\r\n" + end)]
    guard let parts = texts.lazy.compactMap({ MultipartParts.read(Array($0.utf8), boundary: boundary) }).first else { return }
    request.body = nil
    request.parts = parts.map { part in
      // A file has its own type.
      part.fileName == nil
        ? .init(name: part.name, value: String(decoding: part.value, as: UTF8.self), type: part.type) : .init(name: part.name, value: nil)
    }
  }
}

extension String {
  /// The text without the quotes of curl.
  fileprivate var unquoted: String {
    guard count > 1, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
  }
}
