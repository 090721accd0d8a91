package import DialJSON
package import DialSyntax

/// One endpoint with all of its policies. Immutable and shared, so passing it copies nothing.
package final class EndpointModel: Sendable {
  /// The name with its groups: `admin.ban`.
  package let name: String
  /// The place of its name in the spec, for errors of a call.
  package let range: SourceRange
  package let doc: String?
  package let method: String
  package let hasBody: Bool
  /// Whether a request without members has no body, instead of an empty one.
  package let isBodyOptional: Bool
  package let isSocket: Bool
  package let encoding: Encoding
  package let target: TargetModel
  package let parameters: [ParameterModel]
  /// Whether it has no parameter list, so that unknown arguments are allowed.
  package let isOpen: Bool
  /// The headers of all levels, outermost first. A later one of the same name wins.
  package let headers: [FieldModel]
  package let query: [FieldModel]
  package let body: BodyTemplate?
  package let selection: SelectionModel?
  package let result: ResultModel
  package let failure: Shape?
  package let events: EventsModel?
  package let style: Style
  package let auth: AuthModel
  /// Whether it declares `auth` itself, so that it must not be called without it.
  package let ownsAuth: Bool
  package let policy: PolicyModel
  package let mock: MockModel?
  package let pagination: PaginationModel?
  package let poll: PollModel?
  package let tags: [String: String]
  /// Whether the document advises against calls.
  package let isDeprecated: Bool
  /// When it ends, as the document says it.
  package let sunset: String?
  /// What to try if the server rejects the credentials.
  package let authHint: String?
  /// The responses that a document declares, for people.
  package let responses: DeclaredResponses
  /// The media type of the body; nil if the spec does not declare one.
  package let mediaType: String?
  package let variants: [EndpointVariant]

  package init(
    name: String, range: SourceRange, doc: String? = nil, method: String, hasBody: Bool, isBodyOptional: Bool = false, isSocket: Bool,
    encoding: Encoding,
    target: TargetModel, parameters: [ParameterModel], isOpen: Bool, headers: [FieldModel], query: [FieldModel], body: BodyTemplate? = nil,
    selection: SelectionModel? = nil, result: ResultModel, failure: Shape? = nil,
    events: EventsModel? = nil, style: Style, auth: AuthModel,
    ownsAuth: Bool = false, policy: PolicyModel, mock: MockModel? = nil, pagination: PaginationModel? = nil, poll: PollModel? = nil,
    tags: [String: String], isDeprecated: Bool = false, sunset: String? = nil, authHint: String? = nil,
    responses: DeclaredResponses = .none, mediaType: String? = nil, variants: [EndpointVariant] = []
  ) {
    self.name = name
    self.range = range
    self.doc = doc
    self.method = method
    self.hasBody = hasBody
    self.isBodyOptional = isBodyOptional
    self.isSocket = isSocket
    self.encoding = encoding
    self.target = target
    self.parameters = parameters
    self.isOpen = isOpen
    self.headers = headers
    self.query = query
    self.body = body
    self.selection = selection
    self.result = result
    self.failure = failure
    self.events = events
    self.style = style
    self.auth = auth
    self.ownsAuth = ownsAuth
    self.policy = policy
    self.mock = mock
    self.pagination = pagination
    self.poll = poll
    self.tags = tags
    self.isDeprecated = isDeprecated
    (self.sunset, self.authHint) = (sunset, authHint)
    self.responses = responses
    (self.mediaType, self.variants) = (mediaType, variants)
  }

  /// The maximum number of parameters of an endpoint: a spec is untrusted input.
  package static let maxParameters = 4096

  /// The names that several parameters share. They are in different places and need their qualified names.
  package var sharedNames: Set<String> {
    var (seen, shared): (Set<String>, Set<String>) = ([], [])
    for parameter in parameters where !seen.insert(parameter.name).inserted { shared.insert(parameter.name) }
    return shared
  }

  /// Returns the parameter of the body that `body.NAME` names; nil if there is none, or if a parameter is called so itself.
  package func inBody(_ name: String) -> ParameterModel? {
    guard name.hasPrefix("body."), !parameters.contains(where: { $0.name == name || $0.name == "body" }) else { return nil }
    return parameters.first { $0.spellings.dropFirst().contains(name) }
  }

  /// The variables outside of `auth`, in the order of their use.
  package var variables: [String] {
    var names = headers.flatMap(\.value.variables) + query.flatMap(\.value.variables)
    for part in target.template.parts { if case .variable(let name) = part { names.append(name) } }
    names += body?.variables ?? []
    for parameter in parameters { if case .text(let text)? = parameter.defaultValue { names += text.variables } }
    return names
  }

  package var isStream: Bool {
    switch result {
    case .events, .lines: true
    default: false
    }
  }

  /// The kind of stream that the endpoint returns; nil if it returns one response.
  package var kindOfStream: String? {
    if isSocket { return "a WebSocket" }
    switch result {
    case .events: return "a stream of events"
    case .lines: return "a stream of lines"
    default: return nil
    }
  }

  /// An unsupported feature that a call needs, such as `a tunnel (CONNECT)`; nil if it can be called.
  package var unsupported: String? { method == "CONNECT" ? "a tunnel (CONNECT)" : nil }

  /// The first codec that a call needs and that must be registered; nil if the built-in formats suffice.
  package var codec: String? {
    if case .named(let name) = encoding { return name }
    return decodeCodec
  }

  package var decodeCodec: String? { policy.decode.flatMap { ReplyFormat(rawValue: $0) == nil ? $0 : nil } }
}

