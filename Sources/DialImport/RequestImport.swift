import Dial
import DialTesting

/// Turns requests of other programs into declarations. Requests of the same shape become one endpoint.
struct RequestImport {
  private(set) var service: ServiceDeclaration
  private(set) var endpoints: [EndpointDeclaration] = []
  /// What was left out.
  private(set) var notes: [String] = []
  private(set) var variables: [ImportedVariable] = []
  /// The name of the service: the host without what all hosts have.
  let name: String

  static let range = SourceRange(
    file: SourceFile(name: "import", text: ""), start: Position(line: 1, column: 1), end: Position(line: 1, column: 1))

  /// - Parameters:
  ///   - requests: the requests of one origin.
  ///   - origin: the origin as text: `https://api.example.com`.
  ///   - isSession: whether the requests are of one session, in which a secret has one name although its value changes.
  ///   - taken: the variables of the spec to which the endpoints are added, with their values where they are known.
  init(_ requests: [RecordedRequest], origin: String, isSession: Bool, taken: [String: String?]) {
    let range = Self.range
    name = Self.name(of: origin)
    var level = LevelDeclaration(range: range)
    level.settings = [Self.entry("base", origin)]
    var shapes: [RequestShape] = []
    var ignored: [String] = []
    var hidden: [String] = []
    var secrets = SecretVariables(service: name, taken: taken)
    for request in requests {
      if isSession { secrets.startRequest() }
      let shape = RequestShape(request, &secrets)
      for header in shape.ignored where !ignored.contains(header) { ignored.append(header) }
      for name in shape.hidden where !hidden.contains(name) { hidden.append(name) }
      for name in shape.mixed.distinct() {
        notes.append("the part '\(name)' is a file and a text, of which a spec says one; the first is kept")
      }
      if let index = shapes.firstIndex(where: { $0.key == shape.key }) { shapes[index].merge(shape) } else { shapes.append(shape) }
    }
    endpoints = shapes.map { $0.endpoint(at: range) }
    service = ServiceDeclaration(file: range.file, range: range, level: level, paths: SpecPaths())
    if !ignored.isEmpty { notes.append("headers of the client are left out: \(ignored.joined(separator: ", "))") }
    for name in hidden { notes.append("'\(name)' holds a secret, so it has no default; pass it as an argument") }
    let variables = shapes.map(\.variables)
    let others = Set(variables.flatMap(\.others))
    self.variables = (variables.flatMap(\.fields) + variables.flatMap(\.others)).distinct().map { name in
      ImportedVariable(
        name: name, isOnlyInFields: !others.contains(name), isShared: secrets.isShared(name), isChanging: secrets.changing.contains(name))
    }
  }

  private static func name(of origin: String) -> String {
    let host = AbsoluteURL(origin)?.authority.prefix { $0 != ":" } ?? ""
    let labels = host.split(separator: ".").filter { !["www", "api"].contains($0) }
    return labels.first.flatMap { $0.first?.isLetter ?? false ? String($0) : nil } ?? "service"
  }

  static func node(_ text: String) -> Node { Node(.scalar(Scalar(text: text, style: .doubleQuoted)), range: range) }

  static func entry(_ key: String, _ text: String) -> Entry { Entry(key: node(key), value: node(text)) }

  static func entry(_ key: String, _ content: Node.Content) -> Entry { Entry(key: node(key), value: Node(content, range: range)) }
}

/// What is common to all requests of one endpoint, and which values they had.
struct RequestShape {
  struct Item {
    var name: String
    var location: Place
    /// The values of all requests that had it; nil after two different ones.
    var value: JSON?
    /// The value with a variable for its secret.
    var template: String?
    var isFile = false
    /// The media type and the file name of a part.
    var mediaType: String?
    var fileName: String?
    /// Whether it is an item of the query without a value.
    var isFlag = false
    var isOptional = false
    var type: Shape?
  }

