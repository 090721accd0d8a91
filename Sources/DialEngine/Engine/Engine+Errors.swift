package import DialMessage
package import DialModel
import HTTPTypes

extension Engine {
  /// Whatever went wrong, as one error of a call, with the request as it was sent and no secret in it.
  package func describe(_ error: any Error, _ request: PreparedRequest, _ model: EndpointModel, _ tries: AttemptLog = AttemptLog())
    -> CallError
  {
    var failure: CallError
    switch error {
    case let known as CallError:
      failure = known
      if failure.location == nil { failure.location = model.range }
    case let fault as TransportError: failure = CallError(fault, endpoint: model, attempts: 1)
    case is CancellationError:
      failure = CallError(.cancelled, "the call was cancelled", location: model.range, attempts: 1)
    default:
      failure = CallError(.middleware, "\(error)", location: model.range, attempts: 1)
    }
    if failure.endpoint.isEmpty { failure.endpoint = model.name }
    if failure.earlier.isEmpty { failure.add(tries) }
    let secrets = request.secrets.withCookies
    if !failure.isMasked {
      failure.message = secrets.redact(failure.message)
      let hints = (failure.hint.map { secrets.redact($0) }, failure.commandHint.map { secrets.redact($0) })
      (failure.hint, failure.commandHint) = hints
    }
    for index in failure.earlier.indices where failure.earlier[index].status == nil {
      failure.earlier[index].message = secrets.redact(failure.earlier[index].message)
    }
    failure.body = failure.body.map { secrets.redact($0) }
    failure.headers = failure.headers.map { secrets.redact($0) }
    failure.failure = failure.failure.map { secrets.redact($0) }
    failure.content = failure.content.map { secrets.redact($0) }
    failure.misfit = failure.misfit.map { secrets.redact($0) }
    if !failure.contract.isEmpty { failure.contract = secrets.redact(failure.contract) }
    failure.lastHop = failure.lastHop.map { secrets.redact(url: $0) }
    failure.request = request.shown
    return failure
  }
}
