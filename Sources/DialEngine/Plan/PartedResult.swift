import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// A result whose members come from the head of a reply and from its body: `-> (items [User], total header.X-Total-Count)`.
struct PartedResult: Sendable {
  let whole: Shape
  private let record: Shape.Record
  /// What the body is: the type of the one member that is left, or a record of several; nil where none is.
  let body: Shape?
  /// The one member that is left, which is the whole body or a member of it.
  private let sole: Shape.Member?

  init?(_ shape: Shape) {
    guard case .record(let record) = shape.wrapped, record.members.contains(where: { $0.head != nil }) else { return nil }
    let rest = record.members.filter { $0.head == nil }
    whole = shape
    self.record = record
    sole = rest.count == 1 ? rest[0] : nil
    body = rest.isEmpty ? nil : sole?.shape ?? .record(.init(members: rest))
  }

  /// The record of the one member that is left, where the body is such a record and not the member itself.
  func holder(of body: JSON, fits: (Shape) -> Bool) -> Shape? {
    guard let sole, body.asObject != nil else { return nil }
    let holder = Shape.record(.init(members: [sole]))
    let isThere = body[member: sole.wire].asKind != .absent
    return isThere && fits(holder) || !fits(sole.shape) ? holder : nil
  }

  /// The members of the head, and with them what was read of the body.
  ///
  /// - Parameter isWhole: whether the body is the one member that is left, and not a record of it.
  func value(_ body: JSON, isWhole: Bool, _ response: Response, _ types: TypeTable) -> JSON {
    let isWhole = isWhole && sole != nil
    var members: [(String, JSON)] = []
    for member in record.members {
      switch member.head {
      case .status?: members.append((member.label, JSON(response.status.code)))
      case .header(let name)?:
        guard let name = HTTPField.Name(name), let text = response.headers[name] else {
          members.append((member.label, .null))
          continue
        }
        members.append((member.label, Self.value(text, as: member.shape, types)))
      case nil: members.append((member.wire, isWhole ? body : body[member: member.wire]))
      }
    }
    if !isWhole, let all = body.asObject {
      let known = Set(members.map(\.0))
      members += all.filter { !known.contains($0.name) }.map { ($0.name, $0.value) }
    }
    return .object(members.filter { $0.1.asKind != .absent })
  }

  /// The text of a header as its type has it; without one a whole number is a number.
  private static func value(_ text: String, as shape: Shape, _ types: TypeTable) -> JSON {
    guard shape.isUntyped else { return ArgumentText(types: types).value(text, as: shape) }
    return Int64(text).flatMap { String($0) == text ? JSON($0) : nil } ?? .string(text)
  }
}
