import HTTPTypes

extension Draft {
  /// The request as a line for curl, quoted for a POSIX shell. Secrets are redacted unless they are asked for.
  ///
  /// ```swift
  /// try users.prepare("getUser", ["id": 7]).curl()   // curl --path-as-is https://api.example.com/v1/users/7 …
  /// ```
  public func curl(showingSecrets: Bool = false) -> String {
    let secrets = showingSecrets ? Secrets() : request.secrets
    var words = ["curl", "--path-as-is"] + methodWords
    if request.url.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
    words.append(Self.quoted(secrets.redact(url: request.url)))
    for field in request.headers where form == nil || field.name != .contentType {
      // To curl, 'Name:' takes a header away and 'Name;' sends it empty.
      let value = field.value.isEmpty ? ";" : ": \(secrets.redact(field.value))"
      words += ["-H", Self.quoted(field.name.rawName + value)]
    }
    switch request.body {
    case .none: break
    case .bytes(let bytes): return line(words, sending: bytes, secrets)
    case .stream:
      if let form {
        let isHidden = request.bodyHoldsSecret && !secrets.values.isEmpty
        for part in form.parts { words += ["-F", Self.quoted(secrets.redact(Self.field(part, isHidden: isHidden)))] }
      } else {
        words += ["--data-binary", Self.quoted("@\(request.bodyPath ?? "-")")]
      }
    }
    return words.joined(separator: " ")
  }

  private var methodWords: [String] {
    if case .none = request.body, request.method == .get { return [] }
    return request.method == .head ? ["--head"] : ["-X", request.method.rawValue]
  }

  /// Text stands in the line itself; other bytes come through a pipe.
  private func line(_ words: [String], sending bytes: [UInt8], _ secrets: Secrets) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
      return (words + ["--data-raw", Self.quoted(secrets.redact(text))]).joined(separator: " ")
    }
    if request.bodyHoldsSecret, !secrets.values.isEmpty { return (words + ["--data-binary", Secrets.mask]).joined(separator: " ") }
    return "printf %s \(Self.quoted(Base64.encode(bytes))) | base64 -d | " + (words + ["--data-binary", "@-"]).joined(separator: " ")
  }

  /// A part as curl's `-F` takes it. What is no text is left out where the body holds a secret.
  private static func field(_ part: MultipartForm.Part, isHidden: Bool) -> String {
    var text = "\(part.name)="
    switch part.content {
    case .file(let file, _): text += "@\"\(file.path)\""
    case .bytes(let bytes) where isHidden && String(validating: bytes, as: UTF8.self) == nil: text += Secrets.mask
    case .bytes(let bytes):
      text += "\"" + String(decoding: bytes, as: UTF8.self).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    if let filename = part.filename { text += ";filename=\"\(filename)\"" }
    if let type = part.type { text += ";type=\(type)" }
    return text
  }

  /// Quoted for a shell where that is needed.
  private static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || "/:@%+=,".utf8.contains($0) }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
