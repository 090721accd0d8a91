import DialJSON

/// What a compiled spec knows of all its endpoints together, as JSON.
enum TraitsText {
  static func bytes(_ traits: ServiceTraits, _ secrets: [String]) -> [UInt8] {
    JSONWriter.bytes(
      .object([
        ("middlewares", .array(traits.middlewares.map(JSON.string))), ("caching", JSON(traits.isCaching)),
        ("tokens", .array(traits.tokenHolders.map { JSON($0) })), ("variables", .array(traits.variables.map(JSON.string))),
        ("secrets", .array(secrets.map(JSON.string))),
      ]))
  }

  static func read(_ bytes: [UInt8]) -> (ServiceTraits, secrets: [String])? {
    guard let json = try? JSON(parsing: bytes), let middlewares = json.middlewares.asArray, let isCaching = json.caching.asBool,
      let tokens = json.tokens.asArray, let variables = json.variables.asArray, let secrets = json.secrets.asArray
    else { return nil }
    var traits = ServiceTraits()
    traits.middlewares = middlewares.compactMap(\.asString)
    traits.isCaching = isCaching
    traits.tokenHolders = tokens.compactMap(\.asInt)
    traits.variables = variables.compactMap(\.asString)
    return (traits, secrets.compactMap(\.asString))
  }
}
