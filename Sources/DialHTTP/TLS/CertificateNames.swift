import NIOSSL

struct CertificateNames {
  /// The DNS names and addresses as text.
  private(set) var all: [String] = []

  init(_ certificate: NIOSSLCertificate) {
    for name in certificate._subjectAlternativeNames() {
      let bytes = name.contents.withUnsafeBufferPointer { Array($0) }
      switch name.nameType {
      case .dnsName: all.append(String(escaping: bytes).lowercased())
      case .ipAddress where bytes.count == 4: all.append(bytes.map { "\($0)" }.joined(separator: "."))
      case .ipAddress: all.append("an IPv6 address")
      default: break
      }
    }
  }

  /// Matches a host by RFC 6125: `*` replaces the whole first label.
  func match(_ host: String) -> Bool {
    all.contains { name in
      if name == host || name == "an IPv6 address" && host.contains(":") { return true }
      guard name.hasPrefix("*."), let dot = host.firstIndex(of: ".") else { return false }
      return host[dot...] == name.dropFirst()
    }
  }
}

extension NIOSSLCertificate {
  /// The common name, for messages (RFC 5280 section 4.1.2.6).
  var commonName: String {
    let fields = DER.fields(of: self)
    let pairs = fields.count > 4 ? DER.items(fields[4].content).flatMap { DER.items($0.content) } : []
    let name = pairs.lazy.map { DER.items($0.content) }.first { $0.count == 2 && $0[0].content.elementsEqual([0x55, 0x04, 0x03]) }
    return name.map { "CN=\(String(escaping: Array($0[1].content)))" } ?? CertificateNames(self).all.first ?? "without a name"
  }
}

/// A minimal DER parser (X.690) for the items of a sequence.
enum DER {
  struct Item {
    let tag: UInt8
    let content: ArraySlice<UInt8>

    /// Whether it is an extension of this type (RFC 5280 section 4.1).
    func isExtension(_ type: [UInt8]) -> Bool { DER.items(content).first?.content.elementsEqual(type) ?? false }

    var encoded: [UInt8] {
      var length = withUnsafeBytes(of: content.count.bigEndian) { Array($0.drop { $0 == 0 }) }
      if content.count >= 0x80 { length.insert(0x80 | UInt8(length.count), at: 0) }
      return [tag] + (length.isEmpty ? [0] : length) + content
    }
  }

  /// Returns the fields of a certificate without its version (RFC 5280 section 4.1); none if it is malformed.
  static func fields(of certificate: NIOSSLCertificate) -> [Item] {
    guard let der = try? certificate.toDERBytes(), let body = items(der[...]).first.flatMap({ items($0.content).first }) else { return [] }
    return items(body.content).filter { $0.tag != 0xA0 }
  }

  /// Returns the value of an extension (RFC 5280 section 4.2); nil if the certificate does not have it.
  static func extensionValue(_ type: [UInt8], of certificate: NIOSSLCertificate) -> Item? {
    let list = fields(of: certificate).first { $0.tag == 0xA3 }.flatMap { items($0.content).first }
    let found = list.flatMap { items($0.content).first { $0.isExtension(type) } }
    return found.flatMap { items($0.content).last }.flatMap { items($0.content).first }
  }

  static func items(_ bytes: ArraySlice<UInt8>) -> [Item] {
    var (rest, result) = (bytes, [Item]())
    while let tag = rest.popFirst(), let first = rest.popFirst() {
      var length = Int(first)
      if first >= 0x80 {
        guard first <= 0x83, rest.count >= Int(first & 0x7F) else { return result }
        length = 0
        for _ in 0..<(first & 0x7F) { length = length << 8 | Int(rest.removeFirst()) }
      }
      guard rest.count >= length else { return result }
      result.append(Item(tag: tag, content: rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return result
  }
}

extension DER.Item {
  init(tag: UInt8, items: [DER.Item]) { self.init(tag: tag, content: items.flatMap(\.encoded)[...]) }
}
