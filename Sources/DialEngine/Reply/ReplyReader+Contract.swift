import DialJSON
import DialMessage
import DialModel
import HTTPTypes

extension ReplyReader {
  /// In what an accepted reply is not as it is declared. Throws it, where that is asked for.
  func contract(
    _ value: JSON, _ content: Reply.Content, _ response: Response, _ body: inout ReplyBody, _ secrets: Secrets
  ) throws(CallError) -> [ContractFault] {
    let found =
      if response.status.kind == .successful {
        kindFaults(response, content) + shapeFaults(value, content, response) + duplicates(response, content, &body)
      } else {
        faults(of: refusal(response, body.bytes), response, body.bytes)
      }
    let faults = ContractFault.limited(found)
    guard check == .error, !faults.isEmpty else { return faults.isEmpty ? [] : secrets.redact(faults) }
    var error = error(.contract, ContractFault.lines(faults).joined(separator: "\n"))
    error.contract = faults
    throw error
  }

  /// The same for a refused reply: the error of its status gets the faults.
  func hold(_ refusal: Refusal, _ response: Response, to error: inout CallError) {
    error.contract = ContractFault.limited(faults(of: refusal, response, error.body ?? []))
    guard check == .error, !error.contract.isEmpty else { return }
    error.code = .contract
    error.message = ([error.message] + ContractFault.lines(error.contract, of: "the error response")).joined(separator: "\n")
  }

  // MARK: results

  /// A media type that is not the one of the declared result. `decode` says what a body is, whatever it is called.
  private func kindFaults(_ response: Response, _ content: Reply.Content) -> [ContractFault] {
    let type = response.mediaType
    guard content != .none, model.policy.decode == nil, !hasCodec(type) else { return [] }
    let format = ReplyFormat(type)
    let expected: String
    switch (model.result, plan.reply.target) {
    case (.text, _):
      if format != nil, format != .bytes { return [] }
      expected = "text"
    case (.shape, .data?): return []
    case (.shape, .string?) where model.selection == nil:
      if format == .text || format == .json { return [] }
      expected = "text or JSON"
    case (.shape, _):
      if format == .json || format == .lines || format == .form { return [] }
      expected = "JSON"
    default: return []
    }
    let found = type.map { "has the media type '\($0.essence)'" } ?? "has no media type"
    return [ContractFault(path: "", message: "expected \(expected), but the response \(found)")]
  }

  private func shapeFaults(_ value: JSON, _ content: Reply.Content, _ response: Response) -> [ContractFault] {
    guard case .shape(let shape) = model.result else { return [] }
    if content != .none { return ContractCheck(plan: plan).faults(value, as: shape) }
    if shape.isOptional || plan.types.resolve(shape).isOptional { return [] }
    return [ContractFault(path: "", message: emptiness(response, shape))]
  }

  /// Of the whole document, whatever is selected from it.
  private func duplicates(_ response: Response, _ content: Reply.Content, _ body: inout ReplyBody) -> [ContractFault] {
    guard content == .json else { return [] }
    let check = ContractCheck(plan: plan)
    if case .document(let json) = body { return check.duplicates(in: json) }
    // Lines, and JSON in another charset than UTF-8, were read from a copy.
    guard !hasCodec(response.mediaType), let (value, _) = try? inferred(response, &body) else { return [] }
    return check.duplicates(in: value)
  }

  private func hasCodec(_ type: MediaType?) -> Bool { (try? codec(type)) != nil }

  // MARK: failures

  private func faults(of refusal: Refusal, _ response: Response, _ body: [UInt8]) -> [ContractFault] {
    let check = ContractCheck(plan: plan)
    let duplicates = (try? JSON(parsing: body)).map { check.duplicates(in: $0) } ?? []
    guard let shape = model.failure else { return duplicates }
    if let value = refusal.failure ?? refusal.compared { return check.faults(value, as: shape, "the error response") + duplicates }
    if shape.isOptional, body.isEmpty { return [] }
    let found = response.mediaType.map { "of type '\($0.essence)'" } ?? "of unknown media type"
    return [ContractFault(path: "", message: "expected \(shape.spelling), but the error response is \(body.isEmpty ? "empty" : found)")]
  }
}
