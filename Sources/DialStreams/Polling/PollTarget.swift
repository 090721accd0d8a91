import DialEngine
import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

/// What is asked next.
enum PollTarget {
  /// The endpoint itself.
  case endpoint
  /// Another endpoint, with these arguments.
  case check(EndpointPlan, Arguments)
  /// A URL that a reply named: where the result will be, or a monitor that tells how it goes.
  case address(LinkedURL, isMonitor: Bool, answered: String)

  var isMonitor: Bool { if case .address(_, isMonitor: true, _) = self { true } else { false } }

  var isFirst: Bool { if case .endpoint = self { true } else { false } }

  /// Where an answer says that its job can be watched: an Operation-Location beside any status, a Location beside 202.
  init?(namedBy reply: Reply) {
    let monitor = reply.headers["operation-location"] ?? reply.headers["azure-asyncoperation"]
    guard let text = monitor ?? (reply.status.code == 202 ? reply.headers["location"] : nil), let address = LinkedURL(text, in: reply)
    else { return nil }
    self = .address(address, isMonitor: monitor != nil, answered: reply.url)
  }
}

extension Draft {
  /// Only a request that changes nothing is sent again without being asked for.
  var isSafe: Bool { Methods.safe.contains(request.method.rawValue) }

  /// The same origin asked for what a reply named: a plain GET, with what the call says of itself but for its body.
  func reading(_ address: LinkedURL, answered: String) throws(CallError) -> Draft {
    var draft = self
    draft.request.method = .get
    draft.request.body = .none
    draft.request.bodyFile = nil
    draft.request.bodyHoldsSecret = false
    draft.request.headers = RedirectedHeaders.withoutBody(request.headers)
    return try address.draft(draft, "the job", answered: answered)
  }
}
