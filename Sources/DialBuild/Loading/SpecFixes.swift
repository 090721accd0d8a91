package import DialSyntax

/// The unambiguous fix-its for one text: of findings with exactly one, without overlaps.
package struct SpecFixes {
  private static let rounds = 10

  private struct Edit {
    var bytes: Range<Int>
    var text: String
  }

  private var edits: [Edit]

  /// Applies fixes to the text of a spec, and returns their number. A fix that leads to another finding is not applied.
  package static func apply(to bytes: inout [UInt8], _ reading: inout SpecReading, check: ([UInt8]) -> SpecReading) -> Int {
    var (total, kept, isStrict) = (0, 0, false)
    var (text, state, known) = (bytes, reading, reading.diagnostics)
    for _ in 0..<rounds {
      var fixes = SpecFixes(state.diagnostics, in: text)
      var changed = (text: text, state: state)
      // A mistake of YAML hides those of other lines.
      let isHiding = state.diagnostics.contains { $0.id.hasPrefix("yaml-") }
      for attempt in 1...rounds where !fixes.edits.isEmpty {
        changed.text = fixes.applied(to: text)
        changed.state = check(changed.text)
        // A finding with a fix of its own is mended in the next round.
        let new = NewFindings(changed.state.diagnostics, since: known).all.filter { isStrict || $0.fixIts.count != 1 }
        guard fixes.takeBack(new, since: known, in: changed.text, onlyInLines: isHiding) else { break }
        if attempt == rounds { fixes.edits = [] }
      }
      if fixes.edits.isEmpty {
        // What followed cannot be mended: once more from the last good text, without fixes that lead to anything.
        if isStrict || kept == total { break }
        (isStrict, text, state, total) = (true, bytes, reading, kept)
        continue
      }
      total += fixes.edits.count
      (text, state) = changed
      if isHiding { known += state.diagnostics }
      if NewFindings(state.diagnostics, since: known).elsewhere.isEmpty { (bytes, reading, kept) = (text, state, total) }
    }
    return kept
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

  /// Returns the first finding that the changes lead to; nil if there is none.
  package func consequence(in bytes: [UInt8], since known: [Diagnostic], check: ([UInt8]) -> SpecReading) -> Diagnostic? {
    NewFindings(check(applied(to: bytes)).diagnostics, since: known).all.min { $0.range.start < $1.range.start }
  }

  /// Reverts the changes in the lines of new findings, otherwise the last change before them. Returns whether there were any.
  private mutating func takeBack(_ new: [Diagnostic], since known: [Diagnostic], in changed: [UInt8], onlyInLines: Bool) -> Bool {
    let text = Self.withoutMark(changed)
    func lines(_ findings: [Diagnostic]) -> [Range<Int>] {
      // The place of another key with the same name is in a note.
      findings.flatMap { [$0.range] + $0.notes.compactMap(\.range) }.filter { $0.file.bytes == text }.map { range in
        let line = range.file.lineBytes(range.start.line)
        return line.lowerBound..<line.upperBound + 1
      }
    }
    let touched = lines(new)
    var kept: [Edit] = []
    var (moved, ends) = (0, [Int]())
    for edit in edits {
      let start = edit.bytes.lowerBound + moved
      let end = start + edit.text.utf8.count
      moved += edit.text.utf8.count - edit.bytes.count
      ends.append(end)
      if !touched.contains(where: { $0.lowerBound <= end && start < $0.upperBound }) { kept.append(edit) }
    }
    defer { edits = kept }
    if kept.count < edits.count { return true }
    guard !onlyInLines, let first = lines(NewFindings(new, since: known).elsewhere).map(\.lowerBound).min() else { return false }
    kept.remove(at: ends.lastIndex { $0 <= first } ?? 0)
    return true
  }

  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes }
}

/// The errors and warnings that were not there before a change.
private struct NewFindings {
  /// Those whose message is new, or occurs more often.
  private(set) var all: [Diagnostic] = []
  /// Those in lines that had no such finding: the message of another can depend on the rest of the spec.
  private(set) var elsewhere: [Diagnostic] = []

  init(_ findings: [Diagnostic], since known: [Diagnostic]) {
    let old = Dictionary(grouping: known, by: Self.text)
    let places = Set(known.map(Self.place))
    for (text, found) in Dictionary(grouping: findings.filter { $0.severity != .note }, by: Self.text) {
      guard found.count > old[text]?.count ?? 0 else { continue }
      let moved = old[text] == nil ? found : found.filter { !places.contains(Self.place($0)) }
      all += moved
      elsewhere += moved.filter { !places.contains(Self.place($0)) }
    }
  }

  private static func text(_ finding: Diagnostic) -> String { "\(finding.id) \(finding.message)" }
  private static func place(_ finding: Diagnostic) -> String { "\(finding.id) \(finding.range.start.line)" }
}
