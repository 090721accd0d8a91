extension Sequence<Diagnostic> {
  /// The findings file by file, as the files first appear, each file's in the order of its text.
  ///
  /// Findings of one place keep their order.
  public func inOrder() -> [Diagnostic] {
    var ranks: [String: Int] = [:]
    let ranked = enumerated().map { offset, finding in
      let name = finding.range.file.name
      let rank = ranks[name] ?? ranks.count
      ranks[name] = rank
      return (rank: rank, start: finding.range.start, offset: offset, finding: finding)
    }
    return ranked.sorted { ($0.rank, $0.start, $0.offset) < ($1.rank, $1.start, $1.offset) }.map(\.finding)
  }
}
