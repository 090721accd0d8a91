import DialJSON
import DialMessage
import DialModel
import DialSyntax
import Synchronization

/// A compiled spec: a file with the text that all endpoints share and, by name, the text of each endpoint.
///
/// Everything except the texts of the endpoints is read at once, and each of those when it is needed, so a call reads little of a large
/// spec. Each part is compared with its checksum, so a damaged one is never used. Numbers are little-endian words of 64 bits, those of the
/// index of 32 bits, because every start reads it whole:
///
/// | part | content |
/// | --- | --- |
/// | head | ``Head``: identity of the spec, size of each part, checksum of the parts up to the names, checksum of the head |
/// | records | index: for each endpoint, the ends of its name and its text, its block, its line and the checksum of its text |
/// | order | index: the numbers of the endpoints, sorted by the bytes of their names |
/// | runs | the line numbers of the shared text |
/// | traits, shared text, names, texts | bytes |
struct SpecImage: Sendable {
  /// The fields of a record.
  private enum Field: Int, CaseIterable { case nameEnd, textEnd, block, line, sum, sumTop }

  private static let recordSize = Field.allCases.count * 4

  let path: String
  let head: Head
  let traits: ServiceTraits
  let secrets: [String]
  let numbers: LineNumbers
  let shared: [UInt8]
  private let file: OpenFile
  /// Everything up to the texts.
  private let bytes: [UInt8]
  private let records: Int
  private let order: Int
  private let names: Int

  /// Returns nil if there is no file, or if it has another version or is damaged.
  init?(_ path: String) {
    guard let file = CacheFolder.open(path), let start = file.bytes(0..<Head.size), let head = Head(start) else { return nil }
    let parts = head.parts
    guard let end = parts.last, end.upperBound == file.size, let bytes = file.bytes(0..<end.lowerBound),
      Checksum.of(bytes[Head.size...]) == head.checksum, let traits = try? JSON(parsing: Array(bytes[parts[3]])),
      let (traits, secrets) = Self.traits(traits)
    else { return nil }
    let runs = bytes.words(parts[2]).map { Int(truncatingIfNeeded: $0) }
    (self.path, self.head, self.file, self.bytes, self.traits, self.secrets) = (path, head, file, bytes, traits, secrets)
    numbers = LineNumbers(stride(from: 0, to: runs.count, by: 2).map { .init(index: runs[$0], number: runs[$0 + 1]) })
    (records, order, names, shared) = (parts[0].lowerBound, parts[1].lowerBound, parts[5].lowerBound, Array(bytes[parts[4]]))
  }

  var count: Int { head.count }

  func name(_ index: Int) -> String { String(decoding: nameBytes(index), as: UTF8.self) }

  /// Returns nil if its text is damaged.
  func piece(_ index: Int) -> (text: [UInt8], block: Int, line: Int)? {
    guard let text = file.bytes(bytes.count + start(index, .textEnd)..<bytes.count + field(index, .textEnd)),
      Checksum.of(text[...]) == UInt64(field(index, .sum)) | UInt64(field(index, .sumTop)) << 32
    else { return nil }
    return (text, field(index, .block), field(index, .line))
  }

  func place(of name: String) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let index = Int(bytes.number(order + middle * 4))
      let found = nameBytes(index)
      if found.elementsEqual(name.utf8) { return index }
      if found.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func nameBytes(_ index: Int) -> ArraySlice<UInt8> { bytes[names + start(index, .nameEnd)..<names + field(index, .nameEnd)] }

  /// Names and texts begin where those of the previous endpoint end.
  private func start(_ index: Int, _ end: Field) -> Int { index == 0 ? 0 : field(index - 1, end) }

  private func field(_ index: Int, _ field: Field) -> Int { Int(bytes.number(records + index * Self.recordSize + field.rawValue * 4)) }

