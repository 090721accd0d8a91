/// The number of insertions, deletions, replacements and swaps of neighbours between two words, or nil if it is more
/// than `limit`.
func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
  guard abs(a.count - b.count) <= limit else { return nil }
  var twoBack = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  for i in a.indices {
    var current = [i + 1]
    current.reserveCapacity(b.count + 1)
    for j in b.indices {
      var cost = min(previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, twoBack[j - 1] + 1) }
      current.append(cost)
    }
    if current.allSatisfy({ $0 > limit }) { return nil }
    (twoBack, previous) = (previous, current)
  }
  return previous[b.count] <= limit ? previous[b.count] : nil
}
