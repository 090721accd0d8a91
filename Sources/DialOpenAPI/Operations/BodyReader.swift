import DialModel
import DialSyntax

/// The body of an operation in one media type: its encoding, and the arguments that are sent in it.
struct OperationBody {
  private(set) var encoding: Encoding
  /// The media type as written; nil if none is declared.
  let mediaType: String?
  private(set) var parameters: [ParameterDeclaration] = []
  let isRequired: Bool

  /// The media type, if it is not the one of the encoding.
  var header: String? { mediaType.flatMap(encoding.header) }

  /// Reads `requestBody`, without references (OpenAPI 3). Returns the body of each media type; the first one is used without a choice.
  static func all(
    _ node: Node, named name: String?, in document: OpenAPIDocument, note: (Diagnostic) -> Void
  ) throws(Diagnostic) -> [OperationBody] {
    let content = node.value(for: "content")?.mapping ?? []
    guard let first = Encoding.preferred(of: content) else { return [] }
    var bodies: [OperationBody] = []
    for index in [first] + content.indices.filter({ $0 != first }) {
      // What is wrong with the constraints is said once.
      let note = bodies.isEmpty ? note : { _ in }
      let body = try OperationBody(content[index], nil, isRequired: node.flag("required"), named: name, in: document, note: note)
      bodies.append(body)
      // A call can choose a type of such a range that is not JSON.
      if body.encoding == .json, content[index].name.contains("*") {
        bodies.append(try OperationBody(content[index], .bytes, isRequired: body.isRequired, named: name, in: document, note: { _ in }))
      }
    }
    return bodies
  }

