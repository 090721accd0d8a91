import DialSyntax

/// What a glance at endpoints has to know of what is handed down to them.
struct GlanceLevel {
  /// The names of the placeholders of the prefix.
  let placeholders: [String]
  /// The number of headers and query items.
  let fields: Int
  /// Whether no header has a placeholder or a variable that a header of an endpoint could take away.
  let hasPlainHeaders: Bool

  /// nil where a level changes what is right in a line.
  init?(_ level: Level) {
    guard level.style.keys == nil else { return nil }
    switch level.encoding {
    case nil, .json, .form: break
    default: return nil
    }
    guard let names = Self.placeholders(of: level.prefix) else { return nil }
    placeholders = names
    fields = level.headers.count + level.query.count
    hasPlainHeaders = level.headers.allSatisfy { $0.value.literal != nil }
  }

  /// Those of a prefix of plain characters and `{name}` or `{+name}`, which is right whatever the names are; nil for any other.
  static func plainPlaceholders(of prefix: String) -> [String]? {
    if prefix.isEmpty { return [] }
    var text = GlanceText()
    var names: [String] = []
    text.open(prefix)
    while true {
      text.skipPath()
      guard text.take(UInt8(ascii: "{")) else { return text.isAtEnd ? names : nil }
      _ = text.take(UInt8(ascii: "+"))
      guard let name = text.takeName(), text.take(UInt8(ascii: "}")) else { return nil }
      names.append(text.text(name))
    }
  }

  /// nil where the prefix holds more than plain placeholders.
  private static func placeholders(of prefix: String) -> [String]? {
    if let names = plainPlaceholders(of: prefix) { return names }
    guard let template = try? URITemplate(target: prefix) else { return nil }
    var names: [String] = []
    for part in template.parts {
      switch part {
      case .literal(let text): if text.utf8.contains(UInt8(ascii: "?")) { return nil }
      case .variable: return nil
      case .expression(let expression):
        guard expression.operation == .simple || expression.operation == .reserved, expression.variables.count == 1,
          expression.variables[0] == URITemplate.Variable(name: expression.variables[0].name),
          expression.variables[0].name.utf8.allSatisfy(Name.isASCIIPart)
        else { return nil }
        names.append(expression.variables[0].name)
      }
    }
    return names
  }
}
