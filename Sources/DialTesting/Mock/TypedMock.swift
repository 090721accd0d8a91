package import Dial
import DialText

/// The mock of an endpoint that has none, but declares what its responses are: an example of the type.
enum TypedMock {
  /// Returns nil if nothing is declared, or if the place of the result in the response is not a path of members.
  static func mock(of model: EndpointModel, types: TypeTable) -> MockModel? {
    var answer = MockModel.Answer(range: model.range)
    let sample = Sample(types: types, isResponse: true)
    let success = model.responses.all.first { $0.status.hasPrefix("2") && Int($0.status) != nil }
    if let success, let status = Int(success.status) { answer.status = status }
    if let shape = success?.contents.first?.shape, case .inferred = model.result {
      answer.body = .json(sample.value(of: shape, named: ""))
      return MockModel(answers: [answer], range: model.range)
    }
    switch model.result {
    case .shape(let shape):
      guard let body = whole(sample.value(of: shape, named: ""), at: model.selection?.path.text) else { return nil }
      answer.body = .json(body)
    case .text: answer.body = .text("text")
    case .lines(let shape?), .events(let shape?):
      guard model.selection == nil, model.events?.each == nil else { return nil }
      let item = sample.value(of: shape, named: "")
      answer.body = .events([MockModel.Event(item: item, data: item)])
    case .void, .headers: if success == nil { answer.status = 204 }
    case .inferred: guard let success, success.contents.isEmpty else { return nil }
    case .bytes, .lines, .events: return nil
    }
    return MockModel(answers: [answer], range: model.range)
  }

  /// Returns a response with the result at a path: `data.list`.
  private static func whole(_ value: JSON, at path: String?) -> JSON? {
    guard let path else { return value }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ Name.isValid($0) && !$0.contains("-") }) else { return nil }
    return names.reversed().reduce(value) { [$1: $0] }
  }
}

extension EndpointModel {
  /// The mock of the spec, or an example of the declared type.
  package func anyMock(_ types: TypeTable) -> MockModel? { mock ?? TypedMock.mock(of: self, types: types) }
}
