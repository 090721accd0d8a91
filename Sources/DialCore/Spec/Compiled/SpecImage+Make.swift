import DialSyntax

extension SpecImage {
  /// A name is found in so many steps, or the spec is not compiled: names that were chosen to collide gain nothing.
  private static let mostSteps = 64

  /// The bytes of the file; nil where the names collide.
  static func bytes(_ cut: SpecCut, _ reading: SpecReading, _ given: SpecImageHead) -> [UInt8]? {
    var head = given
    let source = reading.service.file.bytes
    // The names and the texts of endpoints; what begins with `x-` is cut out, and is no endpoint.
    let pieces = cut.pieces.filter { !$0.isExtension }
    guard pieces.count == reading.service.endpoints.count, pieces.map(\.name) == reading.service.endpoints.names else { return nil }
    var (names, texts, records): ([UInt8], [UInt8], [UInt64]) = ([], [], [])
    for piece in pieces {
      let (nameAt, textAt) = (names.count, texts.count)
      names += piece.name.utf8
      texts += source[piece.text]
      let record = SpecImageRecord(
        name: nameAt..<names.count, text: textAt..<texts.count, block: piece.block, line: piece.line,
        content: Array(names[nameAt...] + texts[textAt...]))
      records += record.words
    }
    guard let slots = slots(pieces.map(\.name)) else { return nil }
    let traits = TraitsText.bytes(reading.service.traits, reading.service.secretVariables.sorted())
    let runs = cut.runs.flatMap { [UInt64($0.index), UInt64($0.number)] }
    let shared = traits + Words.bytes(runs) + cut.shared
    (head.count, head.slots, head.traitsLength, head.runs) = (pieces.count, slots.count, traits.count, cut.runs.count)
    (head.sharedLength, head.sharedSum) = (cut.shared.count, WordSum.of(shared))
    (head.namesLength, head.textsLength) = (names.count, texts.count)
    return head.encoded + shared + Words.bytes(slots) + Words.bytes(records) + names + texts
  }

  /// A table in which the place of a name, from 1, stands where the sum of the name says, or behind that; 0 is no place.
  private static func slots(_ names: [String]) -> [UInt64]? {
    var size = 8
    while size < names.count * 2 { size *= 2 }
    var slots = [UInt64](repeating: 0, count: size)
    for (place, name) in names.enumerated() {
      var slot = Int(truncatingIfNeeded: WordSum.of(name.utf8)) & (size - 1)
      var steps = 0
      while slots[slot] != 0 {
        slot = slot + 1 & (size - 1)
        steps += 1
        if steps > mostSteps { return nil }
      }
      slots[slot] = UInt64(place + 1)
    }
    return slots
  }
}
