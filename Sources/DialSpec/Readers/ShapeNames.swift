import DialModel
import DialSyntax

/// Rules for the names of members and types.
enum ShapeNames {
  static func check(_ label: String, at range: SourceRange, _ findings: Findings) {
    if !Name.isValid(label) {
      findings.error(.invalidName, "'\(label)' is no name: \(Name.rule)", at: range)
    }
    note(label, at: range, findings)
  }

  /// Records a valid name.
  static func note(_ label: String, at range: SourceRange, _ findings: Findings) {
    // Type names do not start with a lowercase letter.
    if let first = label.utf8.first, first &- 0x61 >= 26 { findings.memberLabels.append((label, range)) }
  }

  /// Checks the members of a record.
  static func check(_ members: [Shape.Member], _ findings: Findings) {
    for member in members where member.shape.isFile || member.shape.isFileList {
      findings.warning(
        .place, "a File is a parameter of its own: the member '\(member.label)' is text, and uploads nothing", at: member.range)
    }
    checkWires(members, findings)
  }

  /// Two members with the same name in JSON would get the same value.
  private static func checkWires(_ members: [Shape.Member], _ findings: Findings) {
    guard members.contains(where: { $0.wire != $0.label }) else { return }
    var first: [String: Shape.Member] = [:]
    for member in members {
      guard let earlier = first[member.wire] else {
        first[member.wire] = member
        continue
      }
      if earlier.label == member.label { continue }
      findings.error(
        .duplicateWireName, "'\(earlier.label)' and '\(member.label)' are both '\(member.wire)' on the wire", at: member.range,
        notes: [.init("the other is here", range: earlier.range)])
    }
  }
}
