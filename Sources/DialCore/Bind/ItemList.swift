/// Items `key=value` as they are written one behind the other: the end of a URL, or the body of a form.
struct ItemList {
  var text: String
  /// Whether the items that follow come of a dictionary: a named one of the same key beats them.
  var isSpreading = false
  private let opener: String
  /// Where the first item begins, in UTF-8.
  private var start: Int?
  /// Where items of dictionaries begin.
  private var spread: [Int] = []

  /// A list behind `text`, begun by `opener`.
  init(_ text: String = "", opener: String = "") {
    self.text = text
    self.opener = opener
  }

  /// Separates the item that follows from those before it.
  mutating func begin() {
    if start == nil {
      text += opener
      start = text.utf8.count
    } else {
      text += "&"
    }
    if isSpreading { spread.append(text.utf8.count) }
  }

  mutating func append(_ item: String) {
    begin()
    text += item
  }

  /// Begins an item of a query by its key, which comes with its separator.
  mutating func append(_ key: SeparatedKey) {
    if start == nil {
      text += key.first
      start = text.utf8.count - key.first.utf8.count + 1
    } else {
      text += key.next
    }
  }

  /// Takes out the items of dictionaries whose key a named one has.
  mutating func finish() {
    guard !spread.isEmpty, let start else { return }
    var place = start
    var places = spread[...]
    var items: [(key: String, text: Substring, isSpread: Bool)] = []
    for item in text.utf8.dropFirst(start).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let key = PercentEncoding.decode(String(Substring(item.prefix { $0 != UInt8(ascii: "=") })))
      // Both ascend.
      let isSpread = places.first == place
      if isSpread { places.removeFirst() }
      items.append((key, Substring(item), isSpread))
      place += item.count + 1
    }
    let named = Set(items.lazy.filter { !$0.isSpread }.map(\.key))
    let kept = items.filter { !$0.isSpread || !named.contains($0.key) }.map(\.text)
    let head = String(Substring(text.utf8.prefix(start - opener.utf8.count)))
    text = kept.isEmpty ? head : head + opener + kept.joined(separator: "&")
  }
}
