import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialSpec
import DialSyntax
import HTTPTypes

/// Prints warnings about arguments that are valid but probably not intended.
struct CallWarnings {
  let line: CallLine
  let console: Console

  /// Prints warnings of the endpoint and of shared parts with `-v`; `dial check` prints all.
  func warn(of spec: Spec) {
    // This reads the whole spec, even if only a part was needed.
    guard line.inspection.verbose, !line.behaviour.quiet else { return }
    let warnings = spec.findings(of: line.endpoint).filter { $0.severity == .warning }
    if warnings.isEmpty { return }
    console.note(DiagnosticPrinter(color: console.errHasColor).text(warnings))
  }

  func warn(of arguments: Arguments, for spec: Spec) {
    guard !line.behaviour.quiet else { return }
    let variables = SpecVariables(spec.service)
    var doubts = line.target.service.variables.compactMap { text in
      // Anything else may be a value, and secret.
      text.firstIndex(of: "=").flatMap { $0 == text.startIndex ? nil : variables.doubt(String(text[..<$0]), "--var") }
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

  /// Warns if something is piped to a call that does not read it and has no body.
  ///
  /// - Parameter isFree: whether no argument reads standard input.
  func warn(of draft: Draft, stdinIsFree isFree: Bool, _ context: Context) {
    guard isFree, context.stdinIsPipe, !line.behaviour.quiet, !draft.endpoint.isSocket,
      ["POST", "PUT", "PATCH"].contains(draft.request.method.rawValue), case RequestBody.none = draft.request.body
    else { return }
    let text = "standard input is not read; to send it as arguments, add: --args -"
    console.tell(Notice(.note, "stdin", text, endpoint: draft.endpoint.name))
  }

  /// Warns if an expression compares with a name where a string or literal is probably meant.
  static func expression(_ expression: String?, _ flag: String) -> [String] {
    guard let expression, let path = try? JMESPath(expression) else { return [] }
    return path.likelyTexts.map { "\(flag): \"\($0.name)\" in double quotes is the member of that name: a text is '\($0.name)'" }
      + path.likelyLiterals.map { "\(flag): '\($0)' is the name of a member; write the literal in backquotes: `\($0)`" }
  }

  /// Warns of a JSON text for an untyped member of a JSON body. The value may be secret and is not shown.
  private static func quotedJSON(_ word: String, _ model: EndpointModel) -> String? {
    guard let pair = try? ArgumentPair(word), case .text(let text) = pair.value, ArgumentTable.looksLikeJSON(text),
      model.encoding == .json, let name = try? ArgumentName(pair.name, of: model), name.argument != "_", (try? JSON(parsing: text)) != nil
    else { return nil }
    let parameter = model.parameters.first { $0.name == name.argument || $0.qualifiedName == name.argument }
    let isText = parameter.map { $0.place == .field && !$0.isTyped && $0.values == nil } ?? (model.isOpen && model.hasBody)
    return isText ? "'\(pair.name)' is sent as a text; for JSON write \(pair.name):='…'" : nil
  }

  /// Warns of the HTTPie syntax for query items. The value may be secret and is not shown.
  private static func doubleEquals(_ word: String) -> String? {
    guard let pair = try? ArgumentPair(word), case .text(let text) = pair.value, text.hasPrefix("=") else { return nil }
    return "the value of '\(pair.name)' starts with '='; an argument is \(pair.name)=VALUE, a query item --query \(pair.name)=VALUE"
  }

  /// Warns of the aws-cli syntax for a selection.
  private static func query(_ item: String) -> String? {
    guard item.hasPrefix("[") || item.contains("[?") || item.contains("[*]") || item.contains("[].") || item.contains("==") else {
      return nil
    }
    return "--query takes key=value and adds it to the URL; to select from the result, use --select"
  }
}
