import DialJSON
import DialMessage
package import DialModel
import HTTPTypes
import Synchronization

/// How to read the response of an endpoint, or each element of a stream.
package struct ReplyPlan: Sendable {
  let layout: JSONLayout?
  /// The members that come from the head of a response; nil if the whole result comes from the body.
  let parted: CompositeResult?
  let failureLayout: JSONLayout?
  /// The declared shape, of each element if the result is a stream.
  let shape: Shape?
  /// The declared shape of each element of a stream.
  let element: Shape?
  package let target: Shape?
  let check: ShapeCheck
  let discardsBody: Bool

  init(_ model: EndpointModel, types: TypeTable) {
    let layouts = LayoutTable(types: types)
    let parted: CompositeResult? = if case .shape(let shape) = model.result { CompositeResult(shape) } else { nil }
    self.parted = parted
    let shape: Shape? =
      switch model.result {
      case .shape(let shape): parted?.body ?? shape
      case .events(let element), .lines(let element): element
      default: nil
      }
    self.shape = shape
    element = model.isStream ? shape : nil
    target = shape.map { types.resolve($0.wrapped) }
    layout = (parted?.whole ?? shape).flatMap { layouts.layout(of: $0) }
    failureLayout = model.failure.flatMap { layouts.layout(of: $0) }
    check = ShapeCheck(types: types, names: .wires, dates: model.style.dates ?? .rfc3339)
    let isByStatus = model.variants.contains { $0.choice.status != nil }
    discardsBody =
      switch model.result {
      // Another status can have a body.
      case .void where isByStatus && model.method != "HEAD", .headers where isByStatus && model.method != "HEAD": false
      // A failure is in the body.
      case .void where model.method != "HEAD", .headers where model.method != "HEAD": model.policy.refusal == nil
      case .shape where parted?.body == nil && parted != nil: model.policy.refusal == nil || model.method == "HEAD"
      case .void, .headers: true
      default: false
      }
  }
}

extension EndpointPlan {
  /// Returns why a response could not be decoded, before anything is sent.
  var codecObstacle: CallError? {
    guard let name = model.decodeCodec, !reply.discardsBody, codecs[name] == nil else { return nil }
    return model.missing(codec: name)
  }
}

/// The layouts of declared shapes, with which a response can be read by label and by position. A layout contains what it needs of the
/// types, so that a response can outlive the spec.
struct LayoutTable: Sendable {
  let types: TypeTable

  /// Returns nil for shapes without a record.
  func layout(of shape: Shape) -> JSONLayout? {
    switch shape {
    case .array(let item): return layout(of: item).map(JSONLayout.array)
    case .dictionary(let item): return layout(of: item).map(JSONLayout.dictionary)
    case .optional(let inner): return layout(of: inner).map(JSONLayout.optional)
    case .record(let record):
      return .record(record.members.map { .init($0.label, wire: $0.wire, layout: layout(of: $0.shape)) })
    case .named(let name):
      let named = NamedLayout(name, self)
      return .reference { named.layout }
    default: return nil
    }
  }
}

/// The layout of a named type, created on demand. A type that contains itself unfolds as deep as its values.
private final class NamedLayout: Sendable {
  private let name: String
  private let table: LayoutTable
  private let made = Mutex<JSONLayout??>(nil)

  init(_ name: String, _ table: LayoutTable) {
    self.name = name
    self.table = table
  }

  var layout: JSONLayout? {
    made.withLock { made in
      if let made { return made }
      let layout = table.layout(of: table.types.resolve(.named(name)))
      made = .some(layout)
      return layout
    }
  }
}

/// A result whose members come from the head of a response and from its body: `-> (items [User], total header.X-Total-Count)`.
struct CompositeResult: Sendable {
  let whole: Shape
  private let record: Shape.Record
  /// The shape of the body: the type of the only remaining member, or a record of several; nil if there is none.
  let body: Shape?
  /// The only remaining member, which is the whole body or a member of it.
  private let sole: Shape.Member?

  init?(_ shape: Shape) {
    guard case .record(let record) = shape.wrapped, record.members.contains(where: { $0.head != nil }) else { return nil }
    let rest = record.members.filter { $0.head == nil }
    whole = shape
    self.record = record
    sole = rest.count == 1 ? rest[0] : nil
    body = rest.isEmpty ? nil : sole?.shape ?? .record(.init(members: rest))
  }

  /// Returns the record around the only remaining member, if the body is that record and not the member itself.
  func holder(of body: JSON, fits: (Shape) -> Bool) -> Shape? {
    guard let sole, body.asObject != nil else { return nil }
    let holder = Shape.record(.init(members: [sole]))
    let isThere = body[member: sole.wire].asKind != .absent
    return isThere && fits(holder) || !fits(sole.shape) ? holder : nil
  }

  /// Returns the members of the head and the body. `isWhole` says that the body is the only remaining member, not a record with it.
  func value(_ body: JSON, isWhole: Bool, _ response: Response, _ types: TypeTable) -> JSON {
    let isWhole = isWhole && sole != nil
    var members: [(String, JSON)] = []
    for member in record.members {
      switch member.head {
      case .status?: members.append((member.label, JSON(response.status.code)))
      case .header(let name)?:
        let text = HTTPField.Name(name).flatMap { response.headers[$0] ?? response.trailers[$0] }
        members.append((member.label, text.map { Self.value($0, as: member.shape, types) } ?? .null))
      case nil: members.append((member.wire, isWhole ? body : body[member: member.wire]))
      }
    }
    if !isWhole, let all = body.asObject {
      let known = Set(members.map(\.0))
      members += all.filter { !known.contains($0.name) }.map { ($0.name, $0.value) }
    }
    return .object(members.filter { $0.1.asKind != .absent })
  }

  /// Converts the text of a header to its type. Without a type, a whole number is a number.
  private static func value(_ text: String, as shape: Shape, _ types: TypeTable) -> JSON {
    guard shape.isUntyped else { return ArgumentText(types: types).value(text, as: shape) }
    return Int64(text).flatMap { String($0) == text ? JSON($0) : nil } ?? .string(text)
  }
}
