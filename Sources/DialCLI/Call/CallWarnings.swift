import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialSpec
import DialSyntax
import HTTPTypes

/// Says on stderr what is no fault of a line, and yet most likely not what was meant.
struct CallWarnings {
  let line: CallLine
  let console: Console

  /// Warnings of the endpoint and of what all endpoints share, for those who want to see everything; `dial check` tells all of them.
  func warn(of spec: Spec) {
    // Of a spec that is read in part the whole is read for them.
    guard line.inspection.verbose, !line.behaviour.quiet else { return }
    let warnings = spec.findings(of: line.endpoint).filter { $0.severity == .warning }
    if warnings.isEmpty { return }
    console.note(DiagnosticPrinter(color: console.errHasColor).text(warnings))
  }

  func warn(of arguments: Arguments, for spec: Spec) {
    guard !line.behaviour.quiet else { return }
    let variables = SpecVariables(spec.service)
    var doubts = line.target.service.variables.compactMap { text in
      // What is written in another way may be a value, and a secret one.
      text.firstIndex(of: "=").flatMap { $0 == text.startIndex ? nil : variables.doubt(String(text[..<$0]), "--var") }
    }
    doubts += line.target.service.variables.compactMap { text -> String? in
      let name = text.prefix { $0 != "=" }
      let value = String(text.dropFirst(name.count + 1))
      guard value.hasPrefix("@"), !LocalFile(String(value.dropFirst())).exists else { return nil }
      return "--var: the value of '\(name)' starts with '@', but the file does not exist; the value is used unchanged"
    }
    doubts += line.target.service.environment.compactMap { variables.doubt($0, "--env") }
    if let index = spec.service.endpoints.place(of: line.endpoint) {
      let model = spec.service.endpoints[index]
      doubts += ArgumentWarnings(model: model, types: spec.service.types).all(in: arguments)
      doubts += line.words.compactMap { Self.quotedJSON($0, model) }
    }
    doubts += Self.expression(line.output.select, "--select")
    doubts += line.words.compactMap(Self.doubleEquals)
    doubts += line.target.query.compactMap(Self.query)
    for doubt in doubts { console.warn(doubt) }
  }

  /// Says that standard input is not read where something is piped to a call that would go out without a body.
  ///
  /// - Parameter isFree: no word of the line asked for standard input.
  func warn(of draft: Draft, stdinIsFree isFree: Bool, _ context: Context) {
    guard isFree, context.stdinIsPipe, !line.behaviour.quiet, !draft.endpoint.isSocket,
      ["POST", "PUT", "PATCH"].contains(draft.request.method.rawValue), case RequestBody.none = draft.request.body
    else { return }
    let text = "standard input is not read; to send it as arguments, add: --args -"
    console.tell(Notice(.note, "stdin", text, endpoint: draft.endpoint.name))
  }

  /// What an expression compares with by a name, where most likely a text or a literal is meant.
  static func expression(_ expression: String?, _ flag: String) -> [String] {
    guard let expression, let path = try? JMESPath(expression) else { return [] }
    let jq = JQExpression("." + expression)
    let function = jq.namesFunction.flatMap { name in
      jq.jmespath.map { "\(flag): '\(name)' after '|' selects a member; to call the function, write \($0)" }
    }
    return (function.map { [$0] } ?? [])
      + path.likelyTexts.map { "\(flag): \"\($0.name)\" in double quotes selects a member; write a string as '\($0.name)'" }
      + path.likelyLiterals.map { "\(flag): '\($0)' selects a member; write the literal in backquotes: `\($0)`" }
  }

  /// JSON that a body of JSON gets as a text, where the spec says nothing about its type. The value may be a secret, and is not shown.
  private static func quotedJSON(_ word: String, _ model: EndpointModel) -> String? {
    guard let pair = try? ArgumentPair(word), case .text(let text) = pair.value, ArgumentTable.looksLikeJSON(text),
      model.encoding == .json, let name = try? ArgumentName(pair.name, of: model), name.argument != "_", (try? JSON(parsing: text)) != nil
    else { return nil }
    let parameter = model.parameters.first { $0.name == name.argument || $0.qualifiedName == name.argument }
    let isText = parameter.map { $0.place == .field && !$0.isTyped && $0.values == nil } ?? (model.isOpen && model.hasBody)
    return isText ? "'\(pair.name)' is sent as a string; to send JSON, write \(pair.name):='…'" : nil
  }

  /// HTTPie's way to write an item of the query. The value may be a secret, and is not shown.
  private static func doubleEquals(_ word: String) -> String? {
    guard let pair = try? ArgumentPair(word), case .text(let text) = pair.value, text.hasPrefix("=") else { return nil }
    return "the value of '\(pair.name)' starts with '='; write an argument as \(pair.name)=VALUE, a query item as --query \(pair.name)=VALUE"
  }

  /// aws-cli's way to write a selection.
  private static func query(_ item: String) -> String? {
    guard item.hasPrefix("[") || item.contains("[?") || item.contains("[*]") || item.contains("[].") || item.contains("==") else {
      return nil
    }
    return "--query adds key=value to the URL; to select from the result, use --select"
  }
}
