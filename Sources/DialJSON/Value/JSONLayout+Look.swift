extension JSONLayout {
  /// The layout behind references and optionals; nil if a reference leads nowhere, or only to itself.
  public var resolved: JSONLayout? {
    var layout = self
    for _ in 0..<64 {
      switch layout.form {
      case .record, .array, .dictionary: return layout
      case .optional(let inner): layout = inner
      case .reference(let find):
        guard let found = find() else { return nil }
        layout = found
      }
    }
    return nil
  }

  /// The members of a record.
  var record: [Member]? {
    if case .record(let members)? = resolved?.form { members } else { nil }
  }

  /// The layout of the values of a dictionary.
  var valueLayout: JSONLayout? {
    if case .dictionary(let value)? = resolved?.form { value } else { nil }
  }

  /// The layout of an element of an array, or of a record that is given as an array.
  func elementLayout(_ position: Int) -> JSONLayout? {
    switch resolved?.form {
    case .array(let element): element
    case .record(let members) where members.indices.contains(position): members[position].layout
    default: nil
    }
  }
}
