import DialJSON
import DialMessage
import DialModel

/// The values that a token is fetched with, each as a digest with its name. The token of one user must not be sent for another.
struct TokenAccount: Equatable {
  /// The account of a token in a file that does not contain accounts. Only a key without an account finds it.
  static let unknown = "?"

  private let items: Set<Substring>

  init(_ text: String) { items = Set(text.split(separator: " ")) }

  /// Returns the account of what `parts` of the spec fetch with these variables. A variable without a value is omitted, so that a token
  /// is found without the password that it was fetched with.
  init(_ parts: [String], _ variables: [String], _ delegate: any AuthDelegate) {
    var items: Set<Substring> = parts.isEmpty ? [] : [Self.item("login", parts)]
    for name in variables { if let value = delegate.identity(of: name) { items.insert(Self.item(name, [value])) } }
    self.items = items
  }

  var text: String { items.sorted().joined(separator: " ") }

  func isPart(of other: TokenAccount) -> Bool { items.isSubset(of: other.items) }

  private static func item(_ name: String, _ values: [String]) -> Substring {
    let whole = ([name] + values).map { "\($0.utf8.count):\($0)" }.joined()
    return "\(name)=\(CacheDigest.sum(Array(whole.utf8)).prefix(16))"
  }
}

extension TokenAccount {
  init(_ oauth: OAuthModel, _ delegate: any AuthDelegate) {
    let texts = oauth.texts
    self.init(texts.flatMap { [$0.name, $0.text.spelling] }, texts.flatMap(\.text.variables), delegate)
  }

  init(_ login: NamedCall, _ delegate: any AuthDelegate, base: String?) {
    let called = delegate.service.endpoints[login.endpoint]
    let request = called.map { [$0.method, $0.target.shownText] } ?? []
    self.init(
      [login.endpoint, base?.trimmingSlashes() ?? ""] + request + login.arguments.flatMap { [$0.name.spelling] + $0.value.spellings },
      login.arguments.flatMap(\.value.variables) + (called?.variables ?? []) + (called?.auth.variables ?? []), delegate)
  }
}

extension BodyTemplate {
  fileprivate var spellings: [String] {
    switch self {
    case .literal(let json): [JSONWriter.text(json)]
    case .text(let text): [text.spelling]
    case .array(let items): items.flatMap(\.spellings)
    case .object(let members): members.flatMap { [$0.name.spelling] + $0.value.spellings }
    }
  }
}
