import Dial

/// The schema of the structured result of an endpoint. Its root is an object, as revisions before 2026-07-28 require; other results are in
/// its member `result`.
struct OutputSchema: Sendable {
  private static let member = "result"

  let schema: JSON
  private let isWrapped: Bool
  private let shape: Shape
  private let check: ShapeCheck

  /// Returns nil if nothing is known about the result.
  init?(_ found: Catalog.Found) {
    let (model, types) = (found.model, found.service.types)
    // With a result for each status, the last call says nothing about the next one.
    guard case .shape(let shape) = model.result, !model.variants.contains(where: { $0.choice.status != nil }) else { return nil }
    let root = types.resolve(shape)
    switch root {
    case .json, .data, .void: return nil
    case .record(let record) where record.members.contains { $0.head != nil }: return nil
    case .record(let record): isWrapped = record.isArray == true
    case .dictionary: isWrapped = false
    default: isWrapped = true
    }
    let dates = model.style.dates ?? .rfc3339
    self.shape = shape
    check = ShapeCheck(types: types, names: .wires, dates: dates)
    let written = SchemaWriter.result(root, types: types, hasTextDates: dates == .rfc3339)
    schema = isWrapped ? Self.wrapped(written) : written
  }

  /// Returns the structured result, or why it does not have this schema.
  func structured(_ value: JSON) -> Result<JSON, ShapeMisfit> {
    if let fault = check.fault(value, shape, at: "") { return .failure(ShapeMisfit(text: fault.named("the result"))) }
    if isWrapped { return .success(.object([(Self.member, value)])) }
    return value.asObject == nil ? .failure(ShapeMisfit(text: "the result must be an object")) : .success(value)
  }

  /// Moves the definitions to the new root, to which references point.
  private static func wrapped(_ schema: JSON) -> JSON {
    let members = (schema.asObject ?? [:]).map { ($0.name, $0.value) }
    let definitions = members.filter { $0.0 == "$defs" }
    return .object(
      [
        ("type", "object"), ("properties", .object([(member, .object(members.filter { $0.0 != "$defs" }))])),
        ("required", [.string(member)]),
      ] + definitions)
  }
}

/// Why a result does not have the declared shape.
struct ShapeMisfit: Error { let text: String }
