package import DialJSON
package import DialModel
package import HTTPTypes
import Synchronization

/// The secrets of one request: texts that must not be printed, and the headers and items that contain them.
package struct Secrets: MessageContextKey {
  /// Headers that are credentials (`Authorization`, the key header of the spec…); removed for another origin.
  package var headerNames: Set<HTTPField.Name> = []
  /// Values that are masked in all output.
  package var values: Set<String> {
    guard let known = vault?.values, !known.isEmpty else { return own }
    return own.union(known)
  }
  private var own: Set<String> = []
  /// Values whose name says that they are secrets, although the spec does not declare them so, which recordings and `-v` mask in addition.
  package private(set) var undeclared: Set<String> = []
  private var masks: MaskCache?
  /// Secrets that become known during the call. They are looked up when something is printed.
  package var vault: SecretVault?

  package static let mask = SecretNames.mask

  package init() {}

  /// Adds a secret; an empty text is ignored.
  package mutating func add(_ text: String) {
    if !text.isEmpty, own.insert(text).inserted { masks = MaskCache() }
  }

  /// These secrets without the undeclared ones.
  package var declared: Secrets {
    var some = self
    some.undeclared = []
    return some
  }

  /// Adds a value whose name says that it is a secret.
  package mutating func add(undeclared text: String) { if !text.isEmpty { undeclared.insert(text) } }

  /// Whether something was added since `others`.
  package func holdsMore(than others: Secrets) -> Bool {
    own.count != others.own.count || undeclared.count != others.undeclared.count || headerNames.count != others.headerNames.count
  }

  package var isEmpty: Bool { own.isEmpty && vault?.values.isEmpty ?? true }

  /// Returns the mask for these secrets. It is created only for output, so successful calls do not need it.
  package func mask(as word: String = Secrets.mask) -> SecretMask {
    guard let masks else { return SecretMask(values, as: word) }
    return masks.mask(vault?.values ?? [], word) { SecretMask(values, as: word) }
  }

  package func redact(_ text: String) -> String { isEmpty ? text : mask().redact(text) }

  package func redact(url: String) -> String { isEmpty ? url : mask().redact(url: url) }

  /// Returns bytes that are safe to print. If they are not text, secrets of four bytes or more are masked.
  package func redact(_ bytes: [UInt8]) -> [UInt8] { isEmpty ? bytes : mask().redact(bytes) }

  /// Returns the secrets and the values of session cookies, for output about a call.
  package var withCookies: Secrets {
    guard let cookies = vault?.cookies, !cookies.isEmpty else { return self }
    var all = self
    for text in cookies { all.add(text) }
    return all
  }

  /// Returns header fields that are safe to print.
  package func redact(_ fields: HTTPFields) -> HTTPFields {
    if isEmpty { return fields }
    let mask = mask()
    var shown = fields
    for index in shown.indices { shown[index].value = mask.redact(shown[index].value) }
    return shown
  }

  private static let cookieAttributes: Set = [
    "comment", "domain", "expires", "httponly", "max-age", "partitioned", "path", "priority", "samesite", "secure", "version",
  ]

  /// Masks the value in `sid=…; Path=/` (RFC 6265 section 4.1). A pair without a name is a value.
  package static func masked(setCookie text: String, as mask: String) -> String {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard let mark = part.firstIndex(of: "=") else {
        let word = part.drop { $0 == " " || $0 == "\t" }
        return word.isEmpty || index > 0 && cookieAttributes.contains(word.lowercased()) ? String(part) : mask
      }
      let (name, value) = (part[..<mark], part[part.index(after: mark)...])
      let isKnown = index > 0 && cookieAttributes.contains(name.drop { $0 == " " || $0 == "\t" }.lowercased())
      return value.isEmpty || isKnown && !value.contains("=") ? String(part) : "\(name)=\(mask)"
    }.joined(separator: ";")
  }

  package func redact(_ json: JSON) -> JSON {
    if isEmpty { return json }
    let text = JSONWriter.text(json)
    let shown = redact(text)
    return shown == text ? json : (try? JSON(parsing: shown)) ?? .string(shown)
  }

  /// Returns these secrets, and the values with secret names in a request.
  package func withUndeclared(of request: PreparedRequest) -> Secrets {
    var all = self
    for text in UndeclaredSecrets.all(of: request) { all.add(text) }
    return all
  }
}

