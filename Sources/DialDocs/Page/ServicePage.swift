package import Dial

/// What a page shows of a service. All texts are those of the spec, or say something about it; none of them is markup.
package struct ServicePage: Sendable {
  /// Endpoints below a heading.
  package struct Group: Sendable {
    /// nil for endpoints that belong to no group.
    package var title: String?
    package var entries: [Entry]

    package init(title: String?, entries: [Entry]) { (self.title, self.entries) = (title, entries) }
  }

  package enum Entry: Sendable {
    case endpoint(EndpointPage)
    /// An endpoint that cannot be read.
    case faulty(name: String, reason: String)
  }

  /// A line about the service: `Base URL`, and its values.
  package struct Fact: Sendable {
    package var name: String
    package var values: [String]

    package init(_ name: String, _ values: [String]) { (self.name, self.values) = (name, values) }
  }

  package var title: String
  package var doc: String?
  package var facts: [Fact]
  package var groups: [Group]
  package var types: TypeTable
  /// The program that writes the page, by which it knows its own files.
  package var generator: String

  package init(title: String, doc: String?, facts: [Fact], groups: [Group], types: TypeTable, generator: String) {
    (self.title, self.doc, self.facts, self.groups, self.types, self.generator) = (title, doc, facts, groups, types, generator)
  }

  /// Whether a file is a page of a program.
  package static func isPage(_ file: [UInt8], of generator: String) -> Bool {
    let head = file.prefix(1024)
    return head.starts(with: "<!doctype html>".utf8) && head.firstRange(of: Array(mark(generator).utf8)) != nil
  }

  static func mark(_ generator: String) -> String { "<meta name=\"generator\" content=\"\(generator)\">" }
}

/// What a page shows of one endpoint.
package struct EndpointPage: Sendable {
  package struct Argument: Sendable {
    package var name: String
    package var shape: Shape
    /// The type as a text, if the shape does not say it.
    package var type: String?
    /// `required`, `optional` or a default.
    package var presence: String
    package var isRequired: Bool
    package var place: String
    package var doc: String?
    /// The allowed values, if the type does not say them.
    package var values: [JSON]
    package var notes: [String]

    package init(
      name: String, shape: Shape, type: String?, presence: String, isRequired: Bool, place: String, doc: String?, values: [JSON],
      notes: [String]
    ) {
      (self.name, self.shape, self.type, self.presence, self.isRequired) = (name, shape, type, presence, isRequired)
      (self.place, self.doc, self.values, self.notes) = (place, doc, values, notes)
    }
  }

  /// Lines below a heading, such as those about pages.
  package struct Section: Sendable {
    package var title: String
    package var lines: [String]

    package init(_ title: String, _ lines: [String]) { (self.title, self.lines) = (title, lines) }
  }

  /// A command that calls the endpoint.
  package struct Example: Sendable {
    package var title: String
    package var command: String
    package var note: String?

    package init(_ title: String, _ command: String, note: String? = nil) {
      (self.title, self.command, self.note) = (title, command, note)
    }
  }

  package var name: String
  package var method: String
  package var target: String
  package var doc: String?
  /// Words beside the name, such as `deprecated`.
  package var marks: [String] = []
  package var arguments: [Argument] = []
  /// What the endpoint does with arguments that it does not declare.
  package var others: String?
  /// The result, and the type in it.
  package var result = ""
  package var resultShape: Shape?
  package var responses: [DeclaredResponse] = []
  package var failure: String?
  package var failureShape: Shape?
  package var sections: [Section] = []
  package var examples: [Example] = []

  package init(name: String, method: String, target: String, doc: String?) {
    (self.name, self.method, self.target, self.doc) = (name, method, target, doc)
  }
}
