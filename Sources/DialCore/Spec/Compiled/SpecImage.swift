import DialSyntax

/// A compiled spec in a file, of which only what is asked for is read.
///
/// The file is ours, has one version from its making to its end, and stays open: what is written later is another file. A sum stands by
/// each part, so that one that is damaged is not used.
final class SpecImage: Sendable {
  struct Piece {
    var name: String
    var block: Int
    var line: Int
    var text: [UInt8]
  }

  let head: SpecImageHead
  let path: String
  /// What all endpoints share.
  let traits: ServiceTraits
  let secrets: [String]
  let numbers: LineNumbers
  let shared: [UInt8]
  private let file: OpenFile

  /// nil where there is none that can be used.
  init?(_ path: String) {
    guard let file = OpenFile(path), let kind = file.kind, kind.isOwn, let first = file.read(0, 8192),
      let head = SpecImageHead(first[...], fileSize: kind.size)
    else { return nil }
    let all = head.slotsAt <= first.count ? first : file.read(0, head.slotsAt) ?? []
    guard all.count >= head.slotsAt else { return nil }
    let part = all[SpecImageHead.bytes..<head.slotsAt]
    let runsAt = part.startIndex + head.traitsLength
    let textAt = runsAt + head.runs * 16
    guard WordSum.of(part) == head.sharedSum, let (traits, secrets) = TraitsText.read(Array(part[..<runsAt])),
      traits.tokenHolders.allSatisfy((0..<head.count).contains)
    else { return nil }
    (self.head, self.path, self.file, self.traits, self.secrets) = (head, path, file, traits, secrets)
    let words = Words.of(part[runsAt..<textAt]).map { Int(truncatingIfNeeded: $0) }
    numbers = LineNumbers(stride(from: 0, to: words.count, by: 2).map { .init(index: words[$0], number: words[$0 + 1]) })
    shared = Array(part[textAt...])
  }

  var count: Int { head.count }

  /// All names in the order of the spec; nil where they cannot be read.
  var names: [String]? {
    guard let records = file.read(head.recordsAt, head.count * SpecImageRecord.bytes), let names = file.read(head.namesAt, head.namesLength)
    else { return nil }
    var all: [String] = []
    all.reserveCapacity(head.count)
    for at in stride(from: 0, to: records.count, by: SpecImageRecord.bytes) {
      guard let record = SpecImageRecord(records[at..<at + SpecImageRecord.bytes], in: head) else { return nil }
      all.append(String(decoding: names[record.name], as: UTF8.self))
    }
    return all
  }

  /// Where the endpoint of a name stands.
  func place(of name: String) -> Int? {
    let mask = head.slots - 1
    let start = Int(truncatingIfNeeded: WordSum.of(name.utf8)) & mask
    for step in 0..<head.slots {
      guard let bytes = file.read(head.slotsAt + (start + step & mask) * 8, 8), let word = Words.of(bytes[...]).first, word > 0,
        word <= head.count
      else { return nil }
      let place = Int(word) - 1
      if let record = record(place), let found = file.read(head.namesAt + record.name.lowerBound, record.name.count),
        found.elementsEqual(name.utf8)
      {
        return place
      }
    }
    return nil
  }

  /// nil where it is damaged.
  func piece(_ place: Int) -> Piece? {
    guard let record = record(place), let name = file.read(head.namesAt + record.name.lowerBound, record.name.count),
      let text = file.read(head.textsAt + record.text.lowerBound, record.text.count)
    else { return nil }
    guard record.holds(name + text) else { return nil }
    return Piece(name: String(decoding: name, as: UTF8.self), block: record.block, line: record.line, text: text)
  }

  private func record(_ place: Int) -> SpecImageRecord? {
    guard place >= 0, place < head.count else { return nil }
    return file.read(head.recordsAt + place * SpecImageRecord.bytes, SpecImageRecord.bytes).flatMap { SpecImageRecord($0[...], in: head) }
  }
}
