import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// Texts in a line that are sent as they are, but look like something else: `/users/:id`, `/users@data`, `days = 5 Int`.
extension LiteralAdvice {
  mutating func check(_ target: TargetModel, in line: LineDeclaration) {
    let text = target.text
    let path = text.prefix { $0 != "?" }
    checkNameless(path, target, in: line)
    for segment in path.split(separator: "/") { checkSegment(segment, isLast: segment.endIndex == path.endIndex, target) }
    for item in text[path.endIndex...].dropFirst().split(separator: "&") { checkItem(item, target) }
    checkMarker(target, in: line)
    checkList(target)
  }

  /// Returns the range of a part of the target; the whole target if it is written with escapes.
  private func range(of part: Substring, _ target: TargetModel) -> (range: SourceRange, isExact: Bool) {
    guard target.range.text == target.text else { return (target.range, false) }
    let start = target.range.offsets.lowerBound + target.text.utf8.distance(from: target.text.startIndex, to: part.startIndex)
    return (target.range.file.range(of: start..<(start + part.utf8.count)), true)
  }

  private mutating func warnOfPlaceholder(_ part: Substring, _ meant: String?, _ target: TargetModel) {
    let (range, isExact) = range(of: part, target)
    warn(
      .target, "'\(part)' is sent literally; to make it a placeholder, write '\(meant ?? "{name}")'", at: range,
      fix: "make it a placeholder",
      with: isExact ? meant : nil)
  }

  /// Warns of `/users/:id`, `/users/<id>` and `/users/[id]`; of `/${id}` and `/$count` only if the endpoint has such a parameter.
  private mutating func checkSegment(_ segment: Substring, isLast: Bool, _ target: TargetModel) {
    guard !"%@{".contains(segment.prefix(1)), let written = ForeignPlaceholder(segment), let meant = written.placeholder,
      // Only at the end, `*name` is the rest of a path. `:a:b` is a text.
      written.open != "*" || isLast, ![":", "$"].contains(written.open) || !written.inner.contains(":")
    else { return }
    let name = String(meant.dropFirst(meant.hasPrefix("{*") ? 2 : 1).dropLast())
    if written.open == "${" {
      guard isParameter(name) else { return }
      let (range, isExact) = range(of: segment, target)
      warn(
        .target, "'$\(meant)' is a variable; for the argument, write '\(meant)'", at: range, fix: "make it a placeholder",
        with: isExact ? meant : nil)
      return
    }
    // OData has segments such as `$count`.
    if written.open == "$", !["id", "Id", "ID"].contains(where: name.hasSuffix), !isParameter(name) { return }
    warnOfPlaceholder(segment, meant, target)
  }

  /// Warns of `?size=:size`; of `?size=:limit` only if the endpoint has such a parameter.
  private mutating func checkItem(_ item: Substring, _ target: TargetModel) {
    guard let equals = item.firstIndex(of: "=") else { return }
    let value = item[item.index(after: equals)...]
    guard let written = ForeignPlaceholder(value), let name = written.name, !["{", "${", "*", "\\("].contains(written.open),
      name == item[..<equals] || written.open == "<" || isParameter(name)
    else { return }
    warnOfPlaceholder(value, "{\(name)}", target)
  }

  /// Warns of segments without a name: `/users/%s`, and `/files/* (path)`.
  private mutating func checkNameless(_ path: Substring, _ target: TargetModel, in line: LineDeclaration) {
    let nameless = path.split(separator: "/").filter {
      ["%s", "%d", "%i", "%v", "%@"].contains($0) || $0 == "*" && $0.endIndex == target.text.endIndex
    }
    let names = target.template.names
    let candidates = (line.parameters ?? []).filter {
      $0.location == nil && !$0.isOptional && $0.value == nil && !names.contains($0.name)
    }
    // Of an open endpoint, nothing is known.
    guard !nameless.isEmpty, candidates.count == nameless.count || nameless != ["*"] else { return }
    for (index, segment) in nameless.enumerated() {
      let name = candidates.count == nameless.count ? candidates[index].name : nameless.count == 1 && candidates.isEmpty ? "id" : nil
      warnOfPlaceholder(segment, name.map { segment == "*" ? "{*\($0)}" : "{\($0)}" }, target)
    }
  }

