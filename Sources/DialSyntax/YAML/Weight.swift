/// What a node costs once all aliases in it are followed; counted, never expanded. Sums stop at the largest number.
struct Weight {
  /// The nodes, this one included.
  var nodes = 0
  /// The bytes of all texts.
  var bytes = 0
  /// The levels of lists and mappings.
  var height = 0

  /// Takes in a node that stands inside.
  mutating func add(_ other: Weight) {
    nodes = Self.sum(nodes, other.nodes)
    bytes = Self.sum(bytes, other.bytes)
    height = max(height, other.height)
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}