  /// Method and path with placeholders.
  let key: String
  private let method: String
  private var parts: [URITemplate.Part] = []
  private var items: [Item] = []
  private var fixed: [String] = []
  private var headers: [Entry] = []
  private var credentials: [String] = []
  private var encoding = Encoding.json
  private var hasBody = false
  /// Whether the body is `{}`.
  private var isEmptyObject = false
  /// The headers that only the client of the recording needed.
  private(set) var ignored: [String] = []
  /// The members of the body that hold a secret, and so have no default.
  private(set) var hidden: [String] = []
  /// The parts of which some are files and some are texts, and only the first kind is kept.
  private(set) var mixed: [String] = []
  private let givenName: String?
  /// Names the variables while the request is read.
  private var secrets: SecretVariables
  private var settings: [(name: String, value: String)] = []
  private let requiresArguments: Bool

  init(_ request: RecordedRequest, _ secrets: inout SecretVariables) {
    self.secrets = secrets
    givenName = request.name
    requiresArguments = request.requiresArguments
    method = request.method.uppercased()
    let url = AbsoluteURL(request.url)
    let rest = (url?.rest ?? "").prefix { $0 != "#" }
    let path = rest.prefix { $0 != "?" }
    // The token of the credentials has the plain name, whatever other tokens there are.
    if let words = request.header("Authorization")?.split(separator: " ", maxSplits: 1), words.count == 2, words[0].lowercased() == "bearer"
    {
      _ = self.secrets.variable("token", String(words[1]))
    }
    var reader = PathReader(request, self.secrets)
    reader.read(path.isEmpty ? "/" : path)
    (parts, items, self.secrets) = (reader.parts, reader.items, reader.secrets)
    key = method + " " + parts.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined()
    query(rest.dropFirst(path.count + 1))
    // The user name and the password of a URL are sent as Basic authentication, too. A header that is set wins, as in curl.
    if request.header("Authorization") == nil {
      if let user = request.user {
        credentials(request, user.name, user.password)
      } else if let authority = url?.authority, let mark = authority.lastIndex(of: "@") {
        let pair = authority[..<mark].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        basic(PercentEncoding.decode(String(pair[0])), pair.count > 1 ? PercentEncoding.decode(String(pair[1])) : "")
      }
    }
    settings = request.settings
    for (name, value) in request.headers where !isSessionToken(name, request) { header(name, value) }
    body(request)
    secrets = self.secrets
  }

  // MARK: Query

  private mutating func query(_ query: Substring) {
    for part in query.split(separator: "&") {
      guard let mark = part.firstIndex(of: "=") else {
        let name = PercentEncoding.decode(String(part))
        if let template = secrets.template(name, escaped: PercentEncoding.encode) {
          fixed.append(template)
        } else if Name.isValid(name) {
          items.append(Item(name: name, location: .query, value: true, isFlag: true))
        } else {
          fixed.append(PercentEncoding.encodeKeepingReserved(String(part)))
        }
        continue
      }
      if mark == part.startIndex {
        fixed.append(PercentEncoding.encodeKeepingReserved(String(part)))
        continue
      }
      let name = PercentEncoding.decode(String(part[..<mark]).replacing("+", with: "%20"))
      let text = PercentEncoding.decode(String(part[part.index(after: mark)...]).replacing("+", with: "%20"))
      if SecretNames.contains(name, in: .item), !name.contains(where: { " ${}".contains($0) }) {
        credentials.append("query \(name) ${\(secrets.variable(name, text))}")
      } else {
        add(name, text, .query)
      }
    }
  }

  /// Adds a text; several of one name are a list.
  private mutating func add(_ name: String, _ text: String, _ location: Place) {
    let new = Item(name, text, location, &secrets)
    guard let index = items.firstIndex(where: { $0.name == name && $0.location == location }) else { return items.append(new) }
    if items[index].isFile { return mixed.append(name) }
    items[index].type = .array(.string)
    if new.template != nil || items[index].template != nil || items[index].value == nil {
      (items[index].value, items[index].template) = (nil, nil)
      if !hidden.contains(name) { hidden.append(name) }
      return
    }
    let known = items[index].value?.asArray.map(Array.init) ?? items[index].value.map { [.string(ValueText.plain($0) ?? "")] } ?? []
    items[index].value = .array(known + [.string(text)])
  }