  /// Warns of `/users@data.list` and `/users!Fault`, markers without their spaces. `{name}@latest` is a version.
  private mutating func checkMarker(_ target: TargetModel, in line: LineDeclaration) {
    let text = target.text
    guard let sign = text.lastIndex(where: { "@!".contains($0) }), sign > text.startIndex, text[text.index(before: sign)] != "/",
      !text[..<sign].contains("?")
    else { return }
    let (marker, rest) = (text[sign], String(text[text.index(after: sign)...]))
    if marker == "@" {
      let isArray = if case .shape(.array)? = line.result?.model { true } else { false }
      let isPath = rest.contains(".") || rest.hasSuffix("]") || isArray
      guard line.selection == nil, isPath, (try? JMESPath(rest)) != nil else { return }
    } else {
      guard line.failure == nil, isType(rest) else { return }
    }
    let (range, isExact) = range(of: text[sign...], target)
    warn(
      .target, "'\(marker)\(rest)' is read as part of the target; if it is not, write ' \(marker) \(rest)'", at: range,
      fix: "insert spaces",
      with: isExact ? " \(marker) \(rest)" : nil)
  }

  /// Warns of `/users(page, size)`, a parameter list without its space.
  private mutating func checkList(_ target: TargetModel) {
    let text = target.text
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open == text.startIndex || text[text.index(before: open)] != "\\" else {
      return
    }
    let inside = text[open...].dropFirst().dropLast()
    guard let first = inside.utf8.first, Name.isPart(first), first > 57, !inside.contains("{") else { return }
    let (range, isExact) = range(of: text[open...], target)
    var finding = Diagnostic.finding(
      .warning, .swallowedList, "this is read as part of the target; to make it a parameter list, insert a space before '('", at: range)
    if isExact { finding.fixIts = [.init("insert a space", range: self.range(of: text[open...open], target).range, replacement: " (")] }
    findings.append(finding)
  }

  // MARK: Defaults

  /// Warns of a default without quotes that contains more than its value: the type, quotes that are sent, or the next parameter.
  mutating func check(_ text: String, of parameter: ParameterDeclaration, at range: SourceRange) {
    if text.contains("; "), checkSemicolon(text, range) { return }
    let words = GeneratedWord.allCases.map(\.rawValue)
    if text.hasPrefix("$"), !words.contains(text), let meant = Suggestion.nearest(to: text, among: words) {
      return warn(
        .defaultValue, "unknown default '\(text)'; did you mean '\(meant)'?", at: range, fix: "replace with", with: meant)
    }
    if parameter.shape == nil, let typed = TypedDefault(text), !typed.isNamed || isType(typed.type) {
      let name = parameter.name + (parameter.isOptional ? "?" : "")
      let what = typed.value == nil ? "'\(typed.type)' is read as the default" : "the type is read as part of the default"
      warn(
        .defaultValue, "\(what); write '\(name) \(typed.meant)', or \"\(text)\" if it is a string", at: behindName(range),
        fix: "write the type first", with: parameter.wire == nil ? typed.meant : nil)
    } else if text.utf8.count > 1, text.hasPrefix("'"), text.hasSuffix("'") {
      let inner = text.dropFirst().dropLast()
      switch parameter.shape?.shape.wrapped ?? .json {
      case .json, .string: break
      default: return
      }
      guard !inner.contains(where: { "'\"\\".contains($0) }) else { return }
      let isEscaped = range.file.bytes[range.file.lineBytes(range.start.line)].contains { $0 == UInt8(ascii: "\"") }
      warn(
        .sentLiterally, "single quotes are sent as part of the default; write \"\(inner)\"", at: range, fix: "use double quotes",
        with: isEscaped ? "\\\"\(inner)\\\"" : "\"\(inner)\"")
    }
  }