  private init(
    _ content: Entry, _ encoding: Encoding?, isRequired: Bool, named name: String?, in document: OpenAPIDocument, note: (Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.isRequired = isRequired
    (self.encoding, mediaType) = (encoding ?? Encoding(mediaType: content.name), content.name)
    let media = try document.resolve(content.value)
    let encodings = media.value(for: "encoding")?.mapping ?? []
    let schema = media.value(for: "schema") ?? media.value(for: "itemSchema").map(Self.list)
    read(schema, at: content.key.range, named: name, document, note) { name in encodings.last { $0.name == name }?.value }
  }

  /// A schema of a list with such items, which is what a sequential media type holds (OpenAPI 3.2).
  private static func list(_ items: Node) -> Node {
    Node(.mapping([Literal.entry("type", "array", items.range), Entry(Literal.node("items", items.range), items)]), range: items.range)
  }

  /// Reads the parameters of Swagger 2.0 that are sent in a body: one that is the body, or fields of a form.
  static func all(
    _ nodes: [Node], consumes: [Node], named name: String?, in document: OpenAPIDocument, note: (Diagnostic) -> Void
  ) -> [OperationBody] {
    let types = consumes.compactMap { node in node.text.map { _ in Entry(node, Node(.mapping([]), range: node.range)) } }
    let isForm = { (entry: Entry) in [.form, .multipart].contains(Encoding(mediaType: entry.name)) }
    if let body = nodes.first(where: { $0.text(for: "in") == "body" }) {
      let others = types.filter { !isForm($0) }
      guard let first = Encoding.preferred(of: others) else {
        return [OperationBody(whole: body, types.isEmpty ? .json : .bytes, nil, named: name, in: document, note: note)]
      }
      return ([first] + others.indices.filter { $0 != first }).map { index in
        let type = others[index].name
        return OperationBody(
          whole: body, Encoding(mediaType: type), type, named: name, in: document, note: index == first ? note : { _ in })
      }
    }
    let fields = nodes.filter { $0.text(for: "in") == "formData" }.compactMap { OperationParameter($0, in: document) }
    if fields.isEmpty { return [] }
    let forms = types.filter(isForm).map { Encoding(mediaType: $0.name) }
    let isMultipart = fields.contains { $0.schema.isBinary } || forms.contains(.multipart) && !forms.contains(.form)
    let encodings: [Encoding] = isMultipart ? [.multipart] : forms.contains(.multipart) ? [.form, .multipart] : [.form]
    return encodings.map { OperationBody(fields: fields, $0, at: nodes[0].range, note: $0 == encodings[0] ? note : { _ in }) }
  }

  private init(
    whole body: Node, _ encoding: Encoding, _ mediaType: String?, named name: String?, in document: OpenAPIDocument,
    note: (Diagnostic) -> Void
  ) {
    (self.encoding, self.mediaType) = (encoding, mediaType)
    isRequired = body.flag("required")
    read(body.value(for: "schema"), at: body.range, named: name, document, note) { (_: String) in nil }
  }

  private init(fields: [OperationParameter], _ encoding: Encoding, at range: SourceRange, note: (Diagnostic) -> Void) {
    self.encoding = encoding
    mediaType = encoding == .form ? "application/x-www-form-urlencoded" : "multipart/form-data"
    isRequired = fields.contains(where: \.isRequired)
    let place: Place = encoding == .multipart ? .part : .field
    parameters = fields.filter { Self.isArgument($0.name, at: $0.node.range, note) }.map { $0.declaration(place, note: note) }
    parameters.append(Self.rest(at: range, encoding == .multipart))
  }

  private mutating func read(
    _ node: Node?, at range: SourceRange, named name: String?, _ document: OpenAPIDocument, _ note: (Diagnostic) -> Void,
    _ rule: (String) -> Node?
  ) {
    let schema = document.schema(node)
    // Text under a range of types is sent as it is: nothing says that it is JSON.
    if encoding == .json, mediaType?.contains("*") ?? false, schema.types == ["string"] { encoding = schema.isBinary ? .bytes : .text }
    if encoding == .bytes, schema.types == ["string"], !schema.isBinary, schema.format == nil, mediaType.map(Self.isText) == true {
      encoding = .text
    }
    // A patch is a list of operations, whatever the schema says (RFC 6902 section 3).
    let isPatch = mediaType.flatMap { MediaType($0) }?.essence == "application/json-patch+json"
    let isSpread = encoding == .json && schema.isObject && !isPatch || encoding == .form || encoding == .multipart
    guard isSpread else {
      if schema.isObject, let mediaType, mediaType.lowercased().hasPrefix("multipart/") {
        let message = "the parts of '\(mediaType)' are not written; pass the whole body, and its boundary in the header Content-Type"
        note(.warning(.documentParameter, message, at: range))
      }
      var whole = ParameterDeclaration(name: name ?? "_", range: node?.range ?? range, location: .body)
      whole.isOptional = !isRequired
      let shape: Shape? = encoding == .bytes ? .data : encoding == .text ? .string : schema.shape(in: document)
      if let shape { whole.shape = ShapeDeclaration(shape) }
      if encoding == .json {
        whole.memberShape = schema.memberShape(shape, of: node, in: document)
        whole.constraints = ConstraintReader.constraints(schema, shape, named: whole.name, in: document, note: note)
      }
      parameters = [whole]
      return
    }
    let place: Place = encoding == .multipart ? .part : .field
    for property in schema.properties where Self.isArgument(property.name, at: property.node.range, note) {
      let member = document.schema(property.node)
      var parameter = ParameterDeclaration(name: property.name, range: property.node.range, location: place)
      // An empty list cannot be sent in a form, so a list may be absent.
      let mayBeAbsent = member.isReadOnly || encoding != .json && member.isArray
      parameter.isOptional = !property.isRequired || !isRequired || mayBeAbsent
      parameter.isRequired = !parameter.isOptional
      parameter.isNeeded = property.isRequired && !isRequired && !mayBeAbsent && member.filledIn == nil
      let rule = rule(property.name)
      let shape = member.shape(in: document, keepsBytes: place == .part)
      var hasStyle = false
      parameter.constraints = ConstraintReader.constraints(member, shape, named: property.name, in: document, note: note)
      parameter.memberShape = member.memberShape(shape, of: property.node, in: document)
      if encoding == .json {
        if let shape { parameter.shape = ShapeDeclaration(shape) }
      } else if let rule, rule.value(for: "style") != nil || rule.value(for: "explode") != nil, !isFile(shape),
        place != .part || document.hasStylesOfParts
      {
        hasStyle = true
        let style = ParameterStyle(ofMember: rule)
        parameter.settings = [style.entry(place, range)].compactMap(\.self)
        if let shape = style.written(shape) { parameter.shape = ShapeDeclaration(shape) }
      } else {
        // Without a style, arrays are repeated, and objects are JSON text.
        let isText = rule?.text(for: "contentType").map { Encoding(mediaType: $0) == .json } ?? false
        let isJSON = isText || shape == nil && !member.isUnion
        if let shape = isJSON ? .json : shape { parameter.shape = ShapeDeclaration(shape) }
      }
      // A style replaces the media type (OpenAPI 3.1.1 section 4.8.15.1.2).
      if place == .part, !hasStyle, let type = rule?.value(for: "contentType"), let text = type.text, Self.isOne(text) {
        parameter.settings.append(Entry(key: Literal.node("mimeType", type.range), value: type))
      }
      if let headers = rule?.value(for: "headers"), place == .part, headers.mapping?.isEmpty == false {
        note(.warning(.documentParameter, "the headers of the part '\(property.name)' are not sent", at: headers.range))
      }
      // A member that must be there has its default, or its only value.
      let filled = parameter.isOptional ? nil : member.filledIn
      if let filled { parameter.standard = (Literal.json(filled, as: shape), filled.range) }
      let standard = filled == nil ? member.standard : nil
      parameter.settings += Literal.doc(property.node, named: property.name, in: document, standard: standard)
      parameters.append(parameter)
    }
    var rest = Self.rest(at: node?.range ?? range, place == .part)
    // The values of a map have a type.
    if encoding == .json, schema.hasAdditional { rest.memberShape = schema.memberShape(nil, of: node, in: document) }
    parameters.append(rest)
  }

  /// Whether a media type that has no encoding of its own is known to be of text.
  private static func isText(_ type: String) -> Bool {
    guard let media = MediaType(type) else { return false }
    let subtype = String(media.essence.dropFirst(media.type.count + 1))
    return texts.contains(subtype) || ["+jwt", "-jwt", "-pem", "-pem-file", "+csv", "-query"].contains { subtype.hasSuffix($0) }
  }

  private static let texts: Set = [
    "jwt", "jose", "csv", "vnd.flux", "pem-certificate-chain", "pkcs10", "sdp", "trig", "n-triples", "n-quads", "turtle", "edifact",
    "x-chess-pgn", "x-sh", "x-tex", "x-latex", "x-bibtex", "rtf", "http",
  ]

  private func isFile(_ shape: Shape?) -> Bool {
    switch shape?.wrapped {
    case .data?: true
    case .array(let item)?: isFile(item)
    default: false
    }
  }

  /// Whether a media type is not one of several: a file has its own type among `image/png, image/jpeg` and `image/*`.
  private static func isOne(_ type: String) -> Bool { !type.contains { ",*".contains($0) } && MediaType(type) != nil }

  /// Whether a member can be an argument: its name is not that of the whole body.
  private static func isArgument(_ name: String, at range: SourceRange, _ note: (Diagnostic) -> Void) -> Bool {
    if name != "_" { return true }
    let message = "'_' is the name of the whole body, so its member '_' is no argument; to send it, pass the whole body"
    note(.warning(.documentParameter, message, at: range))
    return false
  }

  /// The whole body, whose members are arguments of their own, or more of them.
  private static func rest(at range: SourceRange, _ isMultipart: Bool) -> ParameterDeclaration {
    var rest = ParameterDeclaration(name: "_", range: range, location: isMultipart ? .part : .field)
    (rest.isSpread, rest.isOptional) = (true, true)
    rest.wire = ("", range)
    return rest
  }
}
