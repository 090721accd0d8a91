import DialModel
import DialSyntax

/// The rules of `paginate:` and `poll:` that need the parameters of the endpoint, or other endpoints.
struct PagingRules {
  let findings: Findings

  /// What can be told of one endpoint by itself.
  func check(_ model: EndpointModel, _ draft: EndpointDraft) {
    if let (pagination, range) = draft.pagination {
      if let stream = model.kindOfStream {
        findings.error(.paginate, "'paginate' cannot be used with \(stream)", at: draft.range)
      }
      if let name = pagination.parameter, let range, !model.isOpen { check(name, of: model, "'paginate'", .paginate, at: range) }
    }
    if model.poll != nil, let stream = model.kindOfStream {
      findings.error(.poll, "'poll' cannot be used with \(stream)", at: draft.range)
    }
    checkUnsafe(model, draft)
    guard let check = model.poll?.check, !model.isOpen else { return }
    for text in check.arguments.flatMap(\.value.texts) {
      for name in text.arguments.compactMap(PollModel.argument) {
        self.check(name, of: model, "'poll.args'", .poll, at: text.range, isWhole: false)
      }
    }
  }

  /// What may have begun a job is not sent again to see how it goes.
  private func checkUnsafe(_ model: EndpointModel, _ draft: EndpointDraft) {
    guard let poll = model.poll, poll.until != nil, poll.check == nil, model.kindOfStream == nil, !Methods.safe.contains(model.method)
    else { return }
    findings.warning(
      .poll,
      "'poll' does not repeat a \(model.method); set 'call' to an endpoint that returns the state, unless responses contain a status URL",
      at: draft.range)
  }

  func check(_ name: String, of model: EndpointModel, _ what: String, _ id: FindingID, at range: SourceRange, isWhole: Bool = true) {
    guard !model.parameters.contains(where: { $0.name == name || $0.qualifiedName == name }) else { return }
    refuse(name, of: model, model.parameters.map(\.name), what, id, at: range, isWhole: isWhole)
  }

  /// Reports a name that none of the parameters has.
  func refuse(
    _ name: String, of model: EndpointModel, _ names: [String], _ what: String, _ id: FindingID, at range: SourceRange, isWhole: Bool = true
  ) {
    let nearest = findings.nearest(to: name, among: names)
    findings.error(
      id,
      "\(what) names '\(name)', which is not a parameter of '\(model.name)'; \(Suggestion.phrase(nearest, among: names, what: "parameter"))",
      at: range, fixIts: nearest.flatMap { isWhole ? $0 : nil }.map { [.init("replace the name", range: range, replacement: $0)] } ?? [])
  }

  // MARK: between endpoints

  /// The endpoints that `poll.call` names, and what they are given.
  func checkCalls(of service: ServiceModel) {
    for endpoint in service.endpoints {
      guard let check = endpoint.poll?.check else { continue }
      NamedCallRules(findings: findings, id: .poll, key: "poll").check(check, among: service.endpoints, service)
    }
  }
}
