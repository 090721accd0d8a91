/// A list or mapping that is being read.
struct Frame {
  /// Which of the two it is.
  enum Kind { case sequence, mapping }

  let kind: Kind
  /// Where it begins, behind its anchor and tag.
  let start: Position
  var tag: Tag?
  let anchor: String?
  /// The items of a list so far.
  private(set) var items: [Node] = []
  /// The entries of a mapping so far.
  private(set) var entries: [Entry] = []
  /// The key whose value comes next.
  private var key: Node?
  /// All that stands inside, and the node itself.
  var weight = Weight(nodes: 1, bytes: 0, height: 0)
  /// True once two keys may be the same, by a look at their length and their ends.
  private(set) var mayRepeatKeys = false
  private var keySigns: UInt64 = 0
  /// False once a key of the mapping was no text: then its entries are not compared.
  var isWhole = true

  init(_ kind: Kind, start: Position, tag: Tag?, anchor: String?) {
    self.kind = kind
    self.start = start
    self.tag = tag
    self.anchor = anchor
  }

  /// True if the next node is a key.
  var wantsKey: Bool { kind == .mapping && key == nil }

  /// The end of the last thing inside; nil if there is none.
  var lastEnd: Position? {
    switch kind {
    case .sequence: items.last?.range.end
    case .mapping: entries.last.map { max($0.value.range.end, $0.key.range.end) }
    }
  }

  /// Puts a node at its place: a list's item, a mapping's key or the value of its last key.
  mutating func add(_ node: consuming Node, _ nodeWeight: Weight) {
    weight.add(nodeWeight)
    if kind == .sequence {
      items.append(node)
    } else if let key = key.take() {
      if entries.isEmpty { entries.reserveCapacity(4) }
      entries.append(Entry(key: key, value: node))
    } else {
      noteKey(node.text ?? "")
      key = node
    }
  }

  /// `<<` counts as one that repeats: what it merges may.
  private mutating func noteKey(_ text: String) {
    let letters = text.utf8
    let first = UInt64(letters.first ?? 0)
    let last = UInt64(letters.last ?? 0)
    let sign: UInt64 = 1 << ((UInt64(letters.count) &* 0x9E37_79B9 ^ first &* 0x85EB_CA77 ^ last &* 0xC2B2_AE3D) >> 24 & 63)
    if keySigns & sign != 0 || text == "<<" { mayRepeatKeys = true }
    keySigns |= sign
  }
}

extension Frame.Kind {
  /// A node of this kind with nothing in it.
  var emptyContent: Node.Content {
    switch self {
    case .sequence: .sequence([])
    case .mapping: .mapping([])
    }
  }
}
