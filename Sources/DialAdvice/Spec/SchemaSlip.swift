import DialBuild
import DialModel
import DialSyntax

/// A mapping that is not a record: a type of JSON Schema, which is the habit of everyone who knows OpenAPI, or the declaration of a parameter.
struct SchemaSlip {
  let node: Node

  func advice(isMember: Bool) -> Diagnostic? {
    guard let entries = node.mapping, !entries.isEmpty else { return nil }
    return (entries.count < 4 ? schema(entries) : nil) ?? (isMember ? parameter(entries) : nil)
  }

  private func value(_ name: String, _ entries: [Entry]) -> Node? { entries.first { $0.name == name }?.value }

  private func refuse(_ message: String, _ fix: String = "", _ text: String? = nil) -> Diagnostic {
    .finding(.error, .shape, message, at: node.range, fix: fix, with: text)
  }

  /// `{$ref: "#/types/User"}`, `{enum: [a, b]}`, `{type: object, properties: {…}}` and `{type: array, items: {…}}`.
  private func schema(_ entries: [Entry]) -> Diagnostic? {
    if let name = value("$ref", entries)?.text?.split(separator: "/").last.map(String.init), Name.isValid(name) {
      return refuse("to use a declared type, write its name: '\(name)'", "write the name", entries.count == 1 ? name : nil)
    }
    let union = (value("oneOf", entries) ?? value("anyOf", entries))?.sequence
    if let union, union.count > 1 {
      let names = union.compactMap { $0.text ?? $0.value(for: "$ref")?.text?.split(separator: "/").last.map(String.init) }
      let written = names.joined(separator: " | ")
      let isWhole = names.count == union.count && entries.count == 1 && names.allSatisfy(Name.isValid)
      return refuse(
        "this is a type of JSON Schema; alternatives are separated by '|', as in '\(isWhole ? written : "Cat | Dog")'", "replace with",
        isWhole ? written : nil)
    }
    if entries.count > 1, let type = type(entries) {
      return refuse("this is a type of JSON Schema; write '\(type)'", "replace with", type)
    }
    guard let words = value("enum", entries), entries.count == 1 || value("type", entries) != nil, let slip = Alternatives(words) else {
      return nil
    }
    return refuse(slip.message, "write '|'", slip.written)
  }

  /// Returns the type, in flow style; nil if it says more.
  private func type(_ entries: [Entry]) -> String? {
    guard let word = value("type", entries)?.text else { return nil }
    if entries.count == 1 { return ForeignWords.type(meantBy: word) }
    if word == "array", entries.count == 2, let item = value("items", entries)?.mapping { return type(item).map { "[\($0)]" } }
    guard word == "object", let properties = value("properties", entries)?.mapping else { return nil }
    let required = value("required", entries)?.sequence.map { Set($0.compactMap(\.text)) }
    guard entries.count == (required == nil ? 2 : 3) else { return nil }
    let members = properties.compactMap { property in
      property.value.mapping.flatMap(type).map { "\(property.name): \($0)\(required?.contains(property.name) ?? true ? "" : "?")" }
    }
    return members.count == properties.count ? "{\(members.joined(separator: ", "))}" : nil
  }

  /// `{values: [a, b]}` and `{type: Int, as: ID}`, which declare a parameter.
  private func parameter(_ entries: [Entry]) -> Diagnostic? {
    guard entries.allSatisfy({ KeyTable.parameter.contains($0.name) }) else { return nil }
    let type = value("type", entries)?.text
    if let type, entries.count == 1 {
      guard Shape.builtin(type) != nil else { return nil }
      let message = "this is a record with the member 'type'; for the type, write '\(type)', for the record '(type \(type))'"
      return .finding(.warning, .shape, message, at: node.range)
    }
    let words = value("values", entries)?.sequence?.compactMap(\.text) ?? []
    let isDeclaration = entries.contains {
      ["as", "doc", "default", "example"].contains($0.name) && !($0.value.text?.first?.isUppercase ?? true)
    }
    guard !words.isEmpty || type != nil && (isDeclaration || value("as", entries) != nil) else { return nil }
    let wire = value("as", entries)?.text.map { " as \($0)" } ?? ""
    let meant = words.isEmpty ? (type ?? "") + wire : words.map { Shape.isLiteral($0) ? $0 : "\"\($0)\"" }.joined(separator: " | ")
    return refuse("these keys declare a parameter; for a member, write only its type: '\(meant)'")
  }
}

/// `[song, podcast]`, which is `song | podcast`.
struct Alternatives {
  let message: String
  let written: String

  init?(_ node: Node) {
    let words = node.sequence?.compactMap(\.text) ?? []
    guard words.count > 1, words.count == node.sequence?.count else { return nil }
    let arePlain = words.allSatisfy(Shape.isLiteral)
    let areTexts = node.sequence?.allSatisfy { $0.scalar?.isPlain == false } ?? false
    guard arePlain || areTexts, !words.contains(where: { $0.contains("\"") }) else { return nil }
    let union = words.map { arePlain ? $0 : "\"\($0)\"" }.joined(separator: " | ")
    message = "literals are separated by '|'; write '\(union)'"
    written = arePlain ? union : Scalar.quoted(union)
  }
}
