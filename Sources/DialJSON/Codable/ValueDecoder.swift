/// A decoder at one value. Its errors are DecodingErrors, which Decodable types may catch, around a ``JSONError``.
struct ValueDecoder: Decoder {
  /// What is the same for a whole decoding.
  final class Context {
    let root: JSON
    let options: JSONDecodingOptions

    init(root: JSON, options: JSONDecodingOptions) {
      self.root = root
      self.options = options
    }
  }

  /// The greatest depth of a decoding, which recurses with the type.
  static let maxDepth = 512

  let json: JSON
  let context: Context
  let step: CodingStep?

  var codingPath: [any CodingKey] { step.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The way to the value from the top of its document.
  var place: JSONPath { JSONPath(steps: context.root.place.steps + step.steps) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let isRecord = json.elementCount != nil && json.layout?.record != nil
    guard json.asKind == .object || isRecord else { throw mismatch([String: JSON].self, "an object") }
    return KeyedDecodingContainer(KeyedReader<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = json.asArray else { throw mismatch([JSON].self, "an array") }
    return ListReader(self, elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { ScalarReader(decoder: self) }

  /// The decoder of a value inside of this one.
  func inner(_ json: JSON, _ step: JSONPath.Step) -> ValueDecoder {
    ValueDecoder(json: json, context: context, step: CodingStep(step, after: self.step))
  }

  func value<T: Decodable>(_ type: T.Type) throws -> T {
    if let step, step.depth > Self.maxDepth {
      throw corrupted(JSONError(.depth, "nested deeper than \(Self.maxDepth) levels"))
    }
    if type == JSON.self, let json = try present() as? T { return json }
    if let value = try foundationValue(type) { return value }
    return try type.init(from: self)
  }

  /// The value, if it is not absent.
  func present() throws -> JSON {
    if case .absent(let absence) = json.storage { throw notThere(absence) }
    return json
  }

  // MARK: Errors

  private func wrapped(_ error: JSONError) -> DecodingError.Context {
    var error = error
    error.path = place.text
    return DecodingError.Context(codingPath: codingPath, debugDescription: error.message, underlyingError: error)
  }

  /// ` in 'data.id'`, or nothing at the top.
  var location: String {
    let place = place
    return place.steps.isEmpty ? "" : " in '\(place.text)'"
  }

  func mismatch(_ type: Any.Type, _ wanted: String) -> any Error {
    if case .absent(let absence) = json.storage { return notThere(absence) }
    let message = "expected \(wanted)\(location), found \(json.asKind.noun)"
    return DecodingError.typeMismatch(type, wrapped(JSONError(.type, message)))
  }

  func corrupted(_ error: JSONError) -> any Error { DecodingError.dataCorrupted(wrapped(error)) }

  private func notThere(_ absence: Absence) -> any Error {
    let error =
      step == nil || absence.steps.isEmpty ? absence.error : absence.error(at: JSONPath(steps: place.steps.dropLast()))
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: error.message, underlyingError: error)
    return DecodingError.valueNotFound(JSON.self, context)
  }
}
