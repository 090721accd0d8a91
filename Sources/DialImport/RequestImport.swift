import Dial
import DialTesting

/// Turns requests of other programs into declarations. Requests of the same shape become one endpoint.
struct RequestImport {
  private(set) var service: ServiceDeclaration
  private(set) var endpoints: [EndpointDeclaration] = []
  /// What was left out or became a variable.
  private(set) var notes: [String] = []
  /// The name of the service: the host without what all hosts have.
  let name: String

  private static let range = SourceRange(
    file: SourceFile(name: "import", text: ""), start: Position(line: 1, column: 1), end: Position(line: 1, column: 1))

  /// - Parameters:
  ///   - requests: the requests of one origin.
  ///   - origin: the origin as text: `https://api.example.com`.
  init(_ requests: [RecordedRequest], origin: String) {
    let range = Self.range
    name = Self.name(of: origin)
    var level = LevelDeclaration(range: range)
    level.settings = [Self.entry("base", origin)]
    var shapes: [RequestShape] = []
    var ignored: [String] = []
    var variables: [String] = []
    var hidden: [String] = []
    for request in requests {
      let shape = RequestShape(request, service: name)
      for header in shape.ignored where !ignored.contains(header) { ignored.append(header) }
      for name in shape.hidden where !hidden.contains(name) { hidden.append(name) }
      for variable in shape.variables + shape.secretArguments where !variables.contains(variable) { variables.append(variable) }
      if let index = shapes.firstIndex(where: { $0.key == shape.key }) { shapes[index].merge(shape) } else { shapes.append(shape) }
    }
    endpoints = shapes.map { $0.endpoint(at: range) }
    service = ServiceDeclaration(file: range.file, range: range, level: level, paths: SpecPaths())
    if !ignored.isEmpty { notes.append("headers of the client are left out: \(ignored.joined(separator: ", "))") }
    for name in hidden { notes.append("'\(name)' holds a secret, so it has no default; pass it as an argument") }
    for variable in variables { notes.append("a secret became the variable \(variable); set it in the environment") }
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
    var isSecret = false
    var isFile = false
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
  private(set) var variables: [String] = []
  /// The members of the body that hold a secret, and so have no default.
  private(set) var hidden: [String] = []
  private let service: String
  private let givenName: String?

  init(_ request: RecordedRequest, service: String) {
    self.service = service
    givenName = request.name
    method = request.method.uppercased()
    let rest = (AbsoluteURL(request.url)?.rest ?? "").prefix { $0 != "#" }
    let path = rest.prefix { $0 != "?" }
    (parts, items) = Self.path(path.isEmpty ? "/" : path)
    key = method + " " + parts.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined()
    query(rest.dropFirst(path.count + 1))
    // The user name and the password of a URL are sent as Basic authentication, too.
    if request.user != nil || AbsoluteURL(request.url)?.authority.contains("@") ?? false { basic() }
    for (name, value) in request.headers { header(name, value) }
    body(request)
  }

  // MARK: Path and query

  /// Segments that are numbers, UUIDs or long hexadecimal numbers are arguments.
  private static func path(_ path: Substring) -> ([URITemplate.Part], [Item]) {
    var parts: [URITemplate.Part] = []
    var items: [Item] = []
    var literal = ""
    var names = NameMaker()
    var before = ""
    for (index, segment) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { literal += "/" }
      let text = String(segment)
      guard isID(text) else {
        literal += text
        before = text
        continue
      }
      let stem = NameMaker.made(before.hasSuffix("s") ? String(before.dropLast()) : before, fallback: "")
      let name = names.name(
        items.isEmpty && path.split(separator: "/").last == segment ? "id" : stem.isEmpty ? "id" : stem + "Id", fallback: "id")
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(.expression(.init(.simple, name)))
      let value = value(of: text)
      items.append(Item(name: name, location: .path, value: value.json, type: value.type))
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    return (parts, items)
  }

  private static func isID(_ text: String) -> Bool {
    if text.isEmpty { return false }
    if text.utf8.allSatisfy({ (48...57).contains($0) }) { return true }
    let hex = text.utf8.filter { $0 != UInt8(ascii: "-") }
    return hex.count >= 16 && hex.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 0x20) } && hex.contains { $0 < 58 }
  }

  /// Returns the value and the type of a text: a number or a Boolean only if it would be sent as the same text.
  private static func value(of text: String) -> (json: JSON, type: Shape) {
    if let number = Int(text), String(number) == text { return (JSON(number), .int) }
    if let bool = Bool(text) { return (.bool(bool), .bool) }
    return (.string(text), .string)
  }

  private mutating func query(_ query: Substring) {
    for part in query.split(separator: "&") {
      guard let mark = part.firstIndex(of: "=") else {
        let name = PercentEncoding.decode(String(part))
        if Name.isValid(name) {
          items.append(Item(name: name, location: .query, value: true, isFlag: true))
        } else {
          fixed.append(PercentEncoding.encodeKeepingReserved(String(part)))
        }
        continue
      }
      let name = PercentEncoding.decode(String(part[..<mark]).replacing("+", with: "%20"))
      let text = PercentEncoding.decode(String(part[part.index(after: mark)...]).replacing("+", with: "%20"))
      if SecretNames.contains(name, in: .item), !name.contains(where: { " ${}".contains($0) }) {
        credentials.append("query \(name) ${\(variable(name))}")
      } else {
        add(name, text, .query)
      }
    }
  }

  /// Adds a text; several of one name are a list.
  private mutating func add(_ name: String, _ text: String, _ location: Place) {
    if let index = items.firstIndex(where: { $0.name == name && $0.location == location }) {
      let known = items[index].value?.asArray.map(Array.init) ?? items[index].value.map { [.string(ValueText.plain($0) ?? "")] } ?? []
      items[index].value = .array(known + [.string(text)])
      items[index].type = .array(.string)
      return
    }
    let isSecret = SecretNames.contains(name)
    let value = Self.value(of: text)
    items.append(Item(name: name, location: location, value: value.json, isSecret: isSecret, type: isSecret ? .string : value.type))
  }

  // MARK: Headers and credentials

  private mutating func variable(_ name: String) -> String {
    let words = (service + "_" + name).utf8.map { Name.isASCIIPart($0) && $0 != UInt8(ascii: "-") ? Character(UnicodeScalar($0)) : "_" }
    let variable = String(words).uppercased()
    if !variables.contains(variable) { variables.append(variable) }
    return variable
  }

  private mutating func basic() {
    credentials.append("basic ${\(variable("user"))} ${\(variable("password"))}")
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
      case "bearer" where words.count == 2: credentials.append("bearer ${\(variable("token"))}")
      case "basic" where words.count == 2: basic()
      default: credentials.append("header \(name) ${\(variable("authorization"))}")
      }
    } else if lower == "cookie" || SecretNames.contains(name, in: .header) {
      credentials.append("header \(name) ${\(variable(name))}")
    } else if lower != "content-type" {
      headers.append(RequestImport.entry(name, Self.escaped(value)))
    }
  }

  private static func escaped(_ text: String) -> String { text.replacing("${", with: "$${").replacing("{", with: "{{") }

  // MARK: Body

  private mutating func body(_ request: RecordedRequest) {
    let type = request.header("Content-Type") ?? ""
    let media = MediaType(type)
    if !request.parts.isEmpty {
      (encoding, hasBody) = (.multipart, true)
      for part in request.parts {
        if let text = part.value { add(part.name, text, .part) } else { items.append(Item(name: part.name, location: .part, isFile: true)) }
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
      guard let members = json.asObject else {
        items.append(item("_", json, .body))
        return
      }
      isEmptyObject = members.isEmpty
      for member in members { items.append(item(member.name, member.value, .field)) }
    } else if media?.isForm ?? false, body.contains("="), !body.hasPrefix("{") {
      encoding = .form
      keep(type, unless: "application/x-www-form-urlencoded")
      for (name, value) in FormCoding.decode(body) { add(name, value, .field) }
    } else {
      encoding = .text
      keep(type, unless: "text/plain")
      items.append(Item(name: "_", location: .body, value: .string(body), type: .string))
    }
  }

  private mutating func keep(_ type: String, unless standard: String) {
    if type.isEmpty || type.lowercased() == standard { return }
    headers.append(RequestImport.entry("Content-Type", Self.escaped(type)))
  }

  private mutating func item(_ name: String, _ value: JSON, _ location: Place) -> Item {
    var item = Item(name: name, location: location, value: value)
    if SecretNames.contains(name), value.asString != nil { item.isSecret = true }
    if Self.holdsSecret(value) {
      item.value = nil
      hidden.append(name)
    }
    item.type =
      switch value.asKind {
      case .string: .string
      case .bool: .bool
      case .number: value.asInt == nil ? .double : .int
      default: nil
      }
    return item
  }

  private static func holdsSecret(_ value: JSON) -> Bool {
    if let items = value.asArray { return items.contains(where: holdsSecret) }
    return value.asObject?.contains { SecretNames.contains($0.name) && $0.value.asString != nil || holdsSecret($0.value) } ?? false
  }

  // MARK: Endpoints

  /// Adds another request of the same endpoint.
  mutating func merge(_ other: RequestShape) {
    for index in items.indices {
      guard let twin = other.items.first(where: { $0.name == items[index].name && $0.location == items[index].location }) else {
        items[index].isOptional = true
        continue
      }
      if twin.value != items[index].value { items[index].value = nil }
      if twin.type?.spelling != items[index].type?.spelling { items[index].type = nil }
    }
    for item in other.items where !items.contains(where: { $0.name == item.name && $0.location == item.location }) {
      var item = item
      item.isOptional = true
      items.append(item)
    }
    for line in other.credentials where !credentials.contains(line) { credentials.append(line) }
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
    let template = URITemplate(parts: parts + (text.isEmpty ? [] : [.literal(text)]))
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
    if credentials.count == 1 { endpoint.settings.append(RequestImport.entry("auth", credentials[0])) }
    if credentials.count > 1 {
      endpoint.settings.append(RequestImport.entry("auth", .sequence(credentials.map(RequestImport.node))))
    }
    return endpoint
  }

  private func parameter(_ item: Item, _ range: SourceRange) -> ParameterDeclaration {
    var parameter = ParameterDeclaration(name: item.name, range: range, location: item.location)
    parameter.isFlag = item.isFlag
    if item.isFile { parameter.shape = ShapeDeclaration(.file) } else { parameter.shape = item.type.map { ShapeDeclaration($0) } }
    if item.isSecret {
      parameter.value = ("${\(variableName(item.name))}", range)
    } else if let value = item.value, !item.isOptional {
      parameter.standard = (value, range)
    } else {
      parameter.isOptional = item.isOptional
    }
    return parameter
  }

  private func variableName(_ name: String) -> String {
    var copy = self
    return copy.variable(name)
  }

  /// The variables of arguments that are secrets.
  var secretArguments: [String] { items.filter(\.isSecret).map { variableName($0.name) } }
}
