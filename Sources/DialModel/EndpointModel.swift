package import DialSyntax

/// One endpoint: what can be called, and all policies that hold for it. Read once and shared from then on: passing it copies nothing.
package final class EndpointModel: Sendable {
  /// With its groups: `admin.ban`.
  package let name: String
  /// Where its name stands in the spec; what an error of a call points at.
  package let range: SourceRange
  package let doc: String?
  package let method: String
  package let hasBody: Bool
  package let isSocket: Bool
  package let encoding: Encoding
  package let target: TargetModel
  package let parameters: [ParameterModel]
  /// Without a parameter list unknown arguments are placed by inference.
  package let isOpen: Bool
  /// Levels from the outermost in; a later one of the same name wins.
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
  /// Keys of the spec that a call would need and that this version only reads and checks.
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
  /// Whether the result comes bit by bit, without an end that could be told.
  package var isStream: Bool {
    switch result {
    case .events, .lines: true
    default: false
    }
  }

  /// What the endpoint gives in place of one reply; nil where it gives that.
  package var kindOfStream: String? {
    if isSocket { return "a web socket" }
    switch result {
    case .events: return "a stream of events"
    case .lines: return "a stream of lines"
    default: return nil
    }
  }
}

extension EndpointModel {
  /// What a call of the endpoint needs and this version cannot do yet, such as `a web socket`; nil where it can be called.
  package var unsupported: String? {
    if let feature = pending.first { return "'\(feature.name)'" }
    return method == "CONNECT" ? "a tunnel (CONNECT)" : nil
  }
}
