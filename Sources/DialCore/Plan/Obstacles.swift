/// What stands in the way of every call of an endpoint, whatever its arguments.
final class Obstacles: Sendable {
  /// Why no request can be made.
  let making: CallError?
  /// Why a request that was made cannot be sent.
  let sending: CallError?

  /// nil where nothing does.
  init?(_ model: EndpointModel, _ base: BasePlan) {
    making = Self.making(model, base)
    sending = model.unsupported.map { Self.unsupported($0, model) }
    if making == nil, sending == nil { return nil }
  }

  private static func making(_ model: EndpointModel, _ base: BasePlan) -> CallError? {
    guard let host = base.loweredHost else { return nil }
    return CallError(
      .arguments, "the base of the spec is https: http is for loopback only, not for '\(host)'", endpoint: model.name,
      location: model.range)
  }

  private static func unsupported(_ what: String, _ model: EndpointModel) -> CallError {
    CallError(.unsupported, "\(what) is not supported yet", endpoint: model.name, location: model.range)
  }
}
