import DialModel

/// Items `key=value` in a URL or a form.
struct ItemList {
  var bytes: [UInt8] = []
  /// Whether the next items come from a dictionary, so that named ones with the same key win.
  var isSpreading = false
  /// The separator before the first item.
  private let opener: UInt8?
  /// The offset of the first item.
  private var start: Int?
  /// The offsets of items from dictionaries.
  private var spread: [Int] = []

  init(opener: UInt8? = nil, capacity: Int = 0) {
    self.opener = opener
    bytes.reserveCapacity(capacity)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes the separator before the next item.
  mutating func begin() {
    if start == nil {
      if let opener { bytes.append(opener) }
      start = bytes.count
    } else {
      bytes.append(UInt8(ascii: "&"))
    }
    if isSpreading { spread.append(bytes.count) }
  }

  /// Appends an encoded item, or its beginning.
  mutating func append(_ item: String) {
    begin()
    bytes += item.utf8
  }

  /// Removes the items of dictionaries whose key also is a named one.
  mutating func finish() {
    guard !spread.isEmpty, let start else { return }
    var places = spread[...]
    let items = bytes[start...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
      let key = String(decoding: PercentEncoding.decode(item.prefix { $0 != UInt8(ascii: "=") }), as: UTF8.self)
      // Both are sorted.
      let isSpread = places.first == item.startIndex
      if isSpread { places.removeFirst() }
      return (key: key, text: item, isSpread: isSpread)
    }
    let named = Set(items.lazy.filter { !$0.isSpread }.map(\.key))
    let kept = items.filter { !$0.isSpread || !named.contains($0.key) }.map(\.text)
    let opened = kept.isEmpty && opener != nil ? start - 1 : start
    bytes = Array(bytes[..<opened]) + kept.joined(separator: [UInt8(ascii: "&")])
  }
}
