import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

extension Draft {
  /// Returns the request as a curl command, quoted for a POSIX shell, without secrets unless requested.
  ///
  /// Binary bodies and ranges of files are piped into curl. There is only one pipe: if a multipart body needs more, or for the content of
  /// a stream, a comment before the command says what is missing.
  ///
  /// ```swift
  /// try users.prepare("getUser", ["id": 7]).curl()   // curl --path-as-is https://api.example.com/v1/users/7 …
  /// ```
  public func curl(showingSecrets: Bool = false) -> String {
    var line = CurlLine(words: ["curl", "--path-as-is"] + methodWords, secrets: showingSecrets ? Secrets() : request.secrets)
    line.isHidden = request.context[BodyHoldsSecret.self] && !line.secrets.values.isEmpty
    if request.url.contains(where: { "[]{}".contains($0) }) { line.words.append("--globoff") }
    var url = line.secrets.redact(url: request.url)
    if let parts = AbsoluteURL(url), let path = UnixSocket.path(parts) {
      line.words += ["--unix-socket", ShellWord.quoted(path)]
      url = "http://\(UnixSocket.host)\(parts.rest)"
    }
    line.words.append(ShellWord.quoted(url))
    line.isCompressed = request.context[IsToBeCompressed.self] && form == nil
    if request.context[IsToBeCompressed.self], form != nil {
      line.missing.append("curl cannot compress a multipart body, so it is sent uncompressed")
    }
    for field in request.headers where form == nil || field.name != .contentType && field.name != .contentEncoding {
      // In curl, 'Name:' removes a header and 'Name;' sends it empty.
      let value = field.value.isEmpty ? ";" : ": \(line.secrets.redact(field.value))"
      line.words += ["-H", ShellWord.quoted(field.name.rawName + value)]
    }
    switch request.body {
    case .none: break
    case .bytes(let bytes): line.add(bytes, isCoded: plan.body.isCoded)
    case .stream:
      if let form { for part in form.parts { line.add(part) } } else if let file = request.context[File.self] { line.add(file) }
    }
    return line.text
  }

  private var methodWords: [String] {
    if case .none = request.body, request.method == .get { return [] }
    return request.method == .head ? ["--head"] : ["-X", request.method.rawValue]
  }
}

private struct CurlLine {
  var words: [String]
  let secrets: Secrets
  /// Whether the command must not show binary content.
  var isHidden = false
  /// Whether the body is piped through gzip.
  var isCompressed = false
  var pipe: String?
  var missing: [String] = []

  var text: String {
    missing.map { "# \($0)\n" }.joined() + (pipe.map { $0 + " | " } ?? "") + words.joined(separator: " ")
  }

  /// - Parameter isCoded: whether a codec wrote the bytes, which may encode a secret in an unknown way.
  mutating func add(_ bytes: [UInt8], isCoded: Bool = false) {
    let text = Self.text(bytes)
    let isMasked = isHidden && (isCoded || text == nil)
    let shown = isMasked ? Secrets.mask : text.map { secrets.redact($0) }
    if let shown, !isCompressed {
      words += isMasked ? ["--data-binary", shown] : ["--data-raw", ShellWord.quoted(shown)]
    } else {
      pipe = (shown.map { "printf %s \(ShellWord.quoted($0))" } ?? Self.command(for: bytes)) + (isCompressed ? " | gzip -n" : "")
      words += ["--data-binary", "@-"]
    }
  }

  mutating func add(_ file: File) {
    if let bytes = file.bytes { return add(bytes) }
    if file.pathOnDisk == nil { missing.append("the content of the stream '\(HeaderRules.shown(file.path))' is read from standard input") }
    pipe = Self.command(for: file)
    if isCompressed {
      pipe = pipe.map { "\($0) | gzip -n" } ?? file.pathOnDisk.map { "gzip -nc -- \(ShellWord.quoted($0))" } ?? "gzip -n"
    }
    words += ["--data-binary", ShellWord.quoted(pipe == nil && file.pathOnDisk != nil ? "@\(file.path)" : "@-")]
  }

  mutating func add(_ part: MultipartForm.Part) {
    var text = "\(part.name)="
    switch part.content {
    case .bytes(let bytes): text += content(bytes, part.name)
    case .file(let file, _, _):
      if let bytes = file.bytes {
        text += content(bytes, part.name)
      } else if let command = Self.command(for: file) {
        text += piped(command, part.name)
      } else {
        if file.pathOnDisk == nil { missing.append("the stream of the part '\(HeaderRules.shown(part.name))' is read from standard input") }
        text += file.pathOnDisk.map { "@\"\(Self.escaped($0))\"" } ?? "@-"
      }
    }
    if let filename = part.filename { text += ";filename=\"\(Self.escaped(filename))\"" }
    if let type = part.type { text += ";type=\(type)" }
    words += ["-F", ShellWord.quoted(secrets.redact(text))]
  }

  private mutating func content(_ bytes: [UInt8], _ name: String) -> String {
    // Escapes of curl could hide a secret from the mask.
    if let text = Self.text(bytes) { return "\"\(Self.escaped(secrets.redact(text)))\"" }
    return isHidden ? Secrets.mask : piped(Self.command(for: bytes), name)
  }

  private mutating func piped(_ command: String, _ name: String) -> String {
    if pipe == nil {
      pipe = command
    } else {
      missing.append(
        "curl can read only one pipe, so the part '\(HeaderRules.shown(name))' is omitted; save it to a file and pass the file")
    }
    return "@-"
  }

  private static func text(_ bytes: [UInt8]) -> String? { bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self) }

  private static func command(for bytes: [UInt8]) -> String { "printf %s \(ShellWord.quoted(Base64.encode(bytes))) | base64 -d" }

  private static func command(for file: File) -> String? {
    guard let path = file.pathOnDisk, let range = file.range else { return nil }
    return "tail -c +\(range.lowerBound + 1) -- \(ShellWord.quoted(path)) | head -c \(range.upperBound - range.lowerBound)"
  }

  private static func escaped(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
