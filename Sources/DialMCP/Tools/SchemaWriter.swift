import Dial
import DialPattern

/// Writes declared types as JSON Schema 2020-12, with named types as definitions.
struct SchemaWriter {
  let types: TypeTable
  /// Whether results are described, which are read more tolerantly than arguments are checked.
  private var isResult = false
  private var hasTextDates = true
  private var definitions: [(String, JSON)] = []

  init(types: TypeTable) { self.types = types }

  /// Returns the schema of a result.
  ///
  /// - Parameter hasTextDates: whether dates are texts of RFC 3339.
  static func result(_ shape: Shape, types: TypeTable, hasTextDates: Bool) -> JSON {
    var writer = SchemaWriter(types: types)
    (writer.isResult, writer.hasTextDates) = (true, hasTextDates)
    // The root is an object for every client.
    let members = writer.members(shape).map { $0.0 == "type" && $0.1.asArray != nil ? ("type", "object") : $0 }
    return .object(members + (writer.definitions.isEmpty ? [] : [("$defs", .object(writer.definitions))]))
  }

  /// Returns the schema of the arguments of an endpoint. Secrets are not among them: the model does not give them.
  ///
  /// - Parameter keys: other names for some arguments.
  static func arguments(
    _ parameters: [ParameterModel], of endpoint: EndpointModel, types: TypeTable, keys: [String: String] = [:]
  ) -> JSON {
    var writer = SchemaWriter(types: types)
    let shared = endpoint.sharedNames
    let members = parameters.map { parameter -> (String, JSON) in
      let name = shared.contains(parameter.name) ? parameter.qualifiedName : parameter.name
      return (keys[name] ?? name, writer.schema(parameter))
    }
    let required = zip(parameters, members).filter(\.0.isRequired).map { JSON.string($1.0) }
    var schema: [(String, JSON)] = [("type", "object"), ("properties", .object(members))]
    if !required.isEmpty { schema.append(("required", .array(required))) }
    if !endpoint.isOpen { schema.append(("additionalProperties", false)) }
    if !writer.definitions.isEmpty { schema.append(("$defs", .object(writer.definitions))) }
    return .object(schema)
  }

  private mutating func schema(_ parameter: ParameterModel) -> JSON {
    // A document says more about the members of an object than a call checks.
    let shape = parameter.knownShape
    var members = parameter.isTyped || !shape.isUntyped ? members(shape.wrapped) : []
    Self.add(parameter.constraints, to: &members)
    // A default under the name of a secret is one, as in 'dial describe'.
    if case .json(let standard)? = parameter.defaultValue, !parameter.isHidden { members.append(("default", standard)) }
    if let doc = parameter.doc { members.append(("description", .string(AgentText.line(doc)))) }
    return .object(members)
  }

  private mutating func schema(_ shape: Shape) -> JSON { .object(members(shape)) }

  private mutating func members(_ shape: Shape) -> [(String, JSON)] {
    switch shape {
    case .json: return []
    case .string: return [("type", "string")]
    case .int, .int64: return [("type", "integer")]
    case .uint64: return [("type", "integer"), ("minimum", 0)]
    case .double, .decimal: return [("type", "number")]
    case .bool: return [("type", "boolean")]
    case .date: return hasTextDates ? [("type", "string"), ("format", "date-time")] : []
    case .day: return [("type", "string"), ("format", "date")]
    case .url: return [("type", "string"), ("format", "uri")]
    case .uuid: return [("type", "string"), ("format", "uuid")]
    case .data: return [("type", "string"), ("contentEncoding", "base64")]
    case .file where isResult: return [("type", "string")]
    case .file: return [("type", "string"), ("description", "a file, which an agent cannot send")]
    case .void: return [("type", "null")]
    case .literals(let values): return [("enum", .array(values))]
    case .array(let item): return [("type", "array"), ("items", schema(item))]
    case .dictionary(let value): return [("type", "object"), ("additionalProperties", schema(value))]
    case .optional(let inner): return [("anyOf", [schema(inner), ["type": "null"]])]
    case .union(let union): return [("anyOf", .array(union.alternatives.map { schema($0) }))]
    case .record(let record): return members(record)
    case .named(let name): return [("$ref", .string(reference(name)))]
    }
  }

  private mutating func members(_ record: Shape.Record) -> [(String, JSON)] {
    if record.isArray == true { return [("type", "array")] }
    let required = record.members.filter { !isOptional($0) }.map { JSON.string(name($0)) }
    let properties = record.members.map { member in (name(member), schema(member)) }
    // Members of results are also read from an array, by position.
    let type: JSON = isResult && record.isArray == nil ? ["object", "array"] : "object"
    return [("type", type), ("properties", .object(properties))] + (required.isEmpty ? [] : [("required", .array(required))])
  }

  private func name(_ member: Shape.Member) -> String { isResult ? member.wire : member.label }

  private func isOptional(_ member: Shape.Member) -> Bool {
    guard isResult else { return member.isOptional }
    return !ShapeCheck(types: types, names: .wires).needs(member, JSON.object([])[member: member.wire])
  }

  /// An argument is left out; a result can be null, too.
  private mutating func schema(_ member: Shape.Member) -> JSON {
    if isResult, isOptional(member), member.canBeAbsent == nil { return schema(Shape.optional(member.shape.wrapped)) }
    return schema(member.isOptional && !isResult ? member.shape.wrapped : member.shape)
  }

  private mutating func reference(_ name: String) -> String {
    let pointer = name.replacing("~", with: "~0").replacing("/", with: "~1")
    if !definitions.contains(where: { $0.0 == name }) {
      // Before its members, which can refer to it.
      let index = definitions.count
      definitions.append((name, true))
      definitions[index].1 = schema(types[name] ?? .json)
    }
    return "#/$defs/" + PercentEncoding.encode(pointer)
  }

  private static func add(_ constraints: [Constraint], to members: inout [(String, JSON)]) {
    for constraint in constraints {
      switch constraint.rule {
      case .values(let values): members.append(("enum", .array(values)))
      case .number(let bound, let value): members.append((keyword(bound), value))
      case .length(let limit, let count): members.append((limit == .min ? "minLength" : "maxLength", JSON(count)))
      case .items(let limit, let count): members.append((limit == .min ? "minItems" : "maxItems", JSON(count)))
      case .pattern(let pattern): members.append(("pattern", .string(pattern.text)))
      case .object: if members.isEmpty { members.append(("type", "object")) }
      case .unique: members.append(("uniqueItems", true))
      case .each(let rules):
        guard let index = members.firstIndex(where: { $0.0 == "items" }), let object = members[index].1.asObject else { continue }
        var items = object.map { ($0.name, $0.value) }
        add(rules, to: &items)
        members[index].1 = .object(items)
      case .member(let name, let rules):
        guard let index = members.firstIndex(where: { $0.0 == "properties" }), let object = members[index].1.asObject else { continue }
        let properties = object.map { member -> (String, JSON) in
          guard member.name == name, var inner = member.value.asObject.map({ $0.map { ($0.name, $0.value) } }) else {
            return (member.name, member.value)
          }
          add(rules, to: &inner)
          return (name, .object(inner))
        }
        members[index].1 = .object(properties)
      }
    }
  }

  private static func keyword(_ bound: Constraint.Bound) -> String {
    switch bound {
    case .min: "minimum"
    case .max: "maximum"
    case .above: "exclusiveMinimum"
    case .below: "exclusiveMaximum"
    case .multiple: "multipleOf"
    }
  }
}
