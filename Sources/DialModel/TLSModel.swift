package import DialSyntax

/// What a spec asks of TLS (language section 7), levels merged.
package struct TLSModel: Sendable {
  /// The pins of the hosts that a pattern stands for.
  package struct Pinned: Sendable {
    package let hosts: HostPattern
    /// SHA-256 digests of 32 bytes; one of another length matches nothing.
    package let pins: [[UInt8]]
    /// Where they stand in the spec.
    package let range: SourceRange

    package init(hosts: HostPattern, pins: [[UInt8]], range: SourceRange) {
      self.hosts = hosts
      self.pins = pins
      self.range = range
    }

    /// `'api.example.com' (users.yaml:4:9)`
    package var place: String { "'\(hosts.text)' (\(range.file.name):\(range.start.line):\(range.start.column))" }
  }

  /// What a pin is the digest of.
  package enum PinMode: String, Sendable {
    /// The key of a certificate: its SubjectPublicKeyInfo (RFC 7469 section 2.4).
    case key
    /// The whole certificate.
    case certificate
    /// Each: one certificate has to match with its key and as a whole.
    case both
  }

  /// A file that the spec names.
  package struct NamedFile: Sendable, Hashable {
    /// As the spec writes it.
    package let name: String
    /// Where it is; nil where a file may not be read: the spec comes from none, or is not trusted.
    package let path: String?
    /// The folder that it may not lead out of.
    package let folder: String

    package init(name: String, path: String?, folder: String) {
      self.name = name
      self.path = path
      self.folder = folder
    }
  }

  package struct Client: Sendable, Hashable {
    package let certificate: NamedFile
    /// nil where it stands in the file of the certificate.
    package let key: NamedFile?

    package init(certificate: NamedFile, key: NamedFile?) {
      self.certificate = certificate
      self.key = key
    }
  }

  package var pins: [Pinned]?
  package var mode: PinMode?
  package var except: [HostPattern]?
  package var authorities: NamedFile?
  package var client: Client?
  package var needsTLS13: Bool?

  package init(
    pins: [Pinned]? = nil, mode: PinMode? = nil, except: [HostPattern]? = nil, authorities: NamedFile? = nil, client: Client? = nil,
    needsTLS13: Bool? = nil
  ) {
    self.pins = pins
    self.mode = mode
    self.except = except
    self.authorities = authorities
    self.client = client
    self.needsTLS13 = needsTLS13
  }

  /// This level over the one around it: the nearest wins, for each key by itself, so that who sets a version keeps the pins.
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

  /// The pins of a host: those of its own name before those of a pattern; nil where it has none, or is excepted.
  package func pinned(_ host: String) -> Pinned? {
    guard let pins, except?.contains(where: { $0.matches(host) }) != true else { return nil }
    return pins.filter { $0.hosts.matches(host) }.max { $1.hosts.isNearer(than: $0.hosts) }
  }
}