  static func bytes(_ cut: SpecSections, _ reading: SpecReading, _ given: Head) -> [UInt8] {
    let source = reading.service.file.bytes
    // `x-` keys are cut out, but are not endpoints.
    let pieces = cut.pieces.filter { !$0.isExtension }
    var (records, names, texts): ([UInt32], [UInt8], [UInt8]) = ([], [], [])
    for piece in pieces {
      names += piece.name.utf8
      texts += source[piece.text]
      let sum = Checksum.of(source[piece.text])
      records += [names.count, texts.count, piece.block, piece.line].map { UInt32($0) }
      records += [UInt32(truncatingIfNeeded: sum), UInt32(truncatingIfNeeded: sum >> 32)]
    }
    let order = pieces.indices.sorted { pieces[$0].name.utf8.lexicographicallyPrecedes(pieces[$1].name.utf8) }
    let runs = cut.runs.flatMap { [$0.index, $0.number] }
    let traits = JSONWriter.bytes(json(reading.service.traits, reading.service.secretVariables.sorted()))
    let parts = [records.bytes, order.map { UInt32($0) }.bytes, runs.bytes, traits, cut.shared, names, texts]
    var head = given
    head.count = pieces.count
    head.sizes = parts.map(\.count)
    let index = Array(parts.dropLast().joined())
    head.checksum = Checksum.of(index[...])
    return head.encoded + index + texts
  }

  /// The whole file with another head; nil if it cannot be read.
  func bytes(with head: Head) -> [UInt8]? { file.bytes(Head.size..<file.size).map { head.encoded + $0 } }

  private static func json(_ traits: ServiceTraits, _ secrets: [String]) -> JSON {
    .object([
      ("middlewares", .array(traits.middlewares.map(JSON.string))), ("caching", JSON(traits.isCaching)),
      ("tokens", .array(traits.tokenHolders.map { JSON($0) })), ("variables", .array(traits.variables.map(JSON.string))),
      ("secrets", .array(secrets.map(JSON.string))),
    ])
  }

  private static func traits(_ json: JSON) -> (ServiceTraits, secrets: [String])? {
    guard let middlewares = json.middlewares.asArray, let isCaching = json.caching.asBool, let tokens = json.tokens.asArray,
      let variables = json.variables.asArray, let secrets = json.secrets.asArray
    else { return nil }
    var traits = ServiceTraits()
    traits.middlewares = middlewares.compactMap(\.asString)
    traits.isCaching = isCaching
    traits.tokenHolders = tokens.compactMap(\.asInt)
    traits.variables = variables.compactMap(\.asString)
    return (traits, secrets.compactMap(\.asString))
  }

  /// The first words of a compiled spec.
  struct Head: Equatable {
    /// The mark differs for each format and each version of the rules.
    private static let mark = Checksum.of(Array("compiled spec 4, rules \(DialVersion.number) \(DialVersion.rules)".utf8)[...])
    private static let partCount = 7
    static let size = (13 + partCount + 2) * 8

    var identity: FileIdentity
    /// The SHA-256 of its bytes, as four words.
    var digest: [UInt64]
    /// Whether the file was written just before it was read, so that a later change may have the same time.
    var isYoung = false
    /// Whether there are warnings, which require reading the whole spec.
    var hasFindings = false
    var count = 0
    var sizes: [Int] = Array(repeating: 0, count: partCount)
    /// Of all parts except the texts, which have their own.
    var checksum: UInt64 = 0

    init(identity: FileIdentity, digest: [UInt64]) { (self.identity, self.digest) = (identity, digest) }

    /// Returns nil if the bytes, of which there are `size`, are damaged or have another version.
    init?(_ bytes: [UInt8]) {
      guard Checksum.of(bytes[..<(Self.size - 8)]) == bytes.word(Self.size - 8) else { return nil }
      let words = bytes.words(0..<Self.size)
      guard words[0] == Self.mark else { return nil }
      identity = FileIdentity(words: Array(words[1..<6]))
      digest = Array(words[6..<10])
      (isYoung, hasFindings, count) = (words[10] != 0, words[11] != 0, Int(truncatingIfNeeded: words[12]))
      sizes = words[13..<(13 + Self.partCount)].map { Int(truncatingIfNeeded: $0) }
      checksum = words[13 + Self.partCount]
    }

