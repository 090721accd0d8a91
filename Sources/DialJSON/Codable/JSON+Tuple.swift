extension JSON {
  /// Returns the members of an object, or the elements of an array, as a tuple of these types. Throws ``JSONError`` with the position.
  ///
  /// An object is read in the order of its declared shape (``JSONLayout``), which it must have, because JSON objects have no order.
  ///
  /// ```swift
  /// let (id, name) = try json.tuple(Int.self, String?.self)   // [7, null] gives (7, nil)
  /// ```
  public func tuple<each T: Decodable>(_ types: repeat (each T).Type) throws(JSONError) -> (repeat each T) {
    try JSONError.catching(in: self) {
      var reader = try TupleReader(self)
      return (repeat try reader.next((each T).self))
    }
  }

  /// Returns the elements of an array, each as a tuple of these types; see ``tuple(_:)``.
  public func tuples<each T: Decodable>(_ types: repeat (each T).Type) throws(JSONError) -> [(repeat each T)] {
    guard let elements = asArray else {
      if let error = JSON.absence(of: self) { throw error }
      throw JSONError(.type, "expected an array\(place.location), found \(asKind.noun)", path: place.text)
    }
    var tuples: [(repeat each T)] = []
    tuples.reserveCapacity(elements.count)
    for element in elements { tuples.append(try element.tuple(repeat each types)) }
    return tuples
  }
}

struct TupleReader {
  private let json: JSON
  private let decoder: ValueDecoder
  private let record: [JSONLayout.Member]?
  private let count: Int?
  private var position = 0

  init(_ json: JSON) throws {
    self.json = json
    record = json.layout?.record
    count = json.elementCount
    if let error = JSON.absence(of: json) { throw error }
    if count == nil {
      guard json.asKind == .object else {
        throw Self.error(.type, "expected an array or an object\(json.place.location), found \(json.asKind.noun)", json)
      }
      if record == nil {
        let message = "the order of the members\(json.place.location) is not declared; a tuple requires a shape or an array"
        throw Self.error(.value, message, json)
      }
    }
    decoder = try DecodingLevel.decoder(of: json, options: JSONDecodingOptions())
  }

  mutating func next<T: Decodable>(_ type: T.Type) throws -> T {
    defer { position += 1 }
    if let found = try part() { return try found.decode(type) }
    if let optional = type as? any OptionalValue.Type { return optional.none(as: type) }
    throw missing()
  }

  private func part() throws -> ValueDecoder? {
    let (level, node) = (decoder.level, decoder.node)
    if let count {
      guard position < count else { return nil }
      return ValueDecoder(level.level(at: position, in: node), decoder.document.element(position, of: node))
    }
    guard let record, record.indices.contains(position) else {
      let message = "the shape\(json.place.location) has \(record?.count ?? 0) members, but the tuple has more"
      throw Self.error(.value, message, json)
    }
    let name = record[position].wire
    return level.find(name, in: node).map { ValueDecoder(level.level(of: $0, named: name, in: node), $0) }
  }

  private func missing() -> JSONError {
    let label = record.flatMap { $0.indices.contains(position) ? $0[position].label : nil }
    guard let count else {
      let wire = record?[position].wire ?? ""
      return JSON.absence(of: json.missing(.member(wire))) ?? Self.error(.missing, "'\(wire)' is missing", json)
    }
    let name = label.map { " ('\($0)')" } ?? ""
    let size = "\(count) \(count == 1 ? "element" : "elements")"
    return Self.error(.missing, "position \(position + 1)\(name) is missing\(json.place.location): the array has \(size)", json)
  }

  private static func error(_ kind: JSONError.Kind, _ message: String, _ json: JSON) -> JSONError {
    JSONError(kind, message, path: json.place.text)
  }
}
