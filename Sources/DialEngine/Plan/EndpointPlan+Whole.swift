import DialModel

extension EndpointPlan {
  /// The same calls, whose replies are taken as they come: nothing is selected and no shape is checked. What waits for a reply looks
  /// at more than what the endpoint selects, and at answers that are not its result yet.
  package func whole() -> EndpointPlan { EndpointPlan(whole: self) }
}

extension EndpointModel {
  /// The same endpoint with the reply that the server gives for its result.
  var whole: EndpointModel {
    EndpointModel(
      name: name, range: range, doc: doc, method: method, hasBody: hasBody, isSocket: isSocket, encoding: encoding, target: target,
      parameters: parameters, isOpen: isOpen, headers: headers, query: query, body: body,
      result: method == "HEAD" ? .headers : .inferred, failure: failure, style: style, auth: auth, policy: policy, mock: mock,
      pagination: pagination, poll: poll, tags: tags, pending: pending)
  }
}
