import DialLibc

extension String {
  /// Creates the text of UTF-8 bytes; nil if they are invalid. For short texts, `String(validating:as:)` takes three times as long.
  package init?(utf8 bytes: ArraySlice<UInt8>) {
    guard let text = bytes.withUnsafeBufferPointer({ String(utf8: $0) }) else { return nil }
    self = text
  }

  /// Returns the text of UTF-8 bytes in a buffer; nil if they are invalid.
  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // If bytes were replaced, they were invalid.
    let isSame = utf8.withContiguousStorageIfAvailable { text in
      guard text.count == bytes.count else { return false }
      guard let one = text.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, text.count) == 0
    }
    guard isSame ?? utf8.elementsEqual(bytes) else { return nil }
  }

  /// The text without trailing slashes.
  package func trimmingSlashes() -> String {
    var end = utf8.endIndex
    while end > utf8.startIndex, utf8[utf8.index(before: end)] == UInt8(ascii: "/") { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension Int {
  /// Returns the number with a noun: `1 item`, `2 items`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String { "\(self) \(self == 1 ? noun : plural ?? noun + "s")" }
}

extension Array {
  @inlinable package subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Dictionary {
  /// Returns the value of a key, which is made if there is none.
  package mutating func value(_ key: Key, orMake make: () throws -> Value) rethrows -> Value {
    if let known = self[key] { return known }
    let made = try make()
    self[key] = made
    return made
  }
}

extension Optional {
  /// Returns the value, which is made if there is none.
  package mutating func value(orMake make: () throws -> Wrapped) rethrows -> Wrapped {
    if let known = self { return known }
    let made = try make()
    self = made
    return made
  }
}

extension Sequence where Element: Hashable {
  /// Returns the first of equal elements, in order.
  package func distinct() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// A set of names, optimized for few: these are compared without hashing.
package struct SmallSet {
  private var few: [String] = []
  private var many: Set<String> = []

  package init() {}

  /// Returns false if the set already contains the name.
  package mutating func insert(_ name: String) -> Bool {
    if few.count < 8 {
      guard !few.contains(name) else { return false }
      few.append(name)
      return true
    }
    return !few.contains(name) && many.insert(name).inserted
  }
}
