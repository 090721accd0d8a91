extension JSON {
  /// The value as any Decodable type.
  ///
  /// Date reads RFC 3339 text or seconds since 1970, Data base64, Decimal every digit; integers must be whole and in
  /// range; text, numbers and Bool are never taken for each other. Throws ``JSONError`` with the path, the wanted and the
  /// found kind; for what is not there, the first missing step.
  ///
  /// ```swift
  /// let users = try json.data.list.decode([User].self)
  /// let id: Int = try json.id.decode()
  /// ```
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, options: JSONDecodingOptions = JSONDecodingOptions()
  ) throws(JSONError) -> T {
    try JSONError.catching(in: self) {
      if let error = JSON.absence(of: self) {
        guard let optional = type as? any OptionalValue.Type else { throw error }
        return optional.none(as: type)
      }
      if T.self == JSON.self { return retyped(self, as: type) }
      return try DecodingLevel.decoder(of: self, options: options).decode(type)
    }
  }
}

extension JSONError {
  /// Runs a decoding and throws its errors as JSONErrors.
  static func catching<T>(in root: JSON, _ body: () throws -> T) throws(JSONError) -> T {
    do {
      return try body()
    } catch let error as JSONError {
      throw error
    } catch let error as DecodingError {
      throw JSONError(error, in: root)
    } catch {
      throw JSONError(.value, "\(error)")
    }
  }

  /// The error inside of a DecodingError, or its facts if a type threw it itself.
  private init(_ error: DecodingError, in root: JSON) {
    let kind: Kind
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found): (kind, context) = (.type, found)
    case .keyNotFound(_, let found): (kind, context) = (.missing, found)
    case .valueNotFound(_, let found): (kind, context) = (.missing, found)
    case .dataCorrupted(let found): (kind, context) = (.value, found)
    @unknown default:
      self.init(.value, "\(error)")
      return
    }
    if let own = context.underlyingError as? JSONError {
      self = own
    } else {
      let path = JSONPath(steps: root.place.steps + JSONPath(context.codingPath).steps).text
      let place = path.isEmpty ? "" : " in '\(path)'"
      self.init(kind, "\(context.debugDescription)\(place)", path: path)
    }
  }
}

protocol OptionalValue {
  /// Nil, as the type that this is.
  static func none<T>(as type: T.Type) -> T
}

extension Optional: OptionalValue {
  static func none<T>(as type: T.Type) -> T { retyped(Self.none, as: type) }
}
