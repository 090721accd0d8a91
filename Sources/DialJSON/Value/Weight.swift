/// The approximate size of a value in memory and in text, computed without writing it.
///
/// Values built in code share their parts, so `[@,@]|[@,@]|…` makes a small value whose text would exceed any memory.
extension JSON {
  /// The size of one value in an array or object built in code.
  static let slot = 32

  /// Nearly the bytes of the value; sums stop at the largest number.
  var weight: Int {
    switch storage {
    case .null, .bool, .absent: 4
    case .number(let text), .string(let text): 4 + text.utf8.count
    case .array(let array): array.weight
    case .object(let object): object.weight
    case .node(let document, let node): document.weight(node)
    }
  }

  /// The weight of an array or object that is built of such parts.
  static func weight(of parts: some Collection<JSON>) -> Int {
    parts.reduce(slot * (parts.count + 1)) { sum, part in
      let (sum, overflow) = sum.addingReportingOverflow(part.weight)
      return overflow ? .max : sum
    }
  }
}

extension JSONDocument {
  /// Two for each node, `[]` or `1,`, and the text from the first scalar to the last.
  fileprivate func weight(_ node: Int) -> Int {
    let end = next(node)
    // Empty arrays and objects know no place in the text: a few of them are passed over.
    let first = (node..<end).prefix(64).first { !word($0).isContainer }
    let last = (node..<end).suffix(64).last { !word($0).isContainer }
    let text = first.flatMap { first in last.map { word($0).offset + word($0).length - word(first).offset } } ?? 0
    return 2 * (end - node) + max(0, text)
  }
}
