package import DialJSON
package import DialSyntax

/// A response without a network (Mocks.md): one, or several in turn, of which the last repeats.
package struct MockModel: Sendable {
  package var answers: [Answer]
  package var range: SourceRange

  package init(answers: [Answer], range: SourceRange) {
    self.answers = answers
    self.range = range
  }

  package struct Answer: Sendable {
    package var status = 200
    package var headers: [(name: String, value: Text)] = []
    package var body = Body.none
    /// The name of a failure, such as `timeout`, instead of a response.
    package var error: String?
    package var delay: Duration?
    package var range: SourceRange

    package init(range: SourceRange) { self.range = range }
  }

  package enum Body: Sendable {
    case none
    case json(JSON)
    case text(String)
    /// A path below the folder of the spec.
    case file(String)
    /// Server-Sent Events, or lines if the endpoint returns lines.
    case events([Event])
  }

  /// An item of `events`: a string, JSON, or `{event, data, id, retry}`.
  package struct Event: Sendable {
    /// The item as in the spec, for a line of `-> lines`.
    package var item: JSON
    package var name: String?
    package var data: JSON
    package var id: String?
    package var retry: Int?

    package init(item: JSON, data: JSON) {
      self.item = item
      self.data = data
    }
  }

  package static let errors = ["timeout", "connect", "tls", "protocol", "truncated"]
}