/// The last mask for the same secrets. With thousands of secrets, creating one takes much longer than using it.
private final class MaskCache: Sendable {
  private let last = Mutex<(known: [String], word: String, mask: SecretMask)?>(nil)

  func mask(_ known: [String], _ word: String, _ make: () -> SecretMask) -> SecretMask {
    last.withLock { last in
      if let last, last.known == known, last.word == word { return last.mask }
      let mask = make()
      last = (known, word, mask)
      return mask
    }
  }
}

extension PreparedRequest {
  private enum TokenPathsKey: MessageContextKey { typealias Value = [JMESPath] }

  package var secrets: Secrets {
    get { context[Secrets.self] ?? Secrets() }
    set { context[Secrets.self] = newValue }
  }

  /// The paths of tokens in the response, from `token` of the spec.
  package var tokenPaths: [JMESPath] {
    get { context[TokenPathsKey.self] ?? [] }
    set { context[TokenPathsKey.self] = newValue.isEmpty ? nil : newValue }
  }

  /// Returns the declared tokens in the body of a response; nil if it is not JSON.
  package func tokens(in body: [UInt8]) -> [String]? {
    guard let reply = try? JSON(parsing: body) else { return nil }
    return tokenPaths.compactMap { path in (try? path.select(reply)).flatMap { $0.asString ?? $0.asNumberText } }
  }

  /// The request as text that is safe to print.
  package var shown: CallError.SentRequest {
    var secrets = secrets
    for text in UndeclaredSecrets.fields(headers).union(UndeclaredSecrets.items(of: url)).union(secrets.undeclared) { secrets.add(text) }
    return CallError.SentRequest(
      method: method.rawValue, url: secrets.redact(url: url), headers: headers.map { [$0.name.canonicalName, secrets.redact($0.value)] })
  }
}

/// Secrets that become known during calls, such as the tokens of a client. All its requests use it for output.
package final class SecretVault: Sendable {
  /// The maximum number; more than one user has within one call. The oldest are removed.
  private static let maximum = 64
  private let state = Mutex<[String]>([])
  private let lasting = Mutex<[String]>([])
  /// The values of session cookies. They are masked, but do not restrict redirects, because a server may put them into an address.
  private let cookieValues = Mutex<[String]>([])

  package init() {}

  var values: [String] { lasting.withLock { $0 } + state.withLock { $0 } }

  /// Values that are masked in messages in addition to the secrets.
  var cookies: [String] { cookieValues.withLock { $0 } }

  package func add(cookie text: String) { cookieValues.withLock { Self.add(text, to: &$0) } }

  package func add(_ text: String) { state.withLock { Self.add(text, to: &$0) } }

  /// Adds secrets that are never removed.
  package func add(lasting texts: [String]) { lasting.withLock { $0 += texts } }

  private static func add(_ text: String, to values: inout [String]) {
    if text.isEmpty || values.contains(text) { return }
    values.append(text)
    if values.count > maximum { values.removeFirst() }
  }
}

