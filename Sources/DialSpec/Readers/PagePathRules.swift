import DialJSON
import DialModel
import DialSyntax

/// Whether the next page can stand where `paginate:` looks for it, as far as types and mocks tell. A path that finds nothing ends the walk
/// after its first page, without an error.
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
          .paginate, "'\(path.text)' is not in the first mock, so the other pages are never requested: \(absence.message)", at: range,
          notes: [.init("the mock is here", range: mock.answers[0].range)])
      }
    }
  }

  /// The first member of a path that the type of the whole reply does not have.
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
      return ("'\(name)' is not a member of the response; \(hint)", record.members.first?.range)
    }
    return nil
  }
}
