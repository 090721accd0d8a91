package import DialSyntax

/// What a list shows of an endpoint. A format that reads endpoints when they are asked for makes it without reading them.
package struct EndpointSummary: Sendable {
  package var name: String
  package var method: String
  /// As it is shown: without literal secrets.
  package var target: String
  package var doc: String?
  /// The tags of the document, by which a list is grouped.
  package var tags: [String] = []
  package var isDeprecated = false
  /// A feature that a call needs and that is not supported.
  package var unsupported: String?
  /// A codec that a call needs and that a program must register.
  package var codec: String?
  /// Why it cannot be called, with the place in the document.
  package var fault: Diagnostic?

  package init(name: String, method: String, target: String) { (self.name, self.method, self.target) = (name, method, target) }

  package init(_ model: EndpointModel) {
    self.init(name: model.name, method: model.isSocket ? "WS" : model.method, target: model.target.shownText)
    (doc, unsupported, codec, isDeprecated) = (model.doc, model.unsupported, model.codec, model.isDeprecated)
  }

  /// The first line of the doc.
  package var firstLine: Substring? { doc?.split(whereSeparator: \.isNewline).first }
}

/// A tag as a document declares it.
package struct EndpointTag: Sendable {
  package var name: String
  /// A short title, shown in the place of the name.
  package var title: String?
  /// The tag to which it belongs.
  package var parent: String?

  package init(name: String, title: String? = nil, parent: String? = nil) { (self.name, self.title, self.parent) = (name, title, parent) }
}

/// A server of a document, one of which is the base.
package struct ServerModel: Sendable {
  package var name: String?
  package var doc: String?
  package var base: Text
  /// The defaults of its variables. Another server can have others.
  package var vars: [String: Text]
  /// Its position in the document, from 1.
  package var number: Int
  /// Whether calls use it without a choice.
  package var isUsual: Bool

  package init(name: String?, doc: String?, base: Text, vars: [String: Text] = [:], number: Int = 1, isUsual: Bool = false) {
    (self.name, self.doc, self.base, self.vars, self.number, self.isUsual) = (name, doc, base, vars, number, isUsual)
  }
}
