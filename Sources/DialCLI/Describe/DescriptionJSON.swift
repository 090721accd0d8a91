import DialJSON
import DialModel
import DialPolicies

extension EndpointDescription {
  /// The description as `-o json` prints it.
  var json: JSON {
    .object([
      ("name", .string(endpoint.name)), ("method", .string(ListCommand.method(endpoint))),
      ("target", .string(endpoint.target.text)), ("doc", Self.text(endpoint.doc)),
      ("unsupported", Self.text(endpoint.unsupported)),
      ("encoding", .string(endpoint.encoding.word)), ("open", .bool(endpoint.isOpen)),
      ("arguments", .array(arguments.map(Self.json))), ("result", .string(result)),
      ("pages", Self.text(ManyText(endpoint: endpoint).pages)), ("waits", Self.text(ManyText(endpoint: endpoint).waits)),
      ("failure", Self.text(failure)),
      ("types", .object(types.map { ($0.name, .string($0.shape)) })), ("base", Self.text(request.base)),
      ("timeout", Self.text(request.timeout)), ("policies", .object(request.policies.map { ($0.name, .string($0.text)) })),
      ("headers", .array(request.headers.map { .array([.string($0.name), .string($0.value)]) })), ("auth", Self.text(auth)),
      ("variables", .array((variables.ofFields + variables.ofStructure).map(JSON.string))), ("example", .string(example)),
    ])
  }

  private static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  private static func json(_ argument: Argument) -> JSON {
    .object([
      ("name", .string(argument.name)), ("place", .string(argument.place)), ("wire", .string(argument.wire)),
      ("type", .string(argument.type)), ("required", .bool(argument.isRequired)), ("default", text(argument.standard)),
      ("values", .array(argument.values.map(JSON.string))), ("secret", .bool(argument.isSecret)), ("doc", text(argument.doc)),
    ])
  }
}
