package import DialSyntax

/// The TLS rules of a spec (TLS.md), with merged levels.
package struct TLSModel: Sendable {
  /// The pins of a host pattern.
  package struct Pinned: Sendable {
    package let hosts: HostPattern
    /// SHA-256 digests of 32 bytes. A digest of another length matches nothing.
    package let pins: [[UInt8]]
    package let range: SourceRange

    package init(hosts: HostPattern, pins: [[UInt8]], range: SourceRange) {
      self.hosts = hosts
      self.pins = pins
      self.range = range
    }

    /// The pattern with its place: `'api.example.com' (users.yaml:4:9)`.
    package var place: String { "'\(hosts.text)' (\(range.file.name):\(range.start.line):\(range.start.column))" }
  }

  /// The input of the digest of a pin.
  package enum PinMode: String, Sendable {
    /// The key of a certificate: its SubjectPublicKeyInfo (RFC 7469 section 2.4).
    case key
    case certificate
    /// Both: one certificate must match with its key and as a whole.
    case both
  }

  package struct NamedFile: Sendable, Hashable {
    package let name: String
    /// The path; nil if the spec must not read files, because it comes from text or is not trusted.
    package let path: String?
    package let folder: String

    package init(name: String, path: String?, folder: String) {
      self.name = name
      self.path = path
      self.folder = folder
    }
  }

  package struct Client: Sendable {
    package let certificate: NamedFile
    /// The key; nil if it is in the file of the certificate.
    package let key: NamedFile?
    /// The password of the key, from variables; nil if none is declared.
    package let password: Text?

    package init(certificate: NamedFile, key: NamedFile?, password: Text? = nil) {
      self.certificate = certificate
      self.key = key
      self.password = password
    }
  }

  package var pins: [Pinned]?
  package var mode: PinMode?
  package var except: [HostPattern]?
  package var authorities: NamedFile?
  package var client: Client?
  package var needsTLS13: Bool?

  package init() {}

  package var variables: [String] { client?.password?.variables ?? [] }

  /// Returns these rules, completed from the level above. For each key the nearest wins, so setting a version keeps the pins.
  package func inheriting(_ outer: TLSModel) -> TLSModel {
    var merged = self
    merged.pins = pins ?? outer.pins
    merged.mode = mode ?? outer.mode
    merged.except = except ?? outer.except
    merged.authorities = authorities ?? outer.authorities
    merged.client = client ?? outer.client
    merged.needsTLS13 = needsTLS13 ?? outer.needsTLS13
    return merged
  }

  /// Returns the pins of a host, preferring its exact name over a pattern; nil if it has none or is excepted.
  package func pinned(_ host: String) -> Pinned? {
    guard let pins, except?.contains(where: { $0.matches(host) }) != true else { return nil }
    return pins.filter { $0.hosts.matches(host) }.max { $1.hosts.isNearer(than: $0.hosts) }
  }
}

/// A host, or `*.example.com` for every host below it: `a.example.com` and `a.b.example.com`, but not `example.com`.
package struct HostPattern: Sendable, Hashable {
  package let text: String

  /// Returns nil if the text is not a host name or address, optionally after `*.`.
  package init?(_ text: String) {
    let text = Self.plain(text)
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    let isAddress = name.utf8.contains(0x3A)
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard !name.isEmpty, isAddress && text.first != "*" || !labels.contains(where: \.isEmpty),
      name.utf8.allSatisfy({ HostRule.isNamePart($0) || isAddress && $0 == 0x3A })
    else { return nil }
    self.text = text
  }

  /// Whether the pattern matches this host.
  package func matches(_ host: String) -> Bool {
    let host = Self.plain(host)
    return text.hasPrefix("*.") ? host.hasSuffix(text.dropFirst()) && host.utf8.count > text.utf8.count - 1 : host == text
  }

  /// Whether this pattern takes precedence: a name over `*`, a longer `*` over a shorter one.
  func isNearer(than other: HostPattern) -> Bool {
    let (mine, theirs) = (text.hasPrefix("*."), other.text.hasPrefix("*."))
    return mine == theirs ? text.utf8.count > other.text.utf8.count : theirs
  }

  /// Returns the host in lowercase, without the trailing dot and the brackets of an address.
  private static func plain(_ host: String) -> String {
    var name = host.lowercased()[...]
    if name.first == "[", name.last == "]" { name = name.dropFirst().dropLast() }
    if name.last == "." { name = name.dropLast() }
    return String(name)
  }
}
