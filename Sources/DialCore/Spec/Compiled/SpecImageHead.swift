/// The first words of a compiled spec: whose it is, and where its parts are.
struct SpecImageHead: Equatable {
  /// Another format, or another version of the rules, has another one.
  static let mark = WordSum.of("dial spec 1, rules \(DialVersion.number) \(DialVersion.rules)".utf8)
  static let words = 21
  static let bytes = words * 8

  /// The file as it was when it was read.
  var identity: FileIdentity
  /// SHA-256 of its bytes, as four words.
  var digest: [UInt64]
  /// Whether the file was written just before it was read, so that a later change may have the same time.
  var isYoung = false
  /// Whether there are warnings, which only the whole spec can tell.
  var hasFindings = false
  /// Endpoints, and slots of the table of names, a power of two.
  var count = 0
  var slots = 0
  /// Bytes of what all endpoints share, which follows this: traits, numbers of lines, text.
  var traitsLength = 0
  var runs = 0
  var sharedLength = 0
  var sharedSum: UInt64 = 0
  /// Bytes of all names, and of all texts.
  var namesLength = 0
  var textsLength = 0

  var sharedSize: Int { traitsLength + runs * 16 + sharedLength }
  var slotsAt: Int { Self.bytes + sharedSize }
  var recordsAt: Int { slotsAt + slots * 8 }
  var namesAt: Int { recordsAt + count * SpecImageRecord.bytes }
  var textsAt: Int { namesAt + namesLength }
  var size: Int { textsAt + textsLength }

  init(identity: FileIdentity, digest: [UInt64]) { (self.identity, self.digest) = (identity, digest) }

  var encoded: [UInt8] {
    var all = [Self.mark] + identity.words + digest + [isYoung ? 1 : 0, hasFindings ? 1 : 0]
    all += [count, slots, traitsLength, runs, sharedLength].map { UInt64($0) } + [sharedSum, UInt64(namesLength), UInt64(textsLength)]
    all.append(Self.sum(all))
    return Words.bytes(all)
  }

  /// nil where the bytes are none of this version, or damaged, or do not fit a file of this size.
  init?(_ bytes: ArraySlice<UInt8>, fileSize: Int64) {
    guard bytes.count >= Self.bytes else { return nil }
    let words = Words.of(bytes.prefix(Self.bytes))
    guard words[0] == Self.mark, words.last == Self.sum(words.dropLast()) else { return nil }
    identity = FileIdentity(words: Array(words[1..<6]))
    digest = Array(words[6..<10])
    (isYoung, hasFindings) = (words[10] != 0, words[11] != 0)
    let numbers = [12, 13, 14, 15, 16, 18, 19].map { words[$0] }
    guard numbers.allSatisfy({ $0 < 1 << 31 }) else { return nil }
    let sizes = numbers.map { Int($0) }
    (count, slots, traitsLength, runs, sharedLength) = (sizes[0], sizes[1], sizes[2], sizes[3], sizes[4])
    sharedSum = words[17]
    (namesLength, textsLength) = (sizes[5], sizes[6])
    guard slots > 0, slots & (slots - 1) == 0, count < slots, Int64(size) == fileSize else { return nil }
  }

  private static func sum(_ words: some Sequence<UInt64>) -> UInt64 {
    var sum = WordSum()
    for word in words { sum.add(word) }
    return sum.value
  }
}