    var encoded: [UInt8] {
      var words = [Self.mark] + identity.words + digest + [isYoung ? 1 : 0, hasFindings ? 1 : 0, UInt64(count)]
      words += sizes.map { UInt64($0) } + [checksum]
      let bytes = words.bytes
      return bytes + [Checksum.of(bytes[...])].bytes
    }

    var parts: [Range<Int>] {
      var end = Self.size
      return sizes.map { size in
        defer { end += size }
        return end..<end + size
      }
    }
  }
}

/// The endpoints of a compiled spec, each read from its text on demand.
final class CompiledEndpoints: EndpointSource {
  private let image: SpecImage
  private let levels: [InheritedSettings]
  private let shared: YAMLDocument
  private let folder: String?
  private let aliases: [String: Shape]
  private let models = Mutex<[Int: EndpointModel]>([:])

  init(_ image: SpecImage, levels: [InheritedSettings], shared: YAMLDocument, folder: String?, aliases: [String: Shape]) {
    (self.image, self.levels, self.shared, self.folder, self.aliases) = (image, levels, shared, folder, aliases)
  }

  var count: Int { image.count }

  var names: [String] { (0..<count).map(image.name) }

  func place(of name: String) -> Int? { image.place(of: name) }

  func model(at index: Int) -> EndpointModel {
    if let model = models.withLock({ $0[index] }) { return model }
    guard let made = read(index) ?? reread(index) else {
      preconditionFailure("'\(shared.file.name)' and its compiled form were changed while they were used")
    }
    return models.withLock { models in
      if let model = models[index] { return model }
      models[index] = made
      return made
    }
  }

  /// Returns nil if the compiled text is damaged.
  private func read(_ index: Int) -> EndpointModel? {
    guard let piece = image.piece(index) else { return nil }
    let numbers = LineNumbers([.init(index: 0, number: piece.line)])
    let document = YAMLReader.read(part: piece.text, name: shared.file.name, numbers: numbers, anchorsOf: shared)
    guard let entry = document.root?.mapping?.first else { return nil }
    let findings = Findings()
    (findings.folder, findings.aliases) = (folder, aliases)
    return EndpointReader(findings: findings).read(entry, in: levels[piece.block])
  }

  /// Reads an endpoint from the spec itself. Removes the compiled form, so that the next start compiles the spec again.
  private func reread(_ index: Int) -> EndpointModel? {
    CacheFolder.remove(image.path)
    return (try? Spec.load(shared.file.name))?.service.endpoints[image.name(index)]
  }
}

/// FNV-1a over 64-bit words, to detect damage. It does not protect against an attacker.
enum Checksum {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x0000_0100_0000_01B3
      // A product affects only higher bits; without this, the high bits of a word would affect no others.
      sum ^= sum >> 32
    }
    let raw = bytes.span.bytes
    var at = 0
    while at + 8 <= raw.byteCount {
      add(raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian)
      at += 8
    }
    while at < raw.byteCount {
      add(UInt64(raw.unsafeLoad(fromByteOffset: at, as: UInt8.self)))
      at += 1
    }
    add(UInt64(bytes.count))
    return sum
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the little-endian number in the eight bytes at an index.
  func word(_ at: Int) -> UInt64 { UInt64(number(at)) | UInt64(number(at + 4)) << 32 }

  /// Returns the little-endian number in the four bytes at an index.
  func number(_ at: Int) -> UInt32 {
    UInt32(self[at]) | UInt32(self[at + 1]) << 8 | UInt32(self[at + 2]) << 16 | UInt32(self[at + 3]) << 24
  }

  func words(_ range: Range<Int>) -> [UInt64] { stride(from: range.lowerBound, to: range.upperBound, by: 8).map { word($0) } }
}

extension Sequence where Element: FixedWidthInteger {
  var bytes: [UInt8] {
    flatMap { number in (0..<Element.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }
}
