/// The settings that a service, a group or an endpoint passes to what it contains.
package struct Level {
  package var names: [String] = []
  package var prefix = ""
  /// The base of the service, where arguments stand in it.
  package var base: TargetModel?
  package var headers: [FieldModel] = []
  package var query: [FieldModel] = []
  package var style = Style()
  package var encoding: Encoding?
  package var auth: AuthModel = .none
  package var policy = PolicyModel()
  /// Keys that are only checked: a call with them is not supported.
  package var pending: [PendingFeature] = []

  package init(
    names: [String] = [], prefix: String = "", headers: [FieldModel] = [], query: [FieldModel] = [], style: Style = Style(),
    encoding: Encoding? = nil, auth: AuthModel = .none, policy: PolicyModel = PolicyModel(), pending: [PendingFeature] = []
  ) {
    self.names = names
    self.prefix = prefix
    self.headers = headers
    self.query = query
    self.style = style
    self.encoding = encoding
    self.auth = auth
    self.policy = policy
    self.pending = pending
  }

  /// Returns a nested level, which its own keys then refine.
  package func inner(_ name: String? = nil) -> Level {
    var level = self
    if let name { level.names.append(name) }
    for index in level.headers.indices { level.headers[index].isOwn = false }
    for index in level.query.indices { level.query[index].isOwn = false }
    return level
  }

  /// Returns a name with its groups: `admin.ban`.
  package func name(of inner: String) -> String { names.isEmpty ? inner : (names + [inner]).joined(separator: ".") }

  mutating func drop(pending name: String) { pending.removeAll { $0.name == name } }
}
