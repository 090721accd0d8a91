import DialModel
import DialSyntax

/// Rules for the names of members and types.
enum ShapeNames {
  static func check(_ label: String, at range: SourceRange, _ findings: Findings) {
    if !Name.isValid(label) {
      findings.error(.invalidName, "'\(label)' is not a valid member name; use \(Name.rule)", at: range)
    }
    note(label, at: range, findings)
  }

  /// Notes a name that is right.
  static func note(_ label: String, at range: SourceRange, _ findings: Findings) {
    // No type begins with a small letter.
    if let first = label.utf8.first, first &- 0x61 >= 26 { findings.memberLabels.append((label, range)) }
  }

  /// What is wrong between the members of a record.
  static func check(_ members: [Shape.Member], _ findings: Findings) {
    for member in members where member.shape.isFile || member.shape.isFileList {
      findings.warning(
        .place, "the member '\(member.label)' does not upload a file; declare a separate File parameter", at: member.range)
    }
    checkWires(members, findings)
  }

  /// Two members of one name on the wire would get the same value.
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
        .duplicateWireName, "'\(earlier.label)' and '\(member.label)' have the same wire name '\(member.wire)'; rename one of them", at: member.range,
        notes: [.init("the other one is here", range: earlier.range)])
    }
  }
}
