import DialJSON
import DialModel
import DialSyntax

extension Failure {
  /// The failure as `--errors json` prints it, every member there, null where it has nothing to say.
  var json: JSON {
    .object([
      ("code", .string(code)), ("message", .string(message)), ("endpoint", endpoint.map(JSON.string) ?? .null),
      ("status", status.map { JSON($0) } ?? .null), ("hint", hint.map(JSON.string) ?? .null), ("attempts", JSON(attempts)),
      ("body", body.map(Self.shown) ?? .null), ("spec", Self.place(location)), ("faults", .array(told.map(Self.fault))),
    ])
  }

  /// At least one: the failure itself.
  private var told: [Fault] { faults.isEmpty ? [Fault(code: code, message: message, hint: hint, location: location)] : faults }

  static func fault(_ fault: Fault) -> JSON {
    .object([
      ("code", .string(fault.code)), ("message", .string(fault.message)), ("argument", fault.argument.map(JSON.string) ?? .null),
      ("hint", fault.hint.map(JSON.string) ?? .null), ("spec", place(fault.location)),
    ])
  }

  static func place(_ location: SourceRange?) -> JSON {
    guard let location else { return .null }
    return .object([
      ("file", .string(location.file.name)), ("line", JSON(location.start.line)), ("column", JSON(location.start.column)),
    ])
  }

  /// A body as JSON where it is JSON, else as text, else as base64.
  private static func shown(_ body: [UInt8]) -> JSON {
    if body.isEmpty { return .null }
    if let json = try? JSON(parsing: body) { return json }
    if let text = String(validating: body, as: UTF8.self) { return .string(text) }
    return .object([("base64", .string(Base64.encode(body)))])
  }
}