/// One parameter of an endpoint with its location. Immutable and shared.
package final class ParameterModel: Sendable {
  package let name: String
  package let place: Place
  package let wire: String
  package let shape: Shape
  /// What the members of the value are, for texts; nil if the type says it. Values are not checked by it.
  package let memberShape: Shape?
  /// Whether the spec says the type, even if it is `JSON`.
  package let isTyped: Bool
  package let isSpread: Bool
  package let isFlag: Bool
  package let isRaw: Bool
  package let isRequired: Bool
  /// Whether a body that is sent must have it, although the whole body may be left out.
  package let isNeeded: Bool
  package let defaultValue: DefaultValue?
  package let style: Style
  package let constraints: [Constraint]
  package let isSecret: Bool
  /// Whether its name is that of a secret, although the spec may not declare one.
  package let soundsSecret: Bool
  package let file: FileRules
  package let doc: String?
  package let example: JSON?
  package let range: SourceRange
  /// The place of `as` and of the default, if they are declared.
  package let wireRange: SourceRange?
  package let defaultRange: SourceRange?

  package init(
    name: String, place: Place, wire: String, shape: Shape, memberShape: Shape? = nil, isTyped: Bool = false, isSpread: Bool, isFlag: Bool,
    isRaw: Bool,
    isRequired: Bool, isNeeded: Bool = false,
    defaultValue: DefaultValue? = nil, style: Style, constraints: [Constraint] = [], isSecret: Bool, file: FileRules, doc: String? = nil,
    example: JSON? = nil, range: SourceRange, wireRange: SourceRange? = nil, defaultRange: SourceRange? = nil
  ) {
    self.name = name
    self.place = place
    self.wire = wire
    self.shape = shape
    self.memberShape = memberShape
    self.isTyped = isTyped
    self.isSpread = isSpread
    self.isFlag = isFlag
    self.isRaw = isRaw
    self.isRequired = isRequired
    self.isNeeded = isNeeded
    self.defaultValue = defaultValue
    self.style = style
    self.constraints = constraints
    self.isSecret = isSecret
    let field: SecretNames.Place = place == .query ? .item : .member
    soundsSecret = SecretNames.contains(name, in: field) || wire != name && SecretNames.contains(wire, in: field)
    self.file = file
    self.doc = doc
    self.example = example
    self.range = range
    self.wireRange = wireRange
    self.defaultRange = defaultRange
  }

  /// What is known about its value: the type, or what a document says about the members.
  package var knownShape: Shape {
    if case .array(let item) = shape.wrapped, !item.isUntyped { return shape }
    return memberShape ?? shape
  }

  /// Whether a rule says that only an object fits.
  package var takesOnlyObjects: Bool { constraints.contains { if case .object = $0.rule { true } else { false } } }

  /// Whether output does not show its values.
  package var isHidden: Bool { isSecret || soundsSecret }

  /// The allowed values; nil if any are.
  package var values: [JSON]? { constraints.isEmpty ? nil : constraints.values }

  /// The allowed values of the argument, or of each of its items; nil if any are.
  package var offeredValues: [JSON]? { constraints.values ?? constraints.each.values }

  /// The name with its location, for an ambiguous argument: `query.id`.
  package var qualifiedName: String { "\(place.rawValue).\(name)" }

  /// The names with a location: `field.id` and `body.id`.
  package var spellings: [String] { [qualifiedName] + (place == .field || place == .part ? ["body.\(name)"] : []) }
}

