package import DialJSON
package import DialSyntax

/// An endpoint as written: its line, and the keys of its long form.
package struct EndpointDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var range: SourceRange
  /// The end of its text, for findings inside of it.
  package var end: SourceRange
  /// Method, target and what else is in the line; nil in an overlay that does not change them, or after a finding.
  package var line: Shared<LineDeclaration>?
  /// The parameters of `params`; nil without that key.
  package var parameters: [ParameterDeclaration]?
  /// The result of `returns`.
  package var result: (value: ResultDeclaration, key: SourceRange)?
  /// The type of `fails`.
  package var failure: (shape: ShapeDeclaration, key: SourceRange)?
  /// All other keys, as written.
  package var settings: [Entry] = []
  /// More keys, which a document only suggests: if they are not valid for the endpoint, they are left out.
  package var hints: [Entry] = []
  /// The media type of the body; nil if none is declared.
  package var bodyType: String?
  /// The same endpoint with other media types of the body, of which a call can choose one.
  package var bodies: [BodyDeclaration] = []
  /// Whether requests have a body, and can be sent without it; nil if the method decides.
  package var body: (isDeclared: Bool, isOptional: Bool)?
  /// The words by which a document groups its endpoints.
  package var tags: [String] = []
  package var comparisons: [Comparison] = []
  package var responses = DeclaredResponses.none
  /// What only documents of other formats say; nil in a spec.
  package var facts: Shared<OperationFacts>?
  /// Whether there is a finding that says why there is no line.
  package var isFaulty = false
  /// Whether it changes an endpoint of another document. Otherwise it takes its place.
  package var isPartial = false
  /// Whether an overlay removes the endpoint.
  package var isRemoved = false
  /// The typed keys that an overlay removes.
  package var removed: [Entry] = []
}

// In extensions, the initializers can use those of all members. Others copy the whole declaration at their end.
extension EndpointDeclaration {
  package init(name: String, range: SourceRange, end: SourceRange, line: Shared<LineDeclaration>? = nil) {
    self.init(name: name, range: range, end: end, line: line, parameters: nil)
  }
}

/// Another media type of a body, and what a request with it contains.
package struct BodyDeclaration: Sendable {
  /// The media type as written, which can be a range such as `image/*`.
  package var mediaType: String
  /// The value of `Content-Type`; nil if the encoding or the call sets it.
  package var header: String?
  package var line: Shared<LineDeclaration>

  package init(mediaType: String, header: String?, line: Shared<LineDeclaration>) {
    (self.mediaType, self.header, self.line) = (mediaType, header, line)
  }
}

/// What a document says about an operation and a spec does not.
package struct OperationFacts: Sendable {
  package var isDeprecated = false
  /// When the operation ends, as written.
  package var sunset: String?
  /// A response of calls that ask for a stream with an argument.
  package var streamSample: MockModel?
  /// What to try if the server rejects the credentials.
  package var authHint: String?
  /// A response made of the examples and schemas, which is used unless `mock` is set.
  package var sample: MockModel?
  /// The server of the operation itself: a URL, or one relative to the base. nil if it has none.
  package var server: Text?
  /// Whether the document requires credentials.
  package var isSecured = false

  package init() {}
}

/// `METHOD [encoding] target [(parameters)] [@ path] [-> result] [! failure]`.
package struct LineDeclaration: Sendable {
  package var method: String
  package var methodRange: SourceRange
  package var encoding: (value: Encoding, range: SourceRange)?
  package var target: TargetModel
  /// The parameters; nil without a list, so that the endpoint takes any argument.
  package var parameters: [ParameterDeclaration]?
  /// The place behind the last parameter of the list.
  package var listEnd: SourceRange?
  package var selection: SelectionModel?
  package var result: ResultDeclaration?
  package var failure: ShapeDeclaration?
  package var range: SourceRange
}

extension LineDeclaration {
  package init(method: String, methodRange: SourceRange, target: TargetModel, range: SourceRange) {
    self.init(method: method, methodRange: methodRange, encoding: nil, target: target, range: range)
  }
}

