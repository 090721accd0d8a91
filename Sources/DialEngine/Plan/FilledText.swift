import DialJSON
package import DialMessage
package import DialModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

package final class FilledText: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    case argument(Argument)
    case generated(GeneratedWord)
  }

  package struct Argument: Sendable {
    /// The slot of the parameter; nil if the endpoint has none, as for a header of the service that others use.
    let slot: Int?
    let name: String
    /// The expansion of a placeholder with an operator.
    let expression: URITemplate.Expression?

    init(_ slot: Int?, _ name: String, _ operation: URITemplate.Operator?) {
      self.slot = slot
      self.name = name
      expression = operation.map { URITemplate.Expression($0, name) }
    }

    /// Returns the text of a value after a text, with an operator checked as a target checks it.
    fileprivate func text(_ value: JSON, after before: String) throws(URITemplateError) -> String {
      guard let expression else { return ValueText.plain(value) ?? JSONWriter.text(value) }
      let text = try expression.expand { _ in value } ?? ""
      guard expression.operation == .path || before.utf8.last == UInt8(ascii: "/") else { return text }
      if let fault = segmentFault(text) { throw URITemplateError(fault, at: 0) }
      guard before.isEmpty || before == "/", (before + text).utf8.starts(with: "//".utf8) else { return text }
      throw URITemplateError("'\(name)' makes the text start with '//', which means another host", at: 0)
    }

    /// Returns the text of a value as a part of a query item, encoded once.
    fileprivate func item(_ value: JSON) throws(URITemplateError) -> String {
      guard let expression else { return PercentEncoding.encode(ValueText.plain(value) ?? JSONWriter.text(value)) }
      if expression.operation == .reserved, ValueText.contains(value, where: { "&#".unicodeScalars.contains($0) || $0.value < 0x20 }) {
        throw URITemplateError("'\(name)' is sent in the query without encoding and cannot contain '&', '#' or a control character", at: 0)
      }
      let text = try expression.expand { _ in value } ?? ""
      guard expression.operation == .path, !text.isEmpty, let fault = segmentFault(text) else { return text }
      throw URITemplateError(fault, at: 0)
    }

    private func segmentFault(_ text: String) -> String? { AddressRules.segmentFault(Array(text.utf8)[...], ["'\(name)'"]) }

    fileprivate var missing: ArgumentFault {
      let sign = expression?.operation.sign ?? ""
      return ArgumentFault(
        .missing, name,
        "missing argument '\(name)', which is part of a longer text; if '{\(sign)\(name)}' is not a placeholder, write '{{\(sign)\(name)}'")
    }
  }

  let pieces: [Piece]
  let problems: [Problem]
  let constant: String?

  /// Whether it starts with a URL.
  var isURL: Bool { if case .literal(let text)? = pieces.first { text.contains("://") } else { false } }

  /// What to do about a value that is not allowed in a URL.
  var encodingHint: String? {
    guard isURL else { return nil }
    for case .argument(let argument) in pieces where argument.expression == nil {
      return "; to percent-encode '\(argument.name)', write '{*\(argument.name)}'"
    }
    return nil
  }

  /// The placeholders as they are in the spec: `{x}`, `{*x}`.
  var placeholders: [(name: String, text: String)] {
    pieces.compactMap { piece in
      guard case .argument(let argument) = piece else { return nil }
      return (argument.name, "{\(argument.expression?.operation.sign ?? "")\(argument.name)}")
    }
  }

  var slots: [Int] { pieces.compactMap { if case .argument(let argument) = $0 { argument.slot } else { nil } } }

  init(_ pieces: [Piece], problems: [Problem] = []) {
    var joined: [Piece] = []
    for piece in pieces {
      if case .literal(let text) = piece, case .literal(var whole)? = joined.last {
        // Without the copy in the array, the text grows in place.
        joined.removeLast()
        whole += text
        joined.append(.literal(whole))
      } else {
        joined.append(piece)
      }
    }
    self.pieces = joined
    self.problems = problems
    constant =
      switch joined.first {
      case nil where problems.isEmpty: ""
      case .literal(let text)? where problems.isEmpty && joined.count == 1: text
      default: nil
      }
  }

  /// Returns the text with the values of a call; nil if it is only an absent argument. Inside a longer text, an absent argument is a
  /// problem, because the rest of the text would be lost with it.
  ///
  /// - Parameter asItem: whether the text is percent-encoded as the value of a query item. A placeholder with an operator is encoded once,
  ///   except in a URL, which is a value as a whole.
  func filled(
    _ value: (Int) -> JSON?, _ generated: inout GeneratedValues, _ found: inout [Problem], asItem: Bool = false
  ) -> String? {
    if asItem, isURL { return filled(value, &generated, &found).map(PercentEncoding.encode) }
    if !asItem, let constant { return constant }
    var whole = ""
    for piece in pieces {
      switch piece {
      case .literal(let part): whole += asItem ? PercentEncoding.encode(part) : part
      case .generated(let word):
        let text = ValueText.plain(generated[word]) ?? ""
        whole += asItem ? PercentEncoding.encode(text) : text
      case .argument(let argument):
        guard let value = argument.slot.flatMap(value), !value.isNull else {
          if argument.slot != nil, pieces.count > 1 { found.append(.fault(argument.missing)) }
          return nil
        }
        do throws(URITemplateError) {
          whole += asItem ? try argument.item(value) : try argument.text(value, after: whole)
        } catch {
          found.append(.fault(ArgumentFault(.value, argument.name, error.message)))
          return nil
        }
      }
    }
    found += problems
    return problems.contains(where: \.isMissing) ? nil : whole
  }
}

