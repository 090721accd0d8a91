package import DialJSON

/// The JSON Schema of the spec language, for editors: keys with their descriptions, words to choose from, forms of values.
///
/// It follows draft 7, which every editor knows, and reads the same as draft 2020-12. What the reader accepts it accepts; it
/// refuses what can be told from one place (unknown keys, wrong kinds, words and forms), and leaves to `dial check` the rules
/// between parts. The mappings of ``KeyTable`` stand under `definitions` by the names of their tables. Files with `overlay` have a
/// branch of their own.
package enum SpecSchema {
  /// The whole schema.
  package static let document: JSON = {
    let definitions = parts.map { ($0.key, $0.value.json) }
    let overlay = OverlaySchema(spec: spec.json, definitions: definitions)
    return [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": "Dial spec",
      "description": "An HTTP service, for Dial. Most endpoints need only one line; use a mapping for more settings.",
      "if": ["type": "object", "required": ["overlay"]], "then": ["$ref": "#/definitions/overlay"], "else": ["$ref": "#/definitions/spec"],
      "definitions": .object([("spec", spec.json)] + definitions + [("overlay", overlay.spec)] + overlay.definitions),
    ]
  }()

  /// What is used in several places, or refers to itself.
  private static let parts: KeyValuePairs<String, Schema> = [
    "group": group, "groups": groups, "endpoint": endpoint, "endpoints": endpoints, "target": target, "parameter": parameter,
    "variable": variable,
    "shape": shape, "mock": mock, "paginate": paginate, "poll": poll, "events": events, "fails": fails,
    "headers": headers, "query": query, "style": style, "encoding": encoding, "auth": auth, "login": login, "token": token,
    "oauth2": oauth2, "aws4": aws4, "timeout": timeout, "retry": retry, "limit": limit, "cache": cache, "redirects": redirects,
    "cookies": cookies,
    "accept": accept, "use": use, "decode": decode, "tls": tls, "client": client,
  ]
}
