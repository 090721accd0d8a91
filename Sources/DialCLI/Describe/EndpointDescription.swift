import Dial
import DialConsole
import DialText

/// The facts about an endpoint, for text and JSON.
struct EndpointDescription {
  struct Argument {
    var parameter: ParameterModel
    var name: String
    var mark: String
    var type: String
    /// The kind of a type that is too long for a line.
    var kind: String
    var standard: String?
    /// The position of the word that sets it without a name, counted from 1.
    var word: Int?
    var notes: [String]

    var place: String { parameter.place.words }
    var values: [String] { parameter.offeredValues?.map { $0.asString ?? JSONWriter.text($0) } ?? [] }
  }

  let endpoint: EndpointModel
  let arguments: [Argument]
  let result: String
  let failure: String?
  let auth: String?
  let variables: EndpointVariables
  let request: RequestLines
  let types: [(name: String, shape: Shape)]
  /// The number of other types, which are too many to be listed.
  let moreTypes: Int
  let example: String
  /// The servers of the document from which a call can choose; empty if there is no choice.
  let servers: [ServerModel]

  init(_ endpoint: EndpointModel, of spec: Spec, named word: String) {
    let service = spec.service
    self.endpoint = endpoint
    variables = EndpointVariables(endpoint, of: service, trust: spec.trust)
    // An example needs one alternative of the credentials.
    let others = Set(endpoint.auth.variables).subtracting(endpoint.auth.usualVariables)
    let needed = (variables.ofStructure + variables.ofFields).filter { !others.contains($0) }
    let line = ExampleLine(spec: word, endpoint: endpoint, types: service.types, variables: needed)
    let path = PathWords(endpoint)
    arguments = Self.sorted(endpoint.parameters).map { Self.argument($0, line, path) }
    result = Self.result(endpoint) + (endpoint.stream.map { "; with \($0.argument)=true, \(Self.result($0.model))" } ?? "")
    failure = endpoint.failure?.spelling
    request = RequestLines(endpoint, of: service)
    auth = endpoint.auth.title
    servers = endpoint.target.isAbsolute || !service.hasServerChoice ? [] : service.servers
    example = line.text
    (types, moreTypes) = service.types.used(by: endpoint)
  }

  /// Sorts parameters: those of the path, other required ones, optional ones; each group in the order of the spec.
  static func sorted(_ parameters: [ParameterModel]) -> [ParameterModel] {
    let required = parameters.filter(\.isRequired)
    return required.filter { $0.place == .path } + required.filter { $0.place != .path } + parameters.filter { !$0.isRequired }
  }

  private static func kind(_ shape: Shape) -> String {
    switch shape.wrapped {
    case .literals: "one of these"
    case .array: "array"
    case .dictionary, .record: "object"
    case .union: "one of several types"
    default: shape.wrapped.spelling
    }
  }

  private static func argument(_ parameter: ParameterModel, _ line: ExampleLine, _ path: PathWords) -> Argument {
    let standard: String? =
      switch parameter.defaultValue {
      case .json(let json)?: parameter.isHidden ? "set" : json.asString ?? JSONWriter.text(json)
      case .text?: "from variables"
      case .generated(let word)?: word.rawValue
      case nil: nil
      }
    let shape = parameter.knownShape
    return Argument(
      parameter: parameter, name: line.name(parameter), mark: line.mark(parameter),
      type: shape.isUntyped ? parameter.isTyped ? "JSON" : "any" : shape.wrapped.spelling, kind: kind(shape),
      standard: standard, word: path.number(of: parameter),
      notes: ArgumentNotes(types: line.types, name: line.name(parameter)).all(parameter))
  }

  private static func result(_ endpoint: EndpointModel) -> String {
    let selection = endpoint.selection.map { ", '\($0.path.text)' of \(endpoint.isSocket ? "each message" : "the response")" } ?? ""
    let each = (endpoint.events?.each ?? endpoint.selection).map { ", '\($0.path.text)' of each" } ?? ""
    return switch endpoint.result {
    case .inferred where endpoint.isSocket: "messages in both directions" + selection
    case .inferred: endpoint.method == "HEAD" ? "headers" : "the body of the response" + selection
    case .shape(let shape): shape.spelling + selection
    case .void: "nothing"
    case .text: "text"
    case .bytes: "bytes"
    case .headers: "headers"
    case .events(let shape): "events" + (shape.map { " of \($0.spelling)" } ?? "") + each
    case .lines(let shape): "lines" + (shape.map { " of \($0.spelling)" } ?? "") + each
    }
  }
}