  /// Adds the part of a file; several of one name are a list.
  private mutating func addFile(_ name: String) {
    guard let index = items.firstIndex(where: { $0.name == name && $0.location == .part }) else {
      return items.append(Item(name: name, location: .part, isFile: true))
    }
    if items[index].isFile { items[index].type = .array(.file) } else { mixed.append(name) }
  }

  // MARK: Headers and credentials

  private mutating func credentials(_ request: RecordedRequest, _ user: String, _ password: String) {
    switch request.scheme {
    case .basic: basic(user, password)
    case .digest: credentials.append("digest ${\(secrets.variable("user", user))} ${\(secrets.variable("password", password))}")
    case .aws4(let service, let region):
      var words = ["aws4", "${\(secrets.variable("key", user))}", "${\(secrets.variable("secret", password))}"]
      if let service, let region {
        words += [service, region]
        if let token = request.header(Self.sessionToken) { words.append("${\(secrets.variable("session", token))}") }
      }
      credentials.append(words.joined(separator: " "))
    }
  }

  private static let sessionToken = "X-Amz-Security-Token"

  /// Whether a header is a part of the credentials.
  private func isSessionToken(_ name: String, _ request: RecordedRequest) -> Bool {
    if case .aws4(_?, _?) = request.scheme { request.user != nil && HeaderRules.isSame(name, Self.sessionToken) } else { false }
  }

  private mutating func basic(_ user: String, _ password: String) {
    credentials.append("basic ${\(secrets.variable("user", user))} ${\(secrets.variable("password", password))}")
  }

  private mutating func basic(_ credentials: String) {
    let pair = Base64.decodeAny(credentials).map { String(decoding: $0, as: UTF8.self) } ?? credentials
    let parts = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    basic(parts[0], parts.count > 1 ? parts[1] : "")
  }

  private static let noise: Set = [
    "accept-encoding", "accept-language", "cache-control", "connection", "content-length", "dnt", "host", "if-modified-since",
    "if-none-match", "keep-alive", "origin", "pragma", "priority", "proxy-connection", "referer", "te", "transfer-encoding",
    "upgrade-insecure-requests", "user-agent",
  ]

  private mutating func header(_ name: String, _ value: String) {
    let lower = name.lowercased()
    if name.hasPrefix(":") || lower == "accept" && value == "*/*" { return }
    if lower.hasPrefix("sec-") || Self.noise.contains(lower) {
      ignored.append(lower)
    } else if lower == "authorization" {
      let words = value.split(separator: " ", maxSplits: 1)
      switch words.first?.lowercased() {
      case "bearer" where words.count == 2: credentials.append("bearer ${\(secrets.variable("token", String(words[1])))}")
      case "basic" where words.count == 2: basic(String(words[1]))
      default: credentials.append("header \(name) ${\(secrets.variable("authorization", value))}")
      }
    } else if lower == "cookie" || SecretNames.contains(name, in: .header) {
      credentials.append("header \(name) ${\(secrets.variable(name, value))}")
    } else if lower != "content-type" {
      let text = secrets.template(value, escaped: { Text.escaped($0) }) ?? Text.escaped(value)
      // Several fields of one name are a list (RFC 9110 section 5.3).
      if let index = headers.firstIndex(where: { HeaderRules.isSame($0.name, name) }), let first = headers[index].value.text {
        headers[index] = RequestImport.entry(headers[index].name, first + ", " + text)
      } else {
        headers.append(RequestImport.entry(name, text))
      }
    }
  }

  // MARK: Body

