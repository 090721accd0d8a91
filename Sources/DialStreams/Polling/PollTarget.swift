import DialEngine
import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

/// What to poll next.
enum PollTarget {
  /// The endpoint itself.
  case endpoint
  /// Another endpoint, with these arguments.
  case check(EndpointPlan, Arguments)
  /// A URL from a response: the future result, or a monitor of the job.
  case address(LinkedURL, isMonitor: Bool, answered: String)

  var isMonitor: Bool { if case .address(_, isMonitor: true, _) = self { true } else { false } }

  var isFirst: Bool { if case .endpoint = self { true } else { false } }

  /// Reads the URL of a job from a response: Operation-Location with any status, or Location with 202.
  init?(namedBy reply: Reply) {
    let monitor = reply.headers["operation-location"] ?? reply.headers["azure-asyncoperation"]
    guard let text = monitor ?? (reply.status.code == 202 ? reply.headers["location"] : nil), let address = LinkedURL(text, in: reply)
    else { return nil }
    self = .address(address, isMonitor: monitor != nil, answered: reply.url)
  }
}

extension Draft {
  /// Whether the request changes nothing, so it can be sent again.
  var isSafe: Bool { Methods.safe.contains(request.method.rawValue) }

  /// Returns a GET request for a URL from a response, with the headers of the call but without its body.
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
