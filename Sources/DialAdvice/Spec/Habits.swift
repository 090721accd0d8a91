import DialBuild
import DialModel

/// What people write by habit, and what Dial has instead: by the place in the grammar where it is written.
enum Habits {
  /// Verbs of other tools, in capitals, and the methods that they may mean.
  static let methods: [String: [String]] = [
    "DEL": ["DELETE"], "REMOVE": ["DELETE"], "DESTROY": ["DELETE"], "DROP": ["DELETE"], "UPDATE": ["PUT", "PATCH"], "REPLACE": ["PUT"],
    "MODIFY": ["PATCH"], "EDIT": ["PATCH"], "CREATE": ["POST"], "ADD": ["POST"], "INSERT": ["POST"], "SEND": ["POST"], "FETCH": ["GET"],
    "READ": ["GET"], "LIST": ["GET"], "SHOW": ["GET"], "FIND": ["GET"], "SEARCH": ["GET"], "SOCKET": ["WS"], "WEBSOCKET": ["WS"],
    "WSS": ["WS"],
  ]
  /// Other words for one method. Any other verb can also be a custom method, such as LIST, so its fix would be a guess.
  static let methodNames: Set = ["DEL", "SOCKET", "WEBSOCKET", "WSS"]

  /// Arrows of other languages, and signs that stand alone in the place of one.
  static let arrows = ["=>", "-->", "→", "–>", "—>", "~>"]
  static let loneArrows: Set = ["=", ":", ">"]

  /// Words of other languages between the parts of a line.
  static let markers = [
    "throws": "!", "throw": "!", "raises": "!", "fails": "!", "error": "!", "errors": "!", "returns": "->", "return": "->",
  ]

  /// The names of locations in axios, requests, fetch and others.
  static let locations = [
    "body": "field", "json": "field", "form": "field", "data": "field", "payload": "field", "params": "query", "qs": "query",
    "search": "query", "url": "path", "file": "part", "files": "part",
  ]

  /// The annotations of Retrofit, Spring and JAX-RS.
  static let annotations = [
    "Query": "query.", "QueryParam": "query.", "RequestParam": "query.", "Path": "path.", "PathParam": "path.", "PathVariable": "path.",
    "Param": "path.", "Header": "header.", "HeaderParam": "header.", "RequestHeader": "header.", "Headers": "header.", "Field": "field.",
    "FormParam": "field.", "Part": "part.", "RequestPart": "part.", "Body": "_ ", "RequestBody": "_ ", "Cookie": "cookie.",
    "CookieParam": "cookie.", "CookieValue": "cookie.",
  ]

  /// Words behind a parameter.
  static let attributes = [
    "required": "parameters are required unless their name ends in '?'",
    "optional": "write '?' after the name of an optional parameter",
    "nullable": "write '?' after the type of a parameter that accepts null",
  ]

  /// Types of other languages that are rarely names of parameters, as `date` or `text` are.
  static let typeWords: Set = ["int", "integer", "long", "string", "str", "bool", "boolean", "float", "double"]

  /// Returns `a Int` for `Int a` and `int a`, `header.foo` for `header foo` and `foo header`; only the author knows which was meant.
  static func parameter(meantBy name: String, _ word: String) -> String? {
    if Shape.builtin(name) != nil || typeWords.contains(name), let type = ForeignWords.type(meantBy: name) { return "\(word) \(type)" }
    let locations = Place.written.map(\.rawValue)
    return locations.contains(name) ? "\(name).\(word)" : locations.contains(word) ? "\(word).\(name)" : nil
  }
}
