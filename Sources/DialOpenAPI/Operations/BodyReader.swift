import DialModel
import DialSyntax

/// The body of an operation: its encoding, its media type, and the arguments that are sent in it.
struct OperationBody {
  private(set) var encoding: Encoding
  /// The media type, if it is not the one of the encoding.
  private(set) var mediaType: String?
  private(set) var parameters: [ParameterDeclaration] = []
  let isRequired: Bool

  /// Reads `requestBody`, without references (OpenAPI 3).
  init?(_ node: Node, in document: OpenAPIDocument, note: (Diagnostic) -> Void) throws(Diagnostic) {
    let content = node.value(for: "content")?.mapping ?? []
    guard let (kind, chosen) = MediaKind.choose(content) else { return nil }
    isRequired = node.flag("required")
    encoding = kind.encoding
    mediaType = kind.mediaType(chosen.name)
    let media = try document.resolve(chosen.value)
    let encodings = media.value(for: "encoding")?.mapping ?? []
    read(media.value(for: "schema"), at: chosen.key.range, document, note) { name in encodings.last { $0.name == name }?.value }
  }

  /// Reads the parameters of Swagger 2.0 that are sent in a body: one that is the body, or fields of a form.
  init?(_ nodes: [Node], consumes: [Node], in document: OpenAPIDocument, note: (Diagnostic) -> Void) {
    let types = consumes.compactMap { node in node.text.map { _ in Entry(node, Node(.mapping([]), range: node.range)) } }
    if let body = nodes.first(where: { $0.text(for: "in") == "body" }) {
      isRequired = body.flag("required")
      let chosen = MediaKind.choose(types.filter { entry in !MediaKind(entry.name).isForm })
      let kind = chosen?.kind ?? (types.isEmpty ? .json : .bytes)
      encoding = kind.encoding
      mediaType = chosen.flatMap { kind.mediaType($0.entry.name) }
      read(body.value(for: "schema"), at: body.range, document, note) { (_: String) in nil }
      return
    }
    let fields = nodes.filter { $0.text(for: "in") == "formData" }.compactMap { OperationParameter($0, in: document) }
    if fields.isEmpty { return nil }
    isRequired = fields.contains(where: \.isRequired)
    let kinds: [MediaKind] = types.map { entry in MediaKind(entry.name) }
    let isMultipart = fields.contains { $0.schema.isBinary } || kinds.contains(.multipart) && !kinds.contains(.form)
    encoding = isMultipart ? .multipart : .form
    parameters =
      fields.map { $0.declaration(isMultipart ? .part : .field, note: note) } + [
        Self.rest(at: nodes[0].range, isMultipart)
      ]
  }

  private mutating func read(
    _ node: Node?, at range: SourceRange, _ document: OpenAPIDocument, _ note: (Diagnostic) -> Void, _ rule: (String) -> Node?
  ) {
    let schema = document.schema(node)
    let isSpread = encoding == .json && schema.isObject || encoding == .form || encoding == .multipart
    guard isSpread else {
      var whole = ParameterDeclaration(name: "_", range: node?.range ?? range, location: .body)
      whole.isOptional = !isRequired
      let shape: Shape? = encoding == .bytes ? .data : encoding == .text ? .string : schema.shape(in: document)
      if let shape { whole.shape = ShapeDeclaration(shape) }
      if encoding == .json {
        whole.constraints = ConstraintReader.constraints(schema, shape, named: "_", in: document, note: note)
      }
      parameters = [whole]
      return
    }
    let place: Place = encoding == .multipart ? .part : .field
    for property in schema.properties {
      let member = document.schema(property.node)
      var parameter = ParameterDeclaration(name: property.name, range: property.node.range, location: place)
      // An empty list cannot be sent in a form, so a list may be absent.
      parameter.isOptional = !property.isRequired || member.isReadOnly || !isRequired || encoding != .json && member.isArray
      let rule = rule(property.name)
      let shape = member.shape(in: document, keepsBytes: place == .part)
      parameter.constraints = ConstraintReader.constraints(member, shape, named: property.name, in: document, note: note)
      if encoding == .json {
        if let shape { parameter.shape = ShapeDeclaration(shape) }
      } else if rule?.text(for: "style") == nil, rule?.value(for: "explode") == nil {
        // Without a style, arrays are repeated, and objects are JSON text.
        let isText = rule?.text(for: "contentType").map { MediaKind($0) == .json } ?? false
        let isJSON = isText || shape == nil && !member.isUnion
        if let shape = isJSON ? .json : shape { parameter.shape = ShapeDeclaration(shape) }
      } else {
        parameter.settings = [Self.style(rule?.text(for: "style") ?? "form", rule, range)]
      }
      parameter.settings += Literal.doc(property.node, in: document)
      parameters.append(parameter)
    }
    parameters.append(Self.rest(at: node?.range ?? range, place == .part))
  }

