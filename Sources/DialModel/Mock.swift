package import DialJSON
package import DialSyntax

/// What answers in place of the network (language section 10): one answer, or several in turn, the last one for good.
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
    /// The name of a failure, such as `timeout`, in place of an answer.
    package var error: String?
    /// Before the answer; between the events of a stream.
    package var delay: Duration?
    package var range: SourceRange

    package init(
      status: Int = 200, headers: [(name: String, value: Text)] = [], body: Body = .none, error: String? = nil, delay: Duration? = nil,
      range: SourceRange
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.error = error
      self.delay = delay
      self.range = range
    }
  }

  package enum Body: Sendable {
    case none
    case json(JSON)
    case text(String)
    /// A path below the spec's folder.
    case file(String)
    /// Server-Sent Events; lines where the endpoint gives lines.
    case events([Event])
  }

  /// An item of `events`: a text, JSON, or `{event, data, id, retry}`.
  package struct Event: Sendable {
    /// What is written, as it stands in the spec: a line of `-> lines`.
    package var item: JSON
    package var name: String?
    package var data: JSON
    package var id: String?
    /// In milliseconds.
    package var retry: Int?

    package init(item: JSON, name: String? = nil, data: JSON, id: String? = nil, retry: Int? = nil) {
      self.item = item
      self.name = name
      self.data = data
      self.id = id
      self.retry = retry
    }
  }

  package static let errors = ["timeout", "connect", "tls", "protocol", "truncated"]
}
