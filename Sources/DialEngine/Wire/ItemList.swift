import DialModel

/// Items `key=value` as they are written one behind the other: the end of a URL, or the body of a form.
struct ItemList {
  var bytes: [UInt8] = []
  /// Whether the items that follow come of a dictionary: a named one of the same key beats them.
  var isSpreading = false
  /// What stands before the first item.
  private let opener: UInt8?
  /// Where the first item begins.
  private var start: Int?
  /// Where items of dictionaries begin.
  private var spread: [Int] = []

  init(opener: UInt8? = nil, capacity: Int = 0) {
    self.opener = opener
    bytes.reserveCapacity(capacity)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Separates the item that follows from those before it.
  mutating func begin() {
    if start == nil {
      if let opener { bytes.append(opener) }
      start = bytes.count
    } else {
      bytes.append(UInt8(ascii: "&"))
    }
    if isSpreading { spread.append(bytes.count) }
  }

  /// Appends an item, or the beginning of one, that is encoded already.
  mutating func append(_ item: String) {
    begin()
    bytes += item.utf8
  }

  /// Takes out the items of dictionaries whose key a named one has.
  mutating func finish() {
    guard !spread.isEmpty, let start else { return }
    var places = spread[...]
    let items = bytes[start...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
      let key = String(decoding: PercentEncoding.decode(item.prefix { $0 != UInt8(ascii: "=") }), as: UTF8.self)
      // Both ascend.
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
