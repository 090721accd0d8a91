import DialModel
import DialSyntax

/// The rules of `paginate:` and `poll:` that need the parameters of the endpoint, or other endpoints.
struct PagingRules {
  let findings: Findings

  /// Checks one endpoint by itself.
  func check(_ model: EndpointModel, _ draft: EndpointDraft) {
    if let (pagination, range) = draft.pagination {
      if let stream = model.kindOfStream {
        findings.error(.paginate, "\(stream) has no pages: 'paginate' is for replies that end", at: draft.range)
      }
      if let name = pagination.parameter, let range, !model.isOpen { check(name, of: model, "'paginate'", .paginate, at: range) }
    }
    if model.poll != nil, let stream = model.kindOfStream {
      findings.error(.poll, "\(stream) is not asked again and again: 'poll' is for replies that end", at: draft.range)
    }
    checkUnsafe(model, draft)
    guard let check = model.poll?.check, !model.isOpen else { return }
    for text in check.arguments.flatMap(\.value.texts) {
      for name in text.arguments.compactMap(PollModel.argument) {
        self.check(name, of: model, "'poll.args'", .poll, at: text.range, isWhole: false)
      }
    }
  }

  /// A request that may have started a job must not be repeated to poll it.
  private func checkUnsafe(_ model: EndpointModel, _ draft: EndpointDraft) {
    guard let poll = model.poll, poll.until != nil, poll.check == nil, model.kindOfStream == nil, !Methods.safe.contains(model.method)
    else { return }
    findings.warning(
      .poll,
      "\(model.method) is not sent again to see how it goes: 'call' names the endpoint that tells, unless each reply names a place to ask",
      at: draft.range)
  }

  func check(_ name: String, of model: EndpointModel, _ what: String, _ id: FindingID, at range: SourceRange, isWhole: Bool = true) {
    guard !model.parameters.contains(where: { $0.name == name || $0.qualifiedName == name }) else { return }
    refuse(name, of: model, model.parameters.map(\.name), what, id, at: range, isWhole: isWhole)
  }

  /// Reports a name that is not a parameter.
  func refuse(
    _ name: String, of model: EndpointModel, _ names: [String], _ what: String, _ id: FindingID, at range: SourceRange, isWhole: Bool = true
  ) {
    let nearest = findings.nearest(to: name, among: names)
    findings.error(
      id,
      "\(what) names '\(name)', which is no parameter of '\(model.name)': \(Suggestion.phrase(nearest, among: names, what: "parameter"))",
      at: range, fixIts: nearest.flatMap { isWhole ? $0 : nil }.map { [.init("replace it", range: range, replacement: $0)] } ?? [])
  }

  // MARK: between endpoints

  /// Checks the endpoints in `poll.call` and their arguments.
  func checkCalls(of service: ServiceModel) {
    for endpoint in service.endpoints {
      guard let check = endpoint.poll?.check else { continue }
      NamedCallRules(findings: findings, id: .poll, key: "poll").check(check, among: service.endpoints, service)
    }
  }
}
