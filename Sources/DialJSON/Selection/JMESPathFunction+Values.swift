extension JMESPathFunction {
  /// `abs`, `ceil` and `floor` of a number; `avg` and `sum` of numbers. Exact, except for an average that is not an integer.
  func arithmetic(_ json: JSON) throws(JSONError) -> JSON {
    let digits = json.asNumberText ?? "0"
    switch self {
    case .abs: return digits.hasPrefix("-") ? JSON(.number(String(digits.dropFirst()))) : json
    case .ceil: return number(NumberValue(digits).rounded(up: true), else: json)
    case .floor: return number(NumberValue(digits).rounded(up: false), else: json)
    default: break
    }
    let elements = json.asArray ?? []
    if elements.isEmpty { return self == .sum ? 0 : .null }
    let total = try sum(elements)
    if self == .sum { return total }
    if let whole = total.asInt, whole % elements.count == 0 { return JSON(whole / elements.count) }
    guard let double = total.asDouble, let mean = JSON(double / Double(elements.count)) else {
      throw JSONError(.selection, "the average is out of range")
    }
    return JSON(.number(NumberValue(mean.asNumberText ?? "0").text))
  }

  private func number(_ value: NumberValue?, else other: JSON) -> JSON {
    value.map { JSON(.number($0.text)) } ?? other
  }

  private func sum(_ elements: JSON.Elements) throws(JSONError) -> JSON {
    var exact: NumberValue? = .zero
    var rounded = 0.0
    for element in elements {
      let digits = element.asNumberText ?? "0"
      exact = exact?.adding(NumberValue(digits))
      rounded += element.asDouble ?? .infinity
    }
    if let exact { return JSON(.number(exact.text)) }
    guard let sum = JSON(rounded) else { throw JSONError(.selection, "the sum is out of range") }
    return sum
  }

  /// Functions of strings, some of which also accept arrays.
  func text(_ first: JSON, _ second: JSON) -> JSON {
    let text = Array((first.asString ?? "").utf8)
    let other = Array((second.asString ?? "").utf8)
    switch self {
    case .startsWith: return .bool(text.starts(with: other))
    case .endsWith: return .bool(text.reversed().starts(with: other.reversed()))
    case .contains:
      if let elements = first.asArray { return .bool(elements.contains(second)) }
      return .bool(second.asKind == .string && Self.contains(text, other))
    case .join:
      return .string((second.asArray ?? []).map { $0.asString ?? "" }.joined(separator: first.asString ?? ""))
    case .length:
      return JSON(first.asArray?.count ?? first.asObject?.count ?? (first.asString ?? "").unicodeScalars.count)
    default:
      if let elements = first.asArray { return .array(elements.reversed()) }
      var reversed = String.UnicodeScalarView()
      reversed.append(contentsOf: (first.asString ?? "").unicodeScalars.reversed())
      return .string(String(reversed))
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    for start in 0...text.count - part.count where text[start] == first {
      if text[start...].starts(with: part) { return true }
    }
    return false
  }

  /// `to_array`, `to_number`, `to_string` and `type`.
  func convert(_ json: JSON) -> JSON {
    switch self {
    case .toArray: return json.asKind == .array ? json : .array([json])
    case .toNumber:
      if json.asKind == .number { return json }
      return json.asString.flatMap { JSON.number($0) } ?? .null
    case .toString: return json.asKind == .string ? json : .string(JSONWriter.text(json))
    default: return .string(json.asKind == .bool ? "boolean" : json.asKind.rawValue)
    }
  }
}
