/// A service without its endpoints, which a snapshot stores one by one.
extension ServiceModel: SnapshotValue {
  package static func code(_ value: ServiceModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> ServiceModel {
    var service = try ServiceModel(file: coder.file(value.file), name: coder(value.name))
    (service.doc, service.base, service.vars) = try (coder(value.doc), coder(value.base), coder(value.vars))
    (service.types, service.groups, service.level) = try (coder(value.types), coder(value.groups), coder(value.level))
    (service.traits, service.servers) = try (coder(value.traits), coder(value.servers))
    (service.secretVariables, service.variableMarks) = try (coder(value.secretVariables), coder(value.variableMarks))
    service.closeSecrets()
    return service
  }
}

extension TypeTable: SnapshotValue {
  package static func code(_ value: TypeTable!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> TypeTable {
    var table = TypeTable()
    (table.shapes, table.names) = try (coder(value.shapes), coder(value.names))
    return table
  }
}

extension InheritedSettings: SnapshotValue {
  package static func code(_ value: InheritedSettings!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> InheritedSettings {
    var level = value ?? InheritedSettings()
    (level.names, level.prefix, level.base) = try (coder(level.names), coder(level.prefix), coder(level.base))
    (level.headers, level.query, level.style) = try (coder(level.headers), coder(level.query), coder(level.style))
    (level.encoding, level.auth, level.ownsAuth) = try (coder(level.encoding), coder(level.auth), coder(level.ownsAuth))
    level.policy = try coder(level.policy)
    return level
  }
}

extension ServiceTraits: SnapshotValue {
  package static func code(_ value: ServiceTraits!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> ServiceTraits {
    var traits = value ?? ServiceTraits()
    (traits.middlewares, traits.isCaching) = try (coder(traits.middlewares), coder(traits.isCaching))
    (traits.tokenHolders, traits.tokens) = try (coder(traits.tokenHolders), coder(traits.tokens))
    (traits.variables, traits.hasLateTokens) = try (coder(traits.variables), coder(traits.hasLateTokens))
    return traits
  }
}
