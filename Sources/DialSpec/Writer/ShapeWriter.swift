import DialJSON
import DialModel
import DialSyntax

/// Writes types and results as in a line.
enum ShapeWriter {
  static func text(_ shape: Shape) -> String {
    switch shape {
    case .literals(let values) where values.count == 1: JSONWriter.text(values[0])
    case .literals(let values): values.map(literal).joined(separator: " | ")
    case .union(let union):
      union.alternatives.map { if case .literals(let values) = $0 { values.map(literal).joined(separator: " | ") } else { text($0) } }
        .joined(separator: " | ")
    case .array(let item): "[\(text(item))]"
    case .dictionary(let value): "[String: \(text(value))]"
    case .optional(let inner): text(inner) + "?"
    case .record(let record): "(" + record.members.map(text).joined(separator: ", ") + ")"
    default: shape.spelling
    }
  }

  /// Returns the lines of a type in `types`: one, or one for each member of a long record.
  static func lines(_ name: String, _ shape: Shape, indent: Int) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    let line = "\(blanks)\(Scalar.written(name)): \(Scalar.written(text(shape), inFlow: false))"
    guard line.unicodeScalars.count > NodeWriter.width, case .record(let record) = shape, record.members.allSatisfy({ $0.head == nil })
    else {
      return [line]
    }
    return ["\(blanks)\(Scalar.written(name)):"]
      + record.members.map { member in
        let wire = member.wire == member.label ? "" : " as " + Self.wire(member.wire)
        let type = member.isTyped ? text(member.shape.wrapped) : wire.isEmpty ? "" : "JSON"
        let value = type.isEmpty ? "" : " " + Scalar.written(type + wire, inFlow: false)
        return "\(blanks)  \(Scalar.written(member.label + (member.isOptional ? "?" : ""))):" + value
      }
  }

  private static func literal(_ value: JSON) -> String {
    value.asString.flatMap { Shape.isLiteral($0) ? $0 : nil } ?? JSONWriter.text(value)
  }

  static func text(_ result: ResultModel) -> String? {
    switch result {
    case .inferred: nil
    case .shape(let shape): text(shape)
    case .void: "Void"
    case .text: "text"
    case .bytes: "bytes"
    case .headers: "headers"
    case .events(let shape): "events" + (shape.map { " " + text($0) } ?? "")
    case .lines(let shape): "lines" + (shape.map { " " + text($0) } ?? "")
    }
  }

  private static func text(_ member: Shape.Member) -> String {
    let label = member.label
    switch member.head {
    case .status?: return label == "status" ? label : label + " status"
    case .header(let name)?: return "\(label) header.\(name)" + (member.shape.isUntyped ? "" : " " + text(member.shape))
    case nil: break
    }
    let type = member.isTyped ? " " + text(member.shape.wrapped) : ""
    return label + (member.isOptional ? "?" : "") + type + (member.wire == label ? "" : " as " + wire(member.wire))
  }

  /// Returns a name after `as`, in quotes unless it can only be one word.
  static func wire(_ name: String) -> String {
    let isWord = !name.isEmpty && name.utf8.allSatisfy { Name.isASCIIPart($0) || $0 == UInt8(ascii: ".") }
    return isWord ? name : JSONWriter.quote(name)
  }
}
