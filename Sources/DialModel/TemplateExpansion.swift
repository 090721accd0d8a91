package import DialJSON

extension URITemplate.Expression {
  /// Expands the expression; nil if all its variables are absent (RFC 6570 section 3.2.1).
  ///
  /// `value` returns the value of a variable by its index; nil and null are absent. A default replaces an absent value.
  package func expand(_ value: (Int) -> JSON?) throws(URITemplateError) -> String? {
    var pieces: [String] = []
    for (index, variable) in variables.enumerated() {
      var given = value(index)
      if given?.isNull ?? true { given = variable.defaultText.map { .string($0) } }
      guard let given, let piece = try expand(given, as: variable) else { continue }
      pieces.append(piece)
    }
    guard !pieces.isEmpty else { return nil }
    return operation.first + pieces.joined(separator: operation.separator)
  }

  /// Expands one variable; nil for an empty array or object, which counts as absent.
  private func expand(_ value: JSON, as variable: URITemplate.Variable) throws(URITemplateError) -> String? {
    if let items = value.asArray {
      let texts = try scalars(items.filter { !$0.isNull }, of: variable)
      return texts.isEmpty ? nil : list(texts, as: variable)
    }
    if let members = value.asObject {
      var pairs: [(String, String)] = []
      for member in members where !member.value.isNull {
        pairs.append((encode(member.name), try scalars([member.value], of: variable)[0]))
      }
      return pairs.isEmpty ? nil : object(pairs, as: variable)
    }
    guard let text = ValueText.plain(value) else { return nil }
    let shown = encode(variable.prefix.map { String(String.UnicodeScalarView(text.unicodeScalars.prefix($0))) } ?? text)
    return named(shown, as: variable)
  }

  private func scalars(_ values: [JSON], of variable: URITemplate.Variable) throws(URITemplateError) -> [String] {
    if variable.prefix != nil { throw URITemplateError("a prefix cannot be applied to the list '\(variable.name)'", at: 0) }
    var texts: [String] = []
    for value in values {
      guard let text = ValueText.plain(value) else {
        throw URITemplateError("'\(variable.name)' contains a nested list or object", at: 0)
      }
      texts.append(encode(text))
    }
    return texts
  }

  private func list(_ texts: [String], as variable: URITemplate.Variable) -> String {
    guard variable.explode else { return named(texts.joined(separator: ","), as: variable) }
    return texts.map { named($0, as: variable) }.joined(separator: operation.separator)
  }

  private func object(_ pairs: [(String, String)], as variable: URITemplate.Variable) -> String {
    guard variable.explode else { return named(pairs.map { "\($0),\($1)" }.joined(separator: ","), as: variable) }
    return pairs.map { name, value in
      operation.isNamed && value.isEmpty ? name + operation.ifEmpty : "\(name)=\(value)"
    }.joined(separator: operation.separator)
  }

  private func named(_ text: String, as variable: URITemplate.Variable) -> String {
    guard operation.isNamed else { return text }
    let name = PercentEncoding.encodeKeepingReserved(variable.name)
    return text.isEmpty ? name + operation.ifEmpty : "\(name)=\(text)"
  }

  private func encode(_ text: String) -> String {
    operation.keepsReserved ? PercentEncoding.encodeKeepingReserved(text) : PercentEncoding.encode(text)
  }
}

/// Writes a scalar as text for a path, a query, a header or a form.
package enum ValueText {
  /// Returns text unchanged, numbers with their digits, and `true` or `false`; nil for null, arrays and objects.
  package static func plain(_ value: JSON) -> String? {
    switch value.asKind {
    case .string: value.asString
    case .number: value.asNumberText
    case .bool: value.asBool == true ? "true" : "false"
    default: nil
    }
  }

  /// Whether a string inside a value contains such a character.
  package static func contains(_ value: JSON, where isSuch: (Unicode.Scalar) -> Bool) -> Bool {
    if let items = value.asArray { return items.contains { contains($0, where: isSuch) } }
    if let members = value.asObject { return members.contains { contains($0.value, where: isSuch) } }
    return plain(value)?.unicodeScalars.contains(where: isSuch) ?? false
  }
}
