import NIOSSL

/// The names of a certificate in subjectAltName (RFC 9525 section 6). The common name is not one of them.
struct CertificateNames {
  /// The DNS names and addresses as text, for messages.
  private(set) var all: [String] = []
  /// The DNS names in lowercase, without a final dot.
  private var names: [[UInt8]] = []
  private var addresses: [[UInt8]] = []

  init(_ certificate: NIOSSLCertificate) {
    for name in certificate._subjectAlternativeNames() {
      let bytes = name.contents.withUnsafeBufferPointer { Array($0) }
      switch name.nameType {
      case .dnsName: add(name: bytes)
      case .ipAddress: add(address: bytes)
      default: break
      }
    }
  }

  /// Creates the names of no certificate.
  init() {}

  mutating func add(name: [UInt8]) {
    all.append(String(escaping: name).lowercased())
    names.append(Self.bare(name))
  }

  mutating func add(address: [UInt8]) {
    all.append(address.count == 4 ? address.map { "\($0)" }.joined(separator: ".") : "an IPv6 address")
    addresses.append(address)
  }

  /// Whether the certificate is for a host: an address without brackets, or a name. `*` stands for one whole label, the first of at least
  /// three (RFC 9525 section 6.3; no authority may certify `*.com`).
  func match(_ host: String) -> Bool {
    // The zone of an address is known on this machine only.
    if let address = AddressBlock.bytes(String(host.prefix { $0 != "%" })) { return addresses.contains(address) }
    let wanted = Self.bare(Array(host.utf8))
    guard !wanted.isEmpty, !wanted.contains(UInt8(ascii: "*")) else { return false }
    let dot = UInt8(ascii: ".")
    return names.contains { name in
      if name == wanted { return true }
      let labels = name.split(separator: dot, omittingEmptySubsequences: false)
      guard labels.count > 2, labels[0].elementsEqual([UInt8(ascii: "*")]), let first = wanted.firstIndex(of: dot), first > 0,
        labels.dropFirst().allSatisfy({ !$0.isEmpty && !$0.contains(UInt8(ascii: "*")) })
      else { return false }
      return wanted[first...].elementsEqual(name.dropFirst())
    }
  }

  private static func bare(_ name: [UInt8]) -> [UInt8] {
    let name = name.last == UInt8(ascii: ".") ? name.dropLast() : name[...]
    return name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
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
