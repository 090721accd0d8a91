import Dial
import Synchronization

/// Removes secrets from a recording: those of the request by value, others by name.
struct Redaction: Sendable {
  /// The replacement for a secret. It consists of letters, so that it is valid in headers and URLs.
  static let word = "REDACTED"
  /// Removes secrets by name only.
  static let none = Redaction(Secrets())

  private let mask: SecretMask
  /// The mask for values. Names are not masked, because that would change the structure of a response.
  private let values: SecretMask
  private let headerNames: Set<HTTPField.Name>
  private let found: FoundSecrets?

  /// Creates a redaction.
  ///
  /// - Parameters:
  ///   - echoes: secrets of the call that a response may repeat. Short values and short numbers are ignored.
  ///   - found: gets what is masked by its name.
  init(_ secrets: Secrets, echoes: Set<String> = [], found: FoundSecrets? = nil) {
    mask = secrets.mask(as: Self.word)
    headerNames = secrets.headerNames
    self.found = found
    var all = secrets
    let echoes = echoes.union(secrets.undeclared)
    for text in echoes { all.add(echo: text) }
    values = echoes.isEmpty ? mask : all.mask(as: Self.word)
  }

  func text(_ text: String) -> String { values.redact(text) }

  /// Returns a URL without user, password, secrets, and the values of query items with secret names.
  func url(_ url: String) -> String { names.masked(values.redact(url: url)) }

  private var names: URLNames { URLNames(as: Self.word) { [found] in found?.add($0) } }

  func fields(_ fields: HTTPFields) -> [HARField] {
    fields.map { field in
      let isOwn = headerNames.contains(field.name)
      let shown = isOwn ? hidden(field: field.value) : value(field.value, of: field.name.canonicalName)
      return HARField(name: field.name.rawName, value: shown)
    }
  }

  private func value(_ value: String, of name: String) -> String {
    switch name {
    case "content-type": return text(HARBody.bare(value))
    case "cookie": return value.split(separator: ";").map { cookie($0) }.joined(separator: ";")
    case "set-cookie": return text(Secrets.masked(setCookie: value, as: Self.word))
    default:
      if SecretNames.contains(name, in: .header) { return hidden(field: value) }
      return names.masked(text(value))
    }
  }

  private func cookie(_ pair: Substring) -> String {
    guard let mark = pair.firstIndex(of: "=") else { return hidden(pair) }
    return text(String(pair[...mark])) + hidden(pair[mark...].dropFirst())
  }

  /// Hides credentials. The word of their scheme is not secret.
  private func hidden(field value: String) -> String {
    if let secret = value.split(separator: " ", maxSplits: 1).last { found?.add(String(secret)) }
    return value.isEmpty ? "" : Self.word
  }

  private func hidden(_ value: some StringProtocol) -> String {
    found?.add(String(value))
    return value.isEmpty ? "" : Self.word
  }