  /// Returns the range of a default with the `=` before it.
  private func behindName(_ range: SourceRange) -> SourceRange {
    let offsets = range.offsets
    let sign = range.file.bytes[..<offsets.lowerBound].lastIndex(of: UInt8(ascii: "=")) ?? offsets.lowerBound
    return range.file.range(of: sign..<offsets.upperBound)
  }

  /// Warns of `= 1; page Int`. Returns whether it is that.
  private mutating func checkSemicolon(_ text: String, _ range: SourceRange) -> Bool {
    guard let semicolon = text.firstRange(of: "; ") else { return false }
    let words = text[semicolon.upperBound...].split(separator: " ")
    guard words.count > 1, Name.isValid(String(words[0].hasSuffix("?") ? words[0].dropLast() : words[0])),
      words[1].first.map({ $0.isUppercase || $0 == "[" }) ?? false
    else { return false }
    let start = range.offsets.lowerBound + text.utf8.distance(from: text.startIndex, to: semicolon.lowerBound)
    warn(
      .parameterList, "the default contains ';'; to begin the next parameter, write ','", at: range.file.range(of: start..<(start + 1)),
      fix: "write ','", with: ",")
    return true
  }
}

/// A default that contains the type of its parameter: `days = 5 Int`, `days = Int 5`, `days = Int`, `sort = asc|desc`.
struct TypedDefault {
  let type: String
  /// The default without the type; nil if there is only a type.
  let value: String?
  /// Whether the type is a name that the spec may declare.
  private(set) var isNamed = false

  /// Names of types that are hardly values. `URL`, `object` or `text` may be values.
  private static let words: Set = ["int", "int32", "int64", "integer", "str", "string", "bool", "boolean", "double", "float"]

  init?(_ text: String) {
    if text.hasPrefix("$") { return nil }
    if let (type, value) = Self.alternatives(text) {
      (self.type, self.value) = (type, value)
      return
    }
    guard let blank = text.lastIndex(of: " "), let start = text.firstIndex(of: " ") else {
      guard let type = Self.type(text[...]) else { return nil }
      (self.type, value) = (type, nil)
      return
    }
    let sides = [(text[text.index(after: blank)...], text[..<blank]), (text[..<start], text[text.index(after: start)...])]
    for (index, (type, rest)) in sides.enumerated() {
      let value = String(rest.trimmed)
      guard (try? JSON(parsing: value)) != nil || Name.isASCII(value) else { continue }
      if let type = Self.type(type) {
        (self.type, self.value) = (value == "null" && !type.hasSuffix("?") ? type + "?" : type, value)
        return
      }
      if index == 0, type.first?.isUppercase ?? false {
        (self.type, self.value, isNamed) = (String(type), value, true)
        return
      }
    }
    return nil
  }

  /// Returns `asc | desc` for `asc|desc`, and its default in `asc | desc = asc`.
  private static func alternatives(_ text: String) -> (type: String, value: String?)? {
    guard text.contains("|") else { return nil }
    let sides = text.split(separator: "=", maxSplits: 1)
    let words = sides[0].split(separator: "|", omittingEmptySubsequences: false).map { String($0.trimmed) }
    guard words.count > 1, words.allSatisfy(Shape.isLiteral) else { return nil }
    return (words.joined(separator: " | "), sides.count == 2 ? String(sides[1].trimmed) : nil)
  }

  /// Returns the type that a word names, as it is written in Dial; nil if it may be a value.
  private static func type(_ word: Substring) -> String? {
    let mark = word.hasSuffix("?") ? "?" : ""
    let name = String(word.dropLast(mark.count))
    if name.hasPrefix("["), name.hasSuffix("]") {
      return ForeignWords.type(meantBy: String(name.dropFirst().dropLast())).map { "[\($0)]\(mark)" }
    }
    if words.contains(name) { return ForeignWords.type(meantBy: name).map { $0 + mark } }
    return Shape.builtin(name) != nil && name.contains(where: \.isLowercase) ? name + mark : nil
  }

  /// The declaration that was meant.
  var meant: String { value.map { "\(type) = \($0)" } ?? type }
}
