import DialBuild
import DialModel
import DialSyntax

/// Reads the keys of `returns: {200: User, 4xx: Problem, default: JSON}` (Responses.md#Results-by-status).
struct StatusReader {
  let findings: Findings
  private var uses: [TypeUse] = []
  private var statuses: [StatusResult] = []

  init(findings: Findings) { self.findings = findings }

  /// Whether a mapping declares results by status, and not the members of a record, whose names do not begin with a digit.
  static func isByStatus(_ entries: [Entry]) -> Bool {
    entries.contains { $0.name.utf8.first.map { $0 &- 0x30 < 10 } ?? false } || entries.count == 1 && entries[0].name == "default"
  }

  /// Returns the status in lowercase; nil after a finding.
  func status(_ entry: Entry) -> String? {
    let status = entry.name.lowercased()
    guard StatusResult.isValid(status) else {
      let what =
        Name.isValid(entry.name)
        ? "the other keys are statuses, but '\(entry.name)' is not one" : "'\(entry.name)' is not a valid status"
      findings.error(.statuses, "\(what); write a status such as 200, a class such as 4xx, or default", at: entry.key.range)
      return nil
    }
    if let earlier = statuses.first(where: { $0.status == status }) {
      findings.error(
        .statuses, "'\(entry.name)' is declared twice; keep one of them", at: entry.key.range,
        notes: [.init("the first one is here", range: earlier.range)])
      return nil
    }
    return status
  }

  mutating func add(_ read: ResultDeclaration, for status: String, _ entry: Entry) {
    let isFailure = !status.hasPrefix("2")
    switch read.model {
    case .events, .lines:
      let other = statuses.first(where: \.isSuccess)
      if isFailure {
        findings.error(.statuses, "only a success can be a stream; write the type of the body", at: entry.value.range)
      } else if let other {
        findings.error(
          .statuses, "a stream must be the only success; to get it, remove '\(other.status)'", at: entry.key.range,
          notes: [.init("the other success is here", range: other.range)])
      }
    case .headers where isFailure:
      findings.error(.statuses, "only a success can be read as 'headers'; write the type of the body", at: entry.value.range)
    default:
      if !isFailure, let stream = statuses.first(where: { $0.isSuccess && $0.isStream }) {
        findings.error(
          .statuses, "a stream must be the only success; remove '\(entry.name)'", at: entry.key.range,
          notes: [.init("the stream is here", range: stream.range)])
      }
    }
    uses += read.uses
    statuses.append(StatusResult(status: status, range: entry.key.range, model: read.model))
  }

  /// What was read; nil if nothing was.
  var result: ResultDeclaration? {
    if statuses.isEmpty { return nil }
    var result = ResultDeclaration(statuses.model, uses: uses)
    result.statuses = statuses
    return result
  }
}

extension StatusResult {
  fileprivate var isStream: Bool {
    switch model {
    case .events, .lines: true
    default: false
    }
  }
}
