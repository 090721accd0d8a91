import DialModel

// The kinds whose values are known before a call.

struct BearerKind: CredentialKind {
  let name = "bearer"
  let syntax: CredentialSyntax? = CredentialSyntax([.init("token", .secret)], example: "bearer ${TOKEN}", needs: "one value")
  let scheme: String? = "Bearer"
  let authorization = CredentialAuthorization.field { CredentialField("Bearer \($0["token"])") }
}

/// A token with the scheme word of the service: `Authorization: Bot …` (RFC 9110 section 11.4).
struct SchemeKind: CredentialKind {
  let name = "scheme"
  let syntax: CredentialSyntax? = CredentialSyntax(
    [.init("scheme"), .init("token", .secret)], example: "scheme Bot ${TOKEN}", needs: "a scheme word and a token")
  let authorization = CredentialAuthorization.field { CredentialField("\($0["scheme"]) \($0["token"])") }

  func title(_ declared: CredentialDeclaration) -> String { "scheme \(declared.literal("scheme") ?? "")" }

  func faults(_ declared: CredentialDeclaration) -> [CredentialFault] {
    guard declared.literal("scheme").map(HeaderRules.isToken) != true else { return [] }
    return [CredentialFault("'scheme' must be a word such as Bot or ApiKey, without spaces and variables", at: "scheme")]
  }
}

struct BasicKind: CredentialKind {
  let name = "basic"
  let syntax: CredentialSyntax? = CredentialSyntax(
    [.init("user", mayBeEmpty: true), .init("password", .secret, mayBeEmpty: true)], example: "basic ${USER} ${PASSWORD}",
    needs: "two values")
  let scheme: String? = "Basic"
  let authorization = CredentialAuthorization.field { values throws(CredentialFault) in
    let user = values["user"]
    // The first colon ends the user name (RFC 7617 section 2).
    if user.contains(":") { throw CredentialFault("the user name of 'auth: basic' cannot contain ':'") }
    let pair = Base64.encode(Array("\(user):\(values["password"])".utf8))
    return CredentialField("Basic \(pair)", secrets: [pair] + (values.isVariable("user") ? [user] : []))
  }
}

/// User name and password in one value, as `user:password` of a URL (RFC 3986 section 3.2.1) and of other tools.
struct UserinfoKind: CredentialKind {
  let name = "userinfo"
  let syntax: CredentialSyntax? = CredentialSyntax([.init("userinfo", .secret)], example: "userinfo ${LOGIN}", needs: "one value")
  let scheme: String? = "Basic"
  let authorization = CredentialAuthorization.field { values in
    // A key alone is a user without a password, as services ask for it.
    let pair = values["userinfo"]
    let encoded = Base64.encode(Array((pair.contains(":") ? pair : pair + ":").utf8))
    return CredentialField("Basic \(encoded)", secrets: [encoded])
  }
}

struct HeaderKind: CredentialKind {
  let name = "header"
  let syntax: CredentialSyntax? = CredentialSyntax(
    [.init("name", .headerName), .init("key", .secret)], example: "header X-Api-Key ${KEY}", needs: "a name and a value")
  let authorization = CredentialAuthorization.field { CredentialField($0["key"]) }

  func title(_ declared: CredentialDeclaration) -> String { "header \(declared.settings["name"] ?? "")" }
  func location(_ declared: CredentialDeclaration) -> Credential.Location { .header(declared.settings["name"] ?? "") }
}

struct QueryKind: CredentialKind {
  let name = "query"
  let syntax: CredentialSyntax? = CredentialSyntax(
    [.init("name", .itemName), .init("key", .secret)], example: "query key ${KEY}", needs: "a name and a value")
  let authorization = CredentialAuthorization.field { CredentialField($0["key"]) }

  func title(_ declared: CredentialDeclaration) -> String { "query \(declared.settings["name"] ?? "")" }
  func location(_ declared: CredentialDeclaration) -> Credential.Location { .query(declared.settings["name"] ?? "") }
}
