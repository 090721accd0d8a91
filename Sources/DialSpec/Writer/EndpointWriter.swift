package import DialModel
import DialSyntax

/// Why something cannot be written in the language, as words that follow its name.
struct Unwritable: Error {
  let reason: String
}

/// Writes one endpoint: in one line if it fits and has no other keys, otherwise in the long form.
package struct EndpointWriter {
  private let name: String
  private let method: String
  /// The encoding and the target.
  private let target: String
  private let parameters: ParameterWriter?
  private var result: String?
  private var statuses: [StatusResult] = []
  private let failure: String?
  private var settings: [Entry]

  init(_ endpoint: EndpointDeclaration, as name: String) throws(Unwritable) {
    guard let line = endpoint.line?.value else { throw Unwritable(reason: "it has no method") }
    (self.name, method, settings) = (name, line.method, endpoint.settings + endpoint.hints)
    let types = Self.contentTypes(of: endpoint, line)
    if types.count > 1, !settings.contains(where: { $0.name == "contentTypes" }) {
      func node(_ text: String) -> Node { Node(.scalar(Scalar(text: text, style: .doubleQuoted)), range: endpoint.range) }
      settings.append(Entry(key: node("contentTypes"), value: Node(.sequence(types.map(node)), range: endpoint.range)))
    }
    let declared = line.parameters == nil && endpoint.parameters == nil ? nil : (line.parameters ?? []) + (endpoint.parameters ?? [])
    let hasBody = Self.hasBody(endpoint, line, declared ?? [], &settings)
    let writer = ParameterWriter(
      declared ?? [], in: line.target.template, hasBody: hasBody, isMultipart: line.encoding?.value == .multipart)
    parameters = declared == nil ? nil : writer
    let encoding = line.encoding.flatMap { $0.value == .json ? nil : $0.value.word + " " } ?? ""
    target = encoding + (try Self.text(line.target.template, writer.placeholders))
    let returned = endpoint.result?.value ?? line.result
    if let statuses = returned?.statuses, !statuses.isEmpty {
      self.statuses = statuses
    } else {
      result = returned.flatMap { ShapeWriter.text($0.model) }
    }
    failure = (endpoint.failure?.shape ?? line.failure).map { ShapeWriter.text($0.shape) }
    // A result of JSON asks for it.
    if let model = returned?.model, case .shape(let shape) = model, shape.comesFromJSON { _ = takeJSON() }
    if result == nil, endpoint.result == nil, method != "HEAD", takeJSON() { result = "JSON" }
  }

  /// Returns the media types of the body that the language can say: those whose bodies have the same members, and those without members.
  package static func contentTypes(of endpoint: EndpointDeclaration, _ line: LineDeclaration) -> [String] {
    guard let usual = endpoint.bodyType, !usual.contains("*"), MediaType(usual) != nil else { return [] }
    func members(_ line: LineDeclaration) -> [String] {
      (line.parameters ?? []).map { "\($0.location?.words ?? "") \($0.name) \($0.shape?.shape.spelling ?? "")" }
    }
    let own = members(line)
    let isMultipart = line.encoding?.value == .multipart
    let others = endpoint.bodies.filter { other in
      guard let encoding = other.line.value.encoding?.value, !other.mediaType.contains("*"), MediaType(other.mediaType) != nil else {
        return false
      }
      if encoding == .text || encoding == .bytes { return encoding == Encoding(mediaType: other.mediaType) && !isMultipart }
      return (encoding == .multipart) == isMultipart && members(other.line.value) == own
    }
    return ([usual] + others.map(\.mediaType)).distinct()
  }

  /// Says whether requests have a body, with a key if it does not follow from the method.
  private static func hasBody(
    _ endpoint: EndpointDeclaration, _ line: LineDeclaration, _ parameters: [ParameterDeclaration], _ settings: inout [Entry]
  ) -> Bool {
    let known = Methods.hasBody(line.method)
    guard let body = endpoint.body else { return known ?? false }
    let word: String
    if body.isOptional, parameters.contains(where: { $0.location == .field || $0.location == .part }) {
      word = "optional"
    } else if known == nil {
      word = body.isDeclared ? "true" : "false"
    } else {
      return known ?? false
    }
    let node = { (text: String) in Node(.scalar(Scalar(text: text)), range: endpoint.range) }
    settings.append(Entry(key: node("hasBody"), value: node(word)))
    return word != "false"
  }

  private static func text(_ template: URITemplate, _ names: [String: String]) throws(Unwritable) -> String {
    var text = ""
    for part in template.parts {
      switch part {
      // Braces are sent encoded, however they are written.
      case .literal(let literal): text += literal.replacing("{", with: "%7B").replacing("}", with: "%7D")
      case .variable(let name): text += "${\(name)}"
      case .expression(let expression):
        var words: [String] = []
        for variable in expression.variables {
          let name = names[variable.name] ?? variable.name
          if expression.operation.isNamed, name != variable.name {
            throw Unwritable(reason: "the path sends the name '\(variable.name)', which is not a name of the language")
          }
          let length = variable.prefix.map { ":\($0)" } ?? ""
          let standard = variable.defaultText.map { "=" + $0 } ?? ""
          words.append(name + (variable.explode ? "*" : "") + length + standard + (variable.isOptional ? "?" : ""))
        }
        text += "{" + expression.operation.sign + words.joined(separator: ",") + "}"
      }
    }
    return text.isEmpty ? "/" : text
  }

  /// Removes the header that `-> JSON` sends. Returns whether it was there.
  private mutating func takeJSON() -> Bool {
    guard let index = settings.firstIndex(where: { $0.name == "headers" }), let headers = settings[index].value.mapping,
      headers.contains(where: { HeaderRules.isSame($0.name, "Accept") && $0.value.text == "application/json, */*;q=0.1" })
    else { return false }
    let others = headers.filter { !HeaderRules.isSame($0.name, "Accept") }
    if others.isEmpty {
      settings.remove(at: index)
    } else {
      settings[index] = Entry(key: settings[index].key, value: Node(.mapping(others), range: settings[index].value.range))
    }
    return true
  }

  /// Everything after the method.
  private func rest(withList: Bool) -> String {
    target + (withList ? parameters.map { " " + $0.list } ?? "" : "") + (result.map { " -> " + $0 } ?? "")
      + (failure.map { " ! " + $0 } ?? "")
  }

  /// The lines of `returns` with results by status.
  private func returns(indent: Int) -> [String] {
    if statuses.isEmpty { return [] }
    let blanks = String(repeating: " ", count: indent)
    func entry(_ result: StatusResult, inFlow: Bool) -> String {
      result.status + ":" + (ShapeWriter.text(result.model).map { " " + Scalar.written($0, inFlow: inFlow) } ?? (inFlow ? " " : ""))
    }
    let line = "\(blanks)returns: {" + statuses.map { entry($0, inFlow: true) }.joined(separator: ", ") + "}"
    if line.unicodeScalars.count <= NodeWriter.width { return [line] }
    return ["\(blanks)returns:"] + statuses.map { "\(blanks)  " + entry($0, inFlow: false) }
  }

  /// The lines of the endpoint, below `endpoints`.
  func lines(indent: Int) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    let key = blanks + Scalar.written(name) + ":"
    let needsKeys = parameters?.needsKeys ?? false
    let line = key + " " + Scalar.written(method + " " + rest(withList: true), inFlow: false)
    let isCustom = Methods.hasBody(method) == nil
    if settings.isEmpty, statuses.isEmpty, !needsKeys, !isCustom, line.unicodeScalars.count <= NodeWriter.width { return [line] }
    func long(_ withList: Bool) -> String {
      blanks + "  " + Scalar.written(method) + ": " + Scalar.written(rest(withList: withList), inFlow: false)
    }
    let withList = parameters == nil || long(true).unicodeScalars.count <= NodeWriter.width
    var lines = [key, long(withList)]
    lines += returns(indent: indent + 2)
    for entry in settings { lines += NodeWriter.lines(entry.name, entry.value, indent: indent + 2) }
    if let parameters, !withList || needsKeys {
      let own = parameters.lines(indent: indent + 4, isWhole: !withList)
      lines += [blanks + "  params:" + (own.isEmpty ? " {}" : "")] + own
    }
    return lines
  }
}
