import DialJSON

extension AuthModel: SnapshotValue {
  package static func code(_ value: AuthModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> AuthModel {
    if let credential = try coder.part(value, { if case .one(let credential) = $0 { credential } else { nil } }) { return .one(credential) }
    if let pair = try coder.part(value, { if case .all(let parts, let range) = $0 { SnapshotPair(parts, range) } else { nil } }) {
      return .all(pair.first, pair.second)
    }
    if let pair = try coder.part(value, { if case .any(let parts, let range) = $0 { SnapshotPair(parts, range) } else { nil } }) {
      return .any(pair.first, pair.second)
    }
    return .none
  }
}

extension Credential: SnapshotValue {
  package static func code(_ value: Credential!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Credential {
    try Credential(
      kind: coder(value.kind), range: coder(value.range), parts: coder(value.parts), settings: coder(value.settings),
      token: coder(value.token), location: coder(value.location), title: coder(value.title), scheme: coder(value.scheme),
      readsBody: coder(value.readsBody))
  }
}

extension Credential.Part: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try Credential.Part(
      coder(value.key), coder(value.text), isSecret: coder(value.isSecret), isOptional: coder(value.isOptional),
      mayBeEmpty: coder(value.mayBeEmpty))
  }
}

extension Credential.Location: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let name = try coder.part(value, { $0.header }) { return .header(name) }
    if let name = try coder.part(value, { $0.item }) { return .query(name) }
    throw SnapshotFault()
  }
}

extension TokenModel.Supply: SnapshotValue {}

extension TokenModel: SnapshotObject {
  package static func codeParts(_ value: TokenModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> TokenModel {
    try TokenModel(
      range: coder(value.range), carrier: coder(value.carrier), label: coder(value.label), login: coder(value.login),
      refresh: coder(value.refresh), paths: coder(value.paths), on: coder(value.on), oauth: coder(value.oauth),
      supply: coder(value.supply))
  }
}

extension TokenModel.Carrier: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let name = try coder.part(value, { if case .header(let name) = $0 { name } else { nil } }) { return .header(name) }
    if let name = try coder.part(value, { if case .query(let name) = $0 { name } else { nil } }) { return .query(name) }
    return .bearer
  }
}

extension TokenModel.Paths: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try TokenModel.Paths(access: coder(value.access), refresh: coder(value.refresh), expires: coder(value.expires))
  }
}

extension ResponseLocation: SnapshotValue {
  package static func code(_ value: ResponseLocation!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> ResponseLocation {
    if let path = try coder.part(value, \.path) { return .path(path) }
    if let name = try coder.part(value, \.header) { return .header(name) }
    throw SnapshotFault()
  }
}

extension OAuthModel.Grant: SnapshotValue {}
extension OAuthModel.ClientAuth: SnapshotValue {}

extension OAuthModel: SnapshotValue {
  package static func code(_ value: OAuthModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> OAuthModel {
    try OAuthModel(
      range: coder(value.range), grant: coder(value.grant), clientAuth: coder(value.clientAuth), values: coder(value.values))
  }
}
