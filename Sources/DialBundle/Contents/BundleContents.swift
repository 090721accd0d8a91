package import Dial

/// The files that a spec consists of, and what must not be among them.
package struct BundleContents: Sendable {
  package struct Item: Sendable {
    /// The path from the folder of the spec.
    package let path: String
    package let bytes: [UInt8]
  }

  /// Why a bundle is refused. The text never contains a secret.
  package struct Problem: Sendable, Hashable {
    package let message: String
    package let range: SourceRange?

    init(_ message: String, at range: SourceRange? = nil) { (self.message, self.range) = (message, range) }
  }

  package let service: ServiceModel
  /// The files; the first one is the spec.
  package private(set) var files: [Item]
  package private(set) var problems: [Problem] = []
  /// What may be a secret in an OpenAPI document, where tokens are mostly examples.
  package private(set) var warnings: [String] = []

  private let folder: String
  /// What the OpenAPI document among the files says about its service; nil if there is none.
  private let document: DocumentInfo?
  /// The files of the document, which nobody here has written: itself, and what its references name.
  private let examples: Set<Int>
  /// Shorter values of this machine are found in texts that have nothing to do with them.
  private static let leastBytes = 6

  /// Collects the spec, its includes, overlays and references, the files of its mocks, and its public authorities. Throws the findings of an
  /// invalid spec.
  package init(_ path: String, _ bytes: [UInt8]) throws(SpecError) {
    folder = Spec.folder(of: path)
    let reading = Spec.check(bytes, name: path, folder: folder)
    let findings = reading.all
    if findings.contains(where: { $0.severity == .error }) { throw SpecError(findings) }
    service = reading.service
    let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    files = [Item(path: name, bytes: bytes)]
    for (path, bytes) in reading.files where !files.contains(where: { $0.path == path }) { files.append(Item(path: path, bytes: bytes)) }
    let infos = files.map { SpecLoader.standard.info($0.bytes, name: $0.path) }
    document = infos.lazy.compactMap(\.self).first
    examples = Self.parts(of: files, documents: files.indices.filter { infos[$0] != nil })
    for endpoint in service.endpoints {
      for answer in endpoint.mock?.answers ?? [] {
        if case .file(let path) = answer.body { add(path, "the mock file", at: answer.range) }
      }
    }
    addCertificates()
    refuse(findings)
    for file in files { refuse(file) }
    var seen: Set<Problem> = []
    problems = problems.filter { seen.insert($0).inserted }
  }

  /// Returns the files that documents name, directly or by others.
  private static func parts(of files: [Item], documents: [Int]) -> Set<Int> {
    var (found, waiting) = (Set(documents), documents)
    while let place = waiting.popLast() {
      for index in files.indices where !found.contains(index) && names(files[index].path, in: files[place].bytes) {
        found.insert(index)
        waiting.append(index)
      }
    }
    return found
  }

  /// Whether a text contains the name of a file as a word of its own.
  private static func names(_ path: String, in bytes: [UInt8]) -> Bool {
    let name = Array((path.split(separator: "/").last ?? "").utf8)
    var rest = bytes[...]
    while let range = rest.firstRange(of: name) {
      let before = range.lowerBound > bytes.startIndex ? bytes[range.lowerBound - 1] : UInt8(ascii: " ")
      if "/\"' ".utf8.contains(before) { return true }
      rest = bytes[range.upperBound...]
    }
    return false
  }

  private func has(_ path: String) -> Bool { files.contains { $0.path == path } }

  private mutating func add(_ path: String, _ what: String, at range: SourceRange?) {
    let path = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    if has(path) { return }
    let place = "\(folder)/\(path)"
    if let fault = File.fault(ofNamed: place, below: folder) {
      return problems.append(Problem("\(what) '\(path)' cannot be read: \(fault)", at: range))
    }
    switch File(place).contents(upTo: 64 << 20) {
    case .success(let bytes): files.append(Item(path: path, bytes: bytes))
    case .failure(let fault): problems.append(Problem("\(what) '\(path)' cannot be read: \(fault.reason)", at: range))
    }
  }

  /// Adds the authorities of all levels. A client certificate, which has a key, is refused.
  private mutating func addCertificates() {
    let all = [service.level.policy.tls] + service.endpoints.map(\.policy.tls)
    var seen: Set<TLSModel.NamedFile> = []
    for tls in all.compactMap(\.self) {
      if let authorities = tls.authorities, let path = authorities.path, seen.insert(authorities).inserted {
        add(String(path.dropFirst(authorities.folder.count + 1)), "the certificate file", at: nil)
      }
      for file in [tls.client?.certificate, tls.client?.key].compactMap(\.self) where seen.insert(file).inserted {
        problems.append(
          Problem("'tls' names the client key '\(file.name)', which belongs to one person; remove 'client', and pass it when calling"))
      }
    }
  }

  /// Refuses the secrets that the rules of specs find, those with the name of a secret, and those with the shape of a token.
  private mutating func refuse(_ findings: [Diagnostic]) {
    for finding in findings where finding.id == FindingID.literalSecret.rawValue {
      problems.append(Problem(finding.message, at: finding.range))
    }
    let secrets = LiteralSecrets(service: service)
    problems += secrets.problems
    for (index, file) in files.enumerated() {
      // Private keys and the lines of other problems are named anyway.
      let known = Set(problems.compactMap(\.range).filter { $0.file.name.hasSuffix(file.path) }.map(\.start.line))
      for line in secrets.tokenLines(in: file.bytes) where !known.contains(line) {
        if examples.contains(index) {
          warnings.append("'\(file.path)' contains what looks like a token in line \(line); check that it is only an example")
        } else {
          problems.append(
            Problem("'\(file.path)' contains what looks like a token in line \(line); remove it, and use a variable such as ${TOKEN}"))
        }
      }
    }
  }

  /// Refuses a file by its name, also that of the file behind a link, or by what is in it.
  private mutating func refuse(_ file: Item) {
    let names = [file.path, File.resolved("\(folder)/\(file.path)") ?? ""].compactMap { $0.split(separator: "/").last }
    if names.contains(where: { $0 == ".env" || $0.hasPrefix(".env.") || $0.hasSuffix(".env") }) {
      problems.append(Problem("'\(file.path)' is a file of variables, which can be secret; name another file"))
    }
    if Self.hasKey(file.bytes) {
      problems.append(Problem("'\(file.path)' contains a private key; keep only certificates in it"))
    }
    if Self.isTokenFile(file.bytes) {
      problems.append(Problem("'\(file.path)' contains stored tokens of Dial; name another file"))
    }
  }

  /// Whether a file is a private key as PEM (RFC 7468) or DER, or a PKCS#12 file, which has one (RFC 7292).
  private static func hasKey(_ bytes: [UInt8]) -> Bool {
    if bytes.firstRange(of: Array("PRIVATE KEY-----".utf8)) != nil || isKey(bytes) { return true }
    let bags: [[UInt8]] = [1, 2].map { [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x0A, 0x01, $0] }
    return bytes.first == 0x30 && bags.contains { bytes.firstRange(of: $0) != nil }
  }

  /// Whether a file is a sequence (DER) that begins as a private key does: a version, then for RSA a large integer (RFC 8017), for a curve
  /// an octet string of the size of its scalar (RFC 5915), and otherwise the name of an algorithm and an octet string (RFC 5958).
  private static func isKey(_ bytes: [UInt8]) -> Bool {
    func content(_ at: Int) -> Range<Int>? {
      guard at + 1 < bytes.count else { return nil }
      let (first, size) = (Int(bytes[at + 1]), Int(bytes[at + 1]) & 0x7F)
      if first < 0x80 { return at + 2..<at + 2 + first }
      guard (1...4).contains(size), at + 2 + size <= bytes.count else { return nil }
      let start = at + 2 + size
      return start..<start + bytes[at + 2..<start].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.first == 0x30, let whole = content(0), whole.upperBound <= bytes.count, let version = content(whole.lowerBound),
      bytes[whole.lowerBound] == 0x02, version.count == 1, version.upperBound < bytes.count, bytes[version.lowerBound] <= 1,
      let next = content(version.upperBound), next.upperBound <= bytes.count
    else { return false }
    switch bytes[version.upperBound] {
    case 0x02: return next.count >= 64
    case 0x04: return (20...66).contains(next.count)
    case 0x30: return next.upperBound < bytes.count && bytes[next.lowerBound] == 0x06 && bytes[next.upperBound] == 0x04
    default: return false
    }
  }

  private static func isTokenFile(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "{"), let json = try? JSON(parsing: bytes), let tokens = json[member: "tokens"].asArray else {
      return false
    }
    return json[member: "version"].asInt == 1 && tokens.contains { $0[member: "access"].asString != nil }
  }

  /// Refuses values that are secret on this machine, such as stored tokens, in whatever file and encoding they are.
  ///
  /// - Parameter secrets: the values, and for each the name of its source.
  package mutating func refuse(_ secrets: [(value: String, source: String)]) {
    for (value, source) in secrets where value.utf8.count >= Self.leastBytes {
      var secret = Secrets()
      secret.add(value)
      let mask = secret.mask()
      for file in files where mask.redact(file.bytes) != file.bytes {
        problems.append(Problem("'\(file.path)' contains \(source); remove it, and use a variable such as ${TOKEN}"))
      }
    }
  }

  /// The version that an OpenAPI document declares; nil if no file is one.
  package var version: String? { document?.version }

  /// Returns the description of a bundle.
  ///
  /// - Parameter commands: the names of its commands.
  package func manifest(name: String, version: String?, commands: [String]) -> BundleManifest {
    let names = Set(service.endpoints.names + (0..<service.endpoints.count).flatMap(service.endpoints.otherNames))
    return BundleManifest(
      name: name, spec: files[0].path, version: version ?? self.version, hidden: commands.filter(names.contains),
      files: files.map { BundleManifest.Entry(path: $0.path, size: $0.bytes.count, digest: CacheDigest.sum($0.bytes)) })
  }
}