/// How values are written if a format allows several ways (Parameters.md#Style). Keys that are not set come from the level above.
package struct Style: Sendable {
  package enum Arrays: String, Sendable, CaseIterable {
    case `repeat`, brackets, indices, csv, pipes, space, tabs

    /// What stands between the items of one text; nil if each item is sent by itself.
    package var separator: String? {
      switch self {
      case .csv: ","
      case .pipes: "|"
      case .space: " "
      case .tabs: "\t"
      case .repeat, .brackets, .indices: nil
      }
    }
  }
  package enum Objects: String, Sendable, CaseIterable { case spread, nest, pairs, equals }
  package enum Nesting: String, Sendable, CaseIterable { case brackets, dots }
  package enum Bools: String, Sendable, CaseIterable { case words, numeric }
  package enum Strings: String, Sendable, CaseIterable { case plain, json }
  package enum Dates: String, Sendable, CaseIterable {
    case rfc3339, unix
    case unixMilliseconds = "unix-ms"
    case http
    /// RFC 3339 in UTC, without `Z`.
    case noZone = "no-zone"
  }
  package enum Binary: String, Sendable, CaseIterable { case base64, base64url }
  package enum Keys: String, Sendable, CaseIterable {
    case asIs = "as-is"
    case snake, camel, kebab
  }

  /// What a value in a response is where a list is declared.
  package enum Single: String, Sendable, CaseIterable { case value, list }

  package var arrays: Arrays?
  /// The first index of `arrays: indices`.
  package var first: Int?
  package var single: Single?
  package var objects: Objects?
  package var nesting: Nesting?
  package var bools: Bools?
  package var strings: Strings?
  package var dates: Dates?
  package var data: Binary?
  package var keys: Keys?

  package init() {}

  /// Returns this style, completed from the level above.
  package func inheriting(_ outer: Style) -> Style {
    var merged = self
    merged.arrays = arrays ?? outer.arrays
    merged.first = first ?? outer.first
    merged.single = single ?? outer.single
    merged.objects = objects ?? outer.objects
    merged.nesting = nesting ?? outer.nesting
    merged.bools = bools ?? outer.bools
    merged.strings = strings ?? outer.strings
    merged.dates = dates ?? outer.dates
    merged.data = data ?? outer.data
    merged.keys = keys ?? outer.keys
    return merged
  }
}

extension Style.Keys {
  /// Returns a name in this case; `pageSize`, `page_size` and `page-size` are the same words.
  package func apply(to name: String) -> String {
    guard self != .asIs else { return name }
    let words = Name.words(of: name)
    // A name of separators has no words.
    guard let first = words.first else { return name }
    switch self {
    case .asIs: return name
    case .snake: return words.joined(separator: "_")
    case .kebab: return words.joined(separator: "-")
    case .camel: return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }
}

/// The settings that a service or a group passes to what it contains.
package struct InheritedSettings {
  package var names: [String] = []
  package var prefix = ""
  /// The base of the service if it contains arguments.
  package var base: TargetModel?
  package var headers: [FieldModel] = []
  package var query: [FieldModel] = []
  package var style = Style()
  package var encoding: Encoding?
  package var auth: AuthModel = .none
  /// Whether `auth` is declared at this level, and not inherited.
  package var ownsAuth = false
  package var policy = PolicyModel()

  package init() {}

  /// Returns a nested level, which its own keys then refine.
  package func inner(_ name: String? = nil) -> InheritedSettings {
    var level = self
    if let name { level.names.append(name) }
    level.ownsAuth = false
    for index in level.headers.indices { level.headers[index].isOwn = false }
    for index in level.query.indices { level.query[index].isOwn = false }
    level.ownsAuth = false
    return level
  }

  package func name(of inner: String) -> String { names.isEmpty ? inner : (names + [inner]).joined(separator: ".") }
}

/// The rules for names of parameters, endpoints, types and members: letters, digits, `_`, `-`; not a digit or `-` first.
package enum Name {
  package static let rule = "letters, digits, '_' and '-', starting with a letter or '_'"

  /// Whether a byte can belong to a name. Non-ASCII bytes can, until ``isValid(_:)`` checks the whole character.
  package static func isPart(_ byte: UInt8) -> Bool { byte >= 0x80 || isASCIIPart(byte) }

  package static func isASCIIPart(_ byte: UInt8) -> Bool {
    // One bit for each: digits and `-` in the first 64, letters and `_` in the next.
    let bits: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 128 && bits >> (byte & 63) & 1 == 1
  }

  /// Whether a text is an ASCII name.
  package static func isASCII(_ name: String) -> Bool { beginsRight(name) && isASCIIText(name) }

  private static func isASCIIText(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { $0.allSatisfy(isASCIIPart) }
  }

  package static func isValid(_ name: String) -> Bool {
    guard beginsRight(name) else { return false }
    if isASCIIText(name) { return true }
    return name.unicodeScalars.allSatisfy { $0.isASCII ? isASCIIPart(UInt8($0.value)) : isLetter($0) }
  }

  /// Splits a name into lowercase words, at separators and where a capital begins a word: `page-size`, `userID`, `HTTPPort`.
  package static func words(of name: String, separatedBy isSeparator: (Unicode.Scalar) -> Bool = { $0 == "_" || $0 == "-" }) -> [String] {
    let letters = Array(name.unicodeScalars)
    var words: [String.UnicodeScalarView] = [.init()]
    for (index, letter) in letters.enumerated() {
      let follows = index > 0 && !letters[index - 1].properties.isUppercase
      let leads = index + 1 < letters.count && letters[index + 1].properties.isLowercase
      let separates = isSeparator(letter)
      if separates || letter.properties.isUppercase && (follows || leads) { words.append(.init()) }
      if !separates { words[words.count - 1].append(letter) }
    }
    return words.filter { !$0.isEmpty }.map { String($0).lowercased() }
  }

  private static func beginsRight(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return first &- 0x30 > 9 && first != UInt8(ascii: "-")
  }

  /// Whether a character is a letter of any script, or a mark that belongs to one.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }
}