package enum Problem: Sendable {
  case fault(ArgumentFault)
  case missing(MissingVariable)
  case credential(String)

  var isMissing: Bool {
    if case .missing = self { true } else { false }
  }
}

/// A body template with the variables of a client filled in.
indirect enum FilledTemplate: Sendable {
  case literal(JSON)
  /// `{x}` alone: the argument with its JSON type.
  case argument(Int?)
  /// A value that is generated once per call.
  case generated(GeneratedWord)
  case text(FilledText)
  case array([FilledTemplate])
  case object([(name: FilledText, value: FilledTemplate)])

  /// Returns the value. Members and items with an absent argument are omitted; a lone `{x}` keeps its JSON type.
  func filled(_ value: (Int) -> JSON?, _ generated: inout GeneratedValues, _ found: inout [Problem]) -> JSON? {
    switch self {
    case .literal(let json): return json
    case .argument(let slot): return slot.flatMap(value)
    case .generated(let word): return generated[word]
    case .text(let text): return text.filled(value, &generated, &found).map { .string($0) }
    case .array(let items): return .array(items.compactMap { $0.filled(value, &generated, &found) })
    case .object(let members):
      return .object(
        members.compactMap { member in
          guard let name = member.name.filled(value, &generated, &found) else { return nil }
          return member.value.filled(value, &generated, &found).map { (name, $0) }
        })
    }
  }
}

/// Fills the variables of a client into texts of a spec, and collects secret values.
struct TextFiller {
  let scope: VariableScope
  var slots: [String: Int] = [:]
  var secrets = Secrets()
  /// How often texts use the argument of each slot.
  private(set) var uses: [Int: Int] = [:]
  /// The values of variables, by whether they are used in a field.
  private var known: [Bool: [String: Result<String, MissingVariable>]] = [:]
  /// The variables with secrets that are masked only as separate words.
  private var shortSecrets: Set<String> = []
  /// The number of bytes that variables have added.
  private var bytes = 0

  init(_ scope: VariableScope) { self.scope = scope }

  mutating func fill(_ text: Text, in use: VariableUse) -> FilledText {
    var pieces: [FilledText.Piece] = []
    var problems: [Problem] = []
    for piece in text.pieces {
      switch piece {
      case .literal(let part): pieces.append(.literal(part))
      case .argument(let name, let operation): pieces.append(.argument(.init(self.use(slots[name]), name, operation)))
      case .generated(let word): pieces.append(.generated(word))
      case .variable(let name):
        switch value(of: name, in: use) {
        case .success(let part): pieces.append(.literal(part))
        case .failure(let missing): problems.append(.missing(missing))
        }
        if !use.isField, isCredential(name) { problems.append(.credential(name)) }
      }
    }
    keepWords(text.pieces, in: use)
    return FilledText(pieces, problems: problems)
  }

