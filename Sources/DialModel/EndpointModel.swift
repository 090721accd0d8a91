package import DialSyntax

/// One endpoint with all of its policies. Immutable and shared, so passing it copies nothing.
package final class EndpointModel: Sendable {
  /// The name with its groups: `admin.ban`.
  package let name: String
  /// The place of its name in the spec, for errors of a call.
  package let range: SourceRange
  package let doc: String?
  package let method: String
  package let hasBody: Bool
  package let isSocket: Bool
  package let encoding: Encoding
  package let target: TargetModel
  package let parameters: [ParameterModel]
  /// Whether it has no parameter list, so that unknown arguments are placed by inference.
  package let isOpen: Bool
  /// The headers of all levels, outermost first. A later one of the same name wins.
  package let headers: [FieldModel]
  package let query: [FieldModel]
  package let body: BodyTemplate?
  package let selection: SelectionModel?
  package let result: ResultModel
  package let failure: Shape?
  package let events: EventsModel?
  package let style: Style
  package let auth: AuthModel
  package let policy: PolicyModel
  package let mock: MockModel?
  package let pagination: PaginationModel?
  package let poll: PollModel?
  package let tags: [String: String]
  /// Keys that a call would need, and that this version only checks.
  package let pending: [PendingFeature]

  package init(
    name: String, range: SourceRange, doc: String? = nil, method: String, hasBody: Bool, isSocket: Bool, encoding: Encoding,
    target: TargetModel, parameters: [ParameterModel], isOpen: Bool, headers: [FieldModel], query: [FieldModel], body: BodyTemplate? = nil,
    selection: SelectionModel? = nil, result: ResultModel, failure: Shape? = nil, events: EventsModel? = nil, style: Style, auth: AuthModel,
    policy: PolicyModel, mock: MockModel? = nil, pagination: PaginationModel? = nil, poll: PollModel? = nil, tags: [String: String],
    pending: [PendingFeature]
  ) {
    self.name = name
    self.range = range
    self.doc = doc
    self.method = method
    self.hasBody = hasBody
    self.isSocket = isSocket
    self.encoding = encoding
    self.target = target
    self.parameters = parameters
    self.isOpen = isOpen
    self.headers = headers
    self.query = query
    self.body = body
    self.selection = selection
    self.result = result
    self.failure = failure
    self.events = events
    self.style = style
    self.auth = auth
    self.policy = policy
    self.mock = mock
    self.pagination = pagination
    self.poll = poll
    self.tags = tags
    self.pending = pending
  }
}

extension EndpointModel {
  /// The maximum number of parameters of an endpoint: a spec is untrusted input.
  package static let maxParameters = 4096

  /// The names that several parameters share. They are in different places and need their qualified names.
  package var sharedNames: Set<String> {
    var (seen, shared): (Set<String>, Set<String>) = ([], [])
    for parameter in parameters where !seen.insert(parameter.name).inserted { shared.insert(parameter.name) }
    return shared
  }

  /// Whether the result is a stream.
  package var isStream: Bool {
    switch result {
    case .events, .lines: true
    default: false
    }
  }

  /// The kind of stream that the endpoint returns; nil if it returns one response.
  package var kindOfStream: String? {
    if isSocket { return "a WebSocket" }
    switch result {
    case .events: return "a stream of events"
    case .lines: return "a stream of lines"
    default: return nil
    }
  }
}

extension EndpointModel {
  /// An unsupported feature that a call needs, such as `a web socket`; nil if it can be called.
  package var unsupported: String? {
    if let feature = pending.first { return "'\(feature.name)'" }
    return method == "CONNECT" ? "a tunnel (CONNECT)" : nil
  }
}
