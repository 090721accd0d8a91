import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// Text of a document as a part of a declaration. It is literal: it names no variable and no argument.
enum Literal {
  static func node(_ text: String, _ range: SourceRange) -> Node { Node(.scalar(Scalar(text: text, style: .doubleQuoted)), range: range) }

  static func entry(_ key: String, _ text: String, _ range: SourceRange) -> Entry { Entry(node(key, range), node(text, range)) }

  /// Returns the description of a parameter or a schema as its doc.
  ///
  /// - Parameters:
  ///   - name: the name of a parameter; the default of one that sounds secret is not repeated.
  ///   - standard: what the server uses without an argument, which is not sent.
  static func doc(_ node: Node, named name: String = "", in document: OpenAPIDocument, standard: Node? = nil) -> [Entry] {
    let described = node.value(for: "description") ?? (try? document.resolve(node))?.value(for: "description")
    let known = standard.flatMap { standard -> String? in
      if standard.isNullText { return nil }
      return SecretNames.contains(name) ? "The server has a default." : "The default of the server is \(JSONWriter.text(json(standard)))."
    }
    let texts = [described?.text, known, EnumDoc.text(node, in: document)].compactMap(\.self).filter { $0.contains { !$0.isWhitespace } }
    return texts.isEmpty ? [] : [entry("doc", texts.joined(separator: "\n\n"), described?.range ?? node.range)]
  }

  static func json(_ node: Node) -> JSON { Values.json(node, Findings()) ?? .null }

  /// Returns a value of a type, however it is written: `default: 1.0` of a string is the text `1.0`, and `"10"` of an integer a number.
  static func json(_ node: Node, as shape: Shape?) -> JSON {
    guard let shape = shape?.wrapped, !shape.isUntyped else { return json(node) }
    if case .array(let item) = shape { return node.sequence.map { .array($0.map { json($0, as: item) }) } ?? json(node) }
    return node.text.map { shape.value(of: $0) } ?? json(node)
  }
}

extension Node {
  /// Whether it is null, or no value.
  var isNullText: Bool { scalar.map { $0.isPlain && ["", "null", "~", "Null", "NULL"].contains($0.text) } ?? false }
}
