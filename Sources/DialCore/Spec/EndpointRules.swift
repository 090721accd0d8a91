import DialJSON
import DialSyntax

/// The rules between the parts of one endpoint (language sections 1, 2 and 13). Rules about types wait for ``TypeRules``.
struct EndpointRules {
  let model: EndpointModel
  let draft: EndpointReader.Draft
  let findings: Findings

  func check() {
    checkDuplicates()
    checkWireNames()
    checkPlaces()
    checkBody()
    checkEncoding()
    if model.method == "CONNECT" { checkConnect() }
  }

  private func checkDuplicates() {
    var seen: [String: ParameterModel] = [:]
    for parameter in model.parameters {
      if let first = seen[parameter.qualifiedName] {
        findings.error(
          .duplicateParameter, "the parameter '\(parameter.name)' is declared twice", at: parameter.range,
          notes: [.init("first here", range: first.range)])
      } else {
        seen[parameter.qualifiedName] = parameter
      }
    }
  }

  private func checkWireNames() {
    var seen: [String: ParameterModel] = [:]
    for parameter in model.parameters where !parameter.isSpread && parameter.place != .body && parameter.place != .template {
      let wire = parameter.place == .header ? parameter.wire.lowercased() : parameter.wire
      let key = "\(parameter.place.rawValue)\n\(wire)"
      if let first = seen[key], first.name != parameter.name {
        findings.error(
          .duplicateWireName, "'\(first.name)' and '\(parameter.name)' are both '\(parameter.wire)' in the \(parameter.place.words)",
          at: parameter.wireRange ?? parameter.range, notes: [.init("the other is here", range: first.wireRange ?? first.range)])
      } else {
        seen[key] = parameter
      }
    }
  }

  private func checkPlaces() {
    for parameter in model.parameters {
      let name = parameter.name
      if parameter.isSpread, [.path, .cookie, .body].contains(parameter.place) {
        findings.error(.parameter, "'\(name)*' cannot be spread into the \(parameter.place.words)", at: parameter.range)
      }
      if parameter.isFlag, parameter.place != .query {
        findings.error(
          .parameter, "'\(name)!' is a query key without a value: it cannot stand in the \(parameter.place.words)", at: parameter.range)
      }
      if parameter.place == .header { checkHeader(parameter) }
      if parameter.shape.isFile || parameter.shape.isFileList, ![.part, .body].contains(parameter.place) {
        findings.error(
          .place, "the file '\(name)' cannot stand in the \(parameter.place.words): a file is a part or the whole body", at: parameter.range
        )
      }
      if parameter.place == .part, model.encoding != .multipart {
        findings.error(.place, "'part.\(name)' needs a multipart body, this one is \(model.encoding.word)", at: parameter.range)
      }
      if model.isSocket, [.field, .part, .body].contains(parameter.place) {
        findings.error(.place, "a web socket has no body for '\(name)'", at: parameter.range)
      }
    }
  }

  private func checkHeader(_ parameter: ParameterModel) {
    let range = parameter.wireRange ?? parameter.range
    if HeaderRules.isOwned(parameter.wire) {
      findings.error(.headerOwned, "the header '\(parameter.wire)' belongs to the protocol and cannot be set", at: range)
    } else if !HeaderRules.isToken(parameter.wire), !(parameter.isSpread && parameter.wire.isEmpty) {
      findings.error(.headerName, "'\(parameter.wire)' is no header name: \(HeaderRules.tokenRule)", at: range)
    }
  }

  private func checkBody() {
    let whole = model.parameters.filter { $0.place == .body }
    let members = model.parameters.filter { $0.place == .field || $0.place == .part }
    if whole.count > 1 {
      findings.error(.bodyConflict, "two whole bodies: '\(whole[0].name)' and '\(whole[1].name)'", at: whole[1].range)
    }
    if let body = whole.first, let member = members.first {
      findings.error(
        .bodyConflict, "'\(member.name)' is a member of the body, and '\(body.name)' is the whole body: give it another place",
        at: member.range)
    }
    if model.encoding == .text || model.encoding == .bytes { checkUnstructured(members) }
    guard let template = draft.body else { return }
    if let body = whole.first {
      findings.error(.bodyConflict, "'body' and the whole body '\(body.name)' exclude each other", at: template.range)
    }
    if case .object(let written) = template.template {
      for member in members where written.contains(where: { $0.name.literal == member.wire }) && !member.isSpread {
        findings.error(
          .duplicateWireName, "'\(member.wire)' is a member of 'body' already: use '{\(member.name)}' there, or rename the parameter",
          at: member.range)
      }
      return
    }
    if let member = members.first {
      findings.error(
        .bodyConflict, "'\(member.name)' cannot be merged into a body that is no object: use it in 'body', or place it", at: member.range)
    }
  }