  /// Makes each word with a short secret a secret: of `pin${PIN}x`, `pin123x`.
  mutating func keepWords(_ pieces: [Text.Piece], in use: VariableUse) {
    if shortSecrets.isEmpty || bytes > Text.maxFilledBytes { return }
    var text: [UInt8] = []
    var found: [Range<Int>] = []
    for piece in pieces {
      switch piece {
      case .literal(let part): text += part.utf8
      // Its value is known only in a call.
      case .argument, .generated: text.append(UInt8(ascii: " "))
      case .variable(let name):
        guard case .success(let value)? = known[use.isField]?[name] else { continue }
        if shortSecrets.contains(name) { found.append(text.count..<text.count + value.utf8.count) }
        text += value.utf8
      }
    }
    var end = 0
    for range in found where range.lowerBound >= end {
      let start = text[..<range.lowerBound].lastIndex { !SecretMask.isWord($0) }.map { $0 + 1 } ?? 0
      end = text[range.upperBound...].firstIndex { !SecretMask.isWord($0) } ?? text.count
      secrets.add(String(decoding: text[start..<end], as: UTF8.self))
    }
  }

  mutating func fill(_ template: BodyTemplate) -> FilledTemplate {
    switch template {
    case .literal(let json): return .literal(json)
    case .text(let text):
      if let name = text.soleArgument { return .argument(use(slots[name])) }
      if let word = text.soleGenerated { return .generated(word) }
      return .text(fill(text, in: .body))
    case .array(let items): return .array(items.map { fill($0) })
    case .object(let members): return .object(members.map { (name: fill($0.name, in: .body), value: fill($0.value)) })
    }
  }

  /// Counts a use of an argument.
  @discardableResult mutating func use(_ slot: Int?) -> Int? {
    if let slot { uses[slot, default: 0] += 1 }
    return slot
  }

  /// Returns the value of a variable, and registers its secrets. Fails if the uses of variables have too many bytes.
  mutating func value(of name: String, in use: VariableUse) -> Result<String, MissingVariable> {
    let outcome = known[use.isField]?[name] ?? firstValue(of: name, in: use)
    known[use.isField, default: [:]][name] = outcome
    guard case .success(let value) = outcome else { return outcome }
    bytes += value.utf8.count
    if bytes <= Text.maxFilledBytes { return outcome }
    return .failure(
      MissingVariable(
        name: name, message: "the variables of the endpoint have more than 4 MiB in total, with each use of '\(name)'",
        remedy: .text("use shorter variables, or use them less often; to send large data, use an argument")))
  }

  private mutating func firstValue(of name: String, in use: VariableUse) -> Result<String, MissingVariable> {
    guard let value = scope.value(name, in: use) else { return .failure(scope.complaint(name, in: use)) }
    for secret in scope.service.secrets(in: name) {
      guard let part = scope.value(secret, in: use) else { continue }
      secrets.add(part)
      guard part.utf8.count < SecretMask.minimum else { continue }
      shortSecrets.insert(name)
      secrets.add(value)
    }
    return .success(value)
  }

  /// Records the values of all secret variables in a text.
  mutating func keepSecret(_ text: Text) {
    for name in text.variables { if let value = scope.value(name, in: .auth) { secrets.add(value) } }
  }

  func isCredential(_ name: String) -> Bool { scope.service.secretVariables.contains(name) }
}

/// The arguments that the texts of an endpoint use several times.
struct RepeatedUses: Sendable {
  private let all: [(slot: Int, count: Int)]

  init(_ filler: TextFiller) { all = filler.uses.filter { $0.value > 1 }.sorted { $0.key < $1.key }.map { (slot: $0, count: $1) } }

  var isEmpty: Bool { all.isEmpty }

  /// Returns the slots whose values make the repetitions too large.
  func excess(_ value: (Int) -> JSON?) -> [Int] {
    var bytes = 0
    return all.compactMap { slot, count in
      guard let value = value(slot) else { return nil }
      bytes += (value.asString?.utf8.count ?? JSONWriter.bytes(value).count) * (count - 1)
      return bytes > Text.maxFilledBytes ? slot : nil
    }
  }

