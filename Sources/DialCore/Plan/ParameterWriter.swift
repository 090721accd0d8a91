package import DialJSON

/// Writes a value as the items of a query or a form, by the styles of its parameter (language section 2).
package struct ParameterWriter: Sendable {
  /// One `key=value`, encoded; `key` is kept unencoded, to tell items of one name apart.
  package struct Item: Sendable {
    package var key: String
    package var text: String
  }

  package enum Target: Sendable { case query, form }

  package let target: Target
  package let style: Style
  /// Values go verbatim but for what no URL may hold.
  package var isRaw = false

  package init(_ target: Target, _ style: Style, isRaw: Bool = false) {
    self.target = target
    self.style = style
    self.isRaw = isRaw
  }

  /// The items of one parameter. A dictionary is spread into its members, where the style says so or `spread` is set.
  package func items(_ name: String, _ value: JSON, spread: Bool = false) -> [Item] {
    guard let members = value.asObject, spread || target == .query && (style.objects ?? .spread) == .spread else {
      return flatten(name, value)
    }
    return members.flatMap { flatten(name + $0.name, $0.value) }
  }

  private func flatten(_ key: String, _ value: JSON) -> [Item] {
    switch value.asKind {
    case .null, .absent: return []
    case .array: return array(key, value)
    case .object: return (value.asObject.map(Array.init) ?? []).flatMap { flatten(nested(key, $0.name), $0.value) }
    default: return [item(key, encode(text(value)))]
    }
  }

  private func array(_ key: String, _ value: JSON) -> [Item] {
    let items = (value.asArray.map(Array.init) ?? []).filter { !$0.isNull }
    let arrays = style.arrays ?? .repeat
    let isFlat = items.allSatisfy { $0.asKind != .object && $0.asKind != .array }
    if isFlat, let separator = separator(arrays) {
      return items.isEmpty ? [] : [item(key, items.map { encode(text($0)) }.joined(separator: separator))]
    }
    return items.enumerated().flatMap { index, element -> [Item] in
      let isScalar = element.asKind != .object && element.asKind != .array
      switch arrays {
      case .brackets: return flatten(key + "[]", element)
      case .indices: return flatten(indexed(key, index), element)
      default: return flatten(isScalar ? key : indexed(key, index), element)
      }
    }
  }

  private func separator(_ arrays: Style.Arrays) -> String? {
    switch arrays {
    case .csv: ","
    case .pipes: "%7C"
    case .space: target == .form ? "+" : "%20"
    default: nil
    }
  }

  private func nested(_ key: String, _ name: String) -> String { style.nesting == .dots ? "\(key).\(name)" : "\(key)[\(name)]" }

  private func indexed(_ key: String, _ index: Int) -> String { style.nesting == .dots ? "\(key).\(index)" : "\(key)[\(index)]" }

  private func item(_ key: String, _ value: String) -> Item {
    Item(key: key, text: "\(target == .form ? FormCoding.component(key) : PercentEncoding.encode(key))=\(value)")
  }

  private func text(_ value: JSON) -> String {
    if let flag = value.asBool, style.bools == .numeric { return flag ? "1" : "0" }
    return ValueText.plain(value) ?? ""
  }

  private func encode(_ text: String) -> String {
    if isRaw { return PercentEncoding.encodeKeepingReserved(text) }
    return target == .form ? FormCoding.component(text) : PercentEncoding.encode(text)
  }
}