extension EndpointDescription {
  /// Where arguments go that the endpoint does not declare; nil if they are errors.
  var others: String? { endpoint.isOpen ? "any other argument is sent in \(endpoint.hasBody ? "the body" : "the query")" : nil }

  var failureText: String? { failure.map { "\($0) for an error status: exit code 3, 4 or 5 for 3xx, 4xx or 5xx" } }

  /// The credentials and variables, and how to pass them.
  var needs: [String] {
    var lines = auth.map { ["auth: \($0)"] } ?? []
    lines += variables.ofFields.map { name in
      let value = endpoint.auth.pairs.contains(name) ? "user:password" : "…"
      return "\(name): set it in the environment, or pass --var \(name)=\(value)"
    }
    return lines + variables.ofStructure.map { "\($0): pass --var \($0)=…, or --env \($0) to read it from the environment" }
  }

  var json: JSON {
    var members = Array(common.asObject ?? [:])
    if endpoint.isDeprecated { members.append((name: "deprecated", value: true)) }
    if !endpoint.responses.all.isEmpty { members.append((name: "responses", value: .array(endpoint.responses.all.map(Self.json)))) }
    if !endpoint.mediaTypes.isEmpty { members.append((name: "mediaTypes", value: .array(endpoint.mediaTypes.map(JSON.string)))) }
    if let sunset = endpoint.sunset { members.append((name: "sunset", value: .string(sunset))) }
    if !servers.isEmpty { members.append((name: "servers", value: .array(servers.map(Self.json)))) }
    return .object(members.map { ($0.name, $0.value) })
  }

  private static func json(_ response: DeclaredResponse) -> JSON {
    [
      "status": .string(response.status), "doc": text(response.doc), "mediaTypes": .array(response.mediaTypes.map(JSON.string)),
      "types": .object(response.contents.compactMap { content in content.shape.map { (content.mediaType, .string($0.spelling)) } }),
    ]
  }

  private static func json(_ server: ServerModel) -> JSON {
    ["base": .string(server.base.spelling), "name": text(server.name), "doc": text(server.doc)]
  }

  private var common: JSON {
    [
      "name": .string(endpoint.name), "method": .string(ListCommand.method(endpoint)), "target": .string(endpoint.target.shownText),
      "doc": Self.text(endpoint.doc), "unsupported": Self.text(endpoint.unsupported), "encoding": .string(endpoint.encoding.word),
      "open": .bool(endpoint.isOpen), "arguments": .array(arguments.map(Self.json)), "result": .string(result),
      "pages": Self.text(endpoint.pagesText), "waits": Self.text(endpoint.waitsText), "failure": Self.text(failure),
      "types": .object(types.map { ($0.name, .string($0.shape.spelling)) }), "base": Self.text(request.base),
      "timeout": Self.text(request.timeout),
      "policies": .object(request.policies.map { ($0.name, .string($0.text)) }),
      "headers": .array(request.headers.map { .array([.string($0.name), .string($0.value)]) }), "auth": Self.text(auth),
      "variables": .array((variables.ofFields + variables.ofStructure).map(JSON.string)), "example": .string(example),
    ]
  }

  private static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  private static func json(_ argument: Argument) -> JSON {
    let parameter = argument.parameter
    return [
      "name": .string(argument.name), "place": .string(argument.place), "wire": .string(parameter.wire), "type": .string(argument.type),
      "required": .bool(parameter.isRequired), "default": text(argument.standard), "values": .array(argument.values.map(JSON.string)),
      "constraints": .array(parameter.constraints.compactMap(\.phrase).map(JSON.string)),
      "secret": .bool(parameter.isSecret), "doc": text(parameter.doc), "word": argument.word.map { JSON($0) },
    ]
  }
}
