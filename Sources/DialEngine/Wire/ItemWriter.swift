import DialJSON
import DialModel

/// Writes a value as the items of a query or a form, by the styles of its parameter (Parameters.md#Style).
struct ItemWriter: Sendable {
  /// How names and values are encoded; `raw` values are not, except for characters that are not allowed in a URL.
  enum Coding: Sendable { case query, raw, form, rawForm }

  let coding: Coding
  let arrays: Style.Arrays
  /// The index of the first item.
  private let first: Int
  /// Whether an object is one item with its names and values in turn: `a,1,b,2`.
  private let pairsObjects: Bool
  let nesting: Style.Nesting
  let areFlagsNumeric: Bool
  private let isForm: Bool
  /// Whether a dictionary is spread into one item per member by default.
  let spreadsObjects: Bool

  /// - Parameter spreadsObjects: whether a dictionary can be spread, if the style says so. In a form, only that of a parameter does.
  init(_ coding: Coding, _ style: Style, spreadsObjects: Bool = true) {
    self.coding = coding
    arrays = style.arrays ?? .repeat
    first = arrays == .indices ? style.first ?? 0 : 0
    pairsObjects = style.objects == .pairs
    nesting = style.nesting ?? .brackets
    areFlagsNumeric = style.bools == .numeric
    isForm = coding == .form || coding == .rawForm
    self.spreadsObjects = spreadsObjects && (style.objects ?? (isForm ? .nest : .spread)) == .spread
  }

  /// Writes the items of a value. A dictionary is spread into its members if the style or `spread` says so.
  func write(_ name: String, _ value: JSON, spread: Bool = false, to list: inout ItemList) {
    if spread || spreadsObjects, let members = value.asObject {
      for member in members { flatten(name + member.name, member.value, &list) }
    } else {
      flatten(name, value, &list)
    }
  }

  func text(_ value: JSON) -> String? {
    if areFlagsNumeric, let flag = value.asBool { return flag ? "1" : "0" }
    return ValueText.plain(value)
  }

  func append(_ text: String, to bytes: inout [UInt8]) {
    switch coding {
    case .query: PercentEncoding.append(text, to: &bytes)
    case .raw, .rawForm: bytes += PercentEncoding.encodeKeepingReserved(text).utf8
    case .form: FormCoding.append(text, to: &bytes)
    }
  }

  private func flatten(_ key: String, _ value: JSON, _ list: inout ItemList) {
    let value = pairsObjects ? JSON.pairs(value) ?? value : value
    if let items = value.asArray {
      array(key, items, &list)
    } else if let members = value.asObject {
      for member in members { flatten(Style.nested(key, member.name, nesting), member.value, &list) }
    } else if let text = text(value) {
      begin(key, &list)
      append(text, to: &list.bytes)
    }
  }

  private func array(_ key: String, _ all: JSON.Elements, _ list: inout ItemList) {
    let items = all.filter { !$0.isNull }
    if let separator, items.allSatisfy(Self.isScalar) {
      guard !items.isEmpty else { return }
      begin(key, &list)
      for (index, item) in items.enumerated() {
        if index > 0 { list.bytes += separator.utf8 }
        append(text(item) ?? "", to: &list.bytes)
      }
      return
    }
    for (index, element) in items.enumerated() {
      switch arrays {
      case .brackets: flatten(key + "[]", element, &list)
      case .indices: flatten(Style.nested(key, "\(index + first)", nesting), element, &list)
      default: flatten(Self.isScalar(element) ? key : Style.nested(key, "\(index)", nesting), element, &list)
      }
    }
  }

  private static func isScalar(_ value: JSON) -> Bool { value.asKind != .object && value.asKind != .array }

  /// A comma is sent as it is, so that an encoded one belongs to an item.
  private var separator: String? {
    if arrays == .csv { return "," }
    return arrays.separator.map { isForm ? FormCoding.component($0) : PercentEncoding.encode($0) }
  }

  private func begin(_ name: String, _ list: inout ItemList) {
    list.begin()
    if isForm { FormCoding.append(name, to: &list.bytes) } else { PercentEncoding.append(name, to: &list.bytes) }
    list.bytes.append(UInt8(ascii: "="))
  }
}

extension Style {
  /// Returns the name of a member of an object, or of an item: `filter[color]` or `filter.color`.
  static func nested(_ key: String, _ name: String, _ nesting: Nesting) -> String {
    nesting == .dots ? "\(key).\(name)" : "\(key)[\(name)]"
  }

