import DialJSON
import DialModel
import DialSyntax

/// Checks whether the path in `paginate:` can exist, as far as types and mocks show. A path that finds nothing would silently end the
/// walk after the first page.
struct PagePathRules {
  let findings: Findings
  let types: TypeTable

  func check(_ endpoints: Endpoints) {
    for endpoint in endpoints {
      guard let pagination = endpoint.pagination, let path = pagination.path, let range = pagination.pathRange else { continue }
      if let fault = missingMember(path, in: endpoint) {
        findings.warning(.paginate, fault.message, at: range, notes: fault.declared.map { [.init("declared here", range: $0)] } ?? [])
      } else if let mock = endpoint.mock, mock.answers.count > 1, case .json(let page) = mock.answers[0].body,
        let absence = path.absence(in: page)
      {
        findings.warning(
          .paginate, "'\(path.text)' is not in the first mock, so that the others are never asked for: \(absence.message)", at: range,
          notes: [.init("the mock is here", range: mock.answers[0].range)])
      }
    }
  }

  /// Returns the first member of a path that the type of the whole response does not have.
  private func missingMember(_ path: JMESPath, in endpoint: EndpointModel) -> (message: String, declared: SourceRange?)? {
    guard endpoint.selection == nil, case .shape(var shape) = endpoint.result, let names = path.memberNames else { return nil }
    for name in names {
      guard case .record(let record) = types.resolve(types.resolve(shape).wrapped) else { return nil }
      if let member = record.members.first(where: { $0.wire == name }) {
        shape = member.shape
        continue
      }
      let known = record.members.map(\.wire)
      let nearest = findings.nearest(to: name, among: known)
      let hint = Suggestion.phrase(nearest, among: known, what: "member")
      return ("'\(name)' is no member of the reply: \(hint)", record.members.first?.range)
    }
    return nil
  }
}
