public import HTTPTypes

extension HTTPFields {
  /// The value of a field, by a case-insensitive name; several fields of one name are joined with `, `.
  public subscript(name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }

  /// Sets all cookies in one field (RFC 6265 section 5.4); a subscript would split them.
  package mutating func setCookies(_ text: String) {
    let first = firstIndex { $0.name == .cookie }
    let field = HTTPField(name: .cookie, value: text)
    guard let first else { return append(field) }
    self[first] = field
    while let next = indices.last(where: { $0 > first && self[$0].name == .cookie }) { remove(at: next) }
  }
}
