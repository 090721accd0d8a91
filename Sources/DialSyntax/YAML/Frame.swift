/// A sequence or mapping that is being read.
struct Frame {
  /// Which of the two it is.
  enum Kind { case sequence, mapping }

  let kind: Kind
  /// Where it begins, behind its anchor and tag.
  let start: Position
  let tag: Tag?
  let anchor: String?
  /// The items of a sequence so far.
  private(set) var items: [Node] = []
  /// The entries of a mapping so far.
  private(set) var entries: [Entry] = []
  /// The key that waits for its value.
  private var key: Node?
  /// The weight of all nodes inside, and of the node itself.
  private(set) var weight = Weight(nodes: 1, bytes: 0, height: 0)
  /// True once two keys may be equal, judged by their lengths, first, middle and last bytes, or once a key is `<<`.
  private(set) var mayRepeatKeys = false
  private var keySigns: UInt64 = 0
  /// False once a key of the mapping was not a text. Its entries are not compared then.
  var hasOnlyTextKeys = true

  init(_ kind: Kind, start: Position, tag: Tag?, anchor: String?) {
    self.kind = kind
    self.start = start
    self.tag = tag
    self.anchor = anchor
  }

  /// True if the next node is a key.
  var wantsKey: Bool { kind == .mapping && key == nil }

  /// The end of the last node inside; nil if there is none.
  var lastEnd: Position? {
    switch kind {
    case .sequence: items.last?.range.end
    case .mapping: entries.last.map { max($0.value.range.end, $0.key.range.end) }
    }
  }

  /// Adds a node as the next item, key or value.
  mutating func add(_ node: consuming Node, _ nodeWeight: Weight) {
    weight.add(nodeWeight)
    if kind == .sequence {
      items.append(node)
    } else if let key = key.take() {
      if entries.isEmpty { entries.reserveCapacity(4) }
      entries.append(Entry(key: consume key, value: node))
    } else {
      if case .scalar(let scalar) = node.content { noteKey(scalar.text) }
      key = node
    }
  }

  private mutating func noteKey(_ text: String) {
    var text = text
    let (hash, isMerge) = text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return (UInt64(0), false) }
      let ends = UInt64(bytes.count) &* 0x9E37_79B9 ^ UInt64(first) &* 0x85EB_CA77 ^ UInt64(last) &* 0xC2B2_AE3D
      return (ends ^ UInt64(bytes[bytes.count / 2]) &* 0x1656_67B1, bytes.count == 2 && first == UInt8(ascii: "<") && last == first)
    }
    let sign: UInt64 = 1 << (hash >> 24 & 63)
    if keySigns & sign != 0 || isMerge { mayRepeatKeys = true }
    keySigns |= sign
  }
}

/// What a node costs once all aliases in it are followed. It is counted, the aliases are never expanded. Sums stop at `Int.max`.
struct Weight {
  /// The nodes, this one included.
  var nodes = 0
  /// The bytes of all texts.
  var bytes = 0
  /// The levels of sequences and mappings.
  var height = 0

  /// Adds a node that is inside this one.
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