  static func tooLong(_ name: String) -> String {
    "the arguments that the endpoint repeats have more than 4 MiB in total, with each use of '\(name)'; pass shorter values"
  }
}

/// An expression of a target with the slots of its variables.
package final class ExpressionPlan: Sendable {
  let expression: URITemplate.Expression
  /// The slot of each variable; nil if there is no parameter.
  let slots: [Int?]
  let names: [String]
  /// The operator in the spec; that of `expression` follows from the parameters.
  let written: URITemplate.Operator
  /// Whether the segment is removed if all variables are absent.
  let takesSegment: Bool
  /// The slot of a single variable without modifiers, which is only percent-encoded.
  let plainSlot: Int?

  init(_ expression: URITemplate.Expression, model: EndpointModel, slots table: TargetSlots) {
    var expression = expression
    written = expression.operation
    let parameters = expression.variables.map { table.path[$0.name].map { model.parameters[$0] } }
    if expression.operation == .simple, parameters.contains(where: { $0?.isRaw ?? false }) { expression.operation = .reserved }
    // The parameters already apply the defaults; null omits a variable.
    for index in expression.variables.indices { expression.variables[index].defaultText = nil }
    let isSimple = expression.operation.isPlain
    self.expression = expression
    slots = expression.variables.map { table[$0.name] }
    names = zip(expression.variables, parameters).map { $1?.name ?? $0.name }
    takesSegment = expression.takesSegment(parameters)
    let isPlain = isSimple && expression.variables.count == 1 && !expression.variables[0].explode && expression.variables[0].prefix == nil
    plainSlot = isPlain ? slots[0] : nil
  }
}

extension URITemplate.Expression {
  /// Whether an absent argument removes the segment, by the parameters of the variables.
  package func takesSegment(_ parameters: [ParameterModel?]) -> Bool {
    operation.isPlain && zip(variables, parameters).contains { $0.isOptional || $1.map { !$0.isRequired } ?? false }
  }
}

/// Finds the parameters of placeholders: path parameters by the name that is sent, otherwise any parameter by its name.
package struct TargetSlots {
  let path: [String: Int]
  let named: [String: Int]

  package init(_ parameters: [ParameterModel]) {
    let slots = parameters.enumerated()
    named = Dictionary(slots.map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    path = Dictionary(slots.filter { $1.place == .path }.map { ($1.wire, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(name: String) -> Int? { path[name] ?? named[name] }
}

/// Where generated values come from; nil stands for chance and the clock.
package enum GeneratedSource: Sendable {
  /// Samples, for requests that are only shown, and that are the same each time.
  case samples
  /// UUIDs that are the same whenever the request is made again, each of the name of its parameter, and of "" in other places.
  case derived(@Sendable (_ name: String) -> String)

  @TaskLocal package static var current: GeneratedSource?

  /// The seconds of a sample: 2024-01-31T10:00:00Z.
  fileprivate var seconds: Int64? { if case .samples = self { 1_706_695_200 } else { nil } }

  fileprivate func uuid(_ name: String) -> String {
    switch self {
    case .samples: "3f2a8c1e-5b7d-4e9f-8a6b-0c1d2e3f4a5b"
    case .derived(let uuid): uuid(name)
    }
  }
}

/// The generated values of one call. Each has the same value in headers, query and body.
struct GeneratedValues {
  private lazy var uuid = Self.uuid(of: "")
  private lazy var seconds = GeneratedSource.current?.seconds ?? WallClock.seconds

  subscript(word: GeneratedWord) -> JSON {
    mutating get {
      switch word {
      case .uuid: .string(uuid)
      case .now: .string(Timestamp(secondsSince1970: Double(seconds)).rfc3339)
      case .timestamp: JSON(seconds)
      }
    }
  }

  /// Returns a UUID (RFC 9562 version 4) in lowercase: a random one, or that of a name.
  static func uuid(of name: String) -> String { GeneratedSource.current?.uuid(name) ?? UUID().uuidString.lowercased() }
}