/// The result of an endpoint as written.
package struct ResultDeclaration: Sendable {
  package var model: ResultModel
  /// The names of types in it.
  package var uses: [TypeUse]
  /// What its record changes in an overlay; nil if the result takes the place of the other one.
  package var change: ShapeChange?
  /// The results by status; empty if all successes have the same one.
  package var statuses: [StatusResult] = []

  package init(_ model: ResultModel, uses: [TypeUse] = [], change: ShapeChange? = nil) {
    self.model = model
    self.uses = uses
    self.change = change
  }
}

/// What a response with a status contains.
package struct StatusResult: Sendable {
  /// A status, a class such as `4xx`, or `default`, in lowercase.
  package var status: String
  package var range: SourceRange
  package var model: ResultModel

  package init(status: String, range: SourceRange, model: ResultModel) { (self.status, self.range, self.model) = (status, range, model) }

  package var isSuccess: Bool { status.hasPrefix("2") }

  /// Whether a text in lowercase is a status, a class of statuses, or `default`. An interim response (1xx) has no result.
  package static func isValid(_ status: String) -> Bool {
    var set = StatusSet()
    return status == "default" || !status.hasPrefix("1") && set.insert(status) && !set.isAny
  }

  /// The declared type of the body; nil if there is none.
  package var shape: Shape? {
    switch model {
    case .shape(let shape): shape
    case .text: .string
    case .bytes: .data
    case .events(let shape), .lines(let shape): shape
    case .void, .headers, .inferred: nil
    }
  }
}

extension [StatusResult] {
  /// The results of successes: those of 2xx, otherwise that of all other statuses.
  package var successes: [StatusResult] {
    let named = filter(\.isSuccess)
    return named.isEmpty ? filter { $0.status == "default" } : named
  }

  /// What the result of a call is, whatever the status of the success: one of the types, or nothing.
  package var model: ResultModel {
    let models = successes.map(\.model)
    if models.count == 1 { return models[0] }
    var shapes: [Shape] = []
    for model in models {
      switch model {
      case .shape(let shape): shapes.append(shape)
      case .void: shapes.append(.literals([.null]))
      default: return .inferred
      }
    }
    if shapes.isEmpty { return .inferred }
    let shape = Shape.union(shapes)
    if case .literals(let values) = shape, values.allSatisfy(\.isNull) { return .void }
    return .shape(shape)
  }
}

/// A parameter as written, in the line or in `params`.
package struct ParameterDeclaration: Sendable {
  package var name: String
  package var range: SourceRange
  /// The location before the name: `query.q`, or `_ user` for the whole body.
  package var location: Place?
  package var isOptional = false
  /// Whether it must be given although its type allows null. In the language of Dial, `T?` may be left out.
  package var isRequired = false
  /// Whether a body that is sent must have it, although the whole body may be left out.
  package var isNeeded = false
  package var isSpread = false
  package var isFlag = false
  package var isRaw = false
  /// The type; nil if none is declared.
  package var shape: ShapeDeclaration?
  /// What the members of the value are, for texts. Values are not checked by it.
  package var memberShape: Shape?
  /// The name after `as`.
  package var wire: (name: String, range: SourceRange)?
  /// The text after `=`.
  package var value: (text: String, range: SourceRange)?
  /// A value that is sent if there is no argument, as it is.
  package var standard: (value: JSON, range: SourceRange)?
  /// The rules about its value that are not keys of the long form.
  package var constraints: [Constraint] = []
  /// The keys of the long form except `type`, as written.
  package var settings: [Entry] = []
  /// Whether it changes a parameter of another document. Otherwise it takes its place.
  package var isPartial = false
  package var isRemoved = false
}

extension ParameterDeclaration {
  package init(name: String, range: SourceRange, location: Place? = nil, isRaw: Bool = false) {
    self.init(name: name, range: range, location: location, isOptional: false, isRaw: isRaw)
  }
}
