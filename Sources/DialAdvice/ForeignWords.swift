import DialModel

/// Words of other languages and tools, with those of Dial.
package enum ForeignWords {
  /// The names of types.
  static let types = [
    "integer": "Int", "int32": "Int", "long": "Int64", "number": "Double", "float": "Double", "boolean": "Bool", "str": "String",
    "text": "String", "object": "JSON", "any": "JSON", "map": "JSON", "dict": "JSON", "array": "[JSON]", "list": "[JSON]",
    "datetime": "Date", "timestamp": "Date", "bytes": "Data", "binary": "Data", "uri": "URL", "null": "Void", "none": "Void",
  ]

  /// Returns the type that a word means, here or in another language; nil if unknown.
  static func type(meantBy word: String) -> String? {
    let lower = word.lowercased()
    return types[lower] ?? Shape.builtins.first { $0.name.lowercased() == lower }?.name
  }

  /// The names of generated values.
  static let generated = [
    "guid": "$uuid", "uuid4": "$uuid", "uuidv4": "$uuid", "randomuuid": "$uuid", "random": "$uuid", "isotimestamp": "$now",
    "datetime": "$now", "unixtime": "$timestamp", "epoch": "$timestamp",
  ]

  private static let encodings = [
    "ndjson": "lines", "jsonl": "lines", "octetstream": "bytes", "binary": "bytes", "plain": "text", "mixed": "multipart",
    "formdata": "multipart", "multipartform": "multipart", "multipartformdata": "multipart",
  ]

  /// Returns the encoding that a media type or another word means; nil if it is not one of those that are known.
  static func encoding(meantBy word: String, among known: [String]) -> String? {
    let subtype = word.lowercased().split(separator: "/").last ?? ""
    let name = (subtype.hasPrefix("x-") ? subtype.dropFirst(2) : subtype).filter { $0 != "-" && $0 != "_" }
    let meant = name.hasSuffix("urlencoded") ? "form" : encodings[name] ?? name
    return known.contains(meant) ? meant : nil
  }

  /// The formats of `-o`.
  package static let formats = [
    "ndjson": "jsonl", "jsonlines": "jsonl", "json-lines": "jsonl", "text": "raw", "txt": "raw", "plain": "raw", "yml": "yaml",
    "pretty": "json", "tab": "tsv", "columns": "table", "wide": "table", "quiet": "none",
  ]

  /// The commands of `dial`.
  package static let commands = [
    "validate": "check", "lint": "check", "verify": "check", "run": "call", "exec": "call", "invoke": "call", "send": "call",
    "request": "call", "show": "describe", "info": "describe", "inspect": "describe", "ls": "list", "endpoints": "list", "find": "search",
    "grep": "search", "serve": "mock", "start": "mock", "server": "mock",
  ]
}
