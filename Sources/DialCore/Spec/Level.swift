import DialSyntax

/// What a service, a group or an endpoint hands down to what is inside it.
struct Level {
  var names: [String] = []
  var prefix = ""
  var headers: [FieldModel] = []
  var query: [FieldModel] = []
  var style = Style()
  var encoding: Encoding?
  var auth: AuthModel = .none
  var policy = PolicyModel()
  /// Keys that are only read here: a call under them says that they are not supported yet.
  var pending: [PendingFeature] = []

  /// A level inside this one, to be refined by its own keys.
  func inner(_ name: String? = nil) -> Level {
    var level = self
    if let name { level.names.append(name) }
    for index in level.headers.indices { level.headers[index].isOwn = false }
    for index in level.query.indices { level.query[index].isOwn = false }
    return level
  }

  /// The name of something on this level with its groups: `admin.ban`.
  func name(of inner: String) -> String { names.isEmpty ? inner : (names + [inner]).joined(separator: ".") }

  mutating func drop(pending name: String) { pending.removeAll { $0.name == name } }
}
