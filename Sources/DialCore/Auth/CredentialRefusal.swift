import HTTPTypes

/// Says of an answer that the credentials of its request were not taken, and what to do.
struct CredentialRefusal: Sendable {
  var hint: String
  /// Whether they were sent at all.
  var wasSent = true
}

extension CredentialRefusal {
  /// What a refusal means that no policy has told of: credentials that the binder has put in were not taken, or stayed at home.
  init?(_ response: Response, to draft: Draft) {
    let plan = draft.plan
    guard [401, 403].contains(response.status.code), let home = plan.foreign.home else { return nil }
    if case .none = plan.model.auth { return nil }
    let url = response.url.isEmpty ? draft.request.url : response.url
    if plan.foreign.contains(url), let there = Origin(url) {
      let what = "the credentials belong to \(home.text), and were not sent to \(there.text)"
      self.init(hint: "\(what); 'redirects: {trust: [\(there.host)]}' in the spec sends them there too", wasSent: false)
      return
    }
    guard response.status == .unauthorized, plan.credential != nil else { return nil }
    let names = plan.model.auth.variables.map { "'\($0)'" }
    guard let first = names.first else {
      self.init(hint: "the server does not take what 'auth' of the spec holds")
      return
    }
    let held = names.count == 1 ? "\(first) holds" : "\(names.joined(separator: " and ")) hold"
    self.init(hint: "the server does not take what \(held): --var \(plan.model.auth.variables[0])=… gives another value")
  }
}

extension Response {
  private enum RefusalKey: MessageContextKey { typealias Value = CredentialRefusal }

  /// Why credentials that were refused are not tried again.
  var refusal: CredentialRefusal? {
    get { context[RefusalKey.self] }
    set { context[RefusalKey.self] = newValue }
  }
}
