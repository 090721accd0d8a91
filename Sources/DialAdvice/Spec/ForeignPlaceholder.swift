import DialModel

/// A placeholder or a variable in the syntax of another tool: `:id`, `<int:id>`, `[...slug]`, `{{ HOST }}`, `$(TOKEN)`, `%USER%`.
struct ForeignPlaceholder {
  /// The signs around a name. Longer ones are first.
  private static let signs = [
    ("${{", "}}"), ("{{", "}}"), ("${", "}"), ("$(", ")"), ("\\(", ")"), ("{", "}"), ("<", ">"), ("[", "]"), ("%", "%"), (":", ""),
    ("$", ""), ("@", ""), ("*", ""),
  ]
  /// The converters of Flask and Django, which are before the name.
  private static let converters: Set = ["int", "string", "str", "float", "number", "path", "uuid", "guid", "slug", "any", "default"]

  let open: String
  /// The text between the signs, without blanks around it.
  let inner: String

  /// - Parameter word: a whole word.
  init?(_ word: some StringProtocol) {
    let signs = Self.signs.first { open, close in
      word.hasPrefix(open) && word.hasSuffix(close) && word.utf8.count > open.utf8.count + close.utf8.count
    }
    guard let signs else { return nil }
    open = signs.0
    inner = String(String(word).dropFirst(open.count).dropLast(signs.1.count).trimmed)
  }

  /// The name, if it is the whole text between the signs.
  var name: String? { Name.isValid(inner) ? inner : nil }

  /// The placeholder in Dial: `{id}`, or `{*path}` for the rest of a path; nil if the text is no name.
  var placeholder: String? {
    switch open {
    case "*": name.map { "{*\($0)}" }
    case "[" where inner.contains(":"): nil
    case "[": Self.placeholder(inner.hasPrefix("[") && inner.hasSuffix("]") ? String(inner.dropFirst().dropLast()) : inner)
    default: Self.placeholder(inner, mayHaveType: open == "<")
    }
  }

  /// The name of the variable: the last one in `env.NAME`. It must be in capitals or contain a word such as `token`, because other texts may
  /// be secrets, which are not shown.
  var variable: String? {
    guard open != ":", open != "[", open != "@", open != "*", open != "\\(", let name = Self.lastName(of: inner) else { return nil }
    return Self.isCapital(name) || SecretNames.contains(name, in: .item) ? name : nil
  }

  /// Returns the last name in the syntax of another tool: `NAME` of `env.NAME`.
  static func lastName(of text: String) -> String? {
    let names = text.trimmed.split(separator: ".", omittingEmptySubsequences: false)
    return names.allSatisfy { Name.isASCII(String($0)) } ? names.last.map(String.init) : nil
  }

  /// Whether a name is that of a variable: `API_KEY`.
  static func isCapital(_ name: String) -> Bool { name == name.uppercased() && name.contains(where: \.isUppercase) }

  /// Returns `{id}` for a text in brackets, such as `int:id`, or `{*path}` for the rest of a path; nil if it is not clear.
  static func placeholder(_ text: String, mayHaveType: Bool = false) -> String? {
    var name = text.trimmed
    var isRest = false
    if let colon = name.firstIndex(of: ":"), colon > name.startIndex {
      let (before, after) = (name[..<colon], name[name.index(after: colon)...].drop { $0 == " " })
      if after.allSatisfy(\.isNumber) { return nil }
      let isConverter = converters.contains(String(before)) && Name.isValid(String(after))
      // The type of `{id:int}` belongs into the parameter list.
      if !isConverter, !mayHaveType, ForeignWords.type(meantBy: String(after)) != nil { return nil }
      isRest = (isConverter ? before : after) == "path" || after.hasPrefix(".*") || after.hasPrefix(".+")
      name = isConverter ? after : before
    } else {
      if let first = name.first, ":$@".contains(first) { name.removeFirst() }
      if let sign = ["...", "**", "*"].first(where: name.hasPrefix) {
        (name, isRest) = (name.dropFirst(sign.count), true)
      } else if let sign = ["...", "*", "+"].first(where: name.hasSuffix) {
        (name, isRest) = (name.dropLast(sign.count), true)
      }
    }
    return Name.isValid(String(name)) ? "{\(isRest ? "*" : "")\(name)}" : nil
  }
}

/// `{{id}}` in a text, which is `{id}`, or `${HOST}` if a variable has that name.
struct DoubleBraces {
  let range: Range<Int>
  let meant: String

  init?(in bytes: ArraySlice<UInt8>) {
    guard let open = bytes.indices.first(where: { bytes[$0...].starts(with: "{{".utf8) }),
      let close = bytes.indices.first(where: { $0 > open + 1 && bytes[$0...].starts(with: "}}".utf8) })
    else { return nil }
    range = open..<(close + 2)
    // Insomnia writes `{{ _.name }}`.
    let name = String(decoding: bytes[(open + 2)..<close], as: UTF8.self).drop { " _.".contains($0) }.trimmed
    guard Name.isValid(String(name)) else { return nil }
    meant = ForeignPlaceholder.isCapital(String(name)) ? "${\(name)}" : "{\(name)}"
  }
}
