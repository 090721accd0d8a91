/// One level of a decoding out of a document: what the decoders and containers share that are equally deep. This is the
/// fast way, for values without a layout whose names are taken as they are. Whatever it cannot read at once it leaves to
/// ``ValueDecoder``, which reads it or says what is wrong.
///
/// Decoders and containers hold their level and nothing else that is counted: the standard library copies a keyed
/// container at every call.
final class TapeLevel {
  let document: JSONDocument
  let depth: Int
  let members: MemberTable
  private let context: ValueDecoder.Context
  private let root: Int
  // The properties that change are never changed and read at once, so their accesses are not checked for that.
  @exclusivity(unchecked) private var below: TapeLevel?
  /// The last type that was found to be no special one, and the last that was an array.
  @exclusivity(unchecked) private var plain: Any.Type = TapeLevel.self
  @exclusivity(unchecked) private var list: Any.Type = TapeLevel.self
  @exclusivity(unchecked) private var listReader: (any TapeList.Type)?

  init(_ document: JSONDocument, root: Int, context: ValueDecoder.Context, depth: Int = 0) {
    self.document = document
    self.depth = depth
    self.context = context
    self.root = root
    members = MemberTable(document)
  }

  /// The level of the values inside of those of this one.
  @inline(__always) var next: TapeLevel {
    below ?? grow()
  }

  private func grow() -> TapeLevel {
    let level = TapeLevel(document, root: root, context: context, depth: depth + 1)
    below = level
    return level
  }

  /// The decoder for all cases at the same value.
  func slow(_ node: Int) -> ValueDecoder {
    let steps = document.path(to: node).steps.dropFirst(document.path(to: root).steps.count)
    let step = steps.reduce(nil as CodingStep?) { CodingStep($1, after: $0) }
    return ValueDecoder(json: JSON(.node(document, node)), context: context, step: step)
  }

  /// The value at a node of this level.
  @inline(__always) func value<T: Decodable>(_ type: T.Type, _ node: Int) throws -> T {
    if type == String.self, let text = document.string(node) { return retyped(text, as: type) }
    if type == Int.self, let number = document.integer(node) { return retyped(number, as: type) }
    if type == Double.self, let number = document.double(node) { return retyped(number, as: type) }
    if type == plain { return try type.init(from: TapeDecoder(self, node)) }
    if type == [String].self, let list = document.strings(node) { return retyped(list, as: type) }
    if type == list, let listReader, document.word(node).is(.array) { return try listReader.read(self, node, as: type) }
    return try other(type, node)
  }

  private func other<T: Decodable>(_ type: T.Type, _ node: Int) throws -> T {
    guard depth < ValueDecoder.maxDepth, !ValueDecoder.isSpecial(type) else { return try slow(node).value(type) }
    if let reader = type as? any TapeList.Type {
      (list, listReader) = (type, reader)
      if document.word(node).is(.array) { return try reader.read(self, node, as: type) }
    } else {
      plain = type
    }
    return try type.init(from: TapeDecoder(self, node))
  }
}

/// An Array of anything that is Decodable, read without an unkeyed container.
protocol TapeList {
  /// The elements of the array at a node, as the type that this is.
  static func read<T>(_ level: TapeLevel, _ node: Int, as type: T.Type) throws -> T
}

extension Array: TapeList where Element: Decodable {
  static func read<T>(_ level: TapeLevel, _ node: Int, as type: T.Type) throws -> T {
    let document = level.document
    let word = document.word(node)
    let inner = level.next
    var element = node + 1
    var list: [Element] = []
    list.reserveCapacity(word.length)
    while element < word.offset {
      list.append(try inner.value(Element.self, element))
      element = document.next(element)
    }
    return retyped(list, as: type)
  }
}
