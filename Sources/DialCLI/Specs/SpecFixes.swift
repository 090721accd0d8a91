import DialSyntax

/// The changes that findings propose for one text, as far as there is no choice: of findings with exactly one, and none that
/// touches another.
struct SpecFixes {
  private struct Edit {
    var bytes: Range<Int>
    var text: String
  }

  private let edits: [Edit]

  var count: Int { edits.count }

  /// Of findings with several proposals, somebody has to choose; of two that overlap the first is taken, and the other is
  /// found again in the changed text.
  init(_ findings: [Diagnostic], in bytes: [UInt8]) {
    let text = Self.withoutMark(bytes)
    let proposals = findings.compactMap { $0.fixIts.count == 1 ? $0.fixIts[0] : nil }.filter { $0.range.file.bytes == text }
    let places = proposals.isEmpty ? LineOffsets([]) : LineOffsets(text)
    let sorted = proposals.map { fix in
      let start = places.offset(of: fix.range.start)
      return Edit(bytes: start..<max(start, places.offset(of: fix.range.end)), text: fix.replacement)
    }.sorted { ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound) }
    var kept: [Edit] = []
    for edit in sorted {
      // Two insertions at one place have no order, and a finding that is told twice has the same one.
      if let last = kept.last, edit.bytes.lowerBound < last.bytes.upperBound || edit.bytes.lowerBound == last.bytes.lowerBound { continue }
      kept.append(edit)
    }
    edits = kept
  }

  /// The text with all changes, made from its end on so that the places before stay right.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    let mark = bytes.count - Self.withoutMark(bytes).count
    var changed = bytes
    for edit in edits.reversed() {
      changed.replaceSubrange(edit.bytes.lowerBound + mark..<edit.bytes.upperBound + mark, with: edit.text.utf8)
    }
    return changed
  }

  /// A text without its byte order mark, as places are counted.
  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes }
}