  /// Redacts the whole body of a request or a response.
  func body(_ bytes: [UInt8], _ type: MediaType?) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    if type?.isForm == true, let text = String(validating: bytes, as: UTF8.self) {
      return Array(names.masked(self.text("?" + text)).dropFirst().utf8)
    }
    if type?.isLines == true {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in json(Array(line)) }
      return mask.redact(Array(lines.joined(separator: [0x0A])))
    }
    return mask.redact(type?.essence == "text/event-stream" ? events(bytes) : json(bytes))
  }

  func param(_ param: HARParam) -> HARParam {
    var shown = param
    let isSecret = !param.value.isEmpty && SecretNames.contains(param.name)
    if isSecret { found?.add(String(decoding: param.value, as: UTF8.self)) }
    shown.value = isSecret ? Array(Self.word.utf8) : body(param.value, param.type.flatMap { MediaType($0) })
    shown.name = text(param.name)
    shown.fileName = param.fileName.map(text)
    shown.type = param.type.map(text)
    return shown
  }

  /// Redacts a stream of events, in which each `data:` line can be JSON or a part of it.
  private func events(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      let name = Array((out.isEmpty ? Self.mark + "data:" : "data:").utf8)
      let start = line.starts(with: name) ? name.count : line.starts(with: name.suffix(5)) ? 5 : line.count
      out += line.prefix(start) + json(Array(line.dropFirst(start)), isPiece: true)
      rest = rest[line.endIndex...]
      if let end = rest.popFirst() { out.append(end) }
    }
    return out
  }

  private static let mark = "\u{FEFF}"

  /// Redacts JSON, which may begin in the middle with `isPiece`. Anything else is unchanged.
  private func json(_ bytes: [UInt8], isPiece: Bool = false) -> [UInt8] {
    let mark = Array(Self.mark.utf8)
    let start = bytes.starts(with: mark) ? mark : Array(bytes.prefix { $0 == 0x1E })
    let rest = Array(bytes[start.count...])
    guard let first = rest.first(where: { $0 > 0x20 && $0 != 0x1E }) else { return bytes }
    guard isPiece || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return values.redact(bytes) }
    guard let value = try? JSON(parsing: rest) else { return start + values.redact(BrokenJSON(names) { hidden($0) }.masked(rest)) }
    guard let masked = masked(value, under: nil) else { return bytes }
    return start + JSONWriter.bytes(masked)
  }

  /// Returns nil if there is nothing to mask.
  private func masked(_ json: JSON, under isSecret: Bool?) -> JSON? {
    if let members = json.asObject {
      var isChanged = false
      let shown = members.map { name, value in
        let masked = masked(value, under: SecretNames.contains(name))
        let label = mask.redact(name)
        isChanged = isChanged || masked != nil || label != name
        return (label, masked ?? value)
      }
      return isChanged ? .object(shown) : nil
    }
    if let items = json.asArray {
      let shown = items.map { masked($0, under: isSecret) }
      return shown.contains { $0 != nil } ? .array(zip(items, shown).map { $1 ?? $0 }) : nil
    }
    return scalar(json, isSecret ?? false)
  }

  private func scalar(_ json: JSON, _ isSecret: Bool) -> JSON? {
    if let string = json.asString {
      let shown = isSecret ? hidden(string) : inner(string) ?? names.masked(text(string), isText: true)
      return shown == string ? nil : .string(shown)
    }
    // A number is masked only if it is a known secret. With a secret name, it is usually a count.
    guard let number = json.asNumberText, mask.redact(number) != number else { return nil }
    return .string(Self.word)
  }

  /// Redacts JSON in a text, as queues and webhooks pass it on; nil if it is no object or array, or has nothing to mask.
  private func inner(_ text: String) -> String? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let value = try? JSON(parsing: text), let shown = masked(value, under: nil)
    else { return nil }
    return JSONWriter.text(shown)
  }
}

/// What was masked by its name, without which an echo of it would not be found.
final class FoundSecrets: Sendable {
  private let state = Mutex<Set<String>>([])

  var all: Set<String> { state.withLock { $0 } }

  func add(_ text: String) { if !text.isEmpty, text != Redaction.word { state.withLock { _ = $0.insert(text) } } }
}

/// Masks the values of secret names in incomplete JSON: truncated text, or a line of it.
private struct BrokenJSON {
  private let names: URLNames
  private let hidden: (String) -> String

  init(_ names: URLNames, _ hidden: @escaping (String) -> String) { (self.names, self.hidden) = (names, hidden) }

  func masked(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = bytes[...]
    var isSecret = false
    while let byte = rest.popFirst() {
      out.append(byte)
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { isSecret = false }
      guard byte == UInt8(ascii: "\"") else { continue }
      let text = Self.string(rest)
      rest = rest[text.endIndex...]
      if rest.dropFirst().first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
        isSecret = SecretNames.contains(Self.plain(text))
        out += text
      } else if isSecret {
        out += Array(hidden(Self.plain(text)).utf8)
      } else {
        let plain = String(decoding: text, as: UTF8.self)
        let shown = names.masked(plain, isText: true)
        // Bytes that are no text stay as they are, and the whole becomes base64.
        out += shown == plain ? Array(text) : Array(shown.utf8)
      }
      if let end = rest.popFirst() { out.append(end) }
    }
    return out
  }

  /// Returns the bytes up to the closing quote, or all.
  private static func string(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isEscaped = false
    let end = bytes.firstIndex { byte in
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      return !isEscaped && byte == UInt8(ascii: "\"")
    }
    return bytes[..<(end ?? bytes.endIndex)]
  }

  private static func plain(_ text: ArraySlice<UInt8>) -> String {
    let quote = [UInt8(ascii: "\"")]
    return (try? JSON(parsing: quote + text + quote))?.asString ?? String(decoding: text, as: UTF8.self)
  }
}