  /// Text and bytes have no members.
  private func checkUnstructured(_ members: [ParameterModel]) {
    for member in members {
      findings.error(
        .bodyConflict,
        "a \(model.encoding.word) body has no members: '\(member.name)' is the whole body, '_ \(member.name)', or has a place",
        at: member.range)
    }
    guard let template = draft.body else { return }
    switch template.template {
    case .text, .literal: break
    default: findings.error(.bodyConflict, "a \(model.encoding.word) body is one text", at: template.range)
    }
  }

  private func checkEncoding() {
    guard let range = draft.encodingRange, !model.hasBody, model.encoding != .json else { return }
    let hasBody = draft.body != nil || model.parameters.contains { [.field, .part, .body].contains($0.place) }
    if !hasBody {
      findings.error(
        .bodyUnasked, "\(model.method) has no body to write as \(model.encoding.word): declare one with 'field.' or '_'", at: range)
    }
  }

  private func checkConnect() {
    for parameter in model.parameters where parameter.place != .path {
      findings.error(.connectParameter, "CONNECT takes path parameters only, not '\(parameter.name)'", at: parameter.range)
    }
  }
}

extension Place {
  /// The place in a sentence.
  package var words: String {
    switch self {
    case .field: "body"
    case .part: "multipart body"
    case .body: "whole body"
    case .template: "template"
    default: rawValue
    }
  }
}

/// Rules that need all types of the spec: names that are used, and defaults that must fit.
struct TypeRules {
  let types: TypeTable
  let findings: Findings

  /// What other languages call the types of this one.
  private static let elsewhere = [
    "integer": "Int", "int32": "Int", "long": "Int64", "number": "Double", "float": "Double", "boolean": "Bool", "str": "String",
    "text": "String", "object": "JSON", "any": "JSON", "map": "JSON", "dict": "JSON", "datetime": "Date", "timestamp": "Date",
    "bytes": "Data", "binary": "Data", "uri": "URL", "null": "Void", "none": "Void",
  ]

  func checkNames() {
    let known = types.names + Shape.builtins.map(\.name)
    for use in findings.typeUses where types.shapes[use.name] == nil {
      if let known = Self.elsewhere[use.name.lowercased()] {
        findings.error(
          .unknownType, "unknown type '\(use.name)': here it is called '\(known)'", at: use.range,
          fixIts: [.init("replace it", range: use.range, replacement: known)])
        continue
      }
      if use.name.first?.isLowercase ?? false, findings.nearest(to: use.name, among: known) == nil {
        findings.error(
          .unknownType, "'\(use.name)' is no type: types begin with a capital letter, and commas stand between names", at: use.range)
      } else {
        findings.unknown(.unknownType, "type", use.name, among: known, at: use.range)
      }
    }
    let names = Set(known)
    for label in findings.memberLabels where names.contains(label.name) {
      findings.warning(
        .memberNamedAsType, "the member '\(label.name)' is named exactly as a type: a member's name comes before its type", at: label.range)
    }
  }

  func checkDefaults(_ parameters: [ParameterModel]) {
    for parameter in parameters {
      switch parameter.defaultValue {
      case .json(let value)?:
        if let fault = ShapeCheck(types: types).fault(value, parameter.shape, at: parameter.name) {
          findings.error(
            .defaultValue, "the default of '\(parameter.name)' does not fit its type: \(fault.message)",
            at: parameter.defaultRange ?? parameter.range)
        } else if let values = parameter.values, !values.contains(value) {
          findings.error(
            .defaultValue, "the default of '\(parameter.name)' is none of its 'values'", at: parameter.defaultRange ?? parameter.range)
        }
      case .uuid?: checkGenerated(parameter, "$uuid", [.string, .uuid])
      case .now?: checkGenerated(parameter, "$now", [.string, .date])
      case .text?, nil: break
      }
    }
  }

  private func checkGenerated(_ parameter: ParameterModel, _ word: String, _ allowed: [Shape]) {
    let shape = types.resolve(parameter.shape.wrapped)
    let fits = shape.isUntyped || allowed.contains { $0.spelling == shape.spelling }
    if !fits {
      findings.error(
        .defaultValue, "\(word) does not fit the type \(shape.spelling) of '\(parameter.name)'",
        at: parameter.defaultRange ?? parameter.range)
    }
  }
}
