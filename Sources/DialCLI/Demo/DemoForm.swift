import DialModel

/// Reads what arrives in a target and in a form.
enum DemoForm {
  /// The decoded path and the items of the query.
  static func target(_ target: String) -> (path: String, query: [String: String]) {
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    let query = mark == target.endIndex ? [:] : pairs(String(target[target.index(after: mark)...]))
    return (PercentEncoding.decode(String(target[..<mark])), query)
  }

  /// The first value of each name.
  static func pairs(_ form: String) -> [String: String] {
    Dictionary(FormCoding.decode(form).map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })
  }
}
