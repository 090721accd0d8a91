public import HTTPTypes

extension HTTPFields {
  /// The value of a field by its name in any case; several lines of one name are joined with `, `.
  public subscript(name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }

  /// All cookies of a request in one line (RFC 6265 section 5.4), which a subscript would split into several.
  package mutating func setCookies(_ text: String) {
    let first = firstIndex { $0.name == .cookie }
    let field = HTTPField(name: .cookie, value: text)
    guard let first else { return append(field) }
    self[first] = field
    while let next = indices.last(where: { $0 > first && self[$0].name == .cookie }) { remove(at: next) }
  }
}