/// Finds values in a request that have the name of a secret, although the spec does not declare them.
package enum UndeclaredSecrets {
  /// Returns all secrets that can be found without sending the request.
  package static func all(of request: PreparedRequest) -> Set<String> {
    var found = request.secrets.undeclared
    found.formUnion(fields(request.headers))
    found.formUnion(items(of: request.url))
    guard case .bytes(let bytes) = request.body, !bytes.isEmpty else { return found }
    return found.union(body(bytes, request.headers[.contentType].flatMap { MediaType($0) }))
  }

  /// Returns secret header values, by name; for `Bearer x` also `x`, and for `Basic x` the password.
  package static func fields(_ fields: HTTPFields) -> Set<String> {
    var found: Set<String> = []
    for field in fields {
      let name = field.name.canonicalName
      if name == "cookie" {
        for pair in field.value.split(separator: ";") { found.formUnion(cookie(pair)) }
      } else if name == "set-cookie" {
        found.formUnion(cookie(field.value.prefix { $0 != ";" }))
      } else if SecretNames.contains(name, in: .header) {
        let words = field.value.split(separator: " ", maxSplits: 1)
        guard name.hasSuffix("authorization"), words.count == 2 else {
          found.insert(field.value)
          continue
        }
        found.insert(String(words[1]))
        if words[0].lowercased() == "basic", let password = password(ofBasic: words[1].trimmed) { found.insert(password) }
      }
    }
    return found.subtracting([""])
  }

  /// Returns the value of a cookie, also without the quotes and the percent-encoding that programs add.
  private static func cookie(_ pair: Substring) -> [String] {
    let value = pair.drop { $0 != "=" }.dropFirst()
    let isQuoted = value.count > 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    let plain = isQuoted ? value.dropFirst().dropLast() : value
    return [String(value), String(plain), PercentEncoding.decode(String(plain))]
  }

  private static func password(ofBasic credentials: Substring) -> String? {
    guard let bytes = Base64.decodeAny(String(credentials)) else { return nil }
    let pair = String(decoding: bytes, as: UTF8.self)
    return pair.firstIndex(of: ":").map { String(pair[$0...].dropFirst()) }
  }

  /// Returns secret values in the query and the fragment of a URL.
  package static func items(of url: String) -> Set<String> {
    guard let mark = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [] }
    let items = url[url.index(after: mark)...].replacing("#", with: "&")
    return secrets(in: FormCoding.decode(String(items)), .item)
  }

  /// Returns secret values in a JSON, lines, form or multipart body. A truncated body, or one of another type, has none that can be found.
  package static func body(_ bytes: [UInt8], _ type: MediaType?) -> Set<String> {
    if type?.isForm == true { return secrets(in: FormCoding.decode(String(decoding: bytes, as: UTF8.self)), .member) }
    if let boundary = type?["boundary"], let parts = MultipartParts.read(bytes, boundary: boundary) {
      return parts.reduce(into: []) { $0.formUnion(part($1.name, $1.value)) }
    }
    var found: Set<String> = []
    for text in type?.isLines == true ? Array(bytes.split(separator: 0x0A)) : [bytes[...]] {
      let text = text.drop { $0 <= 0x20 }
      guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { continue }
      if let json = try? JSON(parsing: Array(text)) { collect(json, false, &found) }
    }
    return found
  }

  /// Returns the value of a part if its name is that of a secret, otherwise the secret values in it.
  package static func part(_ name: String, _ value: [UInt8]) -> Set<String> {
    guard SecretNames.contains(name) else { return body(value, nil) }
    // A server may repeat a binary secret as base64.
    let text = String(validating: value, as: UTF8.self) ?? Base64.encode(value)
    return text.isEmpty ? [] : [text]
  }

  private static func secrets(in pairs: [(String, String)], _ place: SecretNames.Place) -> Set<String> {
    Set(pairs.filter { !$0.1.isEmpty && SecretNames.contains($0.0, in: place) }.map(\.1))
  }

  /// Collects strings only. A number with a secret name is usually a count.
  private static func collect(_ json: JSON, _ isSecret: Bool, _ found: inout Set<String>) {
    if let members = json.asObject {
      for (name, value) in members { collect(value, SecretNames.contains(name), &found) }
    } else if let items = json.asArray {
      for item in items { collect(item, isSecret, &found) }
    } else if isSecret, let text = json.asString, !text.isEmpty {
      found.insert(text)
    }
  }
}