  /// The whole body, whose members are arguments of their own, or more of them.
  private static func rest(at range: SourceRange, _ isMultipart: Bool) -> ParameterDeclaration {
    var rest = ParameterDeclaration(name: "_", range: range, location: isMultipart ? .part : .field)
    (rest.isSpread, rest.isOptional) = (true, true)
    rest.wire = ("", range)
    return rest
  }

  private static func style(_ style: String, _ rule: Node?, _ range: SourceRange) -> Entry {
    let explodes = rule?.value(for: "explode")?.isTrue ?? (style == "form")
    let arrays = style == "pipeDelimited" ? "pipes" : style == "spaceDelimited" ? "space" : "csv"
    let words =
      style == "deepObject"
      ? [("objects", "nest"), ("nesting", "brackets"), ("arrays", "indices")]
      : explodes ? [("objects", "spread"), ("arrays", "repeat")] : [("objects", "pairs"), ("arrays", arrays)]
    let entries = words.map { Entry(Literal.node($0.0, range), Literal.node($0.1, range)) }
    return Entry(Literal.node("style", range), Node(.mapping(entries), range: range))
  }
}

/// What a media type is for a caller.
enum MediaKind: CaseIterable {
  case json, form, multipart, text, bytes

  init(_ type: String) {
    let bare = type.prefix { $0 != ";" }.lowercased().trimmingSpaces
    let subtype = bare.split(separator: "/").last.map(String.init) ?? bare
    self =
      switch bare {
      case "application/json", "text/json", "*/*", "application/*": .json
      case "application/x-www-form-urlencoded": .form
      case "multipart/form-data": .multipart
      case "application/xml", "application/x-ndjson", "application/jsonl", "application/sparql-query": .text
      default: subtype.hasSuffix("+json") ? .json : bare.hasPrefix("text/") || subtype.hasSuffix("+xml") ? .text : .bytes
      }
  }

  var isForm: Bool { self == .form || self == .multipart }

  var encoding: Encoding {
    switch self {
    case .json: .json
    case .form: .form
    case .multipart: .multipart
    case .text: .text
    case .bytes: .bytes
    }
  }

  /// Returns the media type that a header must name; nil if the encoding already says it, or for a range of types.
  func mediaType(_ written: String) -> String? {
    let bare = written.prefix { $0 != ";" }.lowercased().trimmingSpaces
    if bare.contains("*") || isForm { return nil }
    switch (self, bare) {
    case (.json, "application/json"), (.text, "text/plain"), (.bytes, "application/octet-stream"): return nil
    default: return written
    }
  }

  /// Chooses the media type of a body: `application/json` itself, or the first of the first kind.
  static func choose(_ content: [Entry]) -> (kind: MediaKind, entry: Entry)? {
    if let json = content.first(where: { $0.name == "application/json" }) { return (.json, json) }
    for kind in allCases {
      if let entry = content.first(where: { MediaKind($0.name) == kind }) { return (kind, entry) }
    }
    return nil
  }
}

extension String {
  fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