  private mutating func body(_ request: RecordedRequest) {
    let type = request.header("Content-Type") ?? ""
    let media = MediaType(type)
    if !request.parts.isEmpty {
      (encoding, hasBody) = (.multipart, true)
      for part in request.parts {
        let before = items.count
        if let text = part.value { add(part.name, text, .part) } else { addFile(part.name) }
        // Without a type, a file has its own.
        for index in items.indices[before...] {
          (items[index].mediaType, items[index].fileName) = (part.type, part.fileName)
          if part.isPassed { items[index].value = nil }
          guard let text = part.value, let json = try? JSON(parsing: text), json.holdsSecret else { continue }
          items[index].value = nil
          hidden.append(part.name)
        }
      }
      return
    }
    if request.isUpload {
      (encoding, hasBody) = (.bytes, true)
      items.append(Item(name: "_", location: .body, isFile: true))
      keep(type, unless: "application/octet-stream")
      return
    }
    guard let body = request.body, !body.isEmpty else { return }
    hasBody = true
    if media?.isJSON ?? false, let json = try? JSON(parsing: body) {
      keep(type, unless: "application/json")
      // A member without a name is a part of the whole body.
      guard let members = json.asObject, !members.contains(where: \.name.isEmpty) else {
        items.append(item("_", json, .body))
        return
      }
      isEmptyObject = members.isEmpty
      for member in members { items.append(item(member.name, member.value, .field)) }
    } else if media?.isForm ?? false, body.contains("="), !body.hasPrefix("{"), case let items = FormCoding.decode(body),
      !items.contains(where: \.0.isEmpty)
    {
      encoding = .form
      keep(type, unless: "application/x-www-form-urlencoded")
      for (name, value) in items { add(name, value, .field) }
    } else {
      encoding = .text
      keep(type, unless: "text/plain")
      items.append(Item(text: body, &secrets))
    }
  }

  private mutating func keep(_ type: String, unless standard: String) {
    if type.isEmpty || type.lowercased() == standard { return }
    headers.append(RequestImport.entry("Content-Type", Text.escaped(type)))
  }

  private mutating func item(_ name: String, _ value: JSON, _ location: Place) -> Item {
    if let text = value.asString { return Item(name, text, location, &secrets, mayBeNumber: false) }
    var item = Item(name: name, location: location, value: value)
    if value.holdsSecret {
      item.value = nil
      hidden.append(name)
    }
    item.type =
      switch value.asKind {
      case .bool: .bool
      // `1.0` is sent as `1.0`.
      case .number: value.asInt == nil || value.asNumberText?.contains { ".eE".contains($0) } == true ? .double : .int
      default: nil
      }
    return item
  }

  // MARK: Endpoints

  /// Adds another request of the same endpoint.
  mutating func merge(_ other: RequestShape) {
    for index in items.indices {
      guard let twin = other.items.first(where: { $0.name == items[index].name && $0.location == items[index].location }) else {
        items[index].isOptional = true
        continue
      }
      items[index].template = items[index].template ?? twin.template
      if twin.value != items[index].value { items[index].value = nil }
      if twin.type?.spelling != items[index].type?.spelling { items[index].type = nil }
    }
    for item in other.items where !items.contains(where: { $0.name == item.name && $0.location == item.location }) {
      var item = item
      item.isOptional = true
      items.append(item)
    }
    // Of requests that differ, the first says how the endpoint is called.
    for setting in other.settings where !settings.contains(where: { $0.name == setting.name }) { settings.append(setting) }
    // Another value of the same credentials has another variable.
    func kind(_ line: String) -> Substring { line.prefix { $0 != "$" } }
    for line in other.credentials where !credentials.contains(where: { kind($0) == kind(line) }) { credentials.append(line) }
  }

