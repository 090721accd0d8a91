import DialJSON
import DialModel

/// Writes a value as the items of a query or a form, by the styles of its parameter (language section 2).
struct ItemWriter: Sendable {
  /// How names and values are encoded; `raw` values are not, except for characters that are not allowed in a URL.
  enum Coding: Sendable { case query, raw, form, rawForm }

  let coding: Coding
  let arrays: Style.Arrays
  let nesting: Style.Nesting
  let areFlagsNumeric: Bool
  private let isForm: Bool
  /// Whether a dictionary is spread into one item per member by default.
  let spreadsObjects: Bool

  /// - Parameter spreadsObjects: whether a dictionary can be spread, if the style says so and it is not a form.
  init(_ coding: Coding, _ style: Style, spreadsObjects: Bool = true) {
    self.coding = coding
    arrays = style.arrays ?? .repeat
    nesting = style.nesting ?? .brackets
    areFlagsNumeric = style.bools == .numeric
    isForm = coding == .form || coding == .rawForm
    self.spreadsObjects = spreadsObjects && !isForm && (style.objects ?? .spread) == .spread
  }

  /// Writes the items of a value. A dictionary is spread into its members if the style or `spread` says so.
  func write(_ name: String, _ value: JSON, spread: Bool = false, to list: inout ItemList) {
    if spread || spreadsObjects, let members = value.asObject {
      for member in members { flatten(name + member.name, member.value, &list) }
    } else {
      flatten(name, value, &list)
    }
  }

  /// Returns the text of a string, a number or a Boolean; nil for other values.
  func text(_ value: JSON) -> String? {
    if areFlagsNumeric, let flag = value.asBool { return flag ? "1" : "0" }
    return ValueText.plain(value)
  }

  /// Appends an encoded text.
  func append(_ text: String, to bytes: inout [UInt8]) {
    switch coding {
    case .query: PercentEncoding.append(text, to: &bytes)
    case .raw, .rawForm: bytes += PercentEncoding.encodeKeepingReserved(text).utf8
    case .form: FormCoding.append(text, to: &bytes)
    }
  }

  private func flatten(_ key: String, _ value: JSON, _ list: inout ItemList) {
    if let items = value.asArray {
      array(key, items, &list)
    } else if let members = value.asObject {
      for member in members { flatten(nested(key, member.name), member.value, &list) }
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
      case .indices: flatten(indexed(key, index), element, &list)
      default: flatten(Self.isScalar(element) ? key : indexed(key, index), element, &list)
      }
    }
  }

  private static func isScalar(_ value: JSON) -> Bool { value.asKind != .object && value.asKind != .array }

  private var separator: String? {
    switch arrays {
    case .csv: ","
    case .pipes: "%7C"
    case .space: isForm ? "+" : "%20"
    default: nil
    }
  }

  private func nested(_ key: String, _ name: String) -> String { nesting == .dots ? "\(key).\(name)" : "\(key)[\(name)]" }

  private func indexed(_ key: String, _ index: Int) -> String { nesting == .dots ? "\(key).\(index)" : "\(key)[\(index)]" }

  /// Starts an item with its name.
  private func begin(_ name: String, _ list: inout ItemList) {
    list.begin()
    if isForm { FormCoding.append(name, to: &list.bytes) } else { PercentEncoding.append(name, to: &list.bytes) }
    list.bytes.append(UInt8(ascii: "="))
  }
}