  func nested(_ key: String, _ name: String) -> String { Self.nested(key, name, nesting ?? .brackets) }
}

struct ItemList {
  var bytes: [UInt8] = []
  /// Whether the next items come from a dictionary, so that named ones with the same key win.
  var isSpreading = false
  private let opener: UInt8?
  private var start: Int?
  private var spread: [Int] = []

  init(opener: UInt8? = nil, capacity: Int = 0) {
    self.opener = opener
    bytes.reserveCapacity(capacity)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func begin() {
    if start == nil {
      if let opener { bytes.append(opener) }
      start = bytes.count
    } else {
      bytes.append(UInt8(ascii: "&"))
    }
    if isSpreading { spread.append(bytes.count) }
  }

  mutating func append(_ item: String) {
    begin()
    bytes += item.utf8
  }

  /// Returns the decoded names of items.
  static func names(of items: ArraySlice<UInt8>, isForm: Bool = false) -> [String] {
    if isForm { return FormCoding.decode(String(decoding: items, as: UTF8.self)).map(\.0) }
    return items.split(separator: UInt8(ascii: "&")).map { name(of: $0) }
  }

  private static func name(of item: ArraySlice<UInt8>) -> String {
    String(decoding: PercentEncoding.decode(item.prefix { $0 != UInt8(ascii: "=") }), as: UTF8.self)
  }

  /// Whether items come from dictionaries, so that ``finish()`` may remove some.
  var hasSpread: Bool { !spread.isEmpty }

  /// Whether items that were written from an offset on come from a dictionary.
  func isSpread(from offset: Int) -> Bool { spread.last.map { $0 >= offset } ?? false }

  /// Returns the names of the items that were written from an offset on.
  func names(from offset: Int) -> [String] {
    let items = bytes[offset...]
    let isOpened = items.first == UInt8(ascii: "&") || opener != nil && items.first == opener
    return Self.names(of: isOpened ? items.dropFirst() : items, isForm: opener == nil)
  }

  /// Removes the items of dictionaries whose key also is a named one, and returns the named keys if there are dictionaries.
  mutating func finish() -> Set<String> {
    guard !spread.isEmpty, let start else { return [] }
    var places = spread[...]
    let items = bytes[start...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
      let key = Self.name(of: item)
      // Both are sorted.
      let isSpread = places.first == item.startIndex
      if isSpread { places.removeFirst() }
      return (key: key, text: item, isSpread: isSpread)
    }
    let named = Set(items.lazy.filter { !$0.isSpread }.map(\.key))
    let kept = items.filter { !$0.isSpread || !named.contains($0.key) }.map(\.text)
    let opened = kept.isEmpty && opener != nil ? start - 1 : start
    bytes = Array(bytes[..<opened]) + kept.joined(separator: [UInt8(ascii: "&")])
    return named
  }
}

extension JSON {
  /// Returns the names and values of an object in turn, as in `a,1,b,2`; nil for another value, or if one of them is no text or number.
  static func pairs(_ value: JSON) -> JSON? {
    guard let members = value.asObject, members.allSatisfy({ ValueText.plain($0.value) != nil }) else { return nil }
    return .array(members.flatMap { [.string($0.name), $0.value] })
  }

  /// Returns an object or an array as one text by its style: `a,1,b,2`, `a=1,b=2`, `a,b` or `a|b`; nil for another value or style.
  static func listed(_ value: JSON, _ style: Style) -> JSON? {
    func text(_ value: JSON) -> String? {
      if style.bools == .numeric, let flag = value.asBool { return flag ? "1" : "0" }
      return ValueText.plain(value)
    }
    let separator = style.arrays?.separator
    if let separator, let items = value.asArray { return list(items.filter { !$0.isNull }.map(text), separator) }
    guard let members = value.asObject else { return nil }
    switch style.objects {
    case .pairs: return list(members.flatMap { [$0.name, text($0.value)] }, separator ?? ",")
    case .equals: return list(members.map { member in text(member.value).map { "\(member.name)=\($0)" } }, ",")
    case .spread, .nest, nil: return nil
    }
  }

  private static func list(_ texts: [String?], _ separator: String) -> JSON? {
    texts.contains(nil) ? nil : .string(texts.compactMap(\.self).joined(separator: separator))
  }
}