  private var name: String {
    if let givenName { return givenName }
    var words: [String] = []
    for part in parts {
      switch part {
      case .literal(let text): words += text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      case .expression(let expression): words += ["by", expression.variables[0].name]
      case .variable: break
      }
    }
    return method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  func endpoint(at range: SourceRange) -> EndpointDeclaration {
    let text = fixed.isEmpty ? "" : "?" + fixed.joined(separator: "&")
    let pieces = Text(text, range: range, arguments: false).pieces.map { piece -> URITemplate.Part in
      switch piece {
      case .variable(let name): .variable(name)
      case .literal(let text): .literal(text)
      case .argument(let name, _): .literal("{\(name)}")
      case .generated(let word): .literal(word.rawValue)
      }
    }
    let template = URITemplate(parts: parts + (text.isEmpty ? [] : pieces))
    let target = TargetModel(template: template, text: key, range: range, isAbsolute: false)
    var line = LineDeclaration(method: method, methodRange: range, target: target, range: range)
    if encoding != .json { line.encoding = (encoding, range) }
    line.parameters = items.map { parameter($0, range) }
    var endpoint = EndpointDeclaration(name: name, range: range, end: range, line: Shared(line))
    endpoint.body = (hasBody, false)
    if !headers.isEmpty { endpoint.settings.append(RequestImport.entry("headers", .mapping(headers))) }
    if isEmptyObject, !items.contains(where: { $0.location == .field }) {
      endpoint.settings.append(RequestImport.entry("body", .mapping([])))
    }
    endpoint.settings += Self.entries(settings)
    if credentials.count == 1 { endpoint.settings.append(RequestImport.entry("auth", credentials[0])) }
    if credentials.count > 1 {
      endpoint.settings.append(RequestImport.entry("auth", .sequence(credentials.map(RequestImport.node))))
    }
    return endpoint
  }

  /// The settings as they are written: `timeout.connect` is a member of `timeout`.
  private static func entries(_ settings: [(name: String, value: String)]) -> [Entry] {
    settings.map { String($0.name.prefix { $0 != "." }) }.distinct().map { name in
      let inner = settings.filter { $0.name.hasPrefix(name + ".") }
      func plain(_ name: String, _ text: String) -> Entry { RequestImport.entry(name, .scalar(Scalar(text: text, style: .plain))) }
      if inner.isEmpty { return plain(name, settings.first { $0.name == name }?.value ?? "") }
      return RequestImport.entry(name, .mapping(inner.map { plain(String($0.name.dropFirst(name.count + 1)), $0.value) }))
    }
  }

  private func parameter(_ item: Item, _ range: SourceRange) -> ParameterDeclaration {
    var parameter = ParameterDeclaration(name: item.name, range: range, location: item.location)
    parameter.isFlag = item.isFlag
    for (key, text) in [("mimeType", item.mediaType), ("filename", item.isFile ? item.fileName : nil)] {
      if let text { parameter.settings.append(RequestImport.entry(key, text)) }
    }
    if item.isFile {
      parameter.shape = ShapeDeclaration(item.type ?? .file)
    } else {
      parameter.shape = item.type.map { ShapeDeclaration($0) }
    }
    if let template = item.template {
      let isVariable = template.hasPrefix("${") && template.dropFirst(2).allSatisfy { $0 != "$" } && template.hasSuffix("}")
      parameter.value = (isVariable ? template : JSONWriter.quote(template), range)
    } else if let value = item.value, isRequired(item) {
      // The type stands for the default, which would show it.
      if item.type == nil { parameter.shape = Self.shape(of: value).map { ShapeDeclaration($0) } }
    } else if let value = item.value, !item.isOptional {
      parameter.standard = (value, range)
    } else {
      parameter.isOptional = item.isOptional
    }
    return parameter
  }

  /// Whether a caller must pass an item, because its value belongs to the one call that was made.
  private func isRequired(_ item: Item) -> Bool {
    requiresArguments && !item.isFlag && (item.location == .path || !Methods.isSafe(method))
  }

  /// Returns the type of a list of texts or numbers; nil for another value, which can be any JSON.
  private static func shape(of value: JSON) -> Shape? {
    guard let items = value.asArray, !items.isEmpty else { return nil }
    if items.allSatisfy({ $0.asString != nil }) { return .array(.string) }
    return items.allSatisfy { $0.asInt != nil } ? .array(.int) : nil
  }

  /// The variables in headers and credentials, and those elsewhere.
  var variables: (fields: [String], others: [String]) {
    func names(_ texts: [String]) -> [String] {
      texts.flatMap { Text($0, range: RequestImport.range, arguments: false).variables }
    }
    let inPath = parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    return (names(credentials + headers.compactMap(\.value.text)), inPath + names(fixed + items.compactMap(\.template)))
  }
}
