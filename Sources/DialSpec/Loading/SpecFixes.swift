package import DialSyntax

/// The unambiguous fix-its for one text: of findings with exactly one, without overlaps.
package struct SpecFixes {
  private static let rounds = 10

  private struct Edit {
    var bytes: Range<Int>
    var text: String
  }

  private var edits: [Edit]

  /// Applies fixes to the text of a spec, and returns their number.
  package static func apply(to bytes: inout [UInt8], _ reading: inout SpecReading, check: ([UInt8]) -> SpecReading) -> Int {
    var total = 0
    for _ in 0..<rounds {
      var fixes = SpecFixes(reading.diagnostics, in: bytes)
      var changed: ([UInt8], SpecReading)
      repeat {
        if fixes.edits.isEmpty { return total }
        let text = fixes.applied(to: bytes)
        changed = (text, check(text))
      } while fixes.takeBack(reading.diagnostics, changed.1.diagnostics, in: changed.0)
      total += fixes.edits.count
      (bytes, reading) = changed
    }
    return total
  }

  /// Findings with several fix-its need a decision. Of two that overlap, the first is used, and the other is found again in the changed
  /// text.
  package init(_ findings: [Diagnostic], in bytes: [UInt8]) {
    let text = Self.withoutMark(bytes)
    let proposals = findings.compactMap { $0.fixIts.count == 1 ? $0.fixIts[0] : nil }.filter { $0.range.file.bytes == text }
    let sorted = proposals.map { Edit(bytes: $0.range.offsets, text: $0.replacement) }
      .sorted { ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound) }
    var kept: [Edit] = []
    for edit in sorted {
      // Two insertions at one place have no order, and a repeated finding has the same one.
      if let last = kept.last, edit.bytes.lowerBound < last.bytes.upperBound || edit.bytes.lowerBound == last.bytes.lowerBound { continue }
      kept.append(edit)
    }
    edits = kept
  }

  /// Returns the text with all changes, made from the end so that earlier offsets stay valid.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    let mark = bytes.count - Self.withoutMark(bytes).count
    var changed = bytes
    for edit in edits.reversed() {
      changed.replaceSubrange(edit.bytes.lowerBound + mark..<edit.bytes.upperBound + mark, with: edit.text.utf8)
    }
    return changed
  }

  /// Reverts changes that caused a new error at their place, such as a repeated key. Returns whether there were any.
  private mutating func takeBack(_ before: [Diagnostic], _ after: [Diagnostic], in changed: [UInt8]) -> Bool {
    let old = Set(before.map { "\($0.id) \($0.message)" })
    // A mistake of YAML hides others, which are not caused by its fix if they have their own.
    let isHidden = before.allSatisfy { $0.id.hasPrefix("yaml-") }
    let new = after.filter { $0.severity == .error && !old.contains("\($0.id) \($0.message)") && !(isHidden && $0.fixIts.count == 1) }
    if new.isEmpty { return false }
    let text = Self.withoutMark(changed)
    // The place of another key with the same name is in a note.
    let places = new.flatMap { [$0.range] + $0.notes.compactMap(\.range) }
    let errors = places.filter { $0.file.bytes == text }.map(\.offsets)
    var kept: [Edit] = []
    var moved = 0
    for edit in edits {
      let start = edit.bytes.lowerBound + moved
      let end = start + edit.text.utf8.count
      moved += edit.text.utf8.count - edit.bytes.count
      if !errors.contains(where: { $0.lowerBound < end && start < $0.upperBound }) { kept.append(edit) }
    }
    defer { edits = kept }
    return kept.count < edits.count
  }

  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes }
}
