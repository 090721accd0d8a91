import DialJSON
package import DialModel
package import HTTPTypes

/// Finds values in a request that have the name of a secret: a password argument, a token in `-H` or `--query`. The spec does not declare
/// them.
package enum NamedSecrets {
  /// Returns all secrets that can be found without sending the request.
  package static func all(of request: PreparedRequest) -> Set<String> {
    var found = fields(request.headers)
    found.formUnion(items(of: request.url))
    guard case .bytes(let bytes) = request.body, !bytes.isEmpty else { return found }
    return found.union(body(bytes, request.headers[.contentType].flatMap { MediaType($0) }))
  }

  /// Returns secret header values, by name; for `Bearer x` also `x`.
  package static func fields(_ fields: HTTPFields) -> Set<String> {
    var found: Set<String> = []
    for field in fields {
      let name = field.name.canonicalName
      if name == "cookie" {
        found.formUnion(field.value.split(separator: ";").map { String($0.drop { $0 != "=" }.dropFirst()) })
      } else if name == "set-cookie" {
        found.insert(String(field.value.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst()))
      } else if name != "idempotency-key", HeaderRules.isSensitive(name) || SecretNames.contains(name, in: .header) {
        let words = field.value.split(separator: " ", maxSplits: 1)
        found.formUnion(name.hasSuffix("authorization") && words.count == 2 ? [String(words[1])] : [field.value])
      }
    }
    return found.subtracting([""])
  }

  /// Returns secret values in the query and the fragment of a URL.
  package static func items(of url: String) -> Set<String> {
    guard let mark = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [] }
    let items = url[url.index(after: mark)...].replacing("#", with: "&")
    return secrets(in: FormCoding.decode(String(items)), .item)
  }

  /// Returns secret values in a JSON or form body. A truncated body, or one of another type, has none that can be found.
  package static func body(_ bytes: [UInt8], _ type: MediaType?) -> Set<String> {
    if type?.isForm == true { return secrets(in: FormCoding.decode(String(decoding: bytes, as: UTF8.self)), .member) }
    guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return [] }
    guard let json = try? JSON(parsing: bytes) else { return [] }
    var found: Set<String> = []
    collect(json, false, &found)
    return found
  }

  private static func secrets(in pairs: [(String, String)], _ place: SecretNames.Place) -> Set<String> {
    Set(pairs.filter { !$0.1.isEmpty && SecretNames.contains($0.0, in: place) }.map(\.1))
  }

  /// Collects strings only. A number with a secret name is usually a count.
  private static func collect(_ json: JSON, _ isSecret: Bool, _ found: inout Set<String>) {
    if let members = json.asObject {
      for (name, value) in members { collect(value, SecretNames.contains(name), &found) }
    } else if let items = json.asArray {
      for item in items { collect(item, isSecret, &found) }
    } else if isSecret, let text = json.asString, !text.isEmpty {
      found.insert(text)
    }
  }
}

extension Secrets {
  /// With what only its name tells to be one.
  package func withNamed(of request: PreparedRequest) -> Secrets {
    var all = self
    for text in NamedSecrets.all(of: request) { all.add(text) }
    return all
  }
}
