package import DialMessage
import DialModel

/// What stands in the way of every call of an endpoint, whatever its arguments.
package final class PlanFaults: Sendable {
  /// Why no request can be made.
  let making: CallError?
  /// Why a request that was made cannot be sent as a call.
  let sending: CallError?
  /// Why a web socket cannot be opened.
  package let opening: CallError?

  /// nil where nothing does.
  init?(_ model: EndpointModel, _ base: BasePlan) {
    making = Self.making(model, base)
    opening = model.unsupported.map { Self.unsupported($0, model) }
    sending = opening ?? (model.isSocket ? Self.socket(model) : nil)
    if making == nil, sending == nil { return nil }
  }

  private static func making(_ model: EndpointModel, _ base: BasePlan) -> CallError? {
    guard let host = base.loweredHost else { return nil }
    return CallError(
      .arguments, "the base of the spec uses https, so '\(host)' requires https too; http is allowed only for localhost",
      endpoint: model.name,
      location: model.range)
  }

  private static func socket(_ model: EndpointModel) -> CallError {
    CallError(
      .arguments, "'\(model.name)' is a web socket; open it with 'connect' instead of calling it", endpoint: model.name,
      location: model.range)
  }

  private static func unsupported(_ what: String, _ model: EndpointModel) -> CallError {
    CallError(.unsupported, "\(what) is not supported yet", endpoint: model.name, location: model.range)
  }
}
