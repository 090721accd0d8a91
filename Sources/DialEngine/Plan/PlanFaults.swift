package import DialMessage
import DialModel

/// The errors that prevent every call of an endpoint, whatever its arguments.
package final class PlanFaults: Sendable {
  /// Why no request can be created.
  let making: CallError?
  /// Why a request cannot be sent as a call.
  let sending: CallError?
  /// Why a web socket cannot be opened.
  package let opening: CallError?

  /// Returns nil if there are none.
  init?(_ model: EndpointModel, _ base: BasePlan) {
    making = Self.making(model, base)
    opening = model.unsupported.map { Self.unsupported($0, model) }
    sending = opening ?? (model.isSocket ? Self.socket(model) : nil)
    if making == nil, sending == nil { return nil }
  }

  private static func making(_ model: EndpointModel, _ base: BasePlan) -> CallError? {
    guard let host = base.loweredHost else { return nil }
    return CallError(
      .arguments, "the base of the spec is https: http is for loopback only, not for '\(host)'", endpoint: model.name,
      location: model.range)
  }

  private static func socket(_ model: EndpointModel) -> CallError {
    CallError(
      .arguments, "'\(model.name)' is a web socket: it is opened with connect, not called", endpoint: model.name, location: model.range)
  }

  private static func unsupported(_ what: String, _ model: EndpointModel) -> CallError {
    CallError(.unsupported, "\(what) is not supported yet", endpoint: model.name, location: model.range)
  }
}
