import DialModel

extension EndpointPlan {
  /// Returns a plan whose responses are neither selected nor checked. Polling reads more than the selected part, and responses that are
  /// not the result yet.
  package func whole() -> EndpointPlan { EndpointPlan(whole: self) }
}

extension EndpointModel {
  /// Returns the endpoint without selection and shape.
  var whole: EndpointModel {
    EndpointModel(
      name: name, range: range, doc: doc, method: method, hasBody: hasBody, isSocket: isSocket, encoding: encoding, target: target,
      parameters: parameters, isOpen: isOpen, headers: headers, query: query, body: body,
      result: method == "HEAD" ? .headers : .inferred, failure: failure, style: style, auth: auth, policy: policy, mock: mock,
      pagination: pagination, poll: poll, tags: tags, pending: pending)
  }
}
