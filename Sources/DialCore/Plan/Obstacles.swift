/// What stands in the way of every call of an endpoint, whatever its arguments.
final class Obstacles: Sendable {
  /// Why no request can be made.
  let making: CallError?
  /// Why a request that was made cannot be sent.
  let sending: CallError?

  /// nil where nothing does.
  init?(_ model: EndpointModel, _ base: BasePlan) {
    making = Self.making(model, base)
    sending = Self.sending(model)
    if making == nil, sending == nil { return nil }
  }

  private static func making(_ model: EndpointModel, _ base: BasePlan) -> CallError? {
    if case .named(let codec) = model.encoding { return unsupported("the encoding '\(codec)'", model) }
    guard let host = base.loweredHost else { return nil }
    return CallError(
      .arguments, "the base of the spec is https: http is for loopback only, not for '\(host)'", endpoint: model.name,
      location: model.range)
  }

  /// What the spec asks for and this version cannot do.
  private static func sending(_ model: EndpointModel) -> CallError? {
    if let pending = model.pending.first { return unsupported("'\(pending.name)'", model) }
    if case .pending(let feature, _) = model.auth { return unsupported("'\(feature.name)'", model) }
    if model.isSocket { return unsupported("a web socket", model) }
    if model.policy.decode != nil { return unsupported("'decode'", model) }
    if model.method == "CONNECT" { return unsupported("CONNECT, which opens a tunnel,", model) }
    switch model.result {
    case .events: return unsupported("a stream of events", model)
    case .lines: return unsupported("a stream of lines", model)
    default: return nil
    }
  }

  private static func unsupported(_ what: String, _ model: EndpointModel) -> CallError {
    CallError(.unsupported, "\(what) is not supported yet", endpoint: model.name, location: model.range)
  }
}
