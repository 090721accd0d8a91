import DialJSON
import DialModel
import DialSyntax

/// A header that all operations have (`x-fern-global-headers`).
struct GlobalHeader {
  let name: String
  private let node: Node
  private let standard: Node?

  /// The headers that credentials and bodies set.
  private static let owned: Set = ["accept", "content-type", "authorization"]

  /// Returns the headers of a document. A malformed one is left out with a note.
  static func all(of document: OpenAPIDocument, note: (Diagnostic) -> Void) -> [GlobalHeader] {
    guard let value = document["x-fern-global-headers"] else { return [] }
    guard let items = value.sequence else {
      note(.warning(.documentExtension, "'x-fern-global-headers' has no effect, because it must be a list", at: value.range))
      return []
    }
    return items.compactMap { item in
      if let header = GlobalHeader(item) { return header }
      note(.warning(.documentExtension, "a header of 'x-fern-global-headers' has no valid name, and is left out", at: item.range))
      return nil
    }
  }

  private init?(_ node: Node) {
    guard let name = node.text(for: "header"), HeaderRules.isToken(name), !HeaderRules.isOwned(name),
      !Self.owned.contains(name.lowercased())
    else { return nil }
    (self.name, self.node) = (name, node)
    // `literal<"2.10">` is the only value.
    let literal = node.value(for: "type").flatMap { type -> Node? in
      guard let text = type.text, text.hasPrefix("literal<\""), text.hasSuffix("\">") else { return nil }
      return Literal.node(String(text.dropFirst(9).dropLast(2)), type.range)
    }
    standard = literal ?? node.value(for: "default")
  }

  var declaration: ParameterDeclaration {
    var parameter = ParameterDeclaration(name: name, range: node.range, location: .header)
    parameter.shape = ShapeDeclaration(.string)
    parameter.isOptional = node.flag("optional") || standard != nil || node.value(for: "env") != nil
    if let text = standard?.text { parameter.standard = (.string(text), node.range) }
    return parameter
  }
}
