extension JSON {
  /// The members of an object, or the elements of an array, as a tuple of these types.
  ///
  /// An array is read by position. An object is read in the order of its declared shape (``JSONLayout``); without one
  /// it is an error, because JSON objects have no order. What is missing or null is an error unless the type is
  /// optional. Throws ``JSONError`` with the position and its label.
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

  /// The elements of an array, each as a tuple of these types; see ``tuple(_:)``.
  ///
  /// ```swift
  /// for (id, name) in try json.list.tuples(Int.self, String.self) { … }
  /// ```
  public func tuples<each T: Decodable>(_ types: repeat (each T).Type) throws(JSONError) -> [(repeat each T)] {
    guard let elements = asArray else {
      if let error = JSON.absence(of: self) { throw error }
      let place = place.text
      throw JSONError(
        .type, "expected an array\(place.isEmpty ? "" : " in '\(place)'"), found \(asKind.noun)", path: place)
    }
    var tuples: [(repeat each T)] = []
    tuples.reserveCapacity(elements.count)
    for element in elements { tuples.append(try element.tuple(repeat each types)) }
    return tuples
  }
}

/// Reads a tuple, one position after the other.
struct TupleReader {
  private let json: JSON
  private let record: [JSONLayout.Member]?
  private let count: Int?
  private var position = 0

  init(_ json: JSON) throws {
    self.json = json
    record = json.layout?.record
    count = json.elementCount
    if let error = JSON.absence(of: json) { throw error }
    guard count == nil else { return }
    guard json.asKind == .object else {
      throw Self.error(.type, "expected an array or an object\(Self.place(json)), found \(json.asKind.noun)", json)
    }
    if record == nil {
      let message = "the order of the members\(Self.place(json)) is not declared: a tuple needs a shape, or an array"
      throw Self.error(.value, message, json)
    }
  }

  mutating func next<T: Decodable>(_ type: T.Type) throws -> T {
    defer { position += 1 }
    let value: JSON
    let step: JSONPath.Step
    if count != nil {
      value = json[position]
      step = .index(position)
    } else if let record, record.indices.contains(position) {
      value = json.member(record[position].wire)
      step = .member(record[position].wire)
    } else {
      let message = "the shape\(Self.place(json)) has \(record?.count ?? 0) members, the tuple has more"
      throw Self.error(.value, message, json)
    }
    if value.isAbsent, !(type is any OptionalValue.Type) { throw missing() }
    let context = ValueDecoder.Context(root: json, options: JSONDecodingOptions())
    return try ValueDecoder(json: value, context: context, step: CodingStep(step, after: nil)).value(type)
  }

  private func missing() -> JSONError {
    let label = record.flatMap { $0.indices.contains(position) ? $0[position].label : nil }
    guard let count else {
      let wire = record?[position].wire ?? ""
      return JSON.absence(of: json.missing(.member(wire))) ?? Self.error(.missing, "'\(wire)' is missing", json)
    }
    let name = label.map { " ('\($0)')" } ?? ""
    let size = "\(count) \(count == 1 ? "element" : "elements")"
    return Self.error(
      .missing, "position \(position + 1)\(name) is missing\(Self.place(json)): the array has \(size)", json)
  }

  private static func place(_ json: JSON) -> String {
    let path = json.place.text
    return path.isEmpty ? "" : " in '\(path)'"
  }

  private static func error(_ kind: JSONError.Kind, _ message: String, _ json: JSON) -> JSONError {
    JSONError(kind, message, path: json.place.text)
  }
}

/// Optional, whatever it wraps.
protocol OptionalValue {}

extension Optional: OptionalValue {}
